### Texte von Fehlern, nach dem Code der API.

error-unknown = Etwas ist schiefgelaufen. Bitte versuche es noch einmal.
error-network = Du scheinst offline zu sein. Prüfe deine Verbindung und versuche es noch einmal.
error-unexpected-answer = Etwas ist schiefgelaufen. Bitte versuche es noch einmal.
error-task-not-found = Diese Aufgabe gibt es nicht mehr.
error-task-in-progress = Eine andere Aufgabe bearbeitet die Bilder dieses Kontos. Warte, bis sie fertig ist.
error-invalid-image = Dieses Bild ist beschädigt oder unvollständig und lässt sich nicht öffnen.
error-image-dimensions-exceeded = Zu viele Pixel. Verkleinere das Bild und versuche es noch einmal.
error-empty-file = Diese Datei ist leer.
error-missing-file = Es ist keine Datei angekommen. Wähle sie noch einmal aus.
error-too-many-files = Zu viele Dateien auf einmal.
error-invalid-album = Dieser Albumname ist nicht möglich. Verwende bis zu 255 sichtbare Zeichen.
error-invalid-expiry = Dieses Ablaufdatum ist nicht möglich.
error-missing-api-key = Du wurdest abgemeldet. Melde dich an, um fortzufahren; deine Änderungen bleiben erhalten.
error-invalid-api-key = Du wurdest abgemeldet. Melde dich an, um fortzufahren; deine Änderungen bleiben erhalten.
error-invalid-credentials = E-Mail-Adresse oder Passwort ist falsch.
error-wrong-password = Das ist nicht dein Passwort.
error-export-in-progress = Deine Daten werden gerade schon heruntergeladen. Versuche es danach noch einmal.
error-invalid-second-factor = { $factor ->
    [code] Dieser Code ist falsch oder wurde schon benutzt. Warte auf den nächsten.
    [recovery_code] Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt.
    [passkey] Dieser Passkey kann hier nicht verwendet werden.
   *[other] Das hat zu lange gedauert. Bitte beginne noch einmal.
}
error-second-factor-missing = Für Administratoren ist hier die Bestätigung in zwei Schritten Pflicht. Schalte sie unter Konto › Sicherheit ein oder melde dich mit ihr an.
error-second-factor-exists = Dein Konto hat das bereits.
error-forbidden = Dazu fehlt dir die Berechtigung.
error-storage-quota-exceeded = Dein Speicher ist voll. Lösche einige Bilder und versuche es noch einmal.
error-account-suspended = Dieses Konto ist gesperrt.
error-registration-closed = Die Registrierung ist geschlossen.
error-challenge-required = Dieser Server prüft, dass du kein Programm bist. Versuche es noch einmal.
error-challenge-failed = Die Prüfung hat zu lange gedauert oder wurde schon verwendet. Versuche es noch einmal.
error-challenge-insecure = Dieser Server verlangt eine Berechnung, die Browser nur auf https-Seiten ausführen.
error-invitation-required = Für die Registrierung brauchst du hier eine Einladung.
error-invalid-invitation = Diese Einladung ist nicht gültig. Vielleicht ist sie abgelaufen, verbraucht oder für eine andere Adresse.
error-email-domain-refused = E-Mail-Adressen dieser Domain sind hier nicht zugelassen.
error-account-waiting = Dieses Konto kann noch nicht genutzt werden.
error-registration-full = Zu viele neue Konten warten. Versuche es später noch einmal.
error-account-not-waiting = Dieses Konto wartet nicht auf Freigabe.
error-invitation-not-found = Diese Einladung gibt es nicht mehr.
error-image-not-found = Dieses Bild gibt es nicht mehr.
error-album-not-found = Dieses Album gibt es nicht mehr.
error-key-not-found = Diesen Schlüssel gibt es nicht mehr.
error-webhook-not-found = Diesen Webhook gibt es nicht mehr.
error-delivery-not-found = Diese Zustellung wird nicht mehr aufbewahrt.
error-album-exists = Du hast bereits ein Album mit diesem Namen.
error-email-taken = Für diese E-Mail-Adresse gibt es bereits ein Konto.
error-request-timeout = Die Verbindung war zu langsam. Versuche es noch einmal.
error-idempotency-in-progress = Diese Datei wird gerade verarbeitet. Versuche es gleich noch einmal.
error-file-too-large = Die Datei ist zu groß. Die Grenze liegt bei { SIZE($limit) }.
error-request-too-large = Zu viel auf einmal.
error-rate-limit-exceeded = Das Stundenlimit ist erreicht. Versuche es später noch einmal.
error-rate-limit-exceeded-wait = Das Stundenlimit ist erreicht. Versuche es in { DURATION($seconds) } noch einmal.
error-too-many-attempts = Zu viele Versuche. Versuche es später noch einmal.
error-too-many-attempts-wait = Zu viele Versuche. Versuche es in { DURATION($seconds) } noch einmal.
error-too-many-guesses = Zu viele falsche Passwörter. Melde dich auf einem Gerät an, das du schon benutzt hast, oder setze dein Passwort zurück.
error-internal-error = Bei uns ist etwas schiefgelaufen. Bitte versuche es noch einmal.
error-internal-error-reference = Bei uns ist etwas schiefgelaufen. Bitte versuche es noch einmal (Kennung { $id }).
error-storage-unavailable = Dateien können gerade nicht gespeichert werden. Versuche es später noch einmal.
error-storage-unavailable-wait = Dateien können gerade nicht gespeichert werden. Versuche es in { DURATION($seconds) } noch einmal.
error-service-unavailable = Der Dienst ist ausgelastet. Versuche es später noch einmal.
error-service-unavailable-wait = Der Dienst ist ausgelastet. Versuche es in { DURATION($seconds) } noch einmal.
error-account-changed = Du bist jetzt mit einem anderen Konto angemeldet; deshalb wurde nichts geändert.
error-invalid-file-type = { $accepted ->
    [none] Dieses Bildformat wird nicht unterstützt.
   *[other] Dieses Bildformat wird nicht unterstützt. Verwende { $accepted }.
}
error-content-blocked = Dieses Bild ist hier nicht erlaubt.
error-content-refused = Dieses Bild ist hier nicht erlaubt.
error-invalid-parameter = Eine deiner Eingaben ist nicht möglich. Prüfe sie und versuche es noch einmal.
error-invalid-request = Etwas ist schiefgelaufen. Bitte versuche es noch einmal.
error-sign-in-failed = Die Anmeldung ist fehlgeschlagen. Bitte versuche es noch einmal.
error-second-factor-required = Zur Anmeldung ist noch ein Schritt nötig.
error-insufficient-scope = Dazu fehlt dir die Berechtigung.
error-account-not-found = Dieses Konto gibt es nicht mehr.
error-session-not-found = Diese Sitzung ist schon beendet.
error-second-factor-not-found = Das wurde bereits entfernt.
error-deletion-not-found = Diese Löschung wurde nicht gefunden.
error-block-not-found = Diese Sperre wurde bereits aufgehoben.
error-job-not-found = Diesen Auftrag gibt es nicht mehr.
error-job-locked = Dieser Auftrag lässt sich gerade nicht ändern.
error-report-not-found = Diese Meldung gibt es nicht mehr.
error-report-resolved = Diese Meldung ist bereits erledigt.
error-image-already-owned = Dieses Bild gehört bereits zu einem Konto.
error-thumbnail-not-found = Dieses Bild hat kein Vorschaubild.
error-variant-not-found = Diese Version des Bildes gibt es nicht.
error-idempotency-key-reused = Diese Datei hat sich seit dem ersten Versuch geändert. Wähle sie noch einmal aus.
error-album-locked = Dieses Album braucht ein Passwort.
error-album-ended = Dieses Album ist nicht mehr geteilt.
error-download-not-allowed = Für dieses Album ist das Herunterladen ausgeschaltet.
error-export-not-found = Dieser Export ist abgelaufen. Starte einen neuen.
error-too-many-uploads = Zu viele Uploads sind noch nicht fertig. Lass erst einige davon enden.
error-upload-not-found = Dieser Upload ist abgelaufen. Starte ihn neu.
error-network-blocked = Uploads und Anmeldungen aus deinem Netz sind gesperrt.
error-network-block-not-found = Dieses Netz ist nicht mehr gesperrt.
error-uploader-unknown = Wer dieses Bild hochgeladen hat, ist nicht bekannt.
error-anonymous-uploads-off = Dieser Server nimmt nur Uploads von Konten an. Melde dich zuerst an.
error-storage-full = Der Dienst hat keinen Speicher mehr. Versuche es später noch einmal.
