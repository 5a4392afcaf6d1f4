### Texte für Anmeldung und Registrierung.

auth-email = E-Mail-Adresse
auth-password = Passwort
auth-new-password = Neues Passwort
auth-name = Name
auth-password-hint = Mindestens 8 Zeichen.
auth-password-hint-varied = Leicht zu erraten. Verwende mehr verschiedene Zeichen.
auth-password-hint-longer = In Ordnung. Länger ist sicherer: Nimm ein paar Wörter.
auth-password-hint-good = Gute Länge.
auth-show = Passwort anzeigen
auth-hide = Passwort verbergen
auth-wrong-email = Gib eine gültige E-Mail-Adresse ein, zum Beispiel ada@example.org.
auth-wrong-password = Gib 8 bis 128 Zeichen ein.
auth-wrong-password-common = Dieses Passwort ist zu verbreitet. Wähle eines, das schwerer zu erraten ist.
auth-wrong-password-is-email = Das Passwort darf nicht deine E-Mail-Adresse sein.
auth-wrong-password-missing = Gib dein Passwort ein.
auth-wrong-name = Gib höchstens 100 Zeichen ein.
auth-or = oder
auth-sign-in-with = Mit { $name } anmelden
auth-login-title = Anmelden
auth-login-action = Anmelden
auth-login-no-account = Noch kein Konto?
auth-login-register = Registrieren
auth-login-forgot = Passwort vergessen?
auth-login-needed = Melde dich an, um fortzufahren.
auth-register-title = Konto erstellen
auth-register-text = Behalte deine Bilder zusammen, ordne sie in Alben und lade mehr pro Stunde hoch.
auth-register-action = Konto erstellen
auth-register-has-account = Schon ein Konto?
auth-register-sign-in = Anmelden
auth-register-closed = Die Registrierung ist geschlossen
auth-register-closed-hint = Konten legt der Betreiber dieses Servers an. Hochladen geht auch ohne Konto.
auth-register-welcome = Willkommen!
auth-forgot-title = Passwort vergessen?
auth-forgot-text = Gib die E-Mail-Adresse deines Kontos ein. Wir schicken dir einen Link zum Zurücksetzen.
auth-forgot-action = Link senden
auth-forgot-sent = Sieh in dein Postfach
auth-forgot-sent-text = Falls es ein Konto für { $email } gibt, haben wir einen Link zum Zurücksetzen geschickt. Er gilt 1 Stunde.
auth-forgot-no-mail = Dieser Server kann keine E-Mails senden
auth-forgot-no-mail-text = Bitte den Betreiber um einen Link zum Zurücksetzen des Passworts.
auth-forgot-back = Zurück zur Anmeldung
auth-reset-title = Neues Passwort festlegen
auth-reset-action = Passwort festlegen
auth-reset-done = Passwort geändert
auth-reset-done-text =
    { $keys ->
        [one] { $keys } API-Schlüssel
       *[other] { $keys } API-Schlüssel
    } und { $sessions ->
        [one] { $sessions } Sitzung
       *[other] { $sessions } Sitzungen
    } gelten nicht mehr. Melde dich mit dem neuen Passwort an.
auth-reset-bad = Dieser Link ist abgelaufen oder wurde schon benutzt.
auth-reset-bad-text = Fordere einen neuen an, um fortzufahren.
auth-reset-again = Neuen Link senden
auth-verify-title = E-Mail-Adresse bestätigen
auth-verify-text = Jemand hat diese Adresse für ein Konto hier eingegeben. Wenn du es nicht warst, schließe diese Seite.
auth-verify-action = Adresse bestätigen
auth-verify-done = E-Mail-Adresse bestätigt
auth-verify-done-text = { $email } ist jetzt deine E-Mail-Adresse.
auth-verify-bad = Dieser Link ist abgelaufen oder wurde schon benutzt.
auth-verify-bad-text = Auf deiner Kontoseite kannst du einen neuen anfordern.
auth-verify-taken-text = Ein anderes Konto verwendet diese E-Mail-Adresse.
auth-verify-account = Zum Konto
auth-again-title = Zum Fortfahren anmelden
auth-again-text = Du wurdest abgemeldet. Deine Änderungen bleiben erhalten.
auth-other-title = In dieses Konto hochladen?
auth-other-text = Du bist jetzt als { $now } angemeldet. Die wartenden Dateien hat { $chosen } hinzugefügt.
auth-other-keep = Nicht hochladen
auth-other-upload = In dieses Konto hochladen
auth-register-invitation = Einladung
auth-register-invitation-hint = Füge den Link oder Code ein, den du bekommen hast.
auth-register-invitation-wrong = Gib deine Einladung ein.
auth-register-approval = Neue Konten gibt ein Administrator frei. Danach kannst du deines nutzen.
auth-register-domains = Nutze eine Adresse von { $domains }.
