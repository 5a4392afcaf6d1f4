### Textes de la page d’envoi.

upload-title = Envoyer
upload-heading = Envoyez une image.
upload-heading-second = Obtenez un lien.
upload-drop-here = Déposez des images ici
upload-or-paste = ou collez avec { $key }
upload-choose = Choisir des images
upload-choose-more = Ajouter des images
upload-up-to = { $formats }, jusqu’à { SIZE($bytes) } par image.
upload-with-account = Créez un compte gratuit pour envoyer plus d’images et avoir une photothèque
upload-accounts-only = Un compte est nécessaire pour envoyer
upload-accounts-only-text = Ce serveur n’accepte que les images des utilisateurs connectés.
upload-accounts-only-register = Créer un compte
upload-storage = { SIZE($bytes) } d’espace disponible.
upload-album = Album
upload-expiry = Expiration
upload-options = Options pour les prochaines images
upload-queue = Images
upload-overall = { $done } sur { $all } envoyés
upload-cancel-all = Tout annuler
upload-retry-all = Relancer les échecs
upload-clear = Vider la liste
upload-cancel-one = Annuler { $name }
upload-remove-one = Retirer { $name } de la liste
upload-retry-one = Réessayer { $name }
upload-status-queued = En attente
upload-status-processing = Traitement…
upload-status-sending = { $percent } %
upload-progress-of = Envoi de { $name }
upload-cut = Connexion perdue. Vos fichiers sont toujours là ; nous réessaierons dès votre retour en ligne.
upload-too-large = Trop volumineux : { SIZE($bytes) } (la limite est de { SIZE($limit) }).
upload-empty = Ce fichier est vide.
upload-link-format = Type de lien
upload-copy-all = { $count ->
    [one] Copier le lien
   *[other] Copier les { $count } liens
}
upload-all-links = Tous les liens
upload-delete-link = Lien de suppression
upload-delete-link-hint = Toute personne ayant ce lien peut supprimer l’image.
upload-expires = Expire le { TIME($when) }
upload-history-title = Envoyées depuis ce navigateur
upload-history-text = Enregistré uniquement dans ce navigateur. Si vous effacez vos données de navigation, vous perdez les liens de suppression.
upload-history-forget-all = Vider la liste
upload-history-forget = Retirer de cette liste
upload-history-delete = Supprimer l’image
upload-history-actions-for = Actions pour { $name }
upload-history-copy-link = Copier le lien
upload-history-more = Afficher { $count } de plus
upload-claim-title = { $count ->
    [one] Ajouter un envoi précédent à votre compte ?
   *[other] Ajouter { $count } envois précédents à votre compte ?
}
upload-claim-text = Depuis ce navigateur, avant votre connexion.
upload-claim-action = Ajouter à ma photothèque
upload-claim-later = Pas maintenant
upload-claim-done = { $count ->
    [one] { $count } image ajoutée à votre photothèque
   *[other] { $count } images ajoutées à votre photothèque
}
upload-claim-none = Ces images n’existent plus.
upload-expiry-0 = Jamais
upload-expiry-1 = 1 heure
upload-expiry-24 = 1 jour
upload-expiry-168 = 1 semaine
upload-expiry-720 = 30 jours
upload-expiry-8760 = 1 an

upload-choose-photos = Choisir des photos
upload-take-photo = Prendre une photo
upload-promise = La position et les données de l’appareil photo sont retirées.
upload-left = { $remaining ->
    [one] { $remaining } envoi restant cette heure-ci.
   *[other] { $remaining } envois restants cette heure-ci.
}
upload-more-than-left = { $remaining ->
    [0] Vos images seront envoyées automatiquement à { CLOCK($time) }.
    [one] Seule { $remaining } de vos { $files } images peut être envoyée cette heure-ci. Les autres le seront automatiquement à { CLOCK($time) }.
   *[other] Seules { $remaining } de vos { $files } images peuvent être envoyées cette heure-ci. Les autres le seront automatiquement à { CLOCK($time) }.
}
upload-copy-after = Copier le lien après un envoi
upload-done = Envoyée
upload-failed-count = { $count } en échec
upload-speed = { SIZE($bytes) }/s
upload-time-left = Encore { DURATION($seconds) }
upload-pause = Pause
upload-continue = Reprendre
upload-show-failed = Afficher les échecs ({ $count })
upload-pause-limit = Limite horaire atteinte. Les envois reprendront à { CLOCK($time) }.
upload-pause-service = Le service est occupé. Les envois reprendront dans { DURATION($seconds) }.
upload-pause-session = Vous avez été déconnecté. Connectez-vous pour reprendre les envois ; vos fichiers sont conservés.
upload-sign-in = Se connecter
upload-sign-in-now = Connectez-vous pour reprendre maintenant
upload-unreadable = Impossible de lire ce fichier.
upload-no-svg = Le format SVG n’est pas pris en charge, car il peut contenir des scripts.
upload-no-image = Ce format d’image n’est pas pris en charge.
upload-unsupported = Ce format d’image n’est pas pris en charge. Utilisez { $formats }.
upload-converted = { $from } converti en { $to }
upload-removed-location-camera = Position et données de l’appareil photo retirées
upload-removed-location = Position retirée
upload-removed-camera = Données de l’appareil photo retirées
upload-removed-metadata = Métadonnées retirées
upload-copy-link = Copier le lien
upload-share = Partager…
upload-open = Ouvrir
upload-open-image = Ouvrir { $name }
upload-links-count = { $count ->
    [one] { $count } lien
   *[other] { $count } liens
}
upload-copy-chosen = { $count ->
    [one] Copier { $count } lien
   *[other] Copier { $count } liens
}
upload-history-actions = Actions pour ces images
upload-history-choose = Sélectionner { $name }
upload-history-unselect = Tout désélectionner
upload-history-copy-delete-link = Copier le lien de suppression
upload-history-forget-title = { $count ->
    [one] Retirer cet envoi de la liste ?
   *[other] Retirer { $count } envois de la liste ?
}
upload-history-forget-text = { $count ->
    [one] L’image reste en ligne, mais ce navigateur ne pourra plus la supprimer.
   *[other] Les images restent en ligne, mais ce navigateur ne pourra plus les supprimer.
}
upload-history-delete-title = { $count ->
    [one] Supprimer « { $name } » ?
   *[other] Supprimer { $count } images ?
}
upload-history-delete-text = { $count ->
    [one] Elle sera supprimée définitivement et ses liens ne fonctionneront plus.
   *[other] Elles seront supprimées définitivement et leurs liens ne fonctionneront plus.
}
upload-history-deleted = { $count ->
    [one] { $count } image supprimée
   *[other] { $count } images supprimées
}
