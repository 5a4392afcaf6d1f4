### Texte der Kontoseite.

account-title = Konto
account-tabs-label = Bereiche des Kontos
account-tabs-overview = Übersicht
account-tabs-preferences = Einstellungen
account-tabs-keys = API-Schlüssel
account-tabs-security = Sicherheit
account-since = Tarif { $plan } seit { DATE($created) }
account-usage-title = Nutzung
account-usage-requests = Anfragen in dieser Stunde
account-usage-storage = Speicher
account-usage-of = { $used } von { $max }
account-usage-unlimited = { $used } (unbegrenzt)
account-usage-resets = Beginnt neu um { CLOCK($when) }.
account-usage-images = Bilder
account-usage-albums = Alben
account-usage-file-size = Maximale Dateigröße
account-days-title = Letzte { $days } Tage
account-days-uploads = Uploads
account-days-bytes = Hochgeladene Daten
account-days-requests = API-Anfragen
account-preferences-text = Diese Einstellungen gelten in jedem Browser, in dem du dich anmeldest.
account-preferences-uploads = Hochladen
account-preferences-look = Sprache und Darstellung
account-preferences-link = Linktyp
account-preferences-copy = Link nach dem Hochladen kopieren
account-preferences-copy-hint = Wenn du ein einzelnes Bild hochlädst.
account-preferences-album = Album für neue Uploads
account-preferences-album-hint = Erstellt das Album bei Bedarf. Leer lassen für keines.
account-preferences-expiry = Neue Uploads laufen ab
account-profile-title = Profil
account-profile-name = Name
account-profile-email = E-Mail-Adresse
account-profile-password = Passwort
account-profile-password-hint = Nötig, um die E-Mail-Adresse zu ändern.
account-password-title = Passwort
account-password-current = Aktuelles Passwort
account-password-next = Neues Passwort
account-password-text = Bei einer Änderung wirst du auf allen anderen Geräten abgemeldet.
account-password-action = Passwort ändern
account-password-none = Dein Konto hat kein Passwort. Lege eines fest, um dich ohne anderen Anbieter anzumelden.
account-password-set = Passwort festlegen
account-password-revoke-keys = Auch alle API-Schlüssel widerrufen
account-password-revoke-keys-hint = Wähle das, wenn jemand anders dein Passwort oder einen Schlüssel gesehen haben könnte.
account-password-changed = { $keys ->
    [0] Passwort geändert
    [one] Passwort geändert, { $keys } API-Schlüssel widerrufen
   *[other] Passwort geändert, { $keys } API-Schlüssel widerrufen
}
account-verification-title = Bestätige deine E-Mail-Adresse
account-verification-text = Wir haben einen Link an { $email } geschickt. Öffne ihn, um zu bestätigen, dass die Adresse dir gehört.
account-verification-pending-text = Wir haben einen Link an { $pending } geschickt. Bis du ihn öffnest, bleibt deine Adresse { $email }.
account-verification-again = Erneut senden
account-verification-sent = Link gesendet
account-sessions-title = Wo du angemeldet bist
account-sessions-text = Melde Browser und Apps ab, die du nicht kennst.
account-sessions-current = Dieser Browser
account-sessions-unknown = Unbekanntes Gerät
account-sessions-network = Netzwerk: { $network } (ungefähr)
account-sessions-times = Angemeldet { TIME($created) } · Zuletzt benutzt { TIME($used) }
account-sessions-times-current = Angemeldet { TIME($created) }
account-sessions-end = Abmelden
account-sessions-end-one = { $name } abmelden
account-sessions-ended = Abgemeldet
account-sessions-end-others = Überall sonst abmelden
account-sessions-end-others-title = Überall sonst abmelden?
account-sessions-end-others-text = { $count ->
    [one] { $count } anderer Browser oder eine App wird abgemeldet. API-Schlüssel gelten weiter.
   *[other] { $count } andere Browser und Apps werden abgemeldet. API-Schlüssel gelten weiter.
}
account-sessions-ended-others = { $count ->
    [one] { $count } anderer Browser oder eine App abgemeldet
   *[other] { $count } andere Browser und Apps abgemeldet
}
account-program = { $browser } auf { $system }
account-export-title = Deine Daten herunterladen
account-export-text = Eine ZIP-Datei mit deinen Bildern in Ordnern nach Alben, dazu Kontodaten, Alben, API-Schlüssel (ohne Geheimnisse), Sitzungen und Einstellungen.
account-export-action = ZIP herunterladen
account-export-started = { $images ->
    [0] Der Download hat begonnen
    [one] { $images } Bild wird heruntergeladen ({ SIZE($bytes) })
   *[other] { $images } Bilder werden heruntergeladen ({ SIZE($bytes) })
}
account-delete-title = Konto löschen
account-delete-text = Deine Alben, Schlüssel und Sitzungen werden sofort gelöscht. Das lässt sich nicht rückgängig machen.
account-delete-action = Konto löschen
account-delete-dialog = Konto löschen?
account-delete-images = Was geschieht mit deinen Bildern?
account-delete-remove = Alle löschen; ihre Links funktionieren nicht mehr
account-delete-keep = Online lassen, ohne Verbindung zu dir (du kannst sie dann nicht mehr löschen)
account-delete-password = Mit deinem Passwort bestätigen
account-delete-done = { $count ->
    [one] Konto mit { $count } Bild gelöscht
   *[other] Konto mit { $count } Bildern gelöscht
}
account-keys-title = API-Schlüssel
account-keys-text = Für Programme, die für dich hochladen. Behandle einen Schlüssel wie ein Passwort.
account-keys-empty = Noch keine API-Schlüssel
account-keys-create = Neuer Schlüssel
account-keys-used = Zuletzt benutzt { DATE($when) }
account-keys-expires = Läuft ab { DATE($when) }
account-keys-made = Erstellt { DATE($when) }
account-keys-actions-for = Aktionen für den Schlüssel { $name }
account-keys-rename = Umbenennen
account-keys-rotate = Ersetzen
account-keys-revoke = Widerrufen
account-keys-name = Name
account-keys-name-hint = Wo er benutzt wird, zum Beispiel „ShareX auf meinem Laptop“.
account-keys-name-wrong = Gib einen Namen ein.
account-keys-expiry = Läuft ab
account-keys-scopes = Berechtigungen
account-keys-scopes-wrong = Wähle mindestens eine Berechtigung.
account-keys-scope-all = Voller Zugriff außer Verwaltung
account-keys-scope-images-write = Bilder hochladen und bearbeiten
account-keys-scope-images-read = Bilder auflisten
account-keys-scope-images-delete = Bilder löschen
account-keys-scope-albums-read = Alben ansehen
account-keys-scope-albums-write = Alben bearbeiten
account-keys-scope-keys-manage = Schlüssel verwalten
account-keys-scope-webhooks-manage = Webhooks verwalten
account-keys-scope-account-read = Konto ansehen
account-keys-scope-account-write = Konto bearbeiten
account-keys-scope-admin = Verwaltung
account-keys-create-action = Schlüssel erstellen
account-keys-issued = Dein neuer Schlüssel
account-keys-issued-text = Kopiere ihn jetzt. Er wird nicht noch einmal angezeigt.
account-keys-issued-key = API-Schlüssel
account-keys-done = Fertig
account-keys-renamed = Schlüssel umbenannt
account-keys-rotate-text = „{ $name }“ bekommt einen neuen Schlüssel. Aktualisiere die Programme, die den alten verwenden.
account-keys-grace = Der alte Schlüssel gilt noch
account-keys-revoke-title = Diesen Schlüssel widerrufen?
account-keys-revoke-text = Programme, die „{ $name }“ verwenden, funktionieren dann nicht mehr.
account-keys-revoked = Schlüssel widerrufen
account-clients-title = Apps und Skripte
account-clients-text = Jede Datei kommt mit einem eigenen API-Schlüssel, der nur hochladen kann. Gib sie nicht weiter.
account-clients-sharex = ShareX
account-clients-sharex-text = Bildschirmfotos unter Windows. Öffne die Datei, und ShareX ist bereit.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = Bildschirmfotos unter Linux. Das Skript lädt sie hoch und kopiert den Link; lege es auf eine Taste.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = Bildschirmfotos unter KDE. Das Skript lädt sie hoch und kopiert den Link; lege es auf eine Taste.
account-clients-macos = macOS
account-clients-macos-text = Für „Shell-Skript ausführen“ in Kurzbefehle: lädt die übergebenen Dateien oder ein neues Bildschirmfoto hoch.
account-clients-ios = iPhone und iPad
account-clients-ios-text = Ein Kurzbefehl im Teilen-Menü, in vier Schritten.
account-clients-shell = Kommandozeile
account-clients-shell-text = Lädt Dateien oder die Standardeingabe mit curl hoch und gibt die Links aus.
account-clients-download = Herunterladen
account-clients-download-for = Für { $name } herunterladen
account-clients-anonymous = Anonyme Konfiguration herunterladen
account-clients-anonymous-for = Anonyme Konfiguration für { $name } herunterladen
account-clients-steps = Schritte anzeigen
account-clients-done = { $file } heruntergeladen
account-clients-replace-title = Deinen { $name }-Schlüssel ersetzen?
account-clients-replace-text = Du hast bereits einen { $name }-Schlüssel vom { DATE($created) }. Wenn du ihn ersetzt, funktioniert die früher heruntergeladene Datei nicht mehr. Um { $name } auf einem zweiten Gerät zu benutzen, füge einen weiteren Schlüssel hinzu.
account-clients-replace = Schlüssel ersetzen
account-clients-add = Weiteren Schlüssel hinzufügen
account-ios-intro = Apple installiert nur Kurzbefehle, die Apple signiert hat; deshalb gibt es keine Datei zum Herunterladen. Einen eigenen zu erstellen dauert etwa zwei Minuten.
account-ios-new = Erstelle in der App Kurzbefehle einen Kurzbefehl. Schalte in seinen Details „Im Share-Sheet anzeigen“ ein und lass nur Bilder zu.
account-ios-request = Füge die Aktion „Inhalte von URL abrufen“ mit dieser Adresse hinzu. Wähle die Methode POST und den Anfragetext „Formular“, und füge ein Feld vom Typ Datei mit dem Namen „file“ und dem Wert „Kurzbefehleingabe“ hinzu.
account-ios-address = Adresse
account-ios-header = Füge in derselben Aktion einen Header namens „Authorization“ hinzu. Um ohne Konto hochzuladen, überspringe diesen Schritt.
account-ios-key-text = Erstellt einen API-Schlüssel, der nur hochladen kann. Er ersetzt einen früheren von dieser Seite.
account-ios-create-key = Schlüssel erstellen
account-ios-authorization = Wert des Headers
account-ios-link = Füge „Wörterbuchwert abrufen“ für „data.links.direct“ hinzu, danach „In die Zwischenablage kopieren“.
account-keys-expiry-0 = Nie
account-keys-expiry-30 = 30 Tage
account-keys-expiry-90 = 90 Tage
account-keys-expiry-365 = 1 Jahr
account-keys-never-used = Nie benutzt
account-keys-grace-0 = Sofort beenden
account-keys-grace-1 = 1 Stunde
account-keys-grace-24 = 1 Tag
account-keys-grace-168 = 1 Woche
