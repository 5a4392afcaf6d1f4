### Textes de la corbeille.

trash-title = Corbeille
trash-text = { $days ->
    [0] Les images de la corbeille sont supprimées définitivement à la date indiquée. Elles comptent dans votre espace de stockage.
    [one] Les images de la corbeille sont supprimées définitivement après { $days } jour. Elles comptent dans votre espace de stockage.
   *[other] Les images de la corbeille sont supprimées définitivement après { $days } jours. Elles comptent dans votre espace de stockage.
}
trash-images = Images dans la corbeille
trash-select = Sélectionner { $name }
trash-left = { $days ->
    [one] Suppression définitive dans { $days } jour
   *[other] Suppression définitive dans { $days } jours
}
trash-restore = Restaurer
trash-restore-named = Restaurer { $name }
trash-restored = { $count ->
    [one] { $count } image restaurée
   *[other] { $count } images restaurées
}
trash-delete = Supprimer définitivement
trash-delete-named = Supprimer définitivement { $name }
trash-delete-title = { $count ->
    [one] Supprimer définitivement { $name } ?
   *[other] Supprimer définitivement { $count } images ?
}
trash-delete-text = { $count ->
    [one] Cette action est irréversible.
   *[other] { $names } seront supprimées. Cette action est irréversible.
}
trash-names-more = { $count ->
    [one] { $names } et { $count } autre
   *[other] { $names } et { $count } autres
}
trash-deleted = { $count ->
    [one] { $count } image supprimée définitivement
   *[other] { $count } images supprimées définitivement
}
trash-empty-action = Vider la corbeille
trash-empty-title = { $count ->
    [one] Supprimer définitivement l’image de la corbeille ?
   *[other] Supprimer définitivement les { $count } images de la corbeille ?
}
trash-empty-text = Cette action est irréversible.
trash-nothing = La corbeille est vide
trash-nothing-text = Les images supprimées restent ici un certain temps pour que vous puissiez les restaurer.
trash-library = Aller à la photothèque
trash-selection-bar = Actions pour les images sélectionnées
trash-selected = { $count ->
    [one] { $count } sélectionnée
   *[other] { $count } sélectionnées
}
trash-clear-selection = Tout désélectionner
trash-show-more = Afficher plus
trash-loading = Chargement des images…
