### Textes des pages fournies par le serveur : images, albums partagés, signalements, suppression, envoi sans JavaScript.

pages-title = { $title } · imgd
pages-skip = Aller au contenu
pages-nav-label = Site
pages-nav-upload = Envoyer
pages-nav-sign-in = Se connecter
pages-nav-library = Photothèque
pages-footer-label = À propos de ce site
pages-footer-unlisted = Les images ne sont pas répertoriées : toute personne ayant le lien peut les voir.
pages-footer-about = À propos
pages-footer-api = API
pages-footer-terms = Conditions d’utilisation
pages-footer-privacy = Confidentialité
pages-footer-contact = Contact
pages-language = Langue
pages-language-choose = Changer de langue

## Copie

pages-copy = Copier
pages-copied = Copié
# $what est le nom d’un type de lien, par exemple Markdown.
pages-copied-what = { $what } : copié
pages-copy-failed = Appuyez sur Ctrl+C ou ⌘C pour copier

## La page d’une image

pages-view-description = Image { $format }, { $sides } pixels, { $size }
pages-view-download = Télécharger
pages-view-share = Partager…
pages-view-original = Ouvrir l’original
pages-view-links = Liens
pages-view-link-type = Type de lien
pages-view-details = Détails
pages-view-report = Signaler cette image
pages-view-moderate = Modérer
pages-view-zoom = Zoom
pages-view-zoom-in = Zoom avant
pages-view-zoom-out = Zoom arrière
pages-view-zoom-fit = Ajuster
pages-view-zoom-fit-long = Ajuster à la fenêtre
pages-view-zoom-actual = Taille réelle
pages-view-no-private = La position et les données de l’appareil photo sont retirées de chaque envoi.
pages-link-direct = Lien direct
pages-link-view-page = Page de l’image
pages-link-thumbnail = Miniature
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = Nom du fichier
pages-fact-format = Format
pages-fact-dimensions = Dimensions
pages-fact-size = Taille
pages-fact-animation = Animation
pages-fact-uploaded = Date d’envoi
pages-fact-expires = Expiration
pages-fact-never = Jamais
pages-fact-pixels = { $sides } pixels
pages-fact-pixels-in-all = { $count } au total
pages-fact-megapixels = { $count } Mpx
pages-fact-bytes = { $count ->
    [one] { $count } octet
   *[other] { $count } octets
}
pages-fact-frames = { $count ->
    [one] { $count } image
   *[other] { $count } images
}

## La partie du propriétaire sur la page d’une image

pages-owner-heading = Votre image
pages-owner-name = Nom du fichier
pages-owner-name-missing = Saisissez un nom.
pages-owner-album = Album
pages-owner-album-none = Sans album
pages-owner-expiry = Expiration
pages-owner-expiry-keep = Ne pas modifier
pages-owner-expiry-never = Jamais
pages-owner-expiry-hour = Dans 1 heure
pages-owner-expiry-day = Dans 1 jour
pages-owner-expiry-week = Dans 1 semaine
pages-owner-expiry-month = Dans 30 jours
pages-owner-removed = Métadonnées retirées : { $kinds }
pages-owner-save = Enregistrer
pages-owner-saved = Enregistré
pages-owner-failed = Une erreur s’est produite. Veuillez réessayer.
pages-owner-delete = Supprimer l’image
pages-owner-delete-heading = Supprimer cette image ?
pages-owner-delete-text = Elle sera supprimée définitivement et ses liens ne fonctionneront plus.
pages-owner-delete-cancel = Annuler
pages-owner-delete-confirm = Supprimer définitivement
pages-removed-gps = position
pages-removed-camera = appareil photo
pages-removed-timestamps = dates
pages-removed-software = logiciel
pages-removed-author = auteur
pages-removed-maker_notes = notes du fabricant de l’appareil
pages-removed-thumbnail = aperçu intégré
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = commentaires
pages-removed-text = texte
pages-removed-secondary_images = images cachées
pages-removed-trailing_data = données en fin de fichier
pages-removed-other = autres données

## Albums partagés

pages-album-nav = Album
pages-album-images = { $count ->
    [one] { $count } image
   *[other] { $count } images
}
pages-album-empty = Il n’y a pas encore d’images ici.
pages-album-pages = Pages
pages-album-first-page = Première page
pages-album-next-page = Page suivante
pages-album-updated = Mis à jour le
pages-album-until = Disponible jusqu’au
pages-album-download = Tout télécharger
pages-album-download-part = Télécharger la partie { $part } sur { $parts }
pages-album-previous = Précédente
pages-album-next = Suivante

pages-locked-title = Mot de passe requis
pages-locked-heading = Cet album est protégé
pages-locked-text = Saisissez le mot de passe que vous avez reçu avec le lien.
pages-locked-password = Mot de passe
pages-locked-wrong = Ce mot de passe est incorrect.
pages-locked-open = Ouvrir l’album

## Suppression par un lien

pages-delete-heading = Supprimer cette image ?
pages-delete-text = Tous ses liens cesseront aussitôt de fonctionner. Cette action est irréversible.
pages-delete-confirm = Supprimer définitivement
pages-delete-keep = Conserver
pages-deleted-heading = Image supprimée
pages-deleted-text = L’image, sa miniature et tous ses liens ont définitivement disparu.
pages-upload-image = Envoyer une image

## Signalement

pages-report-heading = Signaler cette image
pages-report-question = Quel est le problème ?
pages-report-illegal = Contenu illégal
pages-report-abuse = Harcèlement, menaces ou haine
pages-report-copyright = Atteinte au droit d’auteur
pages-report-privacy = Informations privées ou photo de moi
pages-report-spam = Spam ou arnaque
pages-report-other = Autre chose
pages-report-comment = Autres précisions utiles
pages-report-email = E-mail (si nous devons vous recontacter)
pages-report-optional = facultatif
pages-report-send = Envoyer le signalement
pages-report-back = Retour à l’image
pages-report-reason-missing = Indiquez quel est le problème.
pages-report-comment-long = Raccourcissez votre commentaire à { $max } caractères.
pages-report-email-wrong = Saisissez une adresse e-mail valide ou laissez le champ vide.
pages-reported-heading = Signalement envoyé
pages-reported-text = Merci. Nous l’examinerons bientôt.

## Envoi sans JavaScript

pages-upload-heading = Envoyer des images
pages-upload-off = Ce serveur n’accepte que les envois des comptes. Connectez-vous d’abord.
pages-upload-challenge = Ce serveur demande en ce moment un calcul pour les envois sans compte, ce qui nécessite JavaScript. Envoyez vos images depuis la page d’accueil ou connectez-vous.
pages-upload-files = Images
pages-upload-up-to = { $formats }, jusqu’à { $size } par image, { $files ->
    [one] { $files } image
   *[other] { $files } images
} à la fois.
pages-upload-up-to-any = { $formats }, jusqu’à { $size } par image.
pages-upload-expiry = Expiration
pages-upload-send = Envoyer
pages-upload-anonymous = Vous obtiendrez des liens à partager et un lien pour supprimer chaque image. Conservez les liens de suppression : vous ne les reverrez plus.
pages-uploaded-heading = { $count ->
    [one] Image envoyée
   *[other] { $count } images envoyées
}
pages-uploaded-some = Envoyées : { $count } ; en échec : { $failed }
pages-uploaded-failed = { $count ->
    [one] Échec de l’envoi
   *[other] Échec de { $count } envois
}
pages-uploaded-keep = Conservez les liens de suppression. Vous ne les reverrez plus.
pages-uploaded-delete-link = Lien de suppression
pages-uploaded-delete-hint = Toute personne ayant ce lien peut supprimer l’image.
pages-uploaded-all-links = Tous les liens
pages-uploaded-more = Envoyer d’autres images
pages-problem-missing-file = Choisissez au moins une image.
pages-problem-empty-file = Ce fichier est vide.
pages-problem-file-type = Ce format d’image n’est pas pris en charge. Utilisez { $formats }.
pages-problem-unreadable = Cette image est endommagée et ne peut pas être lue.
pages-problem-pixels = Cette image a trop de pixels ou trop d’images animées. Réduisez-la et réessayez.
pages-problem-too-large = Ce fichier est trop volumineux. La limite est de { $size }.
pages-problem-too-many = Trop de fichiers. Envoyez-en { $files } à la fois.
pages-problem-refused = Cette image n’est pas autorisée ici.
pages-problem-storage = Il n’y a plus de place pour cette image.
pages-problem-busy = Le service est occupé. Réessayez dans un instant.
pages-problem-other = Une erreur s’est produite. Veuillez réessayer.

## Erreurs

pages-error-image-heading = Image indisponible
pages-error-image-text = Cette image n’est pas disponible. Elle a peut-être été supprimée ou a expiré, ou le lien est incomplet (les majuscules et les minuscules comptent).
pages-error-album-heading = Album indisponible
pages-error-album-text = Cet album n’est pas disponible. Il n’est peut-être plus partagé, ou le lien est incomplet (les majuscules et les minuscules comptent).
pages-error-ended-heading = Cet album n’est plus partagé
pages-error-ended-text = Son lien a expiré. Demandez-en un nouveau à la personne qui vous l’a envoyé.
pages-error-download-heading = Téléchargement désactivé
pages-error-download-text = Le propriétaire n’autorise pas le téléchargement de cet album. Vous pouvez toujours voir ses images.
pages-error-page-heading = Page introuvable
pages-error-page-text = L’adresse contient peut-être une erreur, ou la page a été déplacée.
pages-error-cursor-heading = Page introuvable
pages-error-cursor-text = Le lien est incomplet. Recommencez depuis la première page.
pages-error-delete-heading = Ce lien de suppression n’est pas valide
pages-error-delete-text = Il ne correspond pas à cette image. Le bon lien a été affiché une seule fois, après l’envoi.
pages-error-limit-heading = Trop de requêtes
pages-error-limit-text = { $minutes ->
    [one] Réessayez dans une minute.
   *[other] Réessayez dans { $minutes } minutes.
}
pages-error-busy-heading = Le service est occupé
pages-error-busy-text = Réessayez dans un instant.
pages-error-failed-heading = Une erreur s’est produite
pages-error-failed-text = Veuillez réessayer. Si le problème persiste, indiquez ce code : { $id }
pages-error-other-text = Vérifiez l’adresse et réessayez.

## À propos

pages-about-title = Envoyez une image, obtenez un lien
pages-about-description = Envoyez des images et partagez-les avec un lien. Sans compte ; la position et les données de l’appareil photo sont retirées.
pages-about-description-kept = Envoyez des images et partagez-les avec un lien. Sans compte.
pages-about-heading = Envoyez une image.
pages-about-heading-second = Obtenez un lien.
pages-about-lead = Envoyez sans compte et obtenez six formats de lien : direct, miniature, page, HTML, Markdown et BBCode.
pages-about-api = Lire l’API
pages-about-errors = Codes d’erreur
pages-about-try = Essayer
pages-about-example = Exemple d’envoi
pages-about-answer = La réponse
pages-about-copy-name = Exemple
pages-about-promises = Ce sur quoi vous pouvez compter
pages-about-stored = Enregistré, c’est enregistré
pages-about-stored-text = Un envoi n’est confirmé qu’une fois en sécurité sur le disque.
pages-about-gone = Supprimé, c’est supprimé
pages-about-gone-text = Une image supprimée ou expirée disparaît à l’instant même.
pages-about-private = Privé par défaut
pages-about-private-text = La position, les numéros de série de l’appareil photo et les commentaires sont retirés.
pages-about-plans = Offres
pages-about-plans-label = Limites des offres
pages-about-plan = Offre
pages-about-plan-requests = Requêtes par heure
pages-about-plan-size = Taille max. d’un fichier
pages-about-plan-files = Fichiers par envoi
pages-about-plan-pixels = Mégapixels
pages-about-plan-storage = Stockage
pages-about-plan-default-expiry = Expire après, sauf choix
pages-about-plan-max-expiry = Expire au plus tard après
pages-about-unlimited = illimité
pages-errors-title = Codes d’erreur
pages-errors-lead = Chaque échec de l’API a un code, et chaque code a un seul statut. La première phrase de son message ne change jamais ; la suite peut changer.
pages-errors-status = Statut
