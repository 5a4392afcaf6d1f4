### Textes de la connexion et de l’inscription.

auth-email = Adresse e-mail
auth-password = Mot de passe
auth-new-password = Nouveau mot de passe
auth-name = Nom
auth-password-hint = Au moins 8 caractères.
auth-password-hint-varied = Facile à deviner. Utilisez des caractères plus variés.
auth-password-hint-longer = Correct. Plus long, c’est mieux : essayez quelques mots.
auth-password-hint-good = Bonne longueur.
auth-show = Afficher le mot de passe
auth-hide = Masquer le mot de passe
auth-wrong-email = Saisissez une adresse e-mail valide, par exemple ada@example.org.
auth-wrong-password = Saisissez entre 8 et 128 caractères.
auth-wrong-password-common = Ce mot de passe est trop courant. Choisissez-en un plus difficile à deviner.
auth-wrong-password-is-email = Votre mot de passe ne peut pas être votre adresse e-mail.
auth-wrong-password-missing = Saisissez votre mot de passe.
auth-wrong-name = Saisissez 100 caractères au plus.
auth-or = ou
auth-sign-in-with = Se connecter avec { $name }
auth-login-title = Connexion
auth-login-action = Se connecter
auth-login-no-account = Pas encore de compte ?
auth-login-register = S’inscrire
auth-login-forgot = Mot de passe oublié ?
auth-login-needed = Connectez-vous pour continuer.
auth-register-title = Créer un compte
auth-register-text = Gardez vos images ensemble, classez-les en albums et envoyez-en plus par heure.
auth-register-action = Créer un compte
auth-register-has-account = Vous avez déjà un compte ?
auth-register-sign-in = Se connecter
auth-register-closed = Les inscriptions sont fermées
auth-register-closed-hint = L’exploitant de ce serveur crée les comptes. Vous pouvez envoyer des images sans compte.
auth-register-welcome = Bienvenue !
auth-forgot-title = Mot de passe oublié ?
auth-forgot-text = Saisissez l’adresse e-mail de votre compte et nous vous enverrons un lien de réinitialisation.
auth-forgot-action = Envoyer le lien
auth-forgot-sent = Consultez votre messagerie
auth-forgot-sent-text = S’il existe un compte pour { $email }, nous avons envoyé un lien de réinitialisation. Il expire dans 1 heure.
auth-forgot-no-mail = Ce serveur ne peut pas envoyer d’e-mails
auth-forgot-no-mail-text = Demandez un lien de réinitialisation à son exploitant.
auth-forgot-back = Retour à la connexion
auth-reset-title = Choisir un nouveau mot de passe
auth-reset-action = Enregistrer le mot de passe
auth-reset-done = Mot de passe modifié
auth-reset-done-text =
    { $keys ->
        [one] { $keys } clé d’API
       *[other] { $keys } clés d’API
    } et { $sessions ->
        [one] { $sessions } session
       *[other] { $sessions } sessions
    } ne fonctionnent plus. Connectez-vous avec votre nouveau mot de passe.
auth-reset-bad = Ce lien a expiré ou a déjà été utilisé.
auth-reset-bad-text = Demandez-en un nouveau pour continuer.
auth-reset-again = Envoyer un nouveau lien
auth-verify-title = Confirmez votre adresse e-mail
auth-verify-text = Quelqu’un a saisi cette adresse pour un compte ici. Si ce n’était pas vous, fermez cette page.
auth-verify-action = Confirmer l’adresse
auth-verify-done = Adresse e-mail confirmée
auth-verify-done-text = { $email } est maintenant votre adresse e-mail.
auth-verify-bad = Ce lien a expiré ou a déjà été utilisé.
auth-verify-bad-text = Vous pouvez en demander un nouveau sur la page de votre compte.
auth-verify-taken-text = Un autre compte utilise cette adresse e-mail.
auth-verify-account = Aller à votre compte
auth-again-title = Connectez-vous pour continuer
auth-again-text = Vous avez été déconnecté. Vos modifications sont conservées.
auth-other-title = Envoyer dans ce compte ?
auth-other-text = Vous êtes maintenant connecté en tant que { $now }. Les fichiers en attente ont été ajoutés par { $chosen }.
auth-other-keep = Ne pas envoyer
auth-other-upload = Envoyer dans ce compte
auth-register-invitation = Invitation
auth-register-invitation-hint = Collez le lien ou le code que vous avez reçu.
auth-register-invitation-wrong = Saisissez votre invitation.
auth-register-approval = Un administrateur approuve les nouveaux comptes. Le vôtre sera utilisable ensuite.
auth-register-domains = Utilisez une adresse de { $domains }.
