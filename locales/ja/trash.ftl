### ゴミ箱のテキスト。

trash-title = ゴミ箱
trash-text = { $days ->
    [0] ここにある画像は、表示されている日に完全に削除されます。それまでは保存容量に含まれます。
   *[other] ここにある画像は、{ $days }日後に完全に削除されます。それまでは保存容量に含まれます。
}
trash-images = ゴミ箱の画像
trash-select = { $name }を選択
trash-left = { $days }日後に完全に削除
trash-restore = 復元
trash-restore-named = { $name }を復元
trash-restored = { $count }枚の画像を復元しました
trash-delete = 完全に削除
trash-delete-named = { $name }を完全に削除
trash-delete-title = { $count ->
    [1] { $name }を完全に削除しますか？
   *[other] { $count }枚の画像を完全に削除しますか？
}
trash-delete-text = { $count ->
    [1] この操作は取り消せません。
   *[other] { $names }を削除します。この操作は取り消せません。
}
trash-names-more = { $names }、ほか{ $count }枚
trash-deleted = { $count }枚の画像を完全に削除しました
trash-empty-action = ゴミ箱を空にする
trash-empty-title = { $count ->
    [1] ゴミ箱の画像を完全に削除しますか？
   *[other] ゴミ箱の{ $count }枚の画像をすべて完全に削除しますか？
}
trash-empty-text = この操作は取り消せません。
trash-nothing = ゴミ箱は空です
trash-nothing-text = 削除した画像はしばらくここに残り、復元できます。
trash-library = ライブラリに移動
trash-selection-bar = 選択した画像の操作
trash-selected = { $count }枚選択中
trash-clear-selection = 選択を解除
trash-show-more = さらに表示
trash-loading = 画像を読み込み中
