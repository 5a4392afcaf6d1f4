### Texte der Seiten, die der Server liefert: Bilder, geteilte Alben, Meldungen, Löschen, Hochladen ohne JavaScript.

pages-title = { $title } · imgd
pages-skip = Zum Inhalt springen
pages-nav-label = Website
pages-nav-upload = Hochladen
pages-nav-sign-in = Anmelden
pages-nav-library = Bibliothek
pages-footer-label = Über diese Website
pages-footer-unlisted = Bilder sind nicht gelistet: Wer den Link hat, kann sie sehen.
pages-footer-about = Über imgd
pages-footer-api = API
pages-footer-terms = Nutzungsbedingungen
pages-footer-privacy = Datenschutz
pages-footer-contact = Kontakt
pages-language = Sprache
pages-language-choose = Sprache wechseln

## Kopieren

pages-copy = Kopieren
pages-copied = Kopiert
# $what ist der Name eines Linktyps, zum Beispiel Markdown.
pages-copied-what = { $what } kopiert
pages-copy-failed = Mit Strg+C oder ⌘C kopieren

## Die Seite eines Bildes

pages-view-description = { $format }-Bild, { $sides } Pixel, { $size }
pages-view-download = Herunterladen
pages-view-share = Teilen …
pages-view-original = Original öffnen
pages-view-links = Links
pages-view-link-type = Linktyp
pages-view-details = Details
pages-view-report = Dieses Bild melden
pages-view-moderate = Moderieren
pages-view-zoom = Zoom
pages-view-zoom-in = Vergrößern
pages-view-zoom-out = Verkleinern
pages-view-zoom-fit = Einpassen
pages-view-zoom-fit-long = An Fenster anpassen
pages-view-zoom-actual = Originalgröße
pages-view-no-private = Standort- und Kameradaten werden aus jedem Upload entfernt.
pages-link-direct = Direkter Link
pages-link-view-page = Bildseite
pages-link-thumbnail = Vorschaubild
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = Dateiname
pages-fact-format = Format
pages-fact-dimensions = Abmessungen
pages-fact-size = Größe
pages-fact-animation = Animation
pages-fact-uploaded = Hochgeladen
pages-fact-expires = Läuft ab
pages-fact-never = Nie
pages-fact-pixels = { $sides } Pixel
pages-fact-pixels-in-all = { $count } insgesamt
pages-fact-megapixels = { $count } MP
pages-fact-bytes = { $count ->
    [one] { $count } Byte
   *[other] { $count } Byte
}
pages-fact-frames = { $count ->
    [one] { $count } Einzelbild
   *[other] { $count } Einzelbilder
}

## Der Teil der Besitzer auf der Seite eines Bildes

pages-owner-heading = Dein Bild
pages-owner-name = Dateiname
pages-owner-name-missing = Gib einen Namen ein.
pages-owner-album = Album
pages-owner-album-none = Kein Album
pages-owner-expiry = Ablauf
pages-owner-expiry-keep = Nicht ändern
pages-owner-expiry-never = Nie
pages-owner-expiry-hour = In 1 Stunde
pages-owner-expiry-day = In 1 Tag
pages-owner-expiry-week = In 1 Woche
pages-owner-expiry-month = In 30 Tagen
pages-owner-removed = Entfernte Metadaten: { $kinds }
pages-owner-save = Speichern
pages-owner-saved = Gespeichert
pages-owner-failed = Etwas ist schiefgelaufen. Bitte versuche es noch einmal.
pages-owner-delete = Bild löschen
pages-owner-delete-heading = Dieses Bild löschen?
pages-owner-delete-text = Es wird endgültig gelöscht, und seine Links funktionieren nicht mehr.
pages-owner-delete-cancel = Abbrechen
pages-owner-delete-confirm = Endgültig löschen
pages-removed-gps = Standort
pages-removed-camera = Kamera
pages-removed-timestamps = Zeitangaben
pages-removed-software = Software
pages-removed-author = Urheber
pages-removed-maker_notes = Herstellerdaten der Kamera
pages-removed-thumbnail = eingebettete Vorschau
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = Kommentare
pages-removed-text = Text
pages-removed-secondary_images = verborgene Bilder
pages-removed-trailing_data = angehängte Daten
pages-removed-other = andere Daten

## Geteilte Alben

pages-album-nav = Album
pages-album-images = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder
}
pages-album-empty = Hier sind noch keine Bilder.
pages-album-pages = Seiten
pages-album-first-page = Erste Seite
pages-album-next-page = Nächste Seite
pages-album-previous = Vorheriges
pages-album-next = Nächstes
pages-locked-title = Passwort nötig
pages-locked-heading = Dieses Album ist geschützt
pages-locked-text = Gib das Passwort ein, das du mit dem Link erhalten hast.
pages-locked-password = Passwort
pages-locked-wrong = Dieses Passwort stimmt nicht.
pages-locked-open = Album öffnen

## Löschen über einen Link

pages-delete-heading = Dieses Bild löschen?
pages-delete-text = Alle Links funktionieren sofort nicht mehr. Das lässt sich nicht rückgängig machen.
pages-delete-confirm = Endgültig löschen
pages-delete-keep = Behalten
pages-deleted-heading = Bild gelöscht
pages-deleted-text = Das Bild, sein Vorschaubild und alle seine Links sind endgültig weg.
pages-upload-image = Bild hochladen

## Melden

pages-report-heading = Dieses Bild melden
pages-report-question = Was ist daran falsch?
pages-report-illegal = Illegaler Inhalt
pages-report-abuse = Belästigung, Drohung oder Hass
pages-report-copyright = Urheberrechtsverletzung
pages-report-privacy = Private Daten oder ein Foto von mir
pages-report-spam = Spam oder Betrug
pages-report-other = Etwas anderes
pages-report-comment = Was wir noch wissen sollten
pages-report-email = E-Mail (falls wir nachfragen müssen)
pages-report-optional = optional
pages-report-send = Meldung senden
pages-report-back = Zurück zum Bild
pages-report-reason-missing = Wähle, was daran falsch ist.
pages-report-comment-long = Kürze deinen Kommentar auf { $max } Zeichen.
pages-report-email-wrong = Gib eine gültige E-Mail-Adresse ein oder lass das Feld leer.
pages-reported-heading = Meldung gesendet
pages-reported-text = Danke. Wir sehen sie uns bald an.

## Hochladen ohne JavaScript

pages-upload-heading = Bilder hochladen
pages-upload-off = Dieser Server nimmt nur Uploads von Konten an. Melde dich zuerst an.
pages-upload-challenge = Dieser Server verlangt für Uploads ohne Konto derzeit eine Berechnung, die JavaScript braucht. Lade auf der Startseite hoch oder melde dich an.
pages-upload-files = Bilder
pages-upload-up-to = { $formats }, jeweils bis { $size }, { $files ->
    [one] { $files } Bild
   *[other] { $files } Bilder
} auf einmal.
pages-upload-up-to-any = { $formats }, jeweils bis { $size }.
pages-upload-expiry = Läuft ab
pages-upload-send = Hochladen
pages-upload-anonymous = Du erhältst Links zum Teilen und zu jedem Bild einen Löschlink. Bewahre die Löschlinks auf: Sie werden nicht noch einmal angezeigt.
pages-uploaded-heading = { $count ->
    [one] Bild hochgeladen
   *[other] { $count } Bilder hochgeladen
}
pages-uploaded-some = { $count } hochgeladen, { $failed } fehlgeschlagen
pages-uploaded-failed = { $count ->
    [one] Hochladen fehlgeschlagen
   *[other] { $count } Uploads fehlgeschlagen
}
pages-uploaded-keep = Bewahre die Löschlinks auf. Sie werden nicht noch einmal angezeigt.
pages-uploaded-delete-link = Löschlink
pages-uploaded-delete-hint = Wer diesen Link hat, kann das Bild löschen.
pages-uploaded-all-links = Alle Links
pages-uploaded-more = Weitere hochladen
pages-problem-missing-file = Wähle mindestens ein Bild aus.
pages-problem-empty-file = Diese Datei ist leer.
pages-problem-file-type = Dieses Bildformat wird nicht unterstützt. Verwende { $formats }.
pages-problem-unreadable = Dieses Bild ist beschädigt und kann nicht gelesen werden.
pages-problem-pixels = Dieses Bild hat zu viele Pixel oder Einzelbilder. Verkleinere es und versuche es noch einmal.
pages-problem-too-large = Diese Datei ist zu groß. Die Grenze liegt bei { $size }.
pages-problem-too-many = Zu viele Dateien. Lade jeweils { $files } hoch.
pages-problem-refused = Dieses Bild ist hier nicht erlaubt.
pages-problem-storage = Für dieses Bild ist kein Platz mehr.
pages-problem-busy = Der Dienst ist ausgelastet. Versuche es gleich noch einmal.
pages-problem-other = Etwas ist schiefgelaufen. Bitte versuche es noch einmal.

## Fehler

pages-error-image-heading = Bild nicht verfügbar
pages-error-image-text = Dieses Bild ist nicht verfügbar. Vielleicht wurde es gelöscht oder ist abgelaufen, oder der Link ist unvollständig (Groß- und Kleinschreibung zählt).
pages-error-album-heading = Album nicht verfügbar
pages-error-album-text = Dieses Album ist nicht verfügbar. Vielleicht ist es nicht mehr geteilt, oder der Link ist unvollständig (Groß- und Kleinschreibung zählt).
pages-error-page-heading = Seite nicht gefunden
pages-error-page-text = Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.
pages-error-cursor-heading = Seite nicht gefunden
pages-error-cursor-text = Der Link ist unvollständig. Beginne noch einmal auf der ersten Seite.
pages-error-delete-heading = Dieser Löschlink gilt nicht
pages-error-delete-text = Er gehört nicht zu diesem Bild. Der richtige Link wurde nach dem Hochladen einmal angezeigt.
pages-error-limit-heading = Zu viele Anfragen
pages-error-limit-text = { $minutes ->
    [one] Versuche es in einer Minute noch einmal.
   *[other] Versuche es in { $minutes } Minuten noch einmal.
}
pages-error-busy-heading = Der Dienst ist ausgelastet
pages-error-busy-text = Versuche es gleich noch einmal.
pages-error-failed-heading = Etwas ist schiefgelaufen
pages-error-failed-text = Bitte versuche es noch einmal. Wenn es wieder passiert, nenne diesen Code: { $id }
pages-error-other-text = Prüfe die Adresse und versuche es noch einmal.

## Über imgd

pages-about-title = Bild hochladen, Link erhalten
pages-about-description = Lade Bilder hoch und teile sie mit einem Link. Ohne Konto; Standort- und Kameradaten werden entfernt.
pages-about-description-kept = Lade Bilder hoch und teile sie mit einem Link. Ohne Konto.
pages-about-heading = Bild hochladen.
pages-about-heading-second = Link erhalten.
pages-about-lead = Lade ohne Konto hoch und erhalte sechs Linkformate: direkt, Vorschaubild, Seite, HTML, Markdown und BBCode.
pages-about-api = API lesen
pages-about-errors = Fehlercodes
pages-about-try = Ausprobieren
pages-about-example = Beispiel für einen Upload
pages-about-answer = Die Antwort darauf
pages-about-copy-name = Beispiel
pages-about-promises = Worauf du dich verlassen kannst
pages-about-stored = Gespeichert heißt gespeichert
pages-about-stored-text = Ein Upload wird erst bestätigt, wenn er sicher auf der Platte liegt.
pages-about-gone = Weg heißt weg
pages-about-gone-text = Ein gelöschtes oder abgelaufenes Bild ist sofort weg.
pages-about-private = Von sich aus privat
pages-about-private-text = Standort, Seriennummern der Kamera und Kommentare werden entfernt.
pages-about-plans = Tarife
pages-about-plans-label = Grenzen der Tarife
pages-about-plan = Tarif
pages-about-plan-requests = Anfragen pro Stunde
pages-about-plan-size = Maximale Dateigröße
pages-about-plan-files = Dateien auf einmal
pages-about-plan-pixels = Megapixel
pages-about-plan-storage = Speicher
pages-about-plan-default-expiry = Läuft ab nach, wenn nicht gewählt
pages-about-plan-max-expiry = Läuft spätestens ab nach
pages-about-unlimited = unbegrenzt
pages-errors-title = Fehlercodes
pages-errors-lead = Jeder Fehler der API hat einen Code, und jeder Code hat genau einen Status. Der erste Satz der Meldung ändert sich nie, was danach kommt, vielleicht.
pages-errors-status = Status
pages-album-updated = Aktualisiert
pages-album-until = Verfügbar bis
pages-album-download = Alle herunterladen
pages-album-download-part = Teil { $part } von { $parts } herunterladen
pages-error-ended-heading = Dieses Album ist nicht mehr geteilt
pages-error-ended-text = Der Link ist abgelaufen. Bitte die Person, die ihn dir geschickt hat, um einen neuen.
pages-error-download-heading = Herunterladen ist ausgeschaltet
pages-error-download-text = Der Besitzer erlaubt das Herunterladen dieses Albums nicht. Ansehen kannst du die Bilder trotzdem.
