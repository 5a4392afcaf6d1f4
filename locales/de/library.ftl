### Texte der Bibliothek.

library-title = Bibliothek
library-total = { $count ->
    [one] { $count } Bild, { SIZE($bytes) }
   *[other] { $count } Bilder, { SIZE($bytes) }
}
library-grid = Deine Bilder
library-quarantined = Wird geprüft
library-back-to-current = Zurück zum aktuellen Bild
library-search = Suchen
library-album = Album
library-all-albums = Alle Alben
library-tag = Schlagwort
library-all-tags = Alle Schlagwörter
library-no-album = In keinem Album
library-format = Format
library-all-formats = Alle Formate
library-order = Sortierung
library-orders-newest = Neueste zuerst
library-orders-oldest = Älteste zuerst
library-orders-largest = Größte zuerst
library-orders-smallest = Kleinste zuerst
library-empty = Noch keine Bilder
library-empty-text = Hier erscheinen die Bilder, die du angemeldet hochlädst.
library-upload = Bilder hochladen
library-nothing-found = Keine Treffer
library-nothing-found-text = Versuche eine andere Suche oder setze die Filter zurück.
library-clear-filters = Filter zurücksetzen
library-selected = { $count } ausgewählt
library-selection-bar = Aktionen für ausgewählte Bilder
library-clear-selection = Auswahl aufheben
library-move = In Album verschieben
library-move-title = { $count ->
    [one] { $count } Bild verschieben
   *[other] { $count } Bilder verschieben
}
library-moved = { $count ->
    [one] { $count } Bild verschoben
   *[other] { $count } Bilder verschoben
}
library-expiry = Läuft ab
library-expiry-title = { $count ->
    [one] Wann soll dieses Bild ablaufen?
   *[other] Wann sollen diese Bilder ablaufen?
}
library-expiry-hint = Ab jetzt gerechnet.
library-expiry-done = { $count ->
    [one] Ablauf von { $count } Bild geändert
   *[other] Ablauf von { $count } Bildern geändert
}
library-copy-links = Links kopieren
library-copied = { $count ->
    [one] { $what } für { $count } Bild kopiert
   *[other] { $what } für { $count } Bilder kopiert
}
library-cover = Als Titelbild verwenden
library-cover-done = Titelbild geändert
library-delete-action = Löschen
library-delete-title = { $count ->
    [one] { $count } Bild löschen?
   *[other] { $count } Bilder löschen?
}
library-delete-text = { $count ->
    [one] Es wird endgültig gelöscht, und seine Links funktionieren nicht mehr.
   *[other] Sie werden endgültig gelöscht, und ihre Links funktionieren nicht mehr.
}
library-deleted = { $count ->
    [one] { $count } Bild gelöscht
   *[other] { $count } Bilder gelöscht
}
library-not-all = { $count ->
    [one] { $count } Bild wurde nicht geändert: { $why }
   *[other] { $count } Bilder wurden nicht geändert: { $why }
}
library-details-title = Titel
library-details-alt = Alternativtext
library-details-description = Beschreibung
library-details-tags = Schlagwörter
library-details-filename = Dateiname
library-details-format = Format
library-details-sides = Abmessungen
library-details-size = Größe
library-details-uploaded = Hochgeladen
library-details-expires = Läuft ab
library-details-never = Nie
library-details-views = Aufrufe
library-details-album = Album
library-details-none = Keines
library-details-removed = Entfernte Metadaten
library-details-pixels = { $width } × { $height } Pixel
library-search-hint = Name, Album, Format oder Datum
library-filters = Filter
library-from = Von
library-to = Bis
library-count = { $count ->
    [one] { $count } Bild
   *[other] { $count } Bilder
}
library-found = { $count ->
    [0] Keine Treffer
    [one] { $count } Bild gefunden
   *[other] { $count } Bilder gefunden
}
library-shape = Anordnung
library-shape-rows = Zeilen
library-shape-squares = Quadrate
library-size = Größe der Kacheln
library-size-0 = Klein
library-size-1 = Mittel
library-size-2 = Groß
library-scrubber = Zu einem Monat springen
library-tile-copy = Link kopieren
library-select-all = Alle { $count } auswählen
library-copy-as = Linkformat: { $format }
library-copy-too-many = { $count ->
   *[other] Wähle bis zu { $count } Bilder aus, um ihre Links zu kopieren.
}
library-progress = { $done } von { $total }
library-undo = Rückgängig
library-more = { $count ->
    [one] und { $count } weiteres
   *[other] und { $count } weitere
}
library-trash-title = { $count ->
    [one] { $count } Bild in den Papierkorb verschieben?
   *[other] { $count } Bilder in den Papierkorb verschieben?
}
library-trash-action = In den Papierkorb
library-trash-text = Links funktionieren sofort nicht mehr. Du kannst Bilder aus dem Papierkorb wiederherstellen.
library-trashed = { $count ->
    [one] In den Papierkorb verschoben
   *[other] { $count } Bilder in den Papierkorb verschoben
}
library-restored = { $count ->
    [one] Bild wiederhergestellt
   *[other] { $count } Bilder wiederhergestellt
}
library-already-gone = { $count ->
    [one] { $count } Bild war schon gelöscht.
   *[other] { $count } Bilder waren schon gelöscht.
}
library-details-frames = { $frames ->
    [one] { $format }, { $frames } Einzelbild
   *[other] { $format }, { $frames } Einzelbilder
}
library-details-links = Alle Links
library-picker-search = Album suchen oder erstellen
library-picker-create = „{ $name }“ erstellen
library-picker-empty = Noch keine Alben. Gib einen Namen ein, um eines zu erstellen.
library-lightbox-label = Bild
library-lightbox-close = Schließen
library-lightbox-position = { $position } von { $total }
library-lightbox-zoom = Zoom
library-lightbox-zoom-in = Vergrößern
library-lightbox-zoom-out = Verkleinern
library-lightbox-fit = An Fenster anpassen
library-lightbox-actual = Originalgröße
library-lightbox-percent = { $percent } %
library-lightbox-facts = Details
library-lightbox-previous = Vorheriges Bild
library-lightbox-next = Nächstes Bild
library-lightbox-actions = Aktionen für dieses Bild
library-lightbox-copy = Link kopieren
library-lightbox-download = Herunterladen
library-lightbox-open = Seite öffnen
library-lightbox-delete = Löschen
library-lightbox-more = Weitere Aktionen
library-lightbox-rename = Umbenennen
library-lightbox-failed = Dieses Bild konnte nicht geladen werden.
library-lightbox-gone = Dieses Bild ist nicht mehr verfügbar.
library-rename-title = Bild umbenennen
library-rename-name = Name
library-rename-extension = Die Endung { $extension } bleibt.
library-rename-done = Umbenannt
library-edit = Angaben bearbeiten
library-edit-save = Speichern
library-edit-alt = Was das Bild zeigt, für Menschen, die es nicht sehen.
library-edit-tags = Schlagwörter mit Kommas trennen.
library-edit-done = Angaben gespeichert
library-min-size = Größe
library-any-size = Jede Größe
library-size-from = Ab { SIZE($bytes) }
