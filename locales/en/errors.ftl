### Texts of errors, by the code of the API.

error-unknown = Something went wrong. Please try again.
error-network = You seem to be offline. Check your connection and try again.
error-unexpected-answer = Something went wrong. Please try again.
error-task-not-found = This task no longer exists.
error-task-in-progress = Another task works on the images of this account. Wait until it is done.
error-invalid-file-type = { $accepted ->
    [none] Not a supported image.
   *[other] Not a supported image. Use { $accepted }.
}
error-content-blocked = This picture isn’t allowed here.
error-content-refused = This picture isn’t allowed here.
error-invalid-image = This image is corrupt or incomplete and can’t be opened.
error-image-dimensions-exceeded = { $megapixels ->
    [0] Too many pixels. Resize the image and try again.
   *[other] Too many pixels (max { $megapixels } megapixels). Resize the image and try again.
}
error-empty-file = This file is empty.
error-missing-file = No file arrived. Choose it again.
error-too-many-files = Too many files at once.
error-invalid-album = This album name can’t be used. Use up to 255 visible characters.
error-invalid-expiry = This expiry can’t be used.
error-missing-api-key = You’ve been signed out. Sign in to continue; your changes are kept.
error-invalid-api-key = You’ve been signed out. Sign in to continue; your changes are kept.
error-invalid-credentials = The email address or password is wrong.
error-wrong-password = This isn’t your password.
error-export-in-progress = A download of your data is already running. Try again when it has finished.
error-invalid-second-factor = { $factor ->
    [code] That code is wrong or was already used. Wait for the next one.
    [recovery_code] That recovery code is wrong or was already used.
    [passkey] This passkey can’t be used here.
   *[other] This took too long. Please start again.
}
error-second-factor-missing = Administrators need two-step verification here. Turn it on under Account › Security, or sign in with it.
error-second-factor-exists = Your account already has this one.
error-forbidden = You don’t have permission to do that.
error-storage-quota-exceeded = Your storage is full. Delete some images and try again.
error-account-suspended = This account is suspended.
error-registration-closed = Registration is closed.
error-challenge-required = This server checks that you’re not a program. Try again.
error-challenge-failed = The check took too long or was used already. Try again.
error-challenge-insecure = This server asks for a computation that browsers do on https pages only.
error-invitation-required = You need an invitation to sign up here.
error-invalid-invitation = This invitation isn’t valid. It may have expired, been used up, or be for another address.
error-email-domain-refused = You can’t use an email address of this domain here.
error-account-waiting = This account can’t be used yet.
error-registration-full = Too many new accounts are waiting. Try again later.
error-account-not-waiting = This account isn’t waiting for approval.
error-invitation-not-found = This invitation no longer exists.
error-image-not-found = This image no longer exists.
error-album-not-found = This album no longer exists.
error-key-not-found = This key no longer exists.
error-webhook-not-found = This webhook no longer exists.
error-delivery-not-found = This delivery is no longer kept.
error-album-exists = You already have an album with this name.
error-email-taken = There is already an account with this email address.
error-request-timeout = The connection was too slow. Try again.
error-idempotency-in-progress = This file is already being processed. Try again shortly.
error-file-too-large = The file is too large. The limit is { SIZE($limit) }.
error-request-too-large = Too much at once.
error-rate-limit-exceeded = Hourly limit reached. Try again later.
error-rate-limit-exceeded-wait = Hourly limit reached. Try again in { DURATION($seconds) }.
error-too-many-attempts = Too many attempts. Try again later.
error-too-many-attempts-wait = Too many attempts. Try again in { DURATION($seconds) }.
error-too-many-guesses = Too many wrong passwords. Sign in on a device you’ve used before, or reset your password.
error-internal-error = Something went wrong on our side. Please try again.
error-internal-error-reference = Something went wrong on our side. Please try again (reference { $id }).
error-storage-unavailable = Files can’t be stored right now. Try again later.
error-storage-unavailable-wait = Files can’t be stored right now. Try again in { DURATION($seconds) }.
error-service-unavailable = The service is busy. Try again later.
error-service-unavailable-wait = The service is busy. Try again in { DURATION($seconds) }.
error-account-changed = You’re now signed in with another account, so nothing was changed.
error-invalid-parameter = Something you entered can’t be used. Check it and try again.
error-invalid-request = Something went wrong. Please try again.
error-sign-in-failed = Signing in failed. Please try again.
error-second-factor-required = One more step is needed to sign in.
error-insufficient-scope = You don’t have permission to do that.
error-account-not-found = This account no longer exists.
error-session-not-found = This session has already ended.
error-second-factor-not-found = This was already removed.
error-deletion-not-found = This deletion can’t be found.
error-block-not-found = This block was already removed.
error-job-not-found = This job no longer exists.
error-job-locked = This job can’t be changed right now.
error-report-not-found = This report no longer exists.
error-report-resolved = This report was already resolved.
error-image-already-owned = This image already belongs to an account.
error-thumbnail-not-found = This image has no thumbnail.
error-variant-not-found = This version of the image doesn’t exist.
error-idempotency-key-reused = This file has changed since the first try. Choose it again.
error-album-locked = This album needs a password.
error-album-ended = This album is no longer shared.
error-download-not-allowed = Downloads are turned off for this album.
error-export-not-found = This export has expired. Start a new one.
error-too-many-uploads = Too many uploads are unfinished. Let some of them end first.
error-upload-not-found = This upload has expired. Start it again.
error-network-blocked = Uploads and sign-ins from your network are blocked.
error-network-block-not-found = This network is no longer blocked.
error-uploader-unknown = The uploader of this image is not known.
error-anonymous-uploads-off = This server takes uploads from accounts only. Sign in first.
error-storage-full = The service has no storage left. Try again later.
