### 页面框架和所有页面的文本。

common-site-name = imgd
common-skip = 跳到主要内容
common-description = 上传图片，获取链接，轻松分享。
common-offline-title = 你已离线
common-offline-hint = 请检查网络连接，然后重试。
common-shared-failed = 无法接收分享的文件。请在此处选择文件。
common-loading = 正在加载…
common-solving = 正在进行防止自动使用的简短验证…
common-not-found = 找不到页面
common-page-failed = 无法加载此页面
common-page-failed-hint = 请检查网络连接，然后重试。
common-try-again = 重试
common-cancel = 取消
common-close = 关闭
common-save = 保存
common-saved = 已保存
common-copy = 复制
common-copied = 已复制
common-copied-that = 已复制{ $what }
common-copy-failed = 请按 Ctrl+C 或 ⌘C 复制
common-optional = 选填
common-nav-label = 网站导航
common-nav-upload = 上传
common-nav-library = 图库
common-nav-albums = 相册
common-nav-account = 账号
common-nav-trash = 回收站
common-nav-admin = 管理
common-nav-account-menu = { $initial }，{ $name } 的账号
common-nav-sign-in = 登录
common-nav-sign-out = 退出登录
common-nav-register = 创建账号
common-footer-unlisted = 图片不会公开列出，但知道链接的人都能查看。
common-footer-about = 关于和套餐
common-footer-api = API
common-theme-label = 外观
common-theme-system = 自动
common-theme-light = 浅色
common-theme-dark = 深色
common-plan-free = 免费版
common-plan-pro = 专业版
common-plan-enterprise = 企业版
common-language = 语言
common-account-language = 你的账号语言设为{ $language }。
common-switch-language = 切换语言
common-language-browser = 浏览器语言
common-chart-table = 以表格显示
common-chart-day = 日期
common-chart-peak = 单日峰值：{ $figure }
common-offline = 你已离线。恢复联网后会自动继续。
common-session-ended = 你已退出登录。所做的更改仍会保留。
common-leave-changes = 放弃更改？
common-leave-keep = 继续编辑
common-leave-discard = 放弃
common-leave-secret = 之后将无法再次查看。仍要关闭？
common-leave-stay = 返回

# 在任意页面上传。浏览器未提供数量时，$count 为 0。
common-drop-now = { $count ->
    [0] 松开即可上传
   *[other] 松开即可上传 { $count } 个文件
}
common-drop-album = 到相册“{ $album }”
common-upload-percent = { $percent }%
common-upload-progress = { $percent }%，已上传 { $done } / { $total }
common-upload-started = { $count ->
   *[other] 正在上传 { $count } 个文件
}
common-upload-finished = { $count ->
   *[other] 已上传 { $count } 张图片
}
common-upload-partly = 已上传 { $done } 个，{ $failed } 个失败
common-upload-show = 显示
common-link-copied = 链接已复制
common-export-started = { $images ->
    [0] 已开始下载
   *[other] 正在下载 { $images } 张图片（{ SIZE($bytes) }）
}
common-waiting-approval = 您的账号正在等待批准
common-waiting-approval-text = 管理员批准 { $email } 后，您才能上传图片。
common-waiting-verification = 请确认您的邮箱地址
common-waiting-verification-text = 请打开我们发送到 { $email } 的链接，然后即可上传。
common-waiting-check = 再次检查
