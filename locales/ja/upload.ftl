### アップロードページのテキスト。

upload-title = アップロード
upload-heading = 画像をアップロード。
upload-heading-second = リンクを入手。
upload-drop-here = ここに画像をドロップ
upload-or-paste = または{ $key }で貼り付け
upload-choose = 画像を選択
upload-choose-more = 画像を追加
upload-up-to = { $formats }、1枚{ SIZE($bytes) }まで。
upload-with-account = 無料のアカウントで、アップロード数を増やしてライブラリを使う
upload-accounts-only = アップロードにはアカウントが必要です
upload-accounts-only-text = このサーバーはログインしたユーザーの画像のみ受け付けます。
upload-accounts-only-register = アカウントを作成
upload-storage = 保存容量の残り: { SIZE($bytes) }。
upload-album = アルバム
upload-expiry = 有効期限
upload-options = 次の画像のオプション
upload-queue = 画像
upload-overall = { $all }件中{ $done }件アップロード済み
upload-cancel-all = すべてキャンセル
upload-retry-all = 失敗分を再試行
upload-clear = リストをクリア
upload-cancel-one = { $name }をキャンセル
upload-remove-one = { $name }をリストから削除
upload-retry-one = { $name }を再試行
upload-status-queued = 待機中
upload-status-processing = 処理中…
upload-status-sending = { $percent }%
upload-progress-of = { $name }をアップロード中
upload-cut = 接続が切れました。ファイルは残っています。オンラインに戻ると再試行します。
upload-too-large = 大きすぎます: { SIZE($bytes) }（上限は{ SIZE($limit) }）。
upload-empty = このファイルは空です。
upload-link-format = リンクの形式
upload-copy-all = { $count ->
    [1] リンクをコピー
   *[other] { $count }件すべてコピー
}
upload-all-links = すべてのリンク
upload-delete-link = 削除リンク
upload-delete-link-hint = このリンクを知っている人は誰でも画像を削除できます。
upload-expires = 有効期限: { TIME($when) }
upload-history-title = このブラウザからのアップロード
upload-history-text = このブラウザにのみ保存されています。閲覧データを消去すると、削除リンクは失われます。
upload-history-forget-all = リストをクリア
upload-history-forget = このリストから削除
upload-history-delete = 画像を削除
upload-history-actions-for = { $name }の操作
upload-history-copy-link = リンクをコピー
upload-history-more = さらに{ $count }件を表示
upload-claim-title = { $count ->
    [1] 以前アップロードした画像をアカウントに追加しますか？
   *[other] 以前アップロードした{ $count }枚の画像をアカウントに追加しますか？
}
upload-claim-text = ログインする前にこのブラウザからアップロードした画像です。
upload-claim-action = ライブラリに追加
upload-claim-later = あとで
upload-claim-done = { $count }枚の画像をライブラリに追加しました
upload-claim-none = それらの画像はもうありません。
upload-expiry-0 = なし
upload-expiry-1 = 1時間
upload-expiry-24 = 1日
upload-expiry-168 = 1週間
upload-expiry-720 = 30日
upload-expiry-8760 = 1年

upload-choose-photos = 写真を選択
upload-take-photo = 写真を撮る
upload-promise = 位置情報とカメラ情報は削除されます。
upload-left = この1時間にあと{ $remaining }件アップロードできます。
upload-more-than-left = { $remaining ->
    [0] 画像は{ CLOCK($time) }に自動でアップロードされます。
   *[other] この1時間にアップロードできるのは、{ $files }枚のうち{ $remaining }枚だけです。残りは{ CLOCK($time) }に自動でアップロードされます。
}
upload-copy-after = アップロード後にリンクをコピー
upload-done = アップロード済み
upload-failed-count = { $count }件失敗
upload-speed = { SIZE($bytes) }/秒
upload-time-left = 残り{ DURATION($seconds) }
upload-pause = 一時停止
upload-continue = 再開
upload-show-failed = 失敗分を表示（{ $count }）
upload-pause-limit = 1時間の上限に達しました。{ CLOCK($time) }にアップロードを再開します。
upload-pause-service = サービスが混み合っています。{ DURATION($seconds) }後にアップロードを再開します。
upload-pause-session = ログアウトしました。アップロードを続けるにはログインしてください。ファイルは残っています。
upload-sign-in = ログイン
upload-sign-in-now = ログインして今すぐ続ける
upload-unreadable = このファイルは読み取れません。
upload-no-svg = SVGはスクリプトを含む可能性があるため、対応していません。
upload-no-image = 対応していない画像です。
upload-unsupported = 対応していない画像です。{ $formats }を使用してください。
upload-converted = { $from }を{ $to }に変換しました
upload-removed-location-camera = 位置情報とカメラ情報を削除しました
upload-removed-location = 位置情報を削除しました
upload-removed-camera = カメラ情報を削除しました
upload-removed-metadata = メタデータを削除しました
upload-copy-link = リンクをコピー
upload-share = 共有…
upload-open = 開く
upload-open-image = { $name }を開く
upload-links-count = { $count }件のリンク
upload-copy-chosen = { $count }件のリンクをコピー
upload-history-actions = これらの画像の操作
upload-history-choose = { $name }を選択
upload-history-unselect = 選択を解除
upload-history-copy-delete-link = 削除リンクをコピー
upload-history-forget-title = { $count ->
    [1] このアップロードをリストから削除しますか？
   *[other] { $count }件のアップロードをリストから削除しますか？
}
upload-history-forget-text = 画像の公開は続きますが、このブラウザからは削除できなくなります。
upload-history-delete-title = { $count ->
    [1] 「{ $name }」を削除しますか？
   *[other] { $count }枚の画像を削除しますか？
}
upload-history-delete-text = 完全に削除され、リンクは使えなくなります。
upload-history-deleted = { $count }枚の画像を削除しました
