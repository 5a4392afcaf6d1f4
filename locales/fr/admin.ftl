### Textes de l’administration.

admin-title = Administration
admin-sections-label = Sections de l’administration
admin-sections-overview = Vue d’ensemble
admin-sections-reports = Signalements
admin-sections-quarantine = Quarantaine
admin-sections-accounts = Comptes
admin-sections-blocks = Blocages
admin-sections-jobs = Tâches
admin-sections-webhooks = Webhooks
admin-sections-audit = Journal d’audit
admin-forbidden = Un accès administrateur est nécessaire.
admin-more = Afficher plus
admin-overview-health = État
admin-overview-running = Version { $version }, en service depuis { DURATION($seconds) }
admin-overview-statuses-ok = OK
admin-overview-statuses-degraded = Dégradé
admin-overview-statuses-down = En panne
admin-overview-checks-database = Base de données
admin-overview-checks-storage = Stockage
admin-overview-checks-disk = Disque
admin-overview-checks-decoder = Décodeur
admin-overview-checks-jobs = Tâches
admin-overview-checks-limits = Limites
admin-overview-totals = Totaux
admin-overview-days = 30 derniers jours
admin-overview-images = Images
admin-overview-bytes = Données
admin-overview-accounts = Comptes
admin-overview-albums = Albums
admin-overview-blobs = Fichiers
admin-overview-uploads = Envois
admin-overview-upload_bytes = Données envoyées
admin-overview-requests = Requêtes
admin-overview-refusals = Requêtes refusées
admin-accounts-search = Rechercher par e-mail ou nom
admin-accounts-plan = Offre
admin-accounts-any-plan = Toutes les offres
admin-accounts-suspension = Suspendu
admin-accounts-plan-of = Offre de { $email }
admin-accounts-suspended = suspendu le { TIME($when) }
admin-accounts-suspend = Suspendre
admin-accounts-suspend-title = Suspendre { $email } ?
admin-accounts-suspend-text = La personne sera déconnectée et ses clés d’API ne fonctionneront plus.
admin-accounts-hide-images = Mettre ses images en quarantaine pendant la suspension
admin-accounts-resume = Rétablir
admin-accounts-resume-title = Rétablir { $email } ?
admin-accounts-resume-text = Ses clés d’API fonctionnent à nouveau et les images mises en quarantaine avec le compte sont libérées.
admin-accounts-is-admin = administrateur
admin-accounts-changed = Compte modifié
admin-accounts-kept = { $images ->
    [one] { $images } image, { SIZE($bytes) }
   *[other] { $images } images, { SIZE($bytes) }
}
admin-reports-state = Afficher
admin-reports-reveal = Afficher l’image
admin-reports-hide = Flouter l’image
admin-reports-gone = Cette image n’existe plus
admin-reports-dismiss = Classer
admin-reports-takedown = Retirer
admin-reports-takedown_and_suspend = Retirer et suspendre
admin-reports-note = Note
admin-reports-reasons-illegal = Illégal
admin-reports-reasons-abuse = Abus
admin-reports-reasons-copyright = Droit d’auteur
admin-reports-reasons-privacy = Vie privée
admin-reports-reasons-spam = Spam
admin-reports-reasons-other = Autre
admin-reports-texts-dismiss = L’image reste en ligne. Tous les signalements ouverts à son sujet sont clos.
admin-reports-texts-takedown = { $copies ->
    [one] Supprime définitivement cette image et bloque tout nouvel envoi.
   *[other] Supprime définitivement les { $copies } copies identiques et bloque tout nouvel envoi.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] Supprime définitivement cette image, bloque tout nouvel envoi et suspend le compte qui l’a envoyée.
   *[other] Supprime définitivement les { $copies } copies identiques, bloque tout nouvel envoi et suspend le compte qui les a envoyées.
}
admin-quarantine-causes-administrator = Par un administrateur
admin-quarantine-causes-account = Compte suspendu
admin-quarantine-causes-validator = Par le validateur externe
admin-quarantine-since = depuis le { TIME($when) }
admin-quarantine-release = Libérer
admin-quarantine-released = Image libérée
admin-quarantine-reason = Motif
admin-quarantine-block = Bloquer tout nouvel envoi de cette image
admin-quarantine-taken-down = Image retirée
admin-blocks-unblock = Débloquer
admin-blocks-unblock-title = Autoriser à nouveau l’envoi de cette image ?
admin-blocks-unblocked = Image débloquée
admin-jobs-state = Afficher
admin-jobs-attempts = { $count ->
    [one] { $count } tentative, la prochaine le { TIME($when) }
   *[other] { $count } tentatives, la prochaine le { TIME($when) }
}
admin-jobs-retry = Réessayer
admin-jobs-retried = Tâche planifiée
admin-jobs-remove = Abandonner
admin-jobs-remove-title = Abandonner cette tâche ?
admin-jobs-removed = Tâche abandonnée
admin-accounts-suspension-all = Tous
admin-accounts-suspension-true = Oui
admin-accounts-suspension-false = Non
admin-reports-state-open = Ouvert
admin-reports-state-dismissed = Classé
admin-reports-state-taken_down = Image retirée
admin-reports-state-all = Tous
admin-reports-by = par { $email }
admin-jobs-state-dead = Tâches en échec
admin-jobs-state-waiting = En attente
admin-jobs-state-running = En cours
admin-reports-keys = Raccourcis clavier
admin-reports-key-j = Image suivante
admin-reports-key-k = Image précédente
admin-reports-key-x = Sélectionner ou désélectionner
admin-reports-key-d = Classer les signalements
admin-reports-key-t = Retirer l’image
admin-reports-key-s = Retirer et suspendre le compte
admin-reports-key-help = Afficher ces raccourcis
admin-reports-empty-open = Aucun signalement ouvert
admin-reports-empty-dismissed = Aucun signalement classé
admin-reports-empty-taken_down = Aucune image retirée
admin-reports-empty-all = Aucun signalement pour l’instant
admin-reports-select = Sélectionner { $name }
admin-reports-select-all = Tout sélectionner
admin-reports-select-none = Tout désélectionner
admin-reports-bulk = Actions pour les images sélectionnées
admin-reports-selected = { $count ->
    [one] { $count } image sélectionnée
   *[other] { $count } images sélectionnées
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] { $count } signalement, le { TIME($last) }
   *[other] { $count } signalements, premier le { TIME($first) }, dernier le { TIME($last) }
}
admin-reports-anonymous = Envoi anonyme
admin-reports-copies = { $count ->
    [one] { $count } copie
   *[other] { $count } copies identiques
}
admin-reports-title-dismiss = { $count ->
    [one] Classer tous les signalements de cette image ?
   *[other] Classer tous les signalements de { $count } images ?
}
admin-reports-title-takedown = { $count ->
    [one] Retirer cette image ?
   *[other] Retirer { $count } images ?
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] Retirer cette image et suspendre le compte qui l’a envoyée ?
   *[other] Retirer { $count } images et suspendre les comptes qui les ont envoyées ?
}
admin-reports-more = { $count ->
    [one] Et { $count } autre image
   *[other] Et { $count } autres images
}
admin-reports-suspends = Comptes suspendus : { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] Signalements classés
   *[other] Signalements de { $count } images classés
}
admin-reports-done-takedown = { $count ->
    [one] Image retirée
   *[other] { $count } images retirées
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] Image retirée, compte suspendu
   *[other] { $count } images retirées, comptes suspendus
}
admin-reports-failed = { $count ->
    [one] Échec pour { $count } image : { $reason }
   *[other] Échec pour { $count } images : { $reason }
}
admin-quarantine-empty = Aucune image en quarantaine
admin-quarantine-texts-takedown = { $copies ->
    [one] Supprime définitivement cette image.
   *[other] Supprime définitivement les { $copies } copies identiques de cette image.
}
admin-blocks-empty = Aucune image bloquée
admin-audit-empty = Aucune entrée pour l’instant
admin-jobs-state-all = Toutes
admin-jobs-empty-dead = Aucune tâche en échec
admin-jobs-empty-waiting = Aucune tâche en attente
admin-jobs-empty-running = Aucune tâche en cours
admin-jobs-empty-all = Aucune tâche
admin-accounts-empty = Aucun compte trouvé
admin-accounts-images = Images
admin-accounts-no-images = Aucune image
admin-accounts-actions = Actions pour { $email }
admin-accounts-last-seen = dernière activité le { TIME($when) }
admin-accounts-is-suspended = suspendu
admin-accounts-plan-title = Changer l’offre de { $email } ?
admin-accounts-plan-text = De { $from } à { $to }. Les nouvelles limites s’appliquent dès la prochaine requête.
admin-accounts-plan-change = Changer d’offre
admin-images-views = { $count ->
    [one] { $count } vue
   *[other] { $count } vues
}
admin-overview-reported = { $count ->
    [one] { $count } image signalée en attente de décision
   *[other] { $count } images signalées en attente de décision
}
admin-overview-failed-jobs = { $count ->
    [one] { $count } tâche en échec
   *[other] { $count } tâches en échec
}
admin-accounts-order = Trier par
admin-accounts-order-newest = Plus récents
admin-accounts-order-bytes = Plus d’octets
admin-accounts-order-images = Plus d’images
admin-accounts-order-used = Dernière utilisation
admin-accounts-order-unused = Inutilisés depuis le plus longtemps
admin-uploader-open = Tout de cet expéditeur
admin-uploader-title = Images d’un expéditeur
admin-uploader-count = Images des dernières 24 heures : { $count }
admin-uploader-action = Ce qui leur arrive
admin-uploader-actions-hide = Masquer aux visiteurs
admin-uploader-actions-delete = Supprimer
admin-uploader-actions-takedown = Supprimer et bloquer les renvois
admin-uploader-block = Refuser les envois de cet expéditeur pendant 7 jours
admin-uploader-apply = Appliquer à toutes
admin-uploader-progress = Traitées jusqu’ici : { $count }
admin-uploader-done = Toutes les images de cet expéditeur sont traitées.
admin-tasks-hide = Masquer les images
admin-tasks-show = Afficher les images
admin-tasks-delete = Supprimer les images
admin-tasks-account = Supprimer le compte
admin-tasks-title-hide = Masquer les images de { $email } ?
admin-tasks-title-show = Afficher de nouveau les images masquées de { $email } ?
admin-tasks-title-delete = Supprimer les images de { $email } ?
admin-tasks-title-account = Supprimer le compte { $email } ?
admin-tasks-hide_images = Masquage des images
admin-tasks-show_images = Affichage des images
admin-tasks-delete_images = Suppression des images
admin-tasks-delete_account = Suppression du compte
admin-tasks-progress = { $done } sur { $images }, { SIZE($bytes) }
admin-tasks-done = Terminé : { $done }, { SIZE($bytes) }
admin-tasks-count = { $images ->
    [one] { $images } image, { SIZE($bytes) }
   *[other] { $images } images, { SIZE($bytes) }
}
admin-tasks-period = Mises en ligne
admin-tasks-period-0 = À tout moment
admin-tasks-period-1 = Le dernier jour
admin-tasks-period-7 = Les 7 derniers jours
admin-tasks-held = Aussi celles qu’un administrateur ou le validateur a mises en quarantaine
admin-sections-images = Trouver une image
admin-sections-networks = Réseaux
admin-overview-checks-backup = Sauvegarde
admin-overview-last-backup = Dernière réussie il y a { DURATION($seconds) }
admin-export = Exporter les données
admin-networks-empty = Aucun réseau bloqué
admin-networks-add = Bloquer un réseau
admin-networks-text = Les envois, inscriptions et connexions depuis ce réseau sont refusés. Les images y restent visibles.
admin-networks-network = Adresse ou réseau
admin-networks-hint = Par exemple 203.0.113.0/24 ou 2001:db8::/48
admin-networks-wrong = Saisissez une adresse ou un réseau : IPv4 de /8 à /32, IPv6 de /16 à /64.
admin-networks-period = Bloqué pendant
admin-networks-period-1 = 1 jour
admin-networks-period-7 = 7 jours
admin-networks-period-30 = 30 jours
admin-networks-period-0 = Jusqu’au déblocage
admin-networks-block = Bloquer le réseau
admin-networks-blocked = Réseau bloqué
admin-networks-uploader = Un expéditeur anonyme
admin-networks-ends = jusqu’au { TIME($when) }
admin-networks-endless = jusqu’au déblocage
admin-networks-unblock-title = Débloquer { $network } ?
admin-networks-unblock-text = Les envois, inscriptions et connexions depuis ce réseau sont de nouveau acceptés.
admin-networks-unblocked = Réseau débloqué
admin-images-search = Identifiant ou lien de l’image
admin-images-wrong = Saisissez l’identifiant d’une image ou un lien vers elle.
admin-images-find = Rechercher
admin-images-hide = Mettre en quarantaine
admin-images-hidden = Image en quarantaine
admin-uploader-actions-show = Réafficher les images masquées
admin-images-reports = { $count ->
    [one] { $count } signalement ouvert
   *[other] { $count } signalements ouverts
}
admin-accounts-deleted = Compte supprimé
admin-sections-registrations = Inscriptions
admin-registrations-waiting = Comptes en attente
admin-registrations-none-waiting = Aucun compte en attente
admin-registrations-verified = adresse confirmée
admin-registrations-unverified = adresse non confirmée
admin-registrations-approve = Approuver
admin-registrations-approved = { $email } approuvé
admin-registrations-reject = Refuser
admin-registrations-reject-title = Refuser { $email } ?
admin-registrations-reject-text = Le compte est supprimé. Son adresse pourra s’inscrire à nouveau.
admin-registrations-rejected = { $email } refusé
admin-registrations-invitations = Invitations
admin-registrations-no-invitations = Aucune invitation
admin-registrations-invitation = Invitation
admin-registrations-invite = Nouvelle invitation
admin-registrations-used = { $used } sur { $uses } utilisées
admin-registrations-until = jusqu’au { TIME($when) }
admin-registrations-revoke = Révoquer
admin-registrations-revoke-title = Révoquer cette invitation ?
admin-registrations-revoke-text = Son lien ne fonctionne plus. Les comptes créés avec lui restent.
admin-registrations-created = Invitation créée
admin-registrations-created-text = Copiez le lien maintenant. Il ne sera plus affiché.
admin-registrations-link = Lien d’invitation
admin-registrations-uses = Nombre de comptes
admin-registrations-wrong-uses = Saisissez un nombre de 1 à 10 000.
admin-registrations-valid = Valable
admin-registrations-plan = Forfait des comptes
admin-registrations-email = Adresse e-mail
admin-registrations-email-hint = Seule cette adresse peut utiliser l’invitation.
admin-registrations-wrong-email = Saisissez une adresse e-mail valide.
admin-registrations-note = Note pour les administrateurs
admin-registrations-create = Créer l’invitation
