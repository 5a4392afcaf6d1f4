### 管理ページのテキスト。

admin-title = 管理
admin-sections-label = 管理のセクション
admin-sections-overview = 概要
admin-sections-reports = 報告
admin-sections-quarantine = 隔離
admin-sections-accounts = アカウント
admin-sections-blocks = ブロック
admin-sections-jobs = ジョブ
admin-sections-webhooks = Webhook
admin-sections-audit = 監査ログ
admin-forbidden = 管理者権限が必要です。
admin-more = さらに表示
admin-overview-health = 稼働状態
admin-overview-running = バージョン{ $version }、稼働時間: { DURATION($seconds) }
admin-overview-statuses-ok = 正常
admin-overview-statuses-degraded = 低下
admin-overview-statuses-down = 停止
admin-overview-checks-database = データベース
admin-overview-checks-storage = ストレージ
admin-overview-checks-disk = ディスク
admin-overview-checks-decoder = デコーダー
admin-overview-checks-jobs = ジョブ
admin-overview-checks-limits = 制限
admin-overview-totals = 合計
admin-overview-days = 過去30日間
admin-overview-images = 画像
admin-overview-bytes = バイト数
admin-overview-accounts = アカウント
admin-overview-albums = アルバム
admin-overview-blobs = ファイル
admin-overview-uploads = アップロード
admin-overview-upload_bytes = アップロードしたバイト数
admin-overview-requests = リクエスト
admin-overview-refusals = 拒否したリクエスト
admin-accounts-search = メールアドレスまたは名前で検索
admin-accounts-plan = プラン
admin-accounts-any-plan = すべてのプラン
admin-accounts-suspension = 停止中
admin-accounts-plan-of = { $email }のプラン
admin-accounts-suspended = { TIME($when) }に停止
admin-accounts-suspend = 停止
admin-accounts-suspend-title = { $email }を停止しますか？
admin-accounts-suspend-text = このユーザーはログアウトし、APIキーは使えなくなります。
admin-accounts-hide-images = 停止中は画像を隔離する
admin-accounts-resume = 停止を解除
admin-accounts-resume-title = { $email }の停止を解除しますか？
admin-accounts-resume-text = APIキーは再び使えるようになり、アカウントとともに隔離された画像の隔離も解除されます。
admin-accounts-is-admin = 管理者
admin-accounts-changed = アカウントを変更しました
admin-accounts-kept = 画像{ $images }枚、{ SIZE($bytes) }
admin-reports-state = 表示
admin-reports-reveal = 画像を表示
admin-reports-hide = 画像をぼかす
admin-reports-gone = この画像はもうありません
admin-reports-dismiss = 却下
admin-reports-takedown = 削除
admin-reports-takedown_and_suspend = 削除して停止
admin-reports-note = メモ
admin-reports-reasons-illegal = 違法
admin-reports-reasons-abuse = 嫌がらせ
admin-reports-reasons-copyright = 著作権
admin-reports-reasons-privacy = プライバシー
admin-reports-reasons-spam = スパム
admin-reports-reasons-other = その他
admin-reports-texts-dismiss = 画像の公開は続きます。この画像に関する未処理の報告はすべて終了します。
admin-reports-texts-takedown = { $copies ->
    [1] この画像を完全に削除し、再アップロードをブロックします。
   *[other] 同一のコピー{ $copies }枚をすべて完全に削除し、再アップロードをブロックします。
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [1] この画像を完全に削除し、再アップロードをブロックして、投稿者を停止します。
   *[other] 同一のコピー{ $copies }枚をすべて完全に削除し、再アップロードをブロックして、投稿者を停止します。
}
admin-quarantine-causes-administrator = 管理者による隔離
admin-quarantine-causes-account = アカウントの停止
admin-quarantine-causes-validator = 外部の検証による隔離
admin-quarantine-since = { TIME($when) }から
admin-quarantine-release = 隔離を解除
admin-quarantine-released = 画像の隔離を解除しました
admin-quarantine-reason = 理由
admin-quarantine-block = この画像の再アップロードをブロック
admin-quarantine-taken-down = 画像を削除しました
admin-blocks-unblock = ブロックを解除
admin-blocks-unblock-title = この画像のアップロードを再び許可しますか？
admin-blocks-unblocked = 画像のブロックを解除しました
admin-jobs-state = 表示
admin-jobs-attempts = { $count }回試行、次回: { TIME($when) }
admin-jobs-retry = 再試行
admin-jobs-retried = ジョブを予定に入れました
admin-jobs-remove = 破棄
admin-jobs-remove-title = このジョブを破棄しますか？
admin-jobs-removed = ジョブを破棄しました
admin-accounts-suspension-all = すべて
admin-accounts-suspension-true = はい
admin-accounts-suspension-false = いいえ
admin-reports-state-open = 未処理
admin-reports-state-dismissed = 却下済み
admin-reports-state-taken_down = 削除済み
admin-reports-state-all = すべて
admin-reports-by = 対応者: { $email }
admin-jobs-state-dead = 失敗したジョブ
admin-jobs-state-waiting = 待機中
admin-jobs-state-running = 実行中
admin-reports-keys = キーボードショートカット
admin-reports-key-j = 次の画像
admin-reports-key-k = 前の画像
admin-reports-key-x = 選択または選択解除
admin-reports-key-d = 報告を却下
admin-reports-key-t = 画像を削除
admin-reports-key-s = 画像を削除して投稿者を停止
admin-reports-key-help = ショートカットを表示
admin-reports-empty-open = 未処理の報告はありません
admin-reports-empty-dismissed = 却下した報告はありません
admin-reports-empty-taken_down = 削除した画像はありません
admin-reports-empty-all = 報告はまだありません
admin-reports-select = { $name }を選択
admin-reports-select-all = すべて選択
admin-reports-select-none = 選択を解除
admin-reports-bulk = 選択した画像の操作
admin-reports-selected = { $count }枚選択中
admin-reports-reason = { $reason }（{ $count }）
admin-reports-times = { $count ->
    [1] 報告1件、{ TIME($last) }
   *[other] 報告{ $count }件、最初: { TIME($first) }、最後: { TIME($last) }
}
admin-reports-anonymous = 匿名のアップロード
admin-reports-copies = { $count ->
    [1] コピー1枚
   *[other] 同一のコピー{ $count }枚
}
admin-reports-title-dismiss = { $count ->
    [1] この画像の報告をすべて却下しますか？
   *[other] { $count }枚の画像の報告をすべて却下しますか？
}
admin-reports-title-takedown = { $count ->
    [1] この画像を削除しますか？
   *[other] { $count }枚の画像を削除しますか？
}
admin-reports-title-takedown_and_suspend = { $count ->
    [1] この画像を削除して投稿者を停止しますか？
   *[other] { $count }枚の画像を削除して投稿者を停止しますか？
}
admin-reports-more = ほか{ $count }枚の画像
admin-reports-suspends = { $emails }を停止します。
admin-reports-done-dismiss = { $count ->
    [1] 報告を却下しました
   *[other] { $count }枚の画像の報告を却下しました
}
admin-reports-done-takedown = { $count ->
    [1] 画像を削除しました
   *[other] { $count }枚の画像を削除しました
}
admin-reports-done-takedown_and_suspend = { $count ->
    [1] 画像を削除し、アカウントを停止しました
   *[other] { $count }枚の画像を削除し、アカウントを停止しました
}
admin-reports-failed = { $count }枚の画像で失敗しました: { $reason }
admin-quarantine-empty = 隔離中の画像はありません
admin-quarantine-texts-takedown = { $copies ->
    [1] この画像を完全に削除します。
   *[other] この画像の同一のコピー{ $copies }枚をすべて完全に削除します。
}
admin-blocks-empty = ブロックした画像はありません
admin-audit-empty = 記録はまだありません
admin-jobs-state-all = すべて
admin-jobs-empty-dead = 失敗したジョブはありません
admin-jobs-empty-waiting = 待機中のジョブはありません
admin-jobs-empty-running = 実行中のジョブはありません
admin-jobs-empty-all = ジョブはありません
admin-accounts-empty = アカウントが見つかりません
admin-accounts-images = 画像
admin-accounts-no-images = 画像なし
admin-accounts-actions = { $email }の操作
admin-accounts-last-seen = 最終利用: { TIME($when) }
admin-accounts-is-suspended = 停止中
admin-accounts-plan-title = { $email }のプランを変更しますか？
admin-accounts-plan-text = { $from }から{ $to }に変更します。新しい上限は次のリクエストから適用されます。
admin-accounts-plan-change = プランを変更
admin-images-views = 表示{ $count }回
admin-overview-reported = { $count }枚の報告された画像が判断待ちです
admin-overview-failed-jobs = 失敗したジョブ: { $count }件
admin-accounts-order = 並べ替え
admin-accounts-order-newest = 新しい順
admin-accounts-order-bytes = 容量の多い順
admin-accounts-order-images = 画像の多い順
admin-accounts-order-used = 最近使用した順
admin-accounts-order-unused = 長く未使用の順
admin-uploader-open = この送信元のすべて
admin-uploader-title = 一つの送信元の画像
admin-uploader-count = 過去24時間の画像：{ $count }
admin-uploader-action = 処理
admin-uploader-actions-hide = 訪問者に表示しない
admin-uploader-actions-delete = 削除
admin-uploader-actions-takedown = 削除して再アップロードを禁止
admin-uploader-block = この送信元のアップロードを7日間拒否
admin-uploader-apply = すべてに適用
admin-uploader-progress = 処理済み：{ $count }
admin-uploader-done = この送信元の画像をすべて処理しました。
admin-tasks-hide = 画像を非表示
admin-tasks-show = 画像を再表示
admin-tasks-delete = 画像を削除
admin-tasks-account = アカウントを削除
admin-tasks-title-hide = { $email } の画像を非表示にしますか？
admin-tasks-title-show = { $email } の非表示の画像を再表示しますか？
admin-tasks-title-delete = { $email } の画像を削除しますか？
admin-tasks-title-account = アカウント { $email } を削除しますか？
admin-tasks-hide_images = 画像を非表示にしています
admin-tasks-show_images = 画像を再表示しています
admin-tasks-delete_images = 画像を削除しています
admin-tasks-delete_account = アカウントを削除しています
admin-tasks-progress = { $images } 枚中 { $done } 枚、{ SIZE($bytes) }
admin-tasks-done = 完了: { $done } 枚、{ SIZE($bytes) }
admin-tasks-count = { $images } 枚、{ SIZE($bytes) }
admin-tasks-period = アップロード時期
admin-tasks-period-0 = すべて
admin-tasks-period-1 = 過去 1 日
admin-tasks-period-7 = 過去 7 日
admin-tasks-held = 管理者または検証サービスが隔離した画像も含める
admin-sections-images = 画像を探す
admin-sections-networks = ネットワーク
admin-overview-checks-backup = バックアップ
admin-overview-last-backup = 最後に成功したもの：{ DURATION($seconds) }前
admin-export = データを書き出す
admin-networks-empty = ブロック中のネットワークはありません
admin-networks-add = ネットワークをブロック
admin-networks-text = そこからのアップロード、登録、ログインを拒否します。画像の表示はできます。
admin-networks-network = アドレスまたはネットワーク
admin-networks-hint = 例：203.0.113.0/24、2001:db8::/48
admin-networks-wrong = アドレスまたはネットワークを入力してください（IPv4は/8から/32、IPv6は/16から/64）。
admin-networks-period = ブロックする期間
admin-networks-period-1 = 1日
admin-networks-period-7 = 7日
admin-networks-period-30 = 30日
admin-networks-period-0 = 解除するまで
admin-networks-block = ネットワークをブロック
admin-networks-blocked = ネットワークをブロックしました
admin-networks-uploader = 匿名のアップロード元
admin-networks-ends = { TIME($when) }まで
admin-networks-endless = 解除するまで
admin-networks-unblock-title = { $network }のブロックを解除しますか？
admin-networks-unblock-text = そこからのアップロード、登録、ログインを再び受け付けます。
admin-networks-unblocked = ブロックを解除しました
admin-images-search = 画像のIDまたはリンク
admin-images-wrong = 画像のIDまたはリンクを入力してください。
admin-images-find = 探す
admin-images-hide = 隔離する
admin-images-hidden = 画像を隔離しました
admin-uploader-actions-show = 非表示にしたものを再び表示
admin-images-reports = 未対応の報告{ $count }件
admin-accounts-deleted = アカウントを削除しました
admin-sections-registrations = 登録
admin-registrations-waiting = 承認待ちのアカウント
admin-registrations-none-waiting = 承認待ちのアカウントはありません
admin-registrations-verified = アドレス確認済み
admin-registrations-unverified = アドレス未確認
admin-registrations-approve = 承認
admin-registrations-approved = { $email } を承認しました
admin-registrations-reject = 却下
admin-registrations-reject-title = { $email } を却下しますか？
admin-registrations-reject-text = アカウントは削除されます。同じアドレスで再び登録できます。
admin-registrations-rejected = { $email } を却下しました
admin-registrations-invitations = 招待
admin-registrations-no-invitations = 招待はありません
admin-registrations-invitation = 招待
admin-registrations-invite = 新しい招待
admin-registrations-used = { $uses } 件中 { $used } 件使用
admin-registrations-until = { TIME($when) } まで
admin-registrations-revoke = 取り消す
admin-registrations-revoke-title = この招待を取り消しますか？
admin-registrations-revoke-text = リンクは使えなくなります。すでに登録したアカウントは残ります。
admin-registrations-created = 招待を作成しました
admin-registrations-created-text = 今すぐリンクをコピーしてください。再表示はできません。
admin-registrations-link = 招待リンク
admin-registrations-uses = アカウント数
admin-registrations-wrong-uses = 1～10,000 の数を入力してください。
admin-registrations-valid = 有効期間
admin-registrations-plan = アカウントのプラン
admin-registrations-email = メールアドレス
admin-registrations-email-hint = このアドレスだけが招待を使えます。
admin-registrations-wrong-email = 有効なメールアドレスを入力してください。
admin-registrations-note = 管理者向けのメモ
admin-registrations-create = 招待を作成
