### Texte der Alben.

albums-title = Alben
albums-create = Neues Album
albums-create-action = Album erstellen
albums-empty = Noch keine Alben
albums-empty-text = Fasse Bilder in einem Album zusammen und teile sie mit einem Link.
albums-name = Name
albums-name-wrong = Gib einen Namen ein.
albums-description = Beschreibung
albums-count = { $count ->
    [0] Leer
    [one] { $count } Bild, { SIZE($bytes) }
   *[other] { $count } Bilder, { SIZE($bytes) }
}
albums-shared = Per Link geteilt
albums-show-more = Mehr anzeigen
albums-edit = Bearbeiten
albums-edit-title = Album bearbeiten
albums-share = Teilen
albums-share-named = { $name } teilen
albums-share-title = „{ $name }“ teilen
albums-share-text = Nur wer den Link hat, kann es sehen.
albums-share-start = Link erstellen
albums-share-created = Link erstellt und kopiert
albums-share-copy = Link kopieren
albums-share-copied = Link kopiert
albums-share-sheet = Teilen …
albums-share-open = Öffnen
albums-share-settings = Einstellungen des Links
albums-share-password = Passwort
albums-share-password-off = Wer den Link hat, kann das Album öffnen.
albums-share-password-on = Das Album fragt danach. Direkte Links zu den Bildern funktionieren ohne.
albums-share-password-hint = Schützt die Albumseite und ihren Download. Direkte Links zu den Bildern funktionieren ohne.
albums-share-password-add = Passwort hinzufügen
albums-share-password-change = Ändern
albums-share-password-remove = Entfernen
albums-share-password-save = Passwort speichern
albums-share-password-short = Verwende mindestens { $min } Zeichen.
albums-share-end = Link läuft ab
albums-share-end-never = Nie
albums-share-end-days = { $days ->
    [one] In { $days } Tag
   *[other] In { $days } Tagen
}
albums-share-end-pick = An einem Datum …
albums-share-end-date = Datum und Uhrzeit
albums-share-ended = Dieser Link ist abgelaufen. Besucher sehen, dass das Album nicht mehr geteilt ist.
albums-share-download = Herunterladen des Albums erlauben
albums-share-download-hint = Besucher können alle Bilder als ZIP-Datei speichern.
albums-share-stop = Nicht mehr teilen
albums-share-stop-title = „{ $name }“ nicht mehr teilen?
albums-share-stop-text = Der Link funktioniert dann für niemanden mehr. Wenn du das Album wieder teilst, bekommt es einen neuen Link.
albums-link-ended = Link abgelaufen
albums-share-link = Link des Albums
albums-share-stopped = Der Link funktioniert nicht mehr
albums-delete = Album löschen
albums-delete-title = „{ $name }“ löschen?
albums-delete-shared = Sein Link funktioniert dann nicht mehr.
albums-delete-images = { $count ->
    [one] Was geschieht mit seinem Bild?
   *[other] Was geschieht mit seinen { $count } Bildern?
}
albums-delete-keep = In der Bibliothek behalten
albums-delete-trash = { $count ->
    [one] In den Papierkorb; sein Link funktioniert nicht mehr
   *[other] In den Papierkorb; ihre Links funktionieren nicht mehr
}
albums-delete-all = { $count ->
    [one] Endgültig löschen; sein Link funktioniert nicht mehr
   *[other] Endgültig löschen; ihre Links funktionieren nicht mehr
}
albums-deleted = Album gelöscht
albums-back = Alle Alben
albums-grid = Bilder in { $name }
albums-empty-album = Dieses Album ist leer
albums-empty-album-text = Lege Bilder hier ab oder verschiebe welche aus deiner Bibliothek.
albums-actions-for = Aktionen für { $name }
albums-sort = Sortierung
albums-sort-newest = Neueste zuerst
albums-sort-oldest = Älteste zuerst
albums-sort-name = Name
albums-sort-images = Meiste Bilder
albums-sort-size = Größte zuerst
albums-cover = Titelbild wählen
albums-cover-title = Titelbild wählen
albums-cover-newest = Neuestes Bild verwenden
albums-add-images = Bilder hinzufügen
