### Texts of the account page.

account-title = Account
account-tabs-label = Account sections
account-tabs-overview = Overview
account-tabs-preferences = Preferences
account-tabs-keys = API keys
account-tabs-security = Security
account-since = { $plan } plan since { DATE($created) }
account-usage-title = Usage
account-usage-requests = Requests this hour
account-usage-storage = Storage
account-usage-of = { $used } of { $max }
account-usage-unlimited = { $used } (unlimited)
account-usage-resets = Resets at { CLOCK($when) }.
account-usage-images = Images
account-usage-albums = Albums
account-usage-file-size = Max file size
account-days-title = Last { $days } days
account-days-uploads = Uploads
account-days-bytes = Data uploaded
account-days-requests = API requests
account-preferences-text = These settings apply in every browser you sign in with.
account-preferences-uploads = Uploads
account-preferences-look = Language and appearance
account-preferences-link = Link type
account-preferences-copy = Copy the link after an upload
account-preferences-copy-hint = When you upload a single image.
account-preferences-album = Album for new uploads
account-preferences-album-hint = Creates the album if needed. Leave blank for none.
account-preferences-expiry = New uploads expire
account-profile-title = Profile
account-profile-name = Name
account-profile-email = Email address
account-profile-password = Password
account-profile-password-hint = Required to change your email address.
account-password-title = Password
account-password-current = Current password
account-password-next = New password
account-password-text = Changing it signs you out on all other devices.
account-password-action = Change password
account-password-none = Your account doesn’t have a password. Set one to sign in without another provider.
account-password-set = Set password
account-password-revoke-keys = Also revoke all API keys
account-password-revoke-keys-hint = Choose this if someone else may have seen your password or a key.
account-password-changed = { $keys ->
    [0] Password changed
    [one] Password changed, { $keys } API key revoked
   *[other] Password changed, { $keys } API keys revoked
}
account-verification-title = Confirm your email address
account-verification-text = We sent a link to { $email }. Open it to confirm that the address is yours.
account-verification-pending-text = We sent a link to { $pending }. Until you open it, your address stays { $email }.
account-verification-again = Send again
account-verification-sent = Link sent
account-sessions-title = Where you’re signed in
account-sessions-text = Sign out of browsers and apps you don’t recognize.
account-sessions-current = This browser
account-sessions-unknown = Unknown device
account-sessions-network = Network: { $network } (approximate)
account-sessions-times = Signed in { TIME($created) } · Last used { TIME($used) }
account-sessions-times-current = Signed in { TIME($created) }
account-sessions-end = Sign out
account-sessions-end-one = Sign out { $name }
account-sessions-ended = Signed out
account-sessions-end-others = Sign out everywhere else
account-sessions-end-others-title = Sign out everywhere else?
account-sessions-end-others-text = { $count ->
    [one] { $count } other browser or app will be signed out. API keys keep working.
   *[other] { $count } other browsers and apps will be signed out. API keys keep working.
}
account-sessions-ended-others = { $count ->
    [one] Signed out of { $count } other browser or app
   *[other] Signed out of { $count } other browsers and apps
}
account-program = { $browser } on { $system }
account-export-title = Download your data
account-export-text = A ZIP file with your images in album folders, and your account details, albums, API keys (without secrets), sessions and preferences.
account-export-action = Download ZIP
account-export-started = { $images ->
    [0] Download started
    [one] Downloading { $images } image ({ SIZE($bytes) })
   *[other] Downloading { $images } images ({ SIZE($bytes) })
}
account-delete-title = Delete account
account-delete-text = Your albums, keys and sessions are deleted immediately. This cannot be undone.
account-delete-action = Delete account
account-delete-dialog = Delete your account?
account-delete-images = What happens to your images?
account-delete-remove = Delete them all; their links stop working
account-delete-keep = Keep images online, unlinked from you (you won’t be able to delete them)
account-delete-password = Confirm with your password
account-delete-done = { $count ->
    [one] Account deleted with { $count } image
   *[other] Account deleted with { $count } images
}
account-keys-title = API keys
account-keys-text = For programs that upload for you. Treat a key like a password.
account-keys-empty = No API keys yet
account-keys-create = New key
account-keys-used = Last used { DATE($when) }
account-keys-expires = Expires { DATE($when) }
account-keys-made = Created { DATE($when) }
account-keys-actions-for = Actions for key { $name }
account-keys-rename = Rename
account-keys-rotate = Replace
account-keys-revoke = Revoke
account-keys-name = Name
account-keys-name-hint = Where it is used, such as “ShareX on my laptop”.
account-keys-name-wrong = Enter a name.
account-keys-expiry = Expires
account-keys-scopes = Permissions
account-keys-scopes-wrong = Choose at least one permission.
account-keys-scope-all = Full access except administration
account-keys-scope-images-write = Upload and edit images
account-keys-scope-images-read = List images
account-keys-scope-images-delete = Delete images
account-keys-scope-albums-read = View albums
account-keys-scope-albums-write = Edit albums
account-keys-scope-keys-manage = Manage keys
account-keys-scope-webhooks-manage = Manage webhooks
account-keys-scope-account-read = View the account
account-keys-scope-account-write = Edit the account
account-keys-scope-admin = Administration
account-keys-create-action = Create key
account-keys-issued = Your new key
account-keys-issued-text = Copy it now. You won’t be able to see it again.
account-keys-issued-key = API key
account-keys-done = Done
account-keys-renamed = Key renamed
account-keys-rotate-text = “{ $name }” gets a new key. Update the programs that use the old one.
account-keys-grace = Old key keeps working for
account-keys-revoke-title = Revoke this key?
account-keys-revoke-text = Programs that use “{ $name }” will stop working.
account-keys-revoked = Key revoked
account-clients-title = Apps and scripts
account-clients-text = Each download comes with its own API key, which can only upload. Keep the file private.
account-clients-sharex = ShareX
account-clients-sharex-text = Screenshots on Windows. Open the file and ShareX is ready.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = Screenshots on Linux. The script uploads them and copies the link; bind it to a key.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = Screenshots on KDE. The script uploads them and copies the link; bind it to a key.
account-clients-macos = macOS
account-clients-macos-text = For “Run Shell Script” in Shortcuts: uploads the files you pass, or a new screenshot.
account-clients-ios = iPhone and iPad
account-clients-ios-text = A shortcut in your share sheet, in four steps.
account-clients-shell = Command line
account-clients-shell-text = Uploads files or standard input with curl and prints the links.
account-clients-download = Download
account-clients-download-for = Download for { $name }
account-clients-anonymous = Download anonymous config
account-clients-anonymous-for = Download anonymous config for { $name }
account-clients-steps = Show steps
account-clients-done = { $file } downloaded
account-clients-replace-title = Replace your { $name } key?
account-clients-replace-text = You already have a { $name } key from { DATE($created) }. If you replace it, the file you downloaded before stops working. To use { $name } on a second device, add another key.
account-clients-replace = Replace key
account-clients-add = Add another key
account-ios-intro = Apple only installs shortcuts that it has signed, so there’s no file to download. It takes about two minutes to make your own.
account-ios-new = In the Shortcuts app, create a shortcut. In its details, turn on “Show in Share Sheet” and accept only images.
account-ios-request = Add the action “Get Contents of URL” with this address. Choose method POST and request body Form, and add a field of type File named “file” with the value “Shortcut Input”.
account-ios-address = Address
account-ios-header = In the same action, add a header named “Authorization”. To upload without your account, skip this step.
account-ios-key-text = Creates an API key that can only upload. It replaces an earlier one from this page.
account-ios-create-key = Create key
account-ios-authorization = Value of the header
account-ios-link = Add “Get Dictionary Value” for “data.links.direct”, then “Copy to Clipboard”.
account-keys-expiry-0 = Never
account-keys-expiry-30 = 30 days
account-keys-expiry-90 = 90 days
account-keys-expiry-365 = 1 year
account-keys-never-used = Never used
account-keys-grace-0 = Stop immediately
account-keys-grace-1 = 1 hour
account-keys-grace-24 = 1 day
account-keys-grace-168 = 1 week
