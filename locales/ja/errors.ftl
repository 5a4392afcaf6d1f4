### APIのコード別のエラーのテキスト。

error-unknown = 問題が発生しました。もう一度お試しください。
error-network = オフラインのようです。接続を確認して、もう一度お試しください。
error-unexpected-answer = 問題が発生しました。もう一度お試しください。
error-task-not-found = このタスクはもうありません。
error-task-in-progress = 別のタスクがこのアカウントの画像を処理中です。完了するまでお待ちください。
error-invalid-file-type = { $accepted ->
    [none] 対応していない画像です。
   *[other] 対応していない画像です。{ $accepted }を使用してください。
}
error-content-blocked = この画像は許可されていません。
error-content-refused = この画像は許可されていません。
error-invalid-image = この画像は破損しているか不完全なため、開けません。
error-image-dimensions-exceeded = { $megapixels ->
    [0] ピクセル数が多すぎます。画像を縮小して、もう一度お試しください。
   *[other] ピクセル数が多すぎます（最大{ $megapixels }メガピクセル）。画像を縮小して、もう一度お試しください。
}
error-empty-file = このファイルは空です。
error-missing-file = ファイルが届きませんでした。もう一度選択してください。
error-too-many-files = 一度に送るファイルが多すぎます。
error-invalid-album = このアルバム名は使えません。表示できる文字で255文字以内にしてください。
error-invalid-expiry = この有効期限は使えません。
error-missing-api-key = ログアウトしました。続けるにはログインしてください。変更内容は残っています。
error-invalid-api-key = ログアウトしました。続けるにはログインしてください。変更内容は残っています。
error-invalid-credentials = メールアドレスまたはパスワードが正しくありません。
error-wrong-password = パスワードが正しくありません。
error-export-in-progress = データのダウンロードがすでに実行中です。完了してからもう一度お試しください。
error-invalid-second-factor = { $factor ->
    [code] コードが正しくないか、すでに使用されています。次のコードが表示されるまでお待ちください。
    [recovery_code] リカバリーコードが正しくないか、すでに使用されています。
    [passkey] このパスキーはここでは使えません。
   *[other] 時間がかかりすぎました。最初からやり直してください。
}
error-second-factor-missing = 管理者には2段階認証が必要です。「アカウント」›「セキュリティ」でオンにするか、2段階認証でログインしてください。
error-second-factor-exists = すでにアカウントに追加されています。
error-forbidden = この操作を行う権限がありません。
error-storage-quota-exceeded = 保存容量がいっぱいです。画像を削除して、もう一度お試しください。
error-account-suspended = このアカウントは停止されています。
error-registration-closed = 新規登録は受け付けていません。
error-challenge-required = このサーバーはプログラムによる利用でないことを確認しています。もう一度お試しください。
error-challenge-failed = 確認に時間がかかりすぎたか、すでに使用されています。もう一度お試しください。
error-challenge-insecure = このサーバーが求める計算は、https のページでのみブラウザーが実行できます。
error-invitation-required = ここで登録するには招待が必要です。
error-invalid-invitation = この招待は無効です。期限切れか使用済み、または別のアドレス宛ての可能性があります。
error-email-domain-refused = このドメインのメールアドレスはここでは使えません。
error-account-waiting = このアカウントはまだ使えません。
error-registration-full = 承認待ちの新規アカウントが多すぎます。しばらくしてからもう一度お試しください。
error-account-not-waiting = このアカウントは承認待ちではありません。
error-invitation-not-found = この招待はもうありません。
error-image-not-found = この画像はもうありません。
error-album-not-found = このアルバムはもうありません。
error-key-not-found = このキーはもうありません。
error-webhook-not-found = この Webhook はもうありません。
error-delivery-not-found = この配信はもう保存されていません。
error-album-exists = 同じ名前のアルバムがすでにあります。
error-email-taken = このメールアドレスのアカウントはすでにあります。
error-request-timeout = 接続が遅すぎました。もう一度お試しください。
error-idempotency-in-progress = このファイルは処理中です。しばらくしてからもう一度お試しください。
error-file-too-large = ファイルが大きすぎます。上限は{ SIZE($limit) }です。
error-request-too-large = 一度に送る量が多すぎます。
error-rate-limit-exceeded = 1時間の上限に達しました。あとでもう一度お試しください。
error-rate-limit-exceeded-wait = 1時間の上限に達しました。{ DURATION($seconds) }後にもう一度お試しください。
error-too-many-attempts = 試行回数が多すぎます。あとでもう一度お試しください。
error-too-many-attempts-wait = 試行回数が多すぎます。{ DURATION($seconds) }後にもう一度お試しください。
error-too-many-guesses = パスワードの間違いが多すぎます。以前使ったことのあるデバイスでログインするか、パスワードを再設定してください。
error-internal-error = サーバーで問題が発生しました。もう一度お試しください。
error-internal-error-reference = サーバーで問題が発生しました。もう一度お試しください（参照番号: { $id }）。
error-storage-unavailable = 現在ファイルを保存できません。あとでもう一度お試しください。
error-storage-unavailable-wait = 現在ファイルを保存できません。{ DURATION($seconds) }後にもう一度お試しください。
error-service-unavailable = サービスが混み合っています。あとでもう一度お試しください。
error-service-unavailable-wait = サービスが混み合っています。{ DURATION($seconds) }後にもう一度お試しください。
error-account-changed = 別のアカウントでログインしているため、変更は行われませんでした。
error-invalid-parameter = 使えない値が入力されています。確認して、もう一度お試しください。
error-invalid-request = 問題が発生しました。もう一度お試しください。
error-sign-in-failed = ログインできませんでした。もう一度お試しください。
error-second-factor-required = ログインするにはもう1つ手順が必要です。
error-insufficient-scope = この操作を行う権限がありません。
error-account-not-found = このアカウントはもうありません。
error-session-not-found = このセッションはすでに終了しています。
error-second-factor-not-found = すでに削除されています。
error-deletion-not-found = この削除は見つかりません。
error-block-not-found = このブロックはすでに解除されています。
error-job-not-found = このジョブはもうありません。
error-job-locked = このジョブは現在変更できません。
error-report-not-found = この報告はもうありません。
error-report-resolved = この報告はすでに処理されています。
error-image-already-owned = この画像はすでにアカウントに登録されています。
error-thumbnail-not-found = この画像にはサムネイルがありません。
error-variant-not-found = この画像の指定されたバージョンはありません。
error-idempotency-key-reused = このファイルは最初の試行のあとに変更されました。もう一度選択してください。
error-album-locked = このアルバムを開くにはパスワードが必要です。
error-album-ended = このアルバムの共有は終了しました。
error-download-not-allowed = このアルバムのダウンロードは許可されていません。
error-export-not-found = このエクスポートは期限切れです。もう一度開始してください。
error-too-many-uploads = 未完了のアップロードが多すぎます。いくつかが終わるまでお待ちください。
error-upload-not-found = このアップロードは期限切れです。もう一度やり直してください。
error-network-blocked = お使いのネットワークからのアップロードとログインはブロックされています。
error-network-block-not-found = このネットワークはもうブロックされていません。
error-uploader-unknown = この画像のアップロード元は不明です。
error-anonymous-uploads-off = このサーバーはアカウントからのアップロードのみ受け付けます。先にログインしてください。
error-storage-full = サービスの保存容量がいっぱいです。しばらくしてからお試しください。
