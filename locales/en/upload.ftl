### Texts of the upload page.

upload-title = Upload
upload-heading = Upload an image.
upload-heading-second = Get a link.
upload-drop-here = Drop images here
upload-or-paste = or paste with { $key }
upload-choose = Choose images
upload-choose-more = Add images
upload-up-to = { $formats }, up to { SIZE($bytes) } each.
upload-with-account = Sign up free for more uploads and a library
upload-accounts-only = Uploads need an account
upload-accounts-only-text = This server takes images from signed-in users only.
upload-accounts-only-register = Create an account
upload-storage = { SIZE($bytes) } of storage left.
upload-album = Album
upload-expiry = Expires
upload-options = Options for the next images
upload-queue = Images
upload-overall = { $done } of { $all } uploaded
upload-cancel-all = Cancel all
upload-retry-all = Retry failed
upload-clear = Clear list
upload-cancel-one = Cancel { $name }
upload-remove-one = Remove { $name } from the list
upload-retry-one = Retry { $name }
upload-status-queued = Queued
upload-status-processing = Processing…
upload-status-sending = { $percent }%
upload-progress-of = Uploading { $name }
upload-cut = Connection lost. Your files are still here; we’ll retry when you’re back online.
upload-too-large = Too large: { SIZE($bytes) } (the limit is { SIZE($limit) }).
upload-empty = This file is empty.
upload-link-format = Link type
upload-copy-all = { $count ->
    [one] Copy link
   *[other] Copy all { $count }
}
upload-all-links = All links
upload-delete-link = Delete link
upload-delete-link-hint = Anyone with this link can delete the image.
upload-expires = Expires { TIME($when) }
upload-history-title = Uploaded from this browser
upload-history-text = Saved in this browser only. Clear your browsing data and you lose the delete links.
upload-history-forget-all = Clear list
upload-history-forget = Remove from this list
upload-history-delete = Delete image
upload-history-actions-for = Actions for { $name }
upload-history-copy-link = Copy link
upload-history-more = Show { $count } more
upload-claim-title = { $count ->
    [one] Add an earlier upload to your account?
   *[other] Add { $count } earlier uploads to your account?
}
upload-claim-text = Uploaded from this browser before you signed in.
upload-claim-action = Add to my library
upload-claim-later = Not now
upload-claim-done = { $count ->
    [one] { $count } image added to your library
   *[other] { $count } images added to your library
}
upload-claim-none = Those images no longer exist.
upload-expiry-0 = Never
upload-expiry-1 = 1 hour
upload-expiry-24 = 1 day
upload-expiry-168 = 1 week
upload-expiry-720 = 30 days
upload-expiry-8760 = 1 year

upload-choose-photos = Choose photos
upload-take-photo = Take a photo
upload-promise = Location and camera data are removed.
upload-left = { $remaining ->
    [one] { $remaining } upload left this hour.
   *[other] { $remaining } uploads left this hour.
}
upload-more-than-left = { $remaining ->
    [0] Your images will upload automatically at { CLOCK($time) }.
    [one] Only { $remaining } of your { $files } images fits in this hour. The rest will upload automatically at { CLOCK($time) }.
   *[other] Only { $remaining } of your { $files } images fit in this hour. The rest will upload automatically at { CLOCK($time) }.
}
upload-copy-after = Copy the link after an upload
upload-done = Uploaded
upload-failed-count = { $count } failed
upload-speed = { SIZE($bytes) }/s
upload-time-left = { DURATION($seconds) } left
upload-pause = Pause
upload-continue = Continue
upload-show-failed = Show failed ({ $count })
upload-pause-limit = Hourly limit reached. Uploading resumes at { CLOCK($time) }.
upload-pause-service = The service is busy. Uploading resumes in { DURATION($seconds) }.
upload-pause-session = You’ve been signed out. Sign in to continue uploading; your files are kept.
upload-sign-in = Sign in
upload-sign-in-now = Sign in to continue now
upload-unreadable = This file can’t be read.
upload-no-svg = SVG isn’t supported because it can contain scripts.
upload-no-image = Not a supported image.
upload-unsupported = Not a supported image. Use { $formats }.
upload-converted = { $from } converted to { $to }
upload-removed-location-camera = Location and camera data removed
upload-removed-location = Location removed
upload-removed-camera = Camera data removed
upload-removed-metadata = Metadata removed
upload-copy-link = Copy link
upload-share = Share…
upload-open = Open
upload-open-image = Open { $name }
upload-links-count = { $count ->
    [one] { $count } link
   *[other] { $count } links
}
upload-copy-chosen = { $count ->
    [one] Copy { $count } link
   *[other] Copy { $count } links
}
upload-history-actions = Actions for these images
upload-history-choose = Select { $name }
upload-history-unselect = Clear selection
upload-history-copy-delete-link = Copy delete link
upload-history-forget-title = { $count ->
    [one] Remove this upload from the list?
   *[other] Remove { $count } uploads from the list?
}
upload-history-forget-text = { $count ->
    [one] The image stays online, but this browser can no longer delete it.
   *[other] The images stay online, but this browser can no longer delete them.
}
upload-history-delete-title = { $count ->
    [one] Delete “{ $name }”?
   *[other] Delete { $count } images?
}
upload-history-delete-text = { $count ->
    [one] It’ll be permanently deleted and its links will stop working.
   *[other] They’ll be permanently deleted and their links will stop working.
}
upload-history-deleted = { $count ->
    [one] { $count } image deleted
   *[other] { $count } images deleted
}
