### Texte des Rahmens und aller Seiten.

common-site-name = imgd
common-skip = Zum Inhalt springen
common-loading = Wird geladen …
common-solving = Eine kurze Prüfung gegen automatische Nutzung läuft …
common-not-found = Seite nicht gefunden
common-page-failed = Diese Seite konnte nicht geladen werden
common-page-failed-hint = Prüfe deine Verbindung und versuche es noch einmal.
common-try-again = Erneut versuchen
common-cancel = Abbrechen
common-close = Schließen
common-save = Speichern
common-saved = Gespeichert
common-copy = Kopieren
common-copied = Kopiert
common-copied-that = { $what } kopiert
common-copy-failed = Mit Strg+C oder ⌘C kopieren
common-optional = optional
common-nav-label = Website
common-nav-upload = Hochladen
common-nav-library = Bibliothek
common-nav-albums = Alben
common-nav-account = Konto
common-nav-admin = Verwaltung
common-nav-account-menu = { $initial }, Konto von { $name }
common-nav-sign-in = Anmelden
common-nav-sign-out = Abmelden
common-nav-register = Konto erstellen
common-footer-unlisted = Bilder sind nicht gelistet: Wer den Link hat, kann sie sehen.
common-footer-about = Über imgd und Tarife
common-footer-api = API
common-theme-label = Darstellung
common-theme-system = Auto
common-theme-light = Hell
common-theme-dark = Dunkel
common-plan-free = Free
common-plan-pro = Pro
common-plan-enterprise = Enterprise
common-language = Sprache
common-account-language = Dein Konto ist auf { $language } eingestellt.
common-switch-language = Sprache wechseln
common-language-browser = Sprache des Browsers
common-chart-table = Als Tabelle anzeigen
common-chart-day = Tag
common-chart-peak = Höchster Tageswert: { $figure }
common-offline = Du bist offline. Es geht weiter, sobald du wieder online bist.
common-session-ended = Du wurdest abgemeldet. Deine Änderungen bleiben erhalten.
common-leave-changes = Änderungen verwerfen?
common-leave-keep = Weiter bearbeiten
common-leave-discard = Verwerfen
common-leave-secret = Das wird nicht noch einmal angezeigt. Trotzdem schließen?
common-leave-stay = Zurück
# Hochladen von jeder Seite. $count ist 0, wenn der Browser die Zahl nicht nennt.
common-drop-now = { $count ->
    [0] Zum Hochladen loslassen
    [one] Loslassen, um { $count } Datei hochzuladen
   *[other] Loslassen, um { $count } Dateien hochzuladen
}
common-drop-album = in das Album „{ $album }“
common-upload-percent = { $percent } %
common-upload-progress = { $percent } %, { $done } von { $total } hochgeladen
common-upload-started = { $count ->
    [one] { $count } Datei wird hochgeladen
   *[other] { $count } Dateien werden hochgeladen
}
common-upload-finished = { $count ->
    [one] { $count } Bild hochgeladen
   *[other] { $count } Bilder hochgeladen
}
common-upload-partly = { $done } hochgeladen; { $failed } fehlgeschlagen
common-upload-show = Anzeigen
common-link-copied = Link kopiert
common-description = Lade Bilder hoch und erhalte Links zum Teilen.
common-offline-title = Du bist offline
common-offline-hint = Prüfe deine Verbindung und versuche es noch einmal.
common-shared-failed = Die geteilten Dateien konnten nicht empfangen werden. Wähle sie hier aus.
common-nav-trash = Papierkorb
common-export-started = { $images ->
    [0] Der Download hat begonnen
    [one] { $images } Bild wird heruntergeladen ({ SIZE($bytes) })
   *[other] { $images } Bilder werden heruntergeladen ({ SIZE($bytes) })
}
common-waiting-approval = Dein Konto wartet auf Freigabe
common-waiting-approval-text = Ein Administrator muss { $email } freigeben, bevor du hochladen kannst.
common-waiting-verification = Bestätige deine E-Mail-Adresse
common-waiting-verification-text = Öffne den Link, den wir an { $email } geschickt haben. Danach kannst du hochladen.
common-waiting-check = Erneut prüfen
