### Texts of the pages that the server renders: images, shared albums, reports, deletion, uploading without JavaScript.

pages-title = { $title } · imgd
pages-skip = Skip to content
pages-nav-label = Site
pages-nav-upload = Upload
pages-nav-sign-in = Sign in
pages-nav-library = Library
pages-footer-label = About this site
pages-footer-unlisted = Images are unlisted: anyone with the link can view them.
pages-footer-about = About
pages-footer-api = API
pages-footer-terms = Terms
pages-footer-privacy = Privacy
pages-footer-contact = Contact
pages-language = Language
pages-language-choose = Change language

## Copying

pages-copy = Copy
pages-copied = Copied
# $what is the name of a kind of link, such as Markdown.
pages-copied-what = { $what } copied
pages-copy-failed = Press Ctrl+C or ⌘C to copy

## The page of an image

pages-view-description = { $format } image, { $sides } pixels, { $size }
pages-view-download = Download
pages-view-share = Share…
pages-view-original = Open original
pages-view-links = Links
pages-view-link-type = Link type
pages-view-details = Details
pages-view-report = Report this image
pages-view-moderate = Moderate
pages-view-zoom = Zoom
pages-view-zoom-in = Zoom in
pages-view-zoom-out = Zoom out
pages-view-zoom-fit = Fit
pages-view-zoom-fit-long = Fit to the window
pages-view-zoom-actual = Actual size
pages-view-no-private = Location and camera data are removed from every upload.
pages-link-direct = Direct link
pages-link-view-page = View page
pages-link-thumbnail = Thumbnail
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = File name
pages-fact-format = Format
pages-fact-dimensions = Dimensions
pages-fact-size = Size
pages-fact-animation = Animation
pages-fact-uploaded = Uploaded
pages-fact-expires = Expires
pages-fact-never = Never
pages-fact-pixels = { $sides } pixels
pages-fact-pixels-in-all = { $count } in total
pages-fact-megapixels = { $count } MP
pages-fact-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-fact-frames = { $count ->
    [one] { $count } frame
   *[other] { $count } frames
}

## The owner's part of the page of an image

pages-owner-heading = Your image
pages-owner-name = File name
pages-owner-name-missing = Enter a name.
pages-owner-album = Album
pages-owner-album-none = No album
pages-owner-expiry = Expiry
pages-owner-expiry-keep = Don’t change
pages-owner-expiry-never = Never
pages-owner-expiry-hour = In 1 hour
pages-owner-expiry-day = In 1 day
pages-owner-expiry-week = In 1 week
pages-owner-expiry-month = In 30 days
pages-owner-removed = Metadata removed: { $kinds }
pages-owner-save = Save
pages-owner-saved = Saved
pages-owner-failed = Something went wrong. Please try again.
pages-owner-delete = Delete image
pages-owner-delete-heading = Delete this image?
pages-owner-delete-text = It will be permanently deleted and its links will stop working.
pages-owner-delete-cancel = Cancel
pages-owner-delete-confirm = Delete permanently
pages-removed-gps = location
pages-removed-camera = camera
pages-removed-timestamps = dates
pages-removed-software = software
pages-removed-author = author
pages-removed-maker_notes = camera maker’s notes
pages-removed-thumbnail = embedded preview
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = comments
pages-removed-text = text
pages-removed-secondary_images = hidden pictures
pages-removed-trailing_data = trailing data
pages-removed-other = other data

## Shared albums

pages-album-nav = Album
pages-album-images = { $count ->
    [one] { $count } image
   *[other] { $count } images
}
pages-album-empty = There are no images here yet.
pages-album-pages = Pages
pages-album-first-page = First page
pages-album-next-page = Next page
pages-album-updated = Updated
pages-album-until = Available until
pages-album-download = Download all
pages-album-download-part = Download part { $part } of { $parts }
pages-album-previous = Previous
pages-album-next = Next

pages-locked-title = Password needed
pages-locked-heading = This album is protected
pages-locked-text = Enter the password you received with the link.
pages-locked-password = Password
pages-locked-wrong = That password isn’t right.
pages-locked-open = Open album

## Deleting by a link

pages-delete-heading = Delete this image?
pages-delete-text = All its links will stop working at once. This can’t be undone.
pages-delete-confirm = Delete permanently
pages-delete-keep = Keep it
pages-deleted-heading = Image deleted
pages-deleted-text = The image, its thumbnail and all its links are gone for good.
pages-upload-image = Upload an image

## Reporting

pages-report-heading = Report this image
pages-report-question = What is wrong with it?
pages-report-illegal = Illegal content
pages-report-abuse = Harassment, threats or hate
pages-report-copyright = Copyright infringement
pages-report-privacy = Private information or a photo of me
pages-report-spam = Spam or scam
pages-report-other = Something else
pages-report-comment = Anything else we should know
pages-report-email = Email (if we need to follow up)
pages-report-optional = optional
pages-report-send = Send report
pages-report-back = Back to the image
pages-report-reason-missing = Choose what is wrong with it.
pages-report-comment-long = Shorten your comment to { $max } characters.
pages-report-email-wrong = Enter a valid email address, or leave it blank.
pages-reported-heading = Report sent
pages-reported-text = Thank you. We’ll review it soon.

## Uploading without JavaScript

pages-upload-heading = Upload images
pages-upload-off = This server takes uploads from accounts only. Sign in first.
pages-upload-challenge = This server currently asks anonymous uploaders for a computation, which needs JavaScript. Upload on the start page, or sign in.
pages-upload-files = Images
pages-upload-up-to = { $formats }, up to { $size } each, { $files ->
    [one] { $files } image
   *[other] { $files } images
} at a time.
pages-upload-up-to-any = { $formats }, up to { $size } each.
pages-upload-expiry = Expires
pages-upload-send = Upload
pages-upload-anonymous = You’ll get links to share, and a link to delete each image. Keep the delete links: you won’t see them again.
pages-uploaded-heading = { $count ->
    [one] Image uploaded
   *[other] { $count } images uploaded
}
pages-uploaded-some = { $count } uploaded, { $failed } failed
pages-uploaded-failed = { $count ->
    [one] Upload failed
   *[other] { $count } uploads failed
}
pages-uploaded-keep = Keep the delete links. You won’t see them again.
pages-uploaded-delete-link = Delete link
pages-uploaded-delete-hint = Anyone with this link can delete the image.
pages-uploaded-all-links = All links
pages-uploaded-more = Upload more
pages-problem-missing-file = Choose at least one image.
pages-problem-empty-file = This file is empty.
pages-problem-file-type = Not a supported image. Use { $formats }.
pages-problem-unreadable = This image is damaged and can’t be read.
pages-problem-pixels = This image has too many pixels or frames. Resize it and try again.
pages-problem-too-large = This file is too large. The limit is { $size }.
pages-problem-too-many = Too many files. Upload { $files } at a time.
pages-problem-refused = This image isn’t allowed here.
pages-problem-storage = There is no space left for this image.
pages-problem-busy = The service is busy. Try again in a moment.
pages-problem-other = Something went wrong. Please try again.

## Errors

pages-error-image-heading = Image not available
pages-error-image-text = This image isn’t available. It may have been deleted or expired, or the link may be incomplete (links are case-sensitive).
pages-error-album-heading = Album not available
pages-error-album-text = This album isn’t available. It may no longer be shared, or the link may be incomplete (links are case-sensitive).
pages-error-ended-heading = This album is no longer shared
pages-error-ended-text = Its link has expired. Ask the person who sent it to you for a new one.
pages-error-download-heading = Downloads are off
pages-error-download-text = The owner doesn’t allow downloading this album. You can still view its images.
pages-error-page-heading = Page not found
pages-error-page-text = The address may be mistyped, or the page may have moved.
pages-error-cursor-heading = Page not found
pages-error-cursor-text = The link is incomplete. Start again from the first page.
pages-error-delete-heading = This delete link isn’t valid
pages-error-delete-text = It doesn’t belong to this image. The right link was shown once, after the upload.
pages-error-limit-heading = Too many requests
pages-error-limit-text = { $minutes ->
    [one] Try again in a minute.
   *[other] Try again in { $minutes } minutes.
}
pages-error-busy-heading = The service is busy
pages-error-busy-text = Try again in a moment.
pages-error-failed-heading = Something went wrong
pages-error-failed-text = Please try again. If it keeps happening, mention this code: { $id }
pages-error-other-text = Check the address and try again.

## About

pages-about-title = Upload an image, get a link
pages-about-description = Upload images and share them with a link. No account needed; location and camera data are removed.
pages-about-description-kept = Upload images and share them with a link. No account needed.
pages-about-heading = Upload an image.
pages-about-heading-second = Get a link.
pages-about-lead = Upload without an account and get six link formats: direct, thumbnail, page, HTML, Markdown and BBCode.
pages-about-api = Read the API
pages-about-errors = Error codes
pages-about-try = Try it
pages-about-example = Example of an upload
pages-about-answer = Its answer
pages-about-copy-name = Example
pages-about-promises = What you can count on
pages-about-stored = Stored means stored
pages-about-stored-text = An upload is confirmed only when it is safe on disk.
pages-about-gone = Gone means gone
pages-about-gone-text = An image that is deleted or has expired is gone from that instant.
pages-about-private = Private by default
pages-about-private-text = Location, camera serial numbers and comments are removed.
pages-about-plans = Plans
pages-about-plans-label = Limits of the plans
pages-about-plan = Plan
pages-about-plan-requests = Requests per hour
pages-about-plan-size = Max file size
pages-about-plan-files = Files per batch
pages-about-plan-pixels = Megapixels
pages-about-plan-storage = Storage
pages-about-plan-default-expiry = Expires after, unless chosen
pages-about-plan-max-expiry = Expires at the latest after
pages-about-unlimited = unlimited
pages-errors-title = Error codes
pages-errors-lead = Every failure of the API has a code, and every code has one status. The first sentence of its message never changes; what follows may.
pages-errors-status = Status
