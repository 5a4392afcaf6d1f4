### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = Adresses qui reçoivent un message signé à chaque changement.
webhooks-service-text = Adresses qui reçoivent un message signé à chaque changement dans n’importe quel compte.
webhooks-add = Ajouter un webhook
webhooks-edit = Modifier
webhooks-empty = Aucun webhook pour le moment
webhooks-url = Adresse
webhooks-url-wrong = Saisissez une adresse https de l’Internet public.
webhooks-description = Description
webhooks-events = Événements
webhooks-events-all = Tous les événements
webhooks-events-wrong = Choisissez au moins un événement.
webhooks-secret-title = Clé de signature
webhooks-secret-text = Copiez-la maintenant. Vous ne pourrez plus la revoir.
webhooks-done = OK
webhooks-active = Actif
webhooks-failing = En échec depuis le { DATE($when) }
webhooks-dropping = Trop de messages en attente : les nouveaux événements sont ignorés
webhooks-disabled-owner = Désactivé
webhooks-disabled-gone = Désactivé : le destinataire n’existe plus
webhooks-disabled-failures = Désactivé après cinq jours d’échecs
webhooks-actions-for = Actions pour { $name }
webhooks-test = Envoyer un test
webhooks-test-sent = Test envoyé
webhooks-disable = Désactiver
webhooks-enable = Activer
webhooks-rotate = Remplacer la clé
webhooks-rotate-text = Les messages sont signés avec les deux clés pendant un jour.
webhooks-delete = Supprimer
webhooks-delete-title = Supprimer ce webhook ?
webhooks-deliveries = Envois
webhooks-deliveries-empty = Aucun envoi pour le moment
webhooks-deliveries-reload = Actualiser
webhooks-redeliver = Renvoyer
webhooks-redeliver-named = Renvoyer: { $type }, { TIME($when) }
webhooks-state-pending = En attente
webhooks-state-delivered = Remis
webhooks-state-failed = Échec
webhooks-attempts = { $count ->
    [one] { $count } tentative
   *[other] { $count } tentatives
}
webhooks-status = Statut { $status }
