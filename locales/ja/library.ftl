### ライブラリのテキスト。

library-title = ライブラリ
library-total = 画像{ $count }枚、{ SIZE($bytes) }
library-grid = あなたの画像
library-quarantined = 確認中
library-back-to-current = 現在の画像に戻る
library-search = 検索
library-album = アルバム
library-all-albums = すべてのアルバム
library-tag = タグ
library-all-tags = すべてのタグ
library-no-album = アルバムなし
library-format = 形式
library-all-formats = すべての形式
library-order = 並べ替え
library-orders-newest = 新しい順
library-orders-oldest = 古い順
library-orders-largest = サイズが大きい順
library-orders-smallest = サイズが小さい順
library-empty = 画像はまだありません
library-empty-text = ログイン中にアップロードした画像がここに表示されます。
library-upload = 画像をアップロード
library-nothing-found = 一致する画像はありません
library-nothing-found-text = 検索語を変えるか、フィルタをクリアしてください。
library-clear-filters = フィルタをクリア
library-selected = { $count }枚選択中
library-selection-bar = 選択した画像の操作
library-clear-selection = 選択を解除
library-move = アルバムに移動
library-move-title = { $count }枚の画像を移動
library-moved = { $count }枚の画像を移動しました
library-expiry = 有効期限
library-expiry-title = { $count ->
    [1] この画像の有効期限は？
   *[other] これらの画像の有効期限は？
}
library-expiry-hint = 今から数えた期間です。
library-expiry-done = { $count }枚の画像の有効期限を変更しました
library-copy-links = リンクをコピー
library-copied = { $count }枚の画像の{ $what }をコピーしました
library-cover = カバーに設定
library-cover-done = カバーを変更しました
library-delete-action = 削除
library-delete-title = { $count }枚の画像を削除しますか？
library-delete-text = 完全に削除され、リンクは使えなくなります。
library-deleted = { $count }枚の画像を削除しました
library-not-all = { $count }枚の画像は変更されませんでした: { $why }
library-details-title = タイトル
library-details-alt = 代替テキスト
library-details-description = 説明
library-details-tags = タグ
library-details-filename = ファイル名
library-details-format = 形式
library-details-sides = 寸法
library-details-size = サイズ
library-details-uploaded = アップロード日時
library-details-expires = 有効期限
library-details-never = なし
library-details-views = 表示回数
library-details-album = アルバム
library-details-none = なし
library-details-removed = 削除されたメタデータ
library-details-pixels = { $width } × { $height }ピクセル
library-search-hint = 名前、アルバム、形式
library-filters = フィルタ
library-min-size = サイズ
library-any-size = すべてのサイズ
library-size-from = { SIZE($bytes) }以上
library-from = 開始日
library-to = 終了日
library-count = 画像{ $count }枚
library-found = { $count ->
    [0] 一致する画像はありません
   *[other] { $count }枚の画像が見つかりました
}
library-shape = レイアウト
library-shape-rows = 横並び
library-shape-squares = 正方形
library-size = タイルのサイズ
library-size-0 = 小
library-size-1 = 中
library-size-2 = 大
library-scrubber = 月に移動
library-tile-copy = リンクをコピー
library-select-all = { $count }枚すべて選択
library-copy-as = リンクの形式: { $format }
library-copy-too-many = リンクをコピーするには、{ $count }枚以内で選択してください。
library-progress = { $done } / { $total }
library-undo = 元に戻す
library-more = ほか{ $count }枚
library-trash-title = { $count }枚の画像をゴミ箱に移動しますか？
library-trash-action = ゴミ箱に移動
library-trash-text = リンクはすぐに使えなくなります。画像はゴミ箱から復元できます。
library-trashed = { $count ->
    [1] ゴミ箱に移動しました
   *[other] { $count }枚の画像をゴミ箱に移動しました
}
library-restored = { $count ->
    [1] 画像を復元しました
   *[other] { $count }枚の画像を復元しました
}
library-already-gone = { $count }枚の画像はすでに削除されています。
library-details-frames = { $format }、{ $frames }フレーム
library-details-links = すべてのリンク
library-picker-search = アルバムを検索または作成
library-picker-create = 「{ $name }」を作成
library-picker-empty = アルバムはまだありません。名前を入力すると作成できます。
library-lightbox-label = 画像
library-lightbox-close = 閉じる
library-lightbox-position = { $position } / { $total }
library-lightbox-zoom = ズーム
library-lightbox-zoom-in = 拡大
library-lightbox-zoom-out = 縮小
library-lightbox-fit = ウィンドウに合わせる
library-lightbox-actual = 実際のサイズ
library-lightbox-percent = { $percent }%
library-lightbox-facts = 詳細
library-lightbox-previous = 前の画像
library-lightbox-next = 次の画像
library-lightbox-actions = この画像の操作
library-lightbox-copy = リンクをコピー
library-lightbox-download = ダウンロード
library-lightbox-open = ページを開く
library-lightbox-delete = 削除
library-lightbox-more = その他の操作
library-lightbox-rename = 名前を変更
library-lightbox-failed = この画像を読み込めませんでした。
library-lightbox-gone = この画像はもう利用できません。
library-rename-title = 画像の名前を変更
library-rename-name = 名前
library-rename-extension = 拡張子{ $extension }は変わりません。
library-rename-done = 名前を変更しました
library-edit = 詳細を編集
library-edit-save = 保存
library-edit-alt = 画像が見えない人のために、何が写っているかを書きます。
library-edit-tags = タグはカンマで区切ります。
library-edit-done = 詳細を保存しました
