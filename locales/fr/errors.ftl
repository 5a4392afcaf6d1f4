### Textes des erreurs, selon le code de l’API.

error-unknown = Une erreur s’est produite. Veuillez réessayer.
error-network = Vous semblez hors ligne. Vérifiez votre connexion et réessayez.
error-unexpected-answer = Une erreur s’est produite. Veuillez réessayer.
error-task-not-found = Cette tâche n’existe plus.
error-task-in-progress = Une autre tâche traite les images de ce compte. Attendez qu’elle soit terminée.
error-invalid-file-type = { $accepted ->
    [none] Ce format d’image n’est pas pris en charge.
   *[other] Ce format d’image n’est pas pris en charge. Utilisez { $accepted }.
}
error-content-blocked = Cette image n’est pas autorisée ici.
error-content-refused = Cette image n’est pas autorisée ici.
error-invalid-image = Cette image est endommagée ou incomplète et ne peut pas être ouverte.
error-image-dimensions-exceeded = { $megapixels ->
    [0] Trop de pixels. Réduisez l’image et réessayez.
   *[other] Trop de pixels ({ $megapixels } mégapixels au maximum). Réduisez l’image et réessayez.
}
error-empty-file = Ce fichier est vide.
error-missing-file = Aucun fichier n’est arrivé. Choisissez-le à nouveau.
error-too-many-files = Trop de fichiers à la fois.
error-invalid-album = Ce nom d’album n’est pas possible. Utilisez au plus 255 caractères visibles.
error-invalid-expiry = Cette expiration n’est pas possible.
error-missing-api-key = Vous avez été déconnecté. Connectez-vous pour continuer ; vos modifications sont conservées.
error-invalid-api-key = Vous avez été déconnecté. Connectez-vous pour continuer ; vos modifications sont conservées.
error-invalid-credentials = L’adresse e-mail ou le mot de passe est incorrect.
error-wrong-password = Ce n’est pas votre mot de passe.
error-export-in-progress = Un téléchargement de vos données est déjà en cours. Réessayez quand il sera terminé.
error-invalid-second-factor = { $factor ->
    [code] Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.
    [recovery_code] Ce code de secours est incorrect ou a déjà été utilisé.
    [passkey] Cette clé d’accès ne peut pas être utilisée ici.
   *[other] Cela a pris trop de temps. Veuillez recommencer.
}
error-second-factor-missing = La validation en deux étapes est obligatoire ici pour les administrateurs. Activez-la dans Compte › Sécurité, ou connectez-vous avec elle.
error-second-factor-exists = Votre compte a déjà celui-ci.
error-forbidden = Vous n’avez pas l’autorisation de faire cela.
error-storage-quota-exceeded = Votre espace est plein. Supprimez quelques images et réessayez.
error-account-suspended = Ce compte est suspendu.
error-registration-closed = Les inscriptions sont fermées.
error-challenge-required = Ce serveur vérifie que vous n’êtes pas un programme. Réessayez.
error-challenge-failed = La vérification a pris trop de temps ou a déjà servi. Réessayez.
error-challenge-insecure = Ce serveur demande un calcul que les navigateurs ne font que sur les pages https.
error-invitation-required = Il faut une invitation pour s’inscrire ici.
error-invalid-invitation = Cette invitation n’est pas valable. Elle a peut-être expiré, est épuisée ou destinée à une autre adresse.
error-email-domain-refused = Les adresses e-mail de ce domaine ne sont pas acceptées ici.
error-account-waiting = Ce compte n’est pas encore utilisable.
error-registration-full = Trop de nouveaux comptes sont en attente. Réessayez plus tard.
error-account-not-waiting = Ce compte n’attend pas d’approbation.
error-invitation-not-found = Cette invitation n’existe plus.
error-image-not-found = Cette image n’existe plus.
error-album-not-found = Cet album n’existe plus.
error-key-not-found = Cette clé n’existe plus.
error-webhook-not-found = Ce webhook n’existe plus.
error-delivery-not-found = Cet envoi n’est plus conservé.
error-album-exists = Vous avez déjà un album de ce nom.
error-email-taken = Il existe déjà un compte avec cette adresse e-mail.
error-request-timeout = La connexion était trop lente. Réessayez.
error-idempotency-in-progress = Ce fichier est déjà en cours de traitement. Réessayez bientôt.
error-file-too-large = Le fichier est trop volumineux. La limite est de { SIZE($limit) }.
error-request-too-large = C’est trop à la fois.
error-rate-limit-exceeded = Limite horaire atteinte. Réessayez plus tard.
error-rate-limit-exceeded-wait = Limite horaire atteinte. Réessayez dans { DURATION($seconds) }.
error-too-many-attempts = Trop de tentatives. Réessayez plus tard.
error-too-many-attempts-wait = Trop de tentatives. Réessayez dans { DURATION($seconds) }.
error-too-many-guesses = Trop de mots de passe incorrects. Connectez-vous sur un appareil déjà utilisé ou réinitialisez votre mot de passe.
error-internal-error = Une erreur s’est produite de notre côté. Veuillez réessayer.
error-internal-error-reference = Une erreur s’est produite de notre côté. Veuillez réessayer (référence { $id }).
error-storage-unavailable = Impossible d’enregistrer des fichiers pour le moment. Réessayez plus tard.
error-storage-unavailable-wait = Impossible d’enregistrer des fichiers pour le moment. Réessayez dans { DURATION($seconds) }.
error-service-unavailable = Le service est occupé. Réessayez plus tard.
error-service-unavailable-wait = Le service est occupé. Réessayez dans { DURATION($seconds) }.
error-account-changed = Vous êtes maintenant connecté à un autre compte ; rien n’a donc été modifié.
error-invalid-parameter = Une de vos saisies n’est pas possible. Vérifiez-la et réessayez.
error-invalid-request = Une erreur s’est produite. Veuillez réessayer.
error-sign-in-failed = La connexion a échoué. Veuillez réessayer.
error-second-factor-required = Une étape de plus est nécessaire pour vous connecter.
error-insufficient-scope = Vous n’avez pas l’autorisation de faire cela.
error-account-not-found = Ce compte n’existe plus.
error-session-not-found = Cette session est déjà terminée.
error-second-factor-not-found = Cet élément a déjà été supprimé.
error-deletion-not-found = Cette suppression est introuvable.
error-block-not-found = Ce blocage a déjà été levé.
error-job-not-found = Cette tâche n’existe plus.
error-job-locked = Cette tâche ne peut pas être modifiée pour le moment.
error-report-not-found = Ce signalement n’existe plus.
error-report-resolved = Ce signalement a déjà été traité.
error-image-already-owned = Cette image appartient déjà à un compte.
error-thumbnail-not-found = Cette image n’a pas de miniature.
error-variant-not-found = Cette version de l’image n’existe pas.
error-idempotency-key-reused = Ce fichier a changé depuis le premier essai. Choisissez-le à nouveau.
error-album-locked = Cet album demande un mot de passe.
error-album-ended = Cet album n’est plus partagé.
error-download-not-allowed = Le téléchargement est désactivé pour cet album.
error-export-not-found = Cet export a expiré. Lancez-en un nouveau.
error-too-many-uploads = Trop d’envois sont inachevés. Attendez que certains se terminent.
error-upload-not-found = Cet envoi a expiré. Recommencez-le.
error-network-blocked = Les envois et les connexions depuis votre réseau sont bloqués.
error-network-block-not-found = Ce réseau n’est plus bloqué.
error-uploader-unknown = L’auteur de l’envoi de cette image n’est pas connu.
error-anonymous-uploads-off = Ce serveur n’accepte que les envois des comptes. Connectez-vous d’abord.
error-storage-full = Le service n’a plus d’espace. Réessayez plus tard.
