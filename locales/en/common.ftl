### Texts of the shell and all pages.

common-site-name = imgd
common-skip = Skip to content
common-description = Upload images and get links to share them.
common-offline-title = You’re offline
common-offline-hint = Check your connection, then try again.
common-shared-failed = The shared files couldn’t be received. Choose them here instead.
common-loading = Loading…
common-solving = A short check against automated use is running…
common-not-found = Page not found
common-page-failed = This page couldn’t be loaded
common-page-failed-hint = Check your connection, then try again.
common-try-again = Try again
common-cancel = Cancel
common-close = Close
common-save = Save
common-saved = Saved
common-copy = Copy
common-copied = Copied
common-copied-that = { $what } copied
common-copy-failed = Press Ctrl+C or ⌘C to copy
common-optional = optional
common-nav-label = Site
common-nav-upload = Upload
common-nav-library = Library
common-nav-albums = Albums
common-nav-account = Account
common-nav-trash = Trash
common-nav-admin = Administration
common-nav-account-menu = { $initial }, account of { $name }
common-nav-sign-in = Sign in
common-nav-sign-out = Sign out
common-nav-register = Create account
common-footer-unlisted = Images are unlisted: anyone with the link can view them.
common-footer-about = About and plans
common-footer-api = API
common-theme-label = Appearance
common-theme-system = Auto
common-theme-light = Light
common-theme-dark = Dark
common-plan-free = Free
common-plan-pro = Pro
common-plan-enterprise = Enterprise
common-language = Language
common-account-language = Your account is set to { $language }.
common-switch-language = Switch language
common-language-browser = Browser language
common-chart-table = Show as table
common-chart-day = Day
common-chart-peak = Peak day: { $figure }
common-offline = You’re offline. We’ll carry on when you’re back online.
common-session-ended = You’ve been signed out. Your changes are kept.
common-leave-changes = Discard your changes?
common-leave-keep = Keep editing
common-leave-discard = Discard
common-leave-secret = You won’t see this again. Close anyway?
common-leave-stay = Go back

# Uploading from every page. $count is 0 where the browser does not tell it.
common-drop-now = { $count ->
    [0] Drop to upload
    [one] Drop to upload { $count } file
   *[other] Drop to upload { $count } files
}
common-drop-album = to the album “{ $album }”
common-upload-percent = { $percent }%
common-upload-progress = { $percent }%, { $done } of { $total } uploaded
common-upload-started = { $count ->
    [one] Uploading { $count } file
   *[other] Uploading { $count } files
}
common-upload-finished = { $count ->
    [one] { $count } image uploaded
   *[other] { $count } images uploaded
}
common-upload-partly = { $done } uploaded; { $failed } failed
common-upload-show = Show
common-link-copied = Link copied
common-export-started = { $images ->
    [0] Download started
    [one] Downloading { $images } image ({ SIZE($bytes) })
   *[other] Downloading { $images } images ({ SIZE($bytes) })
}
common-waiting-approval = Your account is waiting for approval
common-waiting-approval-text = An administrator has to approve { $email } before you can upload.
common-waiting-verification = Confirm your email address
common-waiting-verification-text = Open the link we sent to { $email }. Then you can upload.
common-waiting-check = Check again
