### Textes de la page du compte.

account-title = Compte
account-tabs-label = Sections du compte
account-tabs-overview = Vue d’ensemble
account-tabs-preferences = Préférences
account-tabs-keys = Clés d’API
account-tabs-security = Sécurité
account-since = Offre { $plan } depuis le { DATE($created) }
account-usage-title = Utilisation
account-usage-requests = Requêtes cette heure-ci
account-usage-storage = Espace de stockage
account-usage-of = { $used } sur { $max }
account-usage-unlimited = { $used } (illimité)
account-usage-resets = Remise à zéro à { CLOCK($when) }.
account-usage-images = Images
account-usage-albums = Albums
account-usage-file-size = Taille max. d’un fichier
account-days-title = { $days } derniers jours
account-days-uploads = Envois
account-days-bytes = Données envoyées
account-days-requests = Requêtes API
account-preferences-text = Ces réglages s’appliquent dans tous les navigateurs où vous vous connectez.
account-preferences-uploads = Envois
account-preferences-look = Langue et apparence
account-preferences-link = Type de lien
account-preferences-copy = Copier le lien après un envoi
account-preferences-copy-hint = Lorsque vous envoyez une seule image.
account-preferences-album = Album des nouveaux envois
account-preferences-album-hint = L’album est créé si nécessaire. Laissez vide pour aucun album.
account-preferences-expiry = Expiration des nouveaux envois
account-profile-title = Profil
account-profile-name = Nom
account-profile-email = Adresse e-mail
account-profile-password = Mot de passe
account-profile-password-hint = Nécessaire pour changer d’adresse e-mail.
account-password-title = Mot de passe
account-password-current = Mot de passe actuel
account-password-next = Nouveau mot de passe
account-password-text = Le modifier vous déconnecte de tous vos autres appareils.
account-password-action = Modifier le mot de passe
account-password-none = Votre compte n’a pas de mot de passe. Définissez-en un pour vous connecter sans passer par un autre fournisseur.
account-password-set = Définir le mot de passe
account-password-revoke-keys = Révoquer aussi toutes les clés d’API
account-password-revoke-keys-hint = À choisir si quelqu’un d’autre a pu voir votre mot de passe ou une clé.
account-password-changed = { $keys ->
    [0] Mot de passe modifié
    [one] Mot de passe modifié, { $keys } clé d’API révoquée
   *[other] Mot de passe modifié, { $keys } clés d’API révoquées
}
account-verification-title = Confirmez votre adresse e-mail
account-verification-text = Nous avons envoyé un lien à { $email }. Ouvrez-le pour confirmer que cette adresse est la vôtre.
account-verification-pending-text = Nous avons envoyé un lien à { $pending }. Tant que vous ne l’avez pas ouvert, votre adresse reste { $email }.
account-verification-again = Renvoyer
account-verification-sent = Lien envoyé
account-sessions-title = Vos connexions
account-sessions-text = Déconnectez les navigateurs et les applications que vous ne reconnaissez pas.
account-sessions-current = Ce navigateur
account-sessions-unknown = Appareil inconnu
account-sessions-network = Réseau : { $network } (approximatif)
account-sessions-times = Connexion le { TIME($created) } · Dernière utilisation le { TIME($used) }
account-sessions-times-current = Connexion le { TIME($created) }
account-sessions-end = Déconnecter
account-sessions-end-one = Déconnecter { $name }
account-sessions-ended = Session déconnectée
account-sessions-end-others = Déconnecter tout le reste
account-sessions-end-others-title = Déconnecter toutes les autres sessions ?
account-sessions-end-others-text = { $count ->
    [one] { $count } autre navigateur ou application sera déconnecté. Les clés d’API continuent de fonctionner.
   *[other] { $count } autres navigateurs et applications seront déconnectés. Les clés d’API continuent de fonctionner.
}
account-sessions-ended-others = { $count ->
    [one] { $count } autre navigateur ou application déconnecté
   *[other] { $count } autres navigateurs et applications déconnectés
}
account-program = { $browser } sur { $system }
account-export-title = Télécharger vos données
account-export-text = Un fichier ZIP avec vos images classées par album, ainsi que les informations de votre compte, vos albums, clés d’API (sans les secrets), sessions et préférences.
account-export-action = Télécharger le ZIP
account-export-started = { $images ->
    [0] Téléchargement lancé
    [one] Téléchargement de { $images } image ({ SIZE($bytes) })
   *[other] Téléchargement de { $images } images ({ SIZE($bytes) })
}
account-delete-title = Supprimer le compte
account-delete-text = Vos albums, clés et sessions sont supprimés immédiatement. Cette action est irréversible.
account-delete-action = Supprimer le compte
account-delete-dialog = Supprimer votre compte ?
account-delete-images = Que faire de vos images ?
account-delete-remove = Les supprimer toutes ; leurs liens ne fonctionneront plus
account-delete-keep = Les laisser en ligne, sans lien avec vous (vous ne pourrez plus les supprimer)
account-delete-password = Confirmez avec votre mot de passe
account-delete-done = { $count ->
    [one] Compte supprimé avec { $count } image
   *[other] Compte supprimé avec { $count } images
}
account-keys-title = Clés d’API
account-keys-text = Pour les programmes qui envoient des images à votre place. Protégez une clé comme un mot de passe.
account-keys-empty = Aucune clé d’API pour l’instant
account-keys-create = Nouvelle clé
account-keys-used = Dernière utilisation le { DATE($when) }
account-keys-expires = Expire le { DATE($when) }
account-keys-made = Créée le { DATE($when) }
account-keys-actions-for = Actions pour la clé { $name }
account-keys-rename = Renommer
account-keys-rotate = Remplacer
account-keys-revoke = Révoquer
account-keys-name = Nom
account-keys-name-hint = Où elle est utilisée, par exemple « ShareX sur mon portable ».
account-keys-name-wrong = Saisissez un nom.
account-keys-expiry = Expiration
account-keys-scopes = Autorisations
account-keys-scopes-wrong = Choisissez au moins une autorisation.
account-keys-scope-all = Accès complet, sauf l’administration
account-keys-scope-images-write = Envoyer et modifier des images
account-keys-scope-images-read = Lister les images
account-keys-scope-images-delete = Supprimer des images
account-keys-scope-albums-read = Voir les albums
account-keys-scope-albums-write = Modifier les albums
account-keys-scope-keys-manage = Gérer les clés
account-keys-scope-webhooks-manage = Gérer les webhooks
account-keys-scope-account-read = Voir le compte
account-keys-scope-account-write = Modifier le compte
account-keys-scope-admin = Administration
account-keys-create-action = Créer la clé
account-keys-issued = Votre nouvelle clé
account-keys-issued-text = Copiez-la maintenant. Vous ne pourrez plus la revoir.
account-keys-issued-key = Clé d’API
account-keys-done = OK
account-keys-renamed = Clé renommée
account-keys-rotate-text = « { $name } » reçoit une nouvelle clé. Mettez à jour les programmes qui utilisent l’ancienne.
account-keys-grace = L’ancienne clé fonctionne encore
account-keys-revoke-title = Révoquer cette clé ?
account-keys-revoke-text = Les programmes qui utilisent « { $name } » ne fonctionneront plus.
account-keys-revoked = Clé révoquée
account-clients-title = Applications et scripts
account-clients-text = Chaque téléchargement contient sa propre clé d’API, qui permet uniquement d’envoyer des images. Ne partagez pas le fichier.
account-clients-sharex = ShareX
account-clients-sharex-text = Captures d’écran sous Windows. Ouvrez le fichier et ShareX est prêt.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = Captures d’écran sous Linux. Le script les envoie et copie le lien ; associez-le à une touche.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = Captures d’écran sous KDE. Le script les envoie et copie le lien ; associez-le à une touche.
account-clients-macos = macOS
account-clients-macos-text = Pour « Exécuter le script Shell » dans Raccourcis : envoie les fichiers que vous lui transmettez ou une nouvelle capture d’écran.
account-clients-ios = iPhone et iPad
account-clients-ios-text = Un raccourci dans votre feuille de partage, en quatre étapes.
account-clients-shell = Ligne de commande
account-clients-shell-text = Envoie des fichiers ou l’entrée standard avec curl et affiche les liens.
account-clients-download = Télécharger
account-clients-download-for = Télécharger pour { $name }
account-clients-anonymous = Télécharger la config anonyme
account-clients-anonymous-for = Télécharger la config anonyme pour { $name }
account-clients-steps = Voir les étapes
account-clients-done = { $file } téléchargé
account-clients-replace-title = Remplacer votre clé { $name } ?
account-clients-replace-text = Vous avez déjà une clé { $name } du { DATE($created) }. Si vous la remplacez, le fichier téléchargé auparavant ne fonctionnera plus. Pour utiliser { $name } sur un deuxième appareil, ajoutez une autre clé.
account-clients-replace = Remplacer la clé
account-clients-add = Ajouter une autre clé
account-ios-intro = Apple n’installe que les raccourcis qu’elle a signés : il n’y a donc pas de fichier à télécharger. Créer le vôtre prend environ deux minutes.
account-ios-new = Dans l’app Raccourcis, créez un raccourci. Dans ses détails, activez « Afficher dans la feuille de partage » et n’acceptez que les images.
account-ios-request = Ajoutez l’action « Obtenir le contenu de l’URL » avec cette adresse. Choisissez la méthode POST et le corps de requête Formulaire, puis ajoutez un champ de type Fichier nommé « file » avec la valeur « Entrée de raccourci ».
account-ios-address = Adresse
account-ios-header = Dans la même action, ajoutez un en-tête nommé « Authorization ». Pour envoyer des images sans votre compte, ignorez cette étape.
account-ios-key-text = Crée une clé d’API qui permet uniquement d’envoyer des images. Elle remplace la précédente créée sur cette page.
account-ios-create-key = Créer la clé
account-ios-authorization = Valeur de l’en-tête
account-ios-link = Ajoutez « Obtenir la valeur du dictionnaire » pour « data.links.direct », puis « Copier dans le presse-papiers ».
account-keys-expiry-0 = Jamais
account-keys-expiry-30 = 30 jours
account-keys-expiry-90 = 90 jours
account-keys-expiry-365 = 1 an
account-keys-never-used = Jamais utilisée
account-keys-grace-0 = Arrêt immédiat
account-keys-grace-1 = 1 heure
account-keys-grace-24 = 1 jour
account-keys-grace-168 = 1 semaine
