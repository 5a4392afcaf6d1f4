### Texte der Verwaltung.

admin-title = Verwaltung
admin-sections-label = Bereiche der Verwaltung
admin-sections-overview = Übersicht
admin-sections-reports = Meldungen
admin-sections-quarantine = Quarantäne
admin-sections-accounts = Konten
admin-sections-blocks = Sperren
admin-sections-jobs = Aufträge
admin-sections-webhooks = Webhooks
admin-sections-audit = Protokoll
admin-forbidden = Dafür brauchst du Administratorrechte.
admin-more = Mehr anzeigen
admin-overview-health = Zustand
admin-overview-running = Version { $version }, läuft seit { DURATION($seconds) }
admin-overview-statuses-ok = OK
admin-overview-statuses-degraded = Eingeschränkt
admin-overview-statuses-down = Ausgefallen
admin-overview-checks-database = Datenbank
admin-overview-checks-storage = Speicher
admin-overview-checks-disk = Festplatte
admin-overview-checks-decoder = Decoder
admin-overview-checks-jobs = Aufträge
admin-overview-checks-limits = Limits
admin-overview-totals = Gesamt
admin-overview-days = Letzte 30 Tage
admin-overview-images = Bilder
admin-overview-bytes = Datenmenge
admin-overview-accounts = Konten
admin-overview-albums = Alben
admin-overview-blobs = Dateien
admin-overview-uploads = Uploads
admin-overview-upload_bytes = Hochgeladene Daten
admin-overview-requests = Anfragen
admin-overview-refusals = Abgelehnte Anfragen
admin-overview-reported = { $count ->
    [one] { $count } gemeldetes Bild wartet auf eine Entscheidung
   *[other] { $count } gemeldete Bilder warten auf eine Entscheidung
}
admin-overview-failed-jobs = { $count ->
    [one] { $count } fehlgeschlagener Auftrag
   *[other] { $count } fehlgeschlagene Aufträge
}
admin-accounts-search = Nach E-Mail oder Name suchen
admin-accounts-plan = Tarif
admin-accounts-any-plan = Jeder Tarif
admin-accounts-suspension = Gesperrt
admin-accounts-plan-of = Tarif von { $email }
admin-accounts-suspended = gesperrt { TIME($when) }
admin-accounts-suspend = Sperren
admin-accounts-suspend-title = { $email } sperren?
admin-accounts-suspend-text = Das Konto wird abgemeldet, und seine API-Schlüssel funktionieren nicht mehr.
admin-accounts-hide-images = Bilder während der Sperre in Quarantäne nehmen
admin-accounts-resume = Entsperren
admin-accounts-resume-title = { $email } entsperren?
admin-accounts-resume-text = Die API-Schlüssel funktionieren wieder, und Bilder, die mit dem Konto in Quarantäne kamen, werden freigegeben.
admin-accounts-is-admin = Administrator
admin-accounts-changed = Konto geändert
admin-accounts-kept = { $images ->
    [one] { $images } Bild, { SIZE($bytes) }
   *[other] { $images } Bilder, { SIZE($bytes) }
}
admin-accounts-empty = Keine Konten gefunden
admin-accounts-images = Bilder
admin-accounts-no-images = Keine Bilder
admin-accounts-actions = Aktionen für { $email }
admin-accounts-last-seen = zuletzt gesehen { TIME($when) }
admin-accounts-is-suspended = gesperrt
admin-accounts-plan-title = Tarif von { $email } ändern?
admin-accounts-plan-text = Von { $from } zu { $to }. Die neuen Grenzen gelten ab der nächsten Anfrage.
admin-accounts-plan-change = Tarif ändern
admin-images-views = { $count ->
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
}
admin-accounts-suspension-all = Alle
admin-accounts-suspension-true = Ja
admin-accounts-suspension-false = Nein
admin-reports-state = Anzeigen
admin-reports-state-open = Offen
admin-reports-state-dismissed = Verworfen
admin-reports-state-taken_down = Entfernt
admin-reports-state-all = Alle
admin-reports-by = von { $email }
admin-reports-reveal = Bild zeigen
admin-reports-hide = Bild verdecken
admin-reports-gone = Dieses Bild gibt es nicht mehr
admin-reports-dismiss = Verwerfen
admin-reports-takedown = Entfernen
admin-reports-takedown_and_suspend = Entfernen und sperren
admin-reports-note = Notiz
admin-reports-reasons-illegal = Illegal
admin-reports-reasons-abuse = Missbrauch
admin-reports-reasons-copyright = Urheberrecht
admin-reports-reasons-privacy = Privatsphäre
admin-reports-reasons-spam = Spam
admin-reports-reasons-other = Anderes
admin-reports-texts-dismiss = Das Bild bleibt online. Alle offenen Meldungen dazu werden geschlossen.
admin-reports-texts-takedown = { $copies ->
    [one] Löscht dieses Bild endgültig und sperrt erneutes Hochladen.
   *[other] Löscht alle { $copies } identischen Kopien endgültig und sperrt erneutes Hochladen.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] Löscht dieses Bild endgültig, sperrt erneutes Hochladen und das Konto.
   *[other] Löscht alle { $copies } identischen Kopien endgültig, sperrt erneutes Hochladen und das Konto.
}
admin-reports-keys = Tastenkürzel
admin-reports-key-j = Nächstes Bild
admin-reports-key-k = Vorheriges Bild
admin-reports-key-x = Auswählen oder abwählen
admin-reports-key-d = Meldungen verwerfen
admin-reports-key-t = Bild entfernen
admin-reports-key-s = Entfernen und Konto sperren
admin-reports-key-help = Diese Tastenkürzel anzeigen
admin-reports-empty-open = Keine offenen Meldungen
admin-reports-empty-dismissed = Keine verworfenen Meldungen
admin-reports-empty-taken_down = Keine entfernten Bilder
admin-reports-empty-all = Noch keine Meldungen
admin-reports-select = { $name } auswählen
admin-reports-select-all = Alle auswählen
admin-reports-select-none = Auswahl aufheben
admin-reports-bulk = Aktionen für ausgewählte Bilder
admin-reports-selected = { $count ->
    [one] { $count } Bild ausgewählt
   *[other] { $count } Bilder ausgewählt
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] { $count } Meldung, { TIME($last) }
   *[other] { $count } Meldungen, erste { TIME($first) }, letzte { TIME($last) }
}
admin-reports-anonymous = Anonymer Upload
admin-reports-copies = { $count ->
    [one] { $count } Kopie
   *[other] { $count } identische Kopien
}
admin-reports-title-dismiss = { $count ->
    [one] Alle Meldungen zu diesem Bild verwerfen?
   *[other] Alle Meldungen zu { $count } Bildern verwerfen?
}
admin-reports-title-takedown = { $count ->
    [one] Dieses Bild entfernen?
   *[other] { $count } Bilder entfernen?
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] Dieses Bild entfernen und das Konto sperren?
   *[other] { $count } Bilder entfernen und ihre Konten sperren?
}
admin-reports-more = { $count ->
    [one] Und { $count } weiteres Bild
   *[other] Und { $count } weitere Bilder
}
admin-reports-suspends = Sperrt { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] Meldungen verworfen
   *[other] Meldungen zu { $count } Bildern verworfen
}
admin-reports-done-takedown = { $count ->
    [one] Bild entfernt
   *[other] { $count } Bilder entfernt
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] Bild entfernt, Konto gesperrt
   *[other] { $count } Bilder entfernt, Konten gesperrt
}
admin-reports-failed = { $count ->
    [one] { $count } Bild fehlgeschlagen: { $reason }
   *[other] { $count } Bilder fehlgeschlagen: { $reason }
}
admin-quarantine-empty = Keine Bilder in Quarantäne
admin-quarantine-causes-administrator = Durch Administrator
admin-quarantine-causes-account = Konto gesperrt
admin-quarantine-causes-validator = Durch externen Prüfdienst
admin-quarantine-since = seit { TIME($when) }
admin-quarantine-release = Freigeben
admin-quarantine-released = Bild freigegeben
admin-quarantine-reason = Grund
admin-quarantine-block = Erneutes Hochladen dieses Bildes sperren
admin-quarantine-taken-down = Bild entfernt
admin-quarantine-texts-takedown = { $copies ->
    [one] Löscht dieses Bild endgültig.
   *[other] Löscht alle { $copies } identischen Kopien dieses Bildes endgültig.
}
admin-blocks-empty = Keine gesperrten Bilder
admin-blocks-unblock = Sperre aufheben
admin-blocks-unblock-title = Dieses Bild wieder zulassen?
admin-blocks-unblocked = Sperre aufgehoben
admin-audit-empty = Noch keine Einträge
admin-jobs-state = Anzeigen
admin-jobs-state-all = Alle
admin-jobs-state-dead = Fehlgeschlagene
admin-jobs-state-waiting = Wartende
admin-jobs-state-running = Laufende
admin-jobs-empty-dead = Keine fehlgeschlagenen Aufträge
admin-jobs-empty-waiting = Keine wartenden Aufträge
admin-jobs-empty-running = Keine laufenden Aufträge
admin-jobs-empty-all = Keine Aufträge
admin-jobs-attempts = { $count ->
    [one] { $count } Versuch, nächster { TIME($when) }
   *[other] { $count } Versuche, nächster { TIME($when) }
}
admin-jobs-retry = Wiederholen
admin-jobs-retried = Auftrag eingeplant
admin-jobs-remove = Verwerfen
admin-jobs-remove-title = Diesen Auftrag verwerfen?
admin-jobs-removed = Auftrag verworfen
admin-accounts-order = Sortieren nach
admin-accounts-order-newest = Neueste
admin-accounts-order-bytes = Meiste Bytes
admin-accounts-order-images = Meiste Bilder
admin-accounts-order-used = Zuletzt benutzt
admin-accounts-order-unused = Am längsten unbenutzt
admin-uploader-open = Alle von diesem Absender
admin-uploader-title = Bilder eines Absenders
admin-uploader-count = Bilder in den letzten 24 Stunden: { $count }
admin-uploader-action = Was mit ihnen geschieht
admin-uploader-actions-hide = Vor Besuchern verbergen
admin-uploader-actions-delete = Löschen
admin-uploader-actions-takedown = Löschen und erneute Uploads sperren
admin-uploader-block = Uploads dieses Absenders 7 Tage lang ablehnen
admin-uploader-apply = Auf alle anwenden
admin-uploader-progress = Bisher erledigt: { $count }
admin-uploader-done = Alle Bilder dieses Absenders sind erledigt.
admin-tasks-hide = Bilder verbergen
admin-tasks-show = Bilder zeigen
admin-tasks-delete = Bilder löschen
admin-tasks-account = Konto löschen
admin-tasks-title-hide = Bilder von { $email } verbergen?
admin-tasks-title-show = Verborgene Bilder von { $email } wieder zeigen?
admin-tasks-title-delete = Bilder von { $email } löschen?
admin-tasks-title-account = Konto { $email } löschen?
admin-tasks-hide_images = Bilder werden verborgen
admin-tasks-show_images = Bilder werden gezeigt
admin-tasks-delete_images = Bilder werden gelöscht
admin-tasks-delete_account = Konto wird gelöscht
admin-tasks-progress = { $done } von { $images }, { SIZE($bytes) }
admin-tasks-done = Fertig: { $done }, { SIZE($bytes) }
admin-tasks-count = { $images ->
    [one] { $images } Bild, { SIZE($bytes) }
   *[other] { $images } Bilder, { SIZE($bytes) }
}
admin-tasks-period = Hochgeladen
admin-tasks-period-0 = Jederzeit
admin-tasks-period-1 = Am letzten Tag
admin-tasks-period-7 = In den letzten 7 Tagen
admin-tasks-held = Auch solche, die ein Administrator oder die Prüfung in Quarantäne genommen hat
admin-sections-images = Bild suchen
admin-sections-networks = Netze
admin-overview-checks-backup = Sicherung
admin-overview-last-backup = Letzte gute vor { DURATION($seconds) }
admin-export = Daten exportieren
admin-networks-empty = Keine gesperrten Netze
admin-networks-add = Netz sperren
admin-networks-text = Uploads, Registrierungen und Anmeldungen von dort werden abgelehnt. Bilder bleiben dort sichtbar.
admin-networks-network = Adresse oder Netz
admin-networks-hint = Zum Beispiel 203.0.113.0/24 oder 2001:db8::/48
admin-networks-wrong = Gib eine Adresse oder ein Netz ein: IPv4 mit /8 bis /32, IPv6 mit /16 bis /64.
admin-networks-period = Gesperrt für
admin-networks-period-1 = 1 Tag
admin-networks-period-7 = 7 Tage
admin-networks-period-30 = 30 Tage
admin-networks-period-0 = Bis zur Entsperrung
admin-networks-block = Netz sperren
admin-networks-blocked = Netz gesperrt
admin-networks-uploader = Ein anonymer Uploader
admin-networks-ends = bis { TIME($when) }
admin-networks-endless = bis zur Entsperrung
admin-networks-unblock-title = { $network } entsperren?
admin-networks-unblock-text = Uploads, Registrierungen und Anmeldungen von dort werden wieder angenommen.
admin-networks-unblocked = Netz entsperrt
admin-images-search = Bild-ID oder Link
admin-images-wrong = Gib die ID eines Bildes oder einen Link dorthin ein.
admin-images-find = Suchen
admin-images-hide = In Quarantäne
admin-images-hidden = Bild in Quarantäne
admin-uploader-actions-show = Ausgeblendete wieder zeigen
admin-images-reports = { $count ->
    [one] { $count } offene Meldung
   *[other] { $count } offene Meldungen
}
admin-accounts-deleted = Konto gelöscht
admin-sections-registrations = Registrierungen
admin-registrations-waiting = Wartende Konten
admin-registrations-none-waiting = Es warten keine Konten
admin-registrations-verified = Adresse bestätigt
admin-registrations-unverified = Adresse nicht bestätigt
admin-registrations-approve = Freigeben
admin-registrations-approved = { $email } freigegeben
admin-registrations-reject = Ablehnen
admin-registrations-reject-title = { $email } ablehnen?
admin-registrations-reject-text = Das Konto wird gelöscht. Seine Adresse kann sich erneut registrieren.
admin-registrations-rejected = { $email } abgelehnt
admin-registrations-invitations = Einladungen
admin-registrations-no-invitations = Keine Einladungen
admin-registrations-invitation = Einladung
admin-registrations-invite = Neue Einladung
admin-registrations-used = { $used } von { $uses } genutzt
admin-registrations-until = bis { TIME($when) }
admin-registrations-revoke = Widerrufen
admin-registrations-revoke-title = Diese Einladung widerrufen?
admin-registrations-revoke-text = Ihr Link gilt nicht mehr. Konten, die ihn genutzt haben, bleiben.
admin-registrations-created = Einladung erstellt
admin-registrations-created-text = Kopiere den Link jetzt. Er wird nicht noch einmal angezeigt.
admin-registrations-link = Einladungslink
admin-registrations-uses = Anzahl der Konten
admin-registrations-wrong-uses = Gib eine Zahl von 1 bis 10.000 ein.
admin-registrations-valid = Gültig für
admin-registrations-plan = Tarif der Konten
admin-registrations-email = E-Mail-Adresse
admin-registrations-email-hint = Nur diese Adresse kann die Einladung nutzen.
admin-registrations-wrong-email = Gib eine gültige E-Mail-Adresse ein.
admin-registrations-note = Notiz für Administratoren
admin-registrations-create = Einladung erstellen
