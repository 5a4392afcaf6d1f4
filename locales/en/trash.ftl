### Texts of the trash.

trash-title = Trash
trash-text = { $days ->
    [0] Images here are deleted for good on the day shown. They count toward your storage.
    [one] Images here are deleted for good after { $days } day. They count toward your storage.
   *[other] Images here are deleted for good after { $days } days. They count toward your storage.
}
trash-images = Images in the trash
trash-select = Select { $name }
trash-left = { $days ->
    [one] Deleted for good in { $days } day
   *[other] Deleted for good in { $days } days
}
trash-restore = Restore
trash-restore-named = Restore { $name }
trash-restored = { $count ->
    [one] { $count } image restored
   *[other] { $count } images restored
}
trash-delete = Delete for good
trash-delete-named = Delete { $name } for good
trash-delete-title = { $count ->
    [one] Delete { $name } for good?
   *[other] Delete { $count } images for good?
}
trash-delete-text = { $count ->
    [one] This can’t be undone.
   *[other] { $names } will be deleted. This can’t be undone.
}
trash-names-more = { $names } and { $count } more
trash-deleted = { $count ->
    [one] { $count } image deleted for good
   *[other] { $count } images deleted for good
}
trash-empty-action = Empty trash
trash-empty-title = { $count ->
    [one] Delete the image in the trash for good?
   *[other] Delete all { $count } images in the trash for good?
}
trash-empty-text = This can’t be undone.
trash-nothing = Trash is empty
trash-nothing-text = Deleted images stay here for a while, so you can restore them.
trash-library = Go to library
trash-selection-bar = Actions for selected images
trash-selected = { $count } selected
trash-clear-selection = Clear selection
trash-show-more = Show more
trash-loading = Loading images
