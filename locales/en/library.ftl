### Texts of the library.

library-title = Library
library-total = { $count ->
    [one] { $count } image, { SIZE($bytes) }
   *[other] { $count } images, { SIZE($bytes) }
}
library-grid = Your images
library-quarantined = Under review
library-back-to-current = Back to the current image
library-search = Search
library-album = Album
library-all-albums = All albums
library-tag = Tag
library-all-tags = All tags
library-no-album = Not in an album
library-format = Format
library-all-formats = All formats
library-order = Sort
library-orders-newest = Newest first
library-orders-oldest = Oldest first
library-orders-largest = Largest first
library-orders-smallest = Smallest first
library-empty = No images yet
library-empty-text = Images you upload while signed in appear here.
library-upload = Upload images
library-nothing-found = No matches
library-nothing-found-text = Try a different search or clear filters.
library-clear-filters = Clear filters
library-selected = { $count } selected
library-selection-bar = Actions for selected images
library-clear-selection = Clear selection
library-move = Move to album
library-move-title = { $count ->
    [one] Move { $count } image
   *[other] Move { $count } images
}
library-moved = { $count ->
    [one] { $count } image moved
   *[other] { $count } images moved
}
library-expiry = Expires
library-expiry-title = { $count ->
    [one] When should this image expire?
   *[other] When should these images expire?
}
library-expiry-hint = Counted from now.
library-expiry-done = { $count ->
    [one] Expiry changed for { $count } image
   *[other] Expiry changed for { $count } images
}
library-copy-links = Copy links
library-copied = { $count ->
    [one] { $what } copied for { $count } image
   *[other] { $what } copied for { $count } images
}
library-cover = Use as cover
library-cover-done = Cover changed
library-delete-action = Delete
library-delete-title = { $count ->
    [one] Delete { $count } image?
   *[other] Delete { $count } images?
}
library-delete-text = { $count ->
    [one] It’ll be permanently deleted and its links will stop working.
   *[other] They’ll be permanently deleted and their links will stop working.
}
library-deleted = { $count ->
    [one] { $count } image deleted
   *[other] { $count } images deleted
}
library-not-all = { $count ->
    [one] { $count } image wasn’t changed: { $why }
   *[other] { $count } images weren’t changed: { $why }
}
library-details-title = Title
library-details-alt = Alternative text
library-details-description = Description
library-details-tags = Tags
library-details-filename = File name
library-details-format = Format
library-details-sides = Dimensions
library-details-size = Size
library-details-uploaded = Uploaded
library-details-expires = Expires
library-details-never = Never
library-details-views = Views
library-details-album = Album
library-details-none = None
library-details-removed = Metadata removed
library-details-pixels = { $width } × { $height } pixels
library-search-hint = Name, album or format
library-filters = Filters
library-min-size = Size
library-any-size = Any size
library-size-from = { SIZE($bytes) } or more
library-from = From
library-to = To
library-count = { $count ->
    [one] { $count } image
   *[other] { $count } images
}
library-found = { $count ->
    [0] No matches
    [one] { $count } image found
   *[other] { $count } images found
}
library-shape = Layout
library-shape-rows = Rows
library-shape-squares = Squares
library-size = Tile size
library-size-0 = Small
library-size-1 = Medium
library-size-2 = Large
library-scrubber = Jump to month
library-tile-copy = Copy link
library-select-all = Select all { $count }
library-copy-as = Link format: { $format }
library-copy-too-many = { $count ->
   *[other] Select up to { $count } images to copy their links.
}
library-progress = { $done } of { $total }
library-undo = Undo
library-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
library-trash-title = { $count ->
    [one] Move { $count } image to the trash?
   *[other] Move { $count } images to the trash?
}
library-trash-action = Move to trash
library-trash-text = Links stop working right away. You can restore images from the trash.
library-trashed = { $count ->
    [one] Moved to trash
   *[other] { $count } images moved to trash
}
library-restored = { $count ->
    [one] Image restored
   *[other] { $count } images restored
}
library-already-gone = { $count ->
    [one] { $count } image was already deleted.
   *[other] { $count } images were already deleted.
}
library-details-frames = { $frames ->
    [one] { $format }, { $frames } frame
   *[other] { $format }, { $frames } frames
}
library-details-links = All links
library-picker-search = Find or create an album
library-picker-create = Create “{ $name }”
library-picker-empty = No albums yet. Type a name to create one.
library-lightbox-label = Image
library-lightbox-close = Close
library-lightbox-position = { $position } of { $total }
library-lightbox-zoom = Zoom
library-lightbox-zoom-in = Zoom in
library-lightbox-zoom-out = Zoom out
library-lightbox-fit = Fit to window
library-lightbox-actual = Actual size
library-lightbox-percent = { $percent }%
library-lightbox-facts = Details
library-lightbox-previous = Previous image
library-lightbox-next = Next image
library-lightbox-actions = Actions for this image
library-lightbox-copy = Copy link
library-lightbox-download = Download
library-lightbox-open = Open page
library-lightbox-delete = Delete
library-lightbox-more = More actions
library-lightbox-rename = Rename
library-lightbox-failed = This image couldn’t be loaded.
library-lightbox-gone = This image is no longer available.
library-rename-title = Rename image
library-rename-name = Name
library-rename-extension = The extension { $extension } stays.
library-rename-done = Renamed
library-edit = Edit details
library-edit-save = Save
library-edit-alt = What the picture shows, for people who don’t see it.
library-edit-tags = Separate tags by commas.
library-edit-done = Details saved
