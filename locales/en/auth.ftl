### Texts of signing in and registering.

auth-email = Email address
auth-password = Password
auth-new-password = New password
auth-name = Name
auth-password-hint = At least 8 characters.
auth-password-hint-varied = Easy to guess. Use more different characters.
auth-password-hint-longer = OK. Longer is stronger: try a few words.
auth-password-hint-good = Good length.
auth-show = Show password
auth-hide = Hide password
auth-wrong-email = Enter a valid email address, such as ada@example.org.
auth-wrong-password = Enter 8 to 128 characters.
auth-wrong-password-common = This password is too common. Choose one that’s harder to guess.
auth-wrong-password-is-email = Your password can’t be your email address.
auth-wrong-password-missing = Enter your password.
auth-wrong-name = Enter at most 100 characters.
auth-or = or
auth-sign-in-with = Sign in with { $name }
auth-login-title = Sign in
auth-login-action = Sign in
auth-login-no-account = Don’t have an account?
auth-login-register = Sign up
auth-login-forgot = Forgot your password?
auth-login-needed = Sign in to continue.
auth-register-title = Create account
auth-register-text = Keep your images together, organize them in albums, and upload more per hour.
auth-register-action = Create account
auth-register-has-account = Already have an account?
auth-register-sign-in = Sign in
auth-register-closed = Registration is closed
auth-register-closed-hint = The operator of this server creates accounts. You can upload without one.
auth-register-welcome = Welcome!
auth-forgot-title = Forgot your password?
auth-forgot-text = Enter your account’s email address and we’ll send you a reset link.
auth-forgot-action = Send link
auth-forgot-sent = Check your email
auth-forgot-sent-text = If there’s an account for { $email }, we’ve sent a reset link. It expires in 1 hour.
auth-forgot-no-mail = This server can’t send email
auth-forgot-no-mail-text = Ask its operator for a password reset link.
auth-forgot-back = Back to sign in
auth-reset-title = Set a new password
auth-reset-action = Set password
auth-reset-done = Password changed
auth-reset-done-text =
    { $keys ->
        [one] { $keys } API key
       *[other] { $keys } API keys
    } and { $sessions ->
        [one] { $sessions } session
       *[other] { $sessions } sessions
    } no longer work. Sign in with your new password.
auth-reset-bad = This link has expired or was already used.
auth-reset-bad-text = Request a new one to continue.
auth-reset-again = Send a new link
auth-verify-title = Confirm your email address
auth-verify-text = Someone entered this address for an account here. If it wasn’t you, close this page.
auth-verify-action = Confirm address
auth-verify-done = Email address confirmed
auth-verify-done-text = { $email } is now your email address.
auth-verify-bad = This link has expired or was already used.
auth-verify-bad-text = You can request a new one on your account page.
auth-verify-taken-text = Another account uses this email address.
auth-verify-account = Go to your account
auth-again-title = Sign in to continue
auth-again-text = You’ve been signed out. Your changes are kept.
auth-other-title = Upload to this account?
auth-other-text = You’re now signed in as { $now }. The waiting files were added by { $chosen }.
auth-other-keep = Don’t upload
auth-other-upload = Upload as this account
auth-register-invitation = Invitation
auth-register-invitation-hint = Paste the link or code you were given.
auth-register-invitation-wrong = Enter your invitation.
auth-register-approval = An administrator approves new accounts. You can use yours once it’s approved.
auth-register-domains = Use an address of { $domains }.
