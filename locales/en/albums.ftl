### Texts of the albums.

albums-title = Albums
albums-create = New album
albums-create-action = Create album
albums-empty = No albums yet
albums-empty-text = Group images in an album and share them with one link.
albums-name = Name
albums-name-wrong = Enter a name.
albums-description = Description
albums-count = { $count ->
    [0] Empty
    [one] { $count } image, { SIZE($bytes) }
   *[other] { $count } images, { SIZE($bytes) }
}
albums-shared = Shared by link
albums-show-more = Show more
albums-edit = Edit
albums-edit-title = Edit album
albums-share = Share
albums-share-named = Share { $name }
albums-share-title = Share “{ $name }”
albums-share-text = Only people with the link can see it.
albums-share-start = Create link
albums-share-created = Link created and copied
albums-share-copy = Copy link
albums-share-copied = Link copied
albums-share-sheet = Share…
albums-share-open = Open
albums-share-settings = Link settings
albums-share-password = Password
albums-share-password-off = Anyone with the link can open the album.
albums-share-password-on = The album asks for it. Direct links to its images work without it.
albums-share-password-hint = Protects the album page and its download. Direct links to its images work without it.
albums-share-password-add = Add password
albums-share-password-change = Change
albums-share-password-remove = Remove
albums-share-password-save = Save password
albums-share-password-short = Use at least { $min } characters.
albums-share-end = Link expires
albums-share-end-never = Never
albums-share-end-days = { $days ->
    [one] In { $days } day
   *[other] In { $days } days
}
albums-share-end-pick = On a date…
albums-share-end-date = Date and time
albums-share-ended = This link has expired. Visitors see that the album is no longer shared.
albums-share-download = Allow downloading the album
albums-share-download-hint = Visitors can save all images as a ZIP file.
albums-share-stop = Stop sharing
albums-share-stop-title = Stop sharing “{ $name }”?
albums-share-stop-text = The link stops working for everyone. If you share the album again, it gets a new link.
albums-link-ended = Link expired
albums-share-link = Album link
albums-share-stopped = The link no longer works
albums-delete = Delete album
albums-delete-title = Delete “{ $name }”?
albums-delete-shared = Its link stops working.
albums-delete-images = { $count ->
    [one] What happens to its image?
   *[other] What happens to its { $count } images?
}
albums-delete-keep = Keep in the library
albums-delete-trash = { $count ->
    [one] Move to the trash; its link stops working
   *[other] Move to the trash; their links stop working
}
albums-delete-all = { $count ->
    [one] Delete permanently; its link stops working
   *[other] Delete permanently; their links stop working
}
albums-deleted = Album deleted
albums-back = All albums
albums-grid = Images in { $name }
albums-empty-album = This album is empty
albums-empty-album-text = Drop images here, or move some from your library.
albums-actions-for = Actions for { $name }
albums-add-images = Add images
albums-sort = Sort
albums-sort-newest = Newest first
albums-sort-oldest = Oldest first
albums-sort-name = Name
albums-sort-images = Most images
albums-sort-size = Largest first
albums-cover = Choose cover
albums-cover-title = Choose a cover
albums-cover-newest = Use the newest image
