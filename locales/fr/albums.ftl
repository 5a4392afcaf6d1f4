### Textes des albums.

albums-title = Albums
albums-create = Nouvel album
albums-create-action = Créer l’album
albums-empty = Aucun album pour l’instant
albums-empty-text = Regroupez des images dans un album et partagez-les avec un seul lien.
albums-name = Nom
albums-name-wrong = Saisissez un nom.
albums-description = Description
albums-count = { $count ->
    [0] Vide
    [one] { $count } image, { SIZE($bytes) }
   *[other] { $count } images, { SIZE($bytes) }
}
albums-shared = Partagé par lien
albums-show-more = Afficher plus
albums-edit = Modifier
albums-edit-title = Modifier l’album
albums-share = Partager
albums-share-named = Partager { $name }
albums-share-title = Partager « { $name } »
albums-share-text = Seules les personnes ayant le lien peuvent le voir.
albums-share-start = Créer un lien
albums-share-created = Lien créé et copié
albums-share-copy = Copier le lien
albums-share-copied = Lien copié
albums-share-sheet = Partager…
albums-share-open = Ouvrir
albums-share-settings = Réglages du lien
albums-share-password = Mot de passe
albums-share-password-off = Toute personne ayant le lien peut ouvrir l’album.
albums-share-password-on = L’album le demande. Les liens directs vers ses images fonctionnent sans.
albums-share-password-hint = Protège la page de l’album et son téléchargement. Les liens directs vers ses images fonctionnent sans mot de passe.
albums-share-password-add = Ajouter un mot de passe
albums-share-password-change = Modifier
albums-share-password-remove = Supprimer
albums-share-password-save = Enregistrer le mot de passe
albums-share-password-short = Utilisez au moins { $min } caractères.
albums-share-end = Expiration du lien
albums-share-end-never = Jamais
albums-share-end-days = { $days ->
    [one] Dans { $days } jour
   *[other] Dans { $days } jours
}
albums-share-end-pick = À une date…
albums-share-end-date = Date et heure
albums-share-ended = Ce lien a expiré. Les visiteurs voient que l’album n’est plus partagé.
albums-share-download = Autoriser le téléchargement de l’album
albums-share-download-hint = Les visiteurs peuvent enregistrer toutes les images dans un fichier ZIP.
albums-share-stop = Arrêter le partage
albums-share-stop-title = Arrêter le partage de « { $name } » ?
albums-share-stop-text = Le lien ne fonctionnera plus pour personne. Si vous partagez à nouveau l’album, il aura un nouveau lien.
albums-link-ended = Lien expiré
albums-share-link = Lien de l’album
albums-share-stopped = Le lien ne fonctionne plus
albums-delete = Supprimer l’album
albums-delete-title = Supprimer « { $name } » ?
albums-delete-shared = Son lien ne fonctionnera plus.
albums-delete-images = { $count ->
    [one] Que faire de son image ?
   *[other] Que faire de ses { $count } images ?
}
albums-delete-keep = Garder dans la photothèque
albums-delete-trash = { $count ->
    [one] Placer dans la corbeille ; son lien ne fonctionnera plus
   *[other] Placer dans la corbeille ; leurs liens ne fonctionneront plus
}
albums-delete-all = { $count ->
    [one] Supprimer définitivement ; son lien ne fonctionnera plus
   *[other] Supprimer définitivement ; leurs liens ne fonctionneront plus
}
albums-deleted = Album supprimé
albums-back = Tous les albums
albums-grid = Images de { $name }
albums-empty-album = Cet album est vide
albums-empty-album-text = Déposez des images ici, ou déplacez-en depuis votre photothèque.
albums-actions-for = Actions pour { $name }
albums-add-images = Ajouter des images
albums-sort = Tri
albums-sort-newest = Plus récents d’abord
albums-sort-oldest = Plus anciens d’abord
albums-sort-name = Nom
albums-sort-images = Nombre d’images
albums-sort-size = Plus volumineux d’abord
albums-cover = Choisir la couverture
albums-cover-title = Choisir une couverture
albums-cover-newest = Utiliser l’image la plus récente
