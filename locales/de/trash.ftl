### Texte des Papierkorbs.

trash-title = Papierkorb
trash-text = { $days ->
    [0] Bilder hier werden am angezeigten Tag endgültig gelöscht. Sie zählen zu deinem Speicher.
    [one] Bilder hier werden nach { $days } Tag endgültig gelöscht. Sie zählen zu deinem Speicher.
   *[other] Bilder hier werden nach { $days } Tagen endgültig gelöscht. Sie zählen zu deinem Speicher.
}
trash-images = Bilder im Papierkorb
trash-select = { $name } auswählen
trash-left = { $days ->
    [one] Wird in { $days } Tag endgültig gelöscht
   *[other] Wird in { $days } Tagen endgültig gelöscht
}
trash-restore = Wiederherstellen
trash-restore-named = { $name } wiederherstellen
trash-restored = { $count ->
    [one] { $count } Bild wiederhergestellt
   *[other] { $count } Bilder wiederhergestellt
}
trash-delete = Endgültig löschen
trash-delete-named = { $name } endgültig löschen
trash-delete-title = { $count ->
    [one] { $name } endgültig löschen?
   *[other] { $count } Bilder endgültig löschen?
}
trash-delete-text = { $count ->
    [one] Das lässt sich nicht rückgängig machen.
   *[other] { $names } werden gelöscht. Das lässt sich nicht rückgängig machen.
}
trash-names-more = { $names } und { $count } weitere
trash-deleted = { $count ->
    [one] { $count } Bild endgültig gelöscht
   *[other] { $count } Bilder endgültig gelöscht
}
trash-empty-action = Papierkorb leeren
trash-empty-title = { $count ->
    [one] Das Bild im Papierkorb endgültig löschen?
   *[other] Alle { $count } Bilder im Papierkorb endgültig löschen?
}
trash-empty-text = Das lässt sich nicht rückgängig machen.
trash-nothing = Der Papierkorb ist leer
trash-nothing-text = Gelöschte Bilder bleiben eine Weile hier, damit du sie wiederherstellen kannst.
trash-library = Zur Bibliothek
trash-selection-bar = Aktionen für ausgewählte Bilder
trash-selected = { $count } ausgewählt
trash-clear-selection = Auswahl aufheben
trash-show-more = Mehr anzeigen
trash-loading = Bilder werden geladen
