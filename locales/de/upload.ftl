### Texte der Seite zum Hochladen.

upload-title = Hochladen
upload-heading = Bild hochladen.
upload-heading-second = Link erhalten.
upload-drop-here = Bilder hier ablegen
upload-or-paste = oder mit { $key } einfügen
upload-choose = Bilder auswählen
upload-choose-more = Bilder hinzufügen
upload-up-to = { $formats }, jeweils bis { SIZE($bytes) }.
upload-with-account = Kostenlos registrieren: mehr Uploads und eine Bibliothek
upload-accounts-only = Hochladen nur mit Konto
upload-accounts-only-text = Dieser Server nimmt Bilder nur von angemeldeten Nutzern an.
upload-accounts-only-register = Konto erstellen
upload-storage = Noch { SIZE($bytes) } Speicher frei.
upload-album = Album
upload-expiry = Läuft ab
upload-options = Optionen für die nächsten Bilder
upload-queue = Bilder
upload-overall = { $done } von { $all } hochgeladen
upload-cancel-all = Alle abbrechen
upload-retry-all = Fehlgeschlagene wiederholen
upload-clear = Liste leeren
upload-cancel-one = { $name } abbrechen
upload-remove-one = { $name } aus der Liste entfernen
upload-retry-one = { $name } wiederholen
upload-status-queued = In der Warteschlange
upload-status-processing = Wird verarbeitet …
upload-status-sending = { $percent } %
upload-progress-of = { $name } wird hochgeladen
upload-cut = Verbindung unterbrochen. Deine Dateien sind noch da; es geht weiter, sobald du wieder online bist.
upload-too-large = Zu groß: { SIZE($bytes) } (die Grenze liegt bei { SIZE($limit) }).
upload-empty = Diese Datei ist leer.
upload-link-format = Linktyp
upload-copy-all = { $count ->
    [one] Link kopieren
   *[other] Alle { $count } kopieren
}
upload-all-links = Alle Links
upload-delete-link = Löschlink
upload-delete-link-hint = Wer diesen Link hat, kann das Bild löschen.
upload-expires = Läuft ab: { TIME($when) }
upload-history-title = Von diesem Browser hochgeladen
upload-history-text = Nur in diesem Browser gespeichert. Wenn du die Browserdaten löschst, verlierst du die Löschlinks.
upload-history-forget-all = Liste leeren
upload-history-forget = Aus dieser Liste entfernen
upload-history-delete = Bild löschen
upload-history-actions-for = Aktionen für { $name }
upload-history-copy-link = Link kopieren
upload-history-more = { $count } weitere anzeigen
upload-claim-title = { $count ->
    [one] Früheren Upload in dein Konto übernehmen?
   *[other] { $count } frühere Uploads in dein Konto übernehmen?
}
upload-claim-text = Von diesem Browser hochgeladen, bevor du dich angemeldet hast.
upload-claim-action = In meine Bibliothek
upload-claim-later = Nicht jetzt
upload-claim-done = { $count ->
    [one] { $count } Bild in deine Bibliothek übernommen
   *[other] { $count } Bilder in deine Bibliothek übernommen
}
upload-claim-none = Diese Bilder gibt es nicht mehr.
upload-expiry-0 = Nie
upload-expiry-1 = 1 Stunde
upload-expiry-24 = 1 Tag
upload-expiry-168 = 1 Woche
upload-expiry-720 = 30 Tage
upload-expiry-8760 = 1 Jahr
upload-choose-photos = Fotos auswählen
upload-take-photo = Foto aufnehmen
upload-promise = Standort- und Kameradaten werden entfernt.
upload-left = { $remaining ->
    [one] Noch { $remaining } Upload in dieser Stunde.
   *[other] Noch { $remaining } Uploads in dieser Stunde.
}
upload-more-than-left = { $remaining ->
    [0] Deine Bilder werden um { CLOCK($time) } automatisch hochgeladen.
    [one] Nur { $remaining } deiner { $files } Bilder passt noch in diese Stunde. Der Rest wird um { CLOCK($time) } automatisch hochgeladen.
   *[other] Nur { $remaining } deiner { $files } Bilder passen noch in diese Stunde. Der Rest wird um { CLOCK($time) } automatisch hochgeladen.
}
upload-copy-after = Link nach dem Hochladen kopieren
upload-done = Hochgeladen
upload-failed-count = { $count } fehlgeschlagen
upload-speed = { SIZE($bytes) }/s
upload-time-left = noch { DURATION($seconds) }
upload-pause = Anhalten
upload-continue = Fortsetzen
upload-show-failed = Fehlgeschlagene zeigen ({ $count })
upload-pause-limit = Das Stundenlimit ist erreicht. Um { CLOCK($time) } geht es weiter.
upload-pause-service = Der Dienst ist ausgelastet. In { DURATION($seconds) } geht es weiter.
upload-pause-session = Du wurdest abgemeldet. Melde dich an, um weiter hochzuladen; deine Dateien bleiben erhalten.
upload-sign-in = Anmelden
upload-sign-in-now = Anmelden und sofort fortfahren
upload-unreadable = Diese Datei kann nicht gelesen werden.
upload-no-svg = SVG wird nicht unterstützt, weil es Skripte enthalten kann.
upload-no-image = Dieses Bildformat wird nicht unterstützt.
upload-unsupported = Dieses Bildformat wird nicht unterstützt. Verwende { $formats }.
upload-converted = { $from } in { $to } umgewandelt
upload-removed-location-camera = Standort- und Kameradaten entfernt
upload-removed-location = Standort entfernt
upload-removed-camera = Kameradaten entfernt
upload-removed-metadata = Metadaten entfernt
upload-copy-link = Link kopieren
upload-share = Teilen …
upload-open = Öffnen
upload-open-image = { $name } öffnen
upload-links-count = { $count ->
    [one] { $count } Link
   *[other] { $count } Links
}
upload-copy-chosen = { $count ->
    [one] { $count } Link kopieren
   *[other] { $count } Links kopieren
}
upload-history-actions = Aktionen für diese Bilder
upload-history-choose = { $name } auswählen
upload-history-unselect = Auswahl aufheben
upload-history-copy-delete-link = Löschlink kopieren
upload-history-forget-title = { $count ->
    [one] Diesen Upload aus der Liste entfernen?
   *[other] { $count } Uploads aus der Liste entfernen?
}
upload-history-forget-text = { $count ->
    [one] Das Bild bleibt online, aber dieser Browser kann es nicht mehr löschen.
   *[other] Die Bilder bleiben online, aber dieser Browser kann sie nicht mehr löschen.
}
upload-history-delete-title = { $count ->
    [one] „{ $name }“ löschen?
   *[other] { $count } Bilder löschen?
}
upload-history-delete-text = { $count ->
    [one] Es wird endgültig gelöscht, und seine Links funktionieren nicht mehr.
   *[other] Sie werden endgültig gelöscht, und ihre Links funktionieren nicht mehr.
}
upload-history-deleted = { $count ->
    [one] { $count } Bild gelöscht
   *[other] { $count } Bilder gelöscht
}
