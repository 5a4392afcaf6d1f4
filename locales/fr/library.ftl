### Textes de la photothèque.

library-title = Photothèque
library-total = { $count ->
    [one] { $count } image, { SIZE($bytes) }
   *[other] { $count } images, { SIZE($bytes) }
}
library-grid = Vos images
library-quarantined = En cours d’examen
library-back-to-current = Revenir à l’image actuelle
library-search = Rechercher
library-album = Album
library-all-albums = Tous les albums
library-tag = Mot-clé
library-all-tags = Tous les mots-clés
library-no-album = Sans album
library-format = Format
library-all-formats = Tous les formats
library-order = Tri
library-orders-newest = Plus récentes d’abord
library-orders-oldest = Plus anciennes d’abord
library-orders-largest = Plus volumineuses d’abord
library-orders-smallest = Plus légères d’abord
library-empty = Aucune image pour l’instant
library-empty-text = Les images que vous envoyez en étant connecté apparaissent ici.
library-upload = Envoyer des images
library-nothing-found = Aucun résultat
library-nothing-found-text = Essayez une autre recherche ou effacez les filtres.
library-clear-filters = Effacer les filtres
library-selected = { $count ->
    [one] { $count } sélectionnée
   *[other] { $count } sélectionnées
}
library-selection-bar = Actions pour les images sélectionnées
library-clear-selection = Tout désélectionner
library-move = Déplacer vers un album
library-move-title = { $count ->
    [one] Déplacer { $count } image
   *[other] Déplacer { $count } images
}
library-moved = { $count ->
    [one] { $count } image déplacée
   *[other] { $count } images déplacées
}
library-expiry = Expiration
library-expiry-title = { $count ->
    [one] Quand cette image doit-elle expirer ?
   *[other] Quand ces images doivent-elles expirer ?
}
library-expiry-hint = À compter de maintenant.
library-expiry-done = { $count ->
    [one] Expiration modifiée pour { $count } image
   *[other] Expiration modifiée pour { $count } images
}
library-copy-links = Copier les liens
library-copied = { $count ->
    [one] { $what } : copié pour { $count } image
   *[other] { $what } : copié pour { $count } images
}
library-cover = Utiliser comme couverture
library-cover-done = Couverture modifiée
library-delete-action = Supprimer
library-delete-title = { $count ->
    [one] Supprimer { $count } image ?
   *[other] Supprimer { $count } images ?
}
library-delete-text = { $count ->
    [one] Elle sera supprimée définitivement et ses liens ne fonctionneront plus.
   *[other] Elles seront supprimées définitivement et leurs liens ne fonctionneront plus.
}
library-deleted = { $count ->
    [one] { $count } image supprimée
   *[other] { $count } images supprimées
}
library-not-all = { $count ->
    [one] { $count } image n’a pas été modifiée : { $why }
   *[other] { $count } images n’ont pas été modifiées : { $why }
}
library-details-title = Titre
library-details-alt = Texte alternatif
library-details-description = Description
library-details-tags = Mots-clés
library-details-filename = Nom du fichier
library-details-format = Format
library-details-sides = Dimensions
library-details-size = Taille
library-details-uploaded = Date d’envoi
library-details-expires = Expiration
library-details-never = Jamais
library-details-views = Vues
library-details-album = Album
library-details-none = Aucun
library-details-removed = Métadonnées retirées
library-details-pixels = { $width } × { $height } pixels
library-search-hint = Nom, album ou format
library-filters = Filtres
library-min-size = Taille
library-any-size = Toutes les tailles
library-size-from = { SIZE($bytes) } ou plus
library-from = Du
library-to = Au
library-count = { $count ->
    [one] { $count } image
   *[other] { $count } images
}
library-found = { $count ->
    [0] Aucun résultat
    [one] { $count } image trouvée
   *[other] { $count } images trouvées
}
library-shape = Disposition
library-shape-rows = Rangées
library-shape-squares = Carrés
library-size = Taille des vignettes
library-size-0 = Petite
library-size-1 = Moyenne
library-size-2 = Grande
library-scrubber = Aller au mois
library-tile-copy = Copier le lien
library-select-all = Tout sélectionner ({ $count })
library-copy-as = Format du lien : { $format }
library-copy-too-many = { $count ->
    [one] Sélectionnez au plus { $count } image pour copier son lien.
   *[other] Sélectionnez au plus { $count } images pour copier leurs liens.
}
library-progress = { $done } sur { $total }
library-undo = Annuler
library-more = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
library-trash-title = { $count ->
    [one] Placer { $count } image dans la corbeille ?
   *[other] Placer { $count } images dans la corbeille ?
}
library-trash-action = Placer dans la corbeille
library-trash-text = Les liens cessent de fonctionner immédiatement. Vous pouvez restaurer les images depuis la corbeille.
library-trashed = { $count ->
    [one] Image placée dans la corbeille
   *[other] { $count } images placées dans la corbeille
}
library-restored = { $count ->
    [one] Image restaurée
   *[other] { $count } images restaurées
}
library-already-gone = { $count ->
    [one] { $count } image était déjà supprimée.
   *[other] { $count } images étaient déjà supprimées.
}
library-details-frames = { $frames ->
    [one] { $format }, { $frames } image
   *[other] { $format }, { $frames } images
}
library-details-links = Tous les liens
library-picker-search = Trouver ou créer un album
library-picker-create = Créer « { $name } »
library-picker-empty = Aucun album pour l’instant. Saisissez un nom pour en créer un.
library-lightbox-label = Image
library-lightbox-close = Fermer
library-lightbox-position = { $position } sur { $total }
library-lightbox-zoom = Zoom
library-lightbox-zoom-in = Zoom avant
library-lightbox-zoom-out = Zoom arrière
library-lightbox-fit = Ajuster à la fenêtre
library-lightbox-actual = Taille réelle
library-lightbox-percent = { $percent } %
library-lightbox-facts = Détails
library-lightbox-previous = Image précédente
library-lightbox-next = Image suivante
library-lightbox-actions = Actions pour cette image
library-lightbox-copy = Copier le lien
library-lightbox-download = Télécharger
library-lightbox-open = Ouvrir la page
library-lightbox-delete = Supprimer
library-lightbox-more = Plus d’actions
library-lightbox-rename = Renommer
library-lightbox-failed = Impossible de charger cette image.
library-lightbox-gone = Cette image n’est plus disponible.
library-rename-title = Renommer l’image
library-rename-name = Nom
library-rename-extension = L’extension { $extension } est conservée.
library-rename-done = Image renommée
library-edit = Modifier les détails
library-edit-save = Enregistrer
library-edit-alt = Ce que montre l’image, pour les personnes qui ne la voient pas.
library-edit-tags = Séparez les mots-clés par des virgules.
library-edit-done = Détails enregistrés
