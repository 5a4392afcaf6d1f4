### Textes du cadre et de toutes les pages.

common-site-name = imgd
common-skip = Aller au contenu
common-description = Envoyez des images et obtenez des liens pour les partager.
common-offline-title = Vous êtes hors ligne
common-offline-hint = Vérifiez votre connexion, puis réessayez.
common-shared-failed = Impossible de recevoir les fichiers partagés. Choisissez-les plutôt ici.
common-loading = Chargement…
common-solving = Une courte vérification contre l’usage automatisé est en cours…
common-not-found = Page introuvable
common-page-failed = Impossible de charger cette page
common-page-failed-hint = Vérifiez votre connexion, puis réessayez.
common-try-again = Réessayer
common-cancel = Annuler
common-close = Fermer
common-save = Enregistrer
common-saved = Enregistré
common-copy = Copier
common-copied = Copié
common-copied-that = { $what } : copié
common-copy-failed = Appuyez sur Ctrl+C ou ⌘C pour copier
common-optional = facultatif
common-nav-label = Site
common-nav-upload = Envoyer
common-nav-library = Photothèque
common-nav-albums = Albums
common-nav-account = Compte
common-nav-trash = Corbeille
common-nav-admin = Administration
common-nav-account-menu = { $initial }, compte de { $name }
common-nav-sign-in = Se connecter
common-nav-sign-out = Se déconnecter
common-nav-register = Créer un compte
common-footer-unlisted = Les images ne sont pas répertoriées : toute personne ayant le lien peut les voir.
common-footer-about = À propos et offres
common-footer-api = API
common-theme-label = Apparence
common-theme-system = Auto
common-theme-light = Clair
common-theme-dark = Sombre
common-plan-free = Gratuit
common-plan-pro = Pro
common-plan-enterprise = Entreprise
common-language = Langue
common-account-language = La langue de votre compte est { $language }.
common-switch-language = Changer de langue
common-language-browser = Langue du navigateur
common-chart-table = Afficher en tableau
common-chart-day = Jour
common-chart-peak = Jour le plus haut : { $figure }
common-offline = Vous êtes hors ligne. Nous continuerons dès votre retour en ligne.
common-session-ended = Vous avez été déconnecté. Vos modifications sont conservées.
common-leave-changes = Abandonner vos modifications ?
common-leave-keep = Continuer
common-leave-discard = Abandonner
common-leave-secret = Ceci ne sera plus affiché. Fermer quand même ?
common-leave-stay = Revenir

# Envoi depuis n’importe quelle page. $count vaut 0 si le navigateur ne l’indique pas.
common-drop-now = { $count ->
    [0] Déposez pour envoyer
    [one] Déposez pour envoyer { $count } fichier
   *[other] Déposez pour envoyer { $count } fichiers
}
common-drop-album = dans l’album « { $album } »
common-upload-percent = { $percent } %
common-upload-progress = { $percent } %, { $done } sur { $total } envoyés
common-upload-started = { $count ->
    [one] Envoi de { $count } fichier
   *[other] Envoi de { $count } fichiers
}
common-upload-finished = { $count ->
    [one] { $count } image envoyée
   *[other] { $count } images envoyées
}
common-upload-partly = Envoyés : { $done } ; en échec : { $failed }
common-upload-show = Afficher
common-link-copied = Lien copié
common-export-started = { $images ->
    [0] Téléchargement lancé
    [one] Téléchargement de { $images } image ({ SIZE($bytes) })
   *[other] Téléchargement de { $images } images ({ SIZE($bytes) })
}
common-waiting-approval = Votre compte attend une approbation
common-waiting-approval-text = Un administrateur doit approuver { $email } avant que vous puissiez envoyer des images.
common-waiting-verification = Confirmez votre adresse e-mail
common-waiting-verification-text = Ouvrez le lien envoyé à { $email }. Vous pourrez ensuite envoyer des images.
common-waiting-check = Vérifier à nouveau
