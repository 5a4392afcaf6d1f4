### サーバーが表示するページのテキスト: 画像、共有アルバム、報告、削除、JavaScriptなしのアップロード。

pages-title = { $title } · imgd
pages-skip = 本文へ移動
pages-nav-label = サイト
pages-nav-upload = アップロード
pages-nav-sign-in = ログイン
pages-nav-library = ライブラリ
pages-footer-label = このサイトについて
pages-footer-unlisted = 画像は限定公開です。リンクを知っている人は誰でも見られます。
pages-footer-about = 概要
pages-footer-api = API
pages-footer-terms = 利用規約
pages-footer-privacy = プライバシー
pages-footer-contact = お問い合わせ
pages-language = 言語
pages-language-choose = 言語を変更

## コピー

pages-copy = コピー
pages-copied = コピーしました
# $what はリンクの形式の名前（Markdownなど）。
pages-copied-what = { $what }をコピーしました
pages-copy-failed = Ctrl+Cまたは⌘Cでコピーしてください

## 画像のページ

pages-view-description = { $format }画像、{ $sides }ピクセル、{ $size }
pages-view-download = ダウンロード
pages-view-share = 共有…
pages-view-original = 元の画像を開く
pages-view-links = リンク
pages-view-link-type = リンクの形式
pages-view-details = 詳細
pages-view-report = この画像を報告
pages-view-moderate = 管理する
pages-view-zoom = ズーム
pages-view-zoom-in = 拡大
pages-view-zoom-out = 縮小
pages-view-zoom-fit = 合わせる
pages-view-zoom-fit-long = ウィンドウに合わせる
pages-view-zoom-actual = 実際のサイズ
pages-view-no-private = 位置情報とカメラ情報は、アップロード時にすべて削除されます。
pages-link-direct = 直接リンク
pages-link-view-page = 表示ページ
pages-link-thumbnail = サムネイル
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = ファイル名
pages-fact-format = 形式
pages-fact-dimensions = 寸法
pages-fact-size = サイズ
pages-fact-animation = アニメーション
pages-fact-uploaded = アップロード日時
pages-fact-expires = 有効期限
pages-fact-never = なし
pages-fact-pixels = { $sides }ピクセル
pages-fact-pixels-in-all = 合計{ $count }ピクセル
pages-fact-megapixels = { $count }メガピクセル
pages-fact-bytes = { $count }バイト
pages-fact-frames = { $count }フレーム

## 画像のページの所有者用の部分

pages-owner-heading = あなたの画像
pages-owner-name = ファイル名
pages-owner-name-missing = 名前を入力してください。
pages-owner-album = アルバム
pages-owner-album-none = アルバムなし
pages-owner-expiry = 有効期限
pages-owner-expiry-keep = 変更しない
pages-owner-expiry-never = なし
pages-owner-expiry-hour = 1時間後
pages-owner-expiry-day = 1日後
pages-owner-expiry-week = 1週間後
pages-owner-expiry-month = 30日後
pages-owner-removed = 削除されたメタデータ: { $kinds }
pages-owner-save = 保存
pages-owner-saved = 保存しました
pages-owner-failed = 問題が発生しました。もう一度お試しください。
pages-owner-delete = 画像を削除
pages-owner-delete-heading = この画像を削除しますか？
pages-owner-delete-text = 完全に削除され、リンクは使えなくなります。
pages-owner-delete-cancel = キャンセル
pages-owner-delete-confirm = 完全に削除
pages-removed-gps = 位置情報
pages-removed-camera = カメラ
pages-removed-timestamps = 日時
pages-removed-software = ソフトウェア
pages-removed-author = 作成者
pages-removed-maker_notes = カメラメーカーの情報
pages-removed-thumbnail = 埋め込みプレビュー
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = コメント
pages-removed-text = テキスト
pages-removed-secondary_images = 隠れた画像
pages-removed-trailing_data = 末尾のデータ
pages-removed-other = その他のデータ

## 共有アルバム

pages-album-nav = アルバム
pages-album-images = 画像{ $count }枚
pages-album-empty = ここに画像はまだありません。
pages-album-pages = ページ
pages-album-first-page = 最初のページ
pages-album-next-page = 次のページ
pages-album-updated = 更新:
pages-album-until = 公開期限:
pages-album-download = すべてダウンロード
pages-album-download-part = { $part } / { $parts }をダウンロード
pages-album-previous = 前へ
pages-album-next = 次へ

pages-locked-title = パスワードが必要です
pages-locked-heading = このアルバムは保護されています
pages-locked-text = リンクと一緒に受け取ったパスワードを入力してください。
pages-locked-password = パスワード
pages-locked-wrong = パスワードが正しくありません。
pages-locked-open = アルバムを開く

## リンクによる削除

pages-delete-heading = この画像を削除しますか？
pages-delete-text = すべてのリンクがすぐに使えなくなります。この操作は取り消せません。
pages-delete-confirm = 完全に削除
pages-delete-keep = 削除しない
pages-deleted-heading = 画像を削除しました
pages-deleted-text = 画像、サムネイル、すべてのリンクを完全に削除しました。
pages-upload-image = 画像をアップロード

## 報告

pages-report-heading = この画像を報告
pages-report-question = どのような問題がありますか？
pages-report-illegal = 違法なコンテンツ
pages-report-abuse = 嫌がらせ、脅迫、ヘイト
pages-report-copyright = 著作権の侵害
pages-report-privacy = 個人情報または自分が写っている写真
pages-report-spam = スパムまたは詐欺
pages-report-other = その他
pages-report-comment = ほかに知らせておきたいこと
pages-report-email = メールアドレス（連絡が必要な場合）
pages-report-optional = 任意
pages-report-send = 報告を送信
pages-report-back = 画像に戻る
pages-report-reason-missing = どのような問題があるか選択してください。
pages-report-comment-long = コメントを{ $max }文字以内にしてください。
pages-report-email-wrong = 有効なメールアドレスを入力するか、空欄にしてください。
pages-reported-heading = 報告を送信しました
pages-reported-text = ご報告ありがとうございます。まもなく確認します。

## JavaScriptなしのアップロード

pages-upload-heading = 画像をアップロード
pages-upload-off = このサーバーはアカウントからのアップロードのみ受け付けます。先にログインしてください。
pages-upload-challenge = このサーバーは現在、アカウントなしのアップロードに計算を求めており、JavaScript が必要です。トップページからアップロードするか、ログインしてください。
pages-upload-files = 画像
pages-upload-up-to = { $formats }、1枚{ $size }まで、一度に{ $files }枚まで。
pages-upload-up-to-any = { $formats }、1枚{ $size }まで。
pages-upload-expiry = 有効期限
pages-upload-send = アップロード
pages-upload-anonymous = 共有用のリンクと、画像ごとの削除リンクが表示されます。削除リンクはあとから表示できないため、保存しておいてください。
pages-uploaded-heading = { $count ->
    [1] 画像をアップロードしました
   *[other] { $count }枚の画像をアップロードしました
}
pages-uploaded-some = { $count }件アップロード済み、{ $failed }件失敗
pages-uploaded-failed = { $count ->
    [1] アップロードできませんでした
   *[other] { $count }件アップロードできませんでした
}
pages-uploaded-keep = 削除リンクを保存しておいてください。あとから表示することはできません。
pages-uploaded-delete-link = 削除リンク
pages-uploaded-delete-hint = このリンクを知っている人は誰でも画像を削除できます。
pages-uploaded-all-links = すべてのリンク
pages-uploaded-more = さらにアップロード
pages-problem-missing-file = 画像を1枚以上選択してください。
pages-problem-empty-file = このファイルは空です。
pages-problem-file-type = 対応していない画像です。{ $formats }を使用してください。
pages-problem-unreadable = この画像は破損しているため、読み取れません。
pages-problem-pixels = この画像はピクセル数またはフレーム数が多すぎます。縮小して、もう一度お試しください。
pages-problem-too-large = ファイルが大きすぎます。上限は{ $size }です。
pages-problem-too-many = ファイルが多すぎます。一度にアップロードできるのは{ $files }件までです。
pages-problem-refused = この画像は許可されていません。
pages-problem-storage = この画像を保存する容量が足りません。
pages-problem-busy = サービスが混み合っています。しばらくしてからもう一度お試しください。
pages-problem-other = 問題が発生しました。もう一度お試しください。

## エラー

pages-error-image-heading = 画像を表示できません
pages-error-image-text = この画像は利用できません。削除されたか期限が切れたか、リンクが不完全な可能性があります（リンクは大文字と小文字を区別します）。
pages-error-album-heading = アルバムを表示できません
pages-error-album-text = このアルバムは利用できません。共有が終了したか、リンクが不完全な可能性があります（リンクは大文字と小文字を区別します）。
pages-error-ended-heading = このアルバムの共有は終了しました
pages-error-ended-text = リンクの有効期限が切れています。リンクを送ってくれた人に、新しいリンクを依頼してください。
pages-error-download-heading = ダウンロードできません
pages-error-download-text = 所有者がこのアルバムのダウンロードを許可していません。画像の表示はできます。
pages-error-page-heading = ページが見つかりません
pages-error-page-text = アドレスが間違っているか、ページが移動した可能性があります。
pages-error-cursor-heading = ページが見つかりません
pages-error-cursor-text = リンクが不完全です。最初のページからやり直してください。
pages-error-delete-heading = この削除リンクは無効です
pages-error-delete-text = この画像のリンクではありません。正しいリンクは、アップロード後に一度だけ表示されています。
pages-error-limit-heading = リクエストが多すぎます
pages-error-limit-text = { $minutes }分後にもう一度お試しください。
pages-error-busy-heading = サービスが混み合っています
pages-error-busy-text = しばらくしてからもう一度お試しください。
pages-error-failed-heading = 問題が発生しました
pages-error-failed-text = もう一度お試しください。繰り返し発生する場合は、次のコードをお知らせください: { $id }
pages-error-other-text = アドレスを確認して、もう一度お試しください。

## 概要

pages-about-title = 画像をアップロードして、リンクを入手
pages-about-description = 画像をアップロードして、リンクで共有できます。アカウントは不要。位置情報とカメラ情報は削除されます。
pages-about-description-kept = 画像をアップロードして、リンクで共有できます。アカウントは不要です。
pages-about-heading = 画像をアップロード。
pages-about-heading-second = リンクを入手。
pages-about-lead = アカウントなしでアップロードして、直接リンク、サムネイル、ページ、HTML、Markdown、BBCodeの6つの形式のリンクを入手できます。
pages-about-api = APIの説明を読む
pages-about-errors = エラーコード
pages-about-try = 試してみる
pages-about-example = アップロードの例
pages-about-answer = 例の応答
pages-about-copy-name = 例
pages-about-promises = imgdの約束
pages-about-stored = 確実に保存
pages-about-stored-text = ディスクに安全に保存されてから、アップロードの完了をお知らせします。
pages-about-gone = 確実に消去
pages-about-gone-text = 削除された画像や期限切れの画像は、その瞬間に消えます。
pages-about-private = 標準でプライバシーを保護
pages-about-private-text = 位置情報、カメラのシリアル番号、コメントは削除されます。
pages-about-plans = プラン
pages-about-plans-label = プランごとの上限
pages-about-plan = プラン
pages-about-plan-requests = 1時間あたりのリクエスト
pages-about-plan-size = 最大ファイルサイズ
pages-about-plan-files = 一度に送れるファイル数
pages-about-plan-pixels = メガピクセル
pages-about-plan-storage = 容量
pages-about-plan-default-expiry = 有効期限（指定しない場合）
pages-about-plan-max-expiry = 最長の有効期限
pages-about-unlimited = 無制限
pages-errors-title = エラーコード
pages-errors-lead = APIのエラーにはそれぞれコードがあり、コードごとにステータスが1つ決まっています。メッセージの最初の文は変わりませんが、その後の文は変わることがあります。
pages-errors-status = ステータス
