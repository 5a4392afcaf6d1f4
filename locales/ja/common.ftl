### 外枠とすべてのページのテキスト。

common-site-name = imgd
common-skip = 本文へ移動
common-description = 画像をアップロードして、リンクで共有できます。
common-offline-title = オフラインです
common-offline-hint = 接続を確認して、もう一度お試しください。
common-shared-failed = 共有されたファイルを受け取れませんでした。ここで選択してください。
common-loading = 読み込み中…
common-solving = 自動利用を防ぐための短い確認を行っています…
common-not-found = ページが見つかりません
common-page-failed = このページを読み込めませんでした
common-page-failed-hint = 接続を確認して、もう一度お試しください。
common-try-again = 再試行
common-cancel = キャンセル
common-close = 閉じる
common-save = 保存
common-saved = 保存しました
common-copy = コピー
common-copied = コピーしました
common-copied-that = { $what }をコピーしました
common-copy-failed = Ctrl+Cまたは⌘Cでコピーしてください
common-optional = 任意
common-nav-label = サイト
common-nav-upload = アップロード
common-nav-library = ライブラリ
common-nav-albums = アルバム
common-nav-account = アカウント
common-nav-trash = ゴミ箱
common-nav-admin = 管理
common-nav-account-menu = { $initial }、{ $name }のアカウント
common-nav-sign-in = ログイン
common-nav-sign-out = ログアウト
common-nav-register = アカウントを作成
common-footer-unlisted = 画像は限定公開です。リンクを知っている人は誰でも見られます。
common-footer-about = 概要とプラン
common-footer-api = API
common-theme-label = 外観
common-theme-system = 自動
common-theme-light = ライト
common-theme-dark = ダーク
common-plan-free = Free
common-plan-pro = Pro
common-plan-enterprise = Enterprise
common-language = 言語
common-account-language = アカウントの言語は{ $language }に設定されています。
common-switch-language = 言語を切り替える
common-language-browser = ブラウザの言語
common-chart-table = 表で表示
common-chart-day = 日付
common-chart-peak = 最も多い日: { $figure }
common-offline = オフラインです。オンラインに戻ると続行します。
common-session-ended = ログアウトしました。変更内容は残っています。
common-leave-changes = 変更内容を破棄しますか？
common-leave-keep = 編集を続ける
common-leave-discard = 破棄
common-leave-secret = あとから表示することはできません。閉じますか？
common-leave-stay = 戻る

# 各ページからのアップロード。ブラウザが数を知らせない場合、$count は 0。
common-drop-now = { $count ->
    [0] ドロップしてアップロード
   *[other] ドロップして{ $count }件のファイルをアップロード
}
common-drop-album = アルバム「{ $album }」に追加
common-upload-percent = { $percent }%
common-upload-progress = { $percent }%、{ $total }件中{ $done }件アップロード済み
common-upload-started = { $count }件のファイルをアップロードしています
common-upload-finished = { $count }枚の画像をアップロードしました
common-upload-partly = { $done }件アップロード済み、{ $failed }件失敗
common-upload-show = 表示
common-link-copied = リンクをコピーしました
common-export-started = { $images ->
    [0] ダウンロードを開始しました
   *[other] { $images }枚の画像をダウンロードしています（{ SIZE($bytes) }）
}
common-waiting-approval = アカウントは承認待ちです
common-waiting-approval-text = アップロードするには、管理者が { $email } を承認する必要があります。
common-waiting-verification = メールアドレスを確認してください
common-waiting-verification-text = { $email } に送ったリンクを開くと、アップロードできるようになります。
common-waiting-check = もう一度確認
