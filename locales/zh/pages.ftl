### 由服务器渲染的页面的文本：图片、分享的相册、举报、删除、无 JavaScript 上传。

pages-title = { $title } · imgd
pages-skip = 跳到主要内容
pages-nav-label = 网站导航
pages-nav-upload = 上传
pages-nav-sign-in = 登录
pages-nav-library = 图库
pages-footer-label = 关于本站
pages-footer-unlisted = 图片不会公开列出，但知道链接的人都能查看。
pages-footer-about = 关于
pages-footer-api = API
pages-footer-terms = 条款
pages-footer-privacy = 隐私
pages-footer-contact = 联系
pages-language = 语言
pages-language-choose = 更改语言

## 复制

pages-copy = 复制
pages-copied = 已复制
# $what 是链接格式的名称，例如 Markdown。
pages-copied-what = 已复制{ $what }
pages-copy-failed = 请按 Ctrl+C 或 ⌘C 复制

## 图片页面

pages-view-description = { $format } 图片，{ $sides } 像素，{ $size }
pages-view-download = 下载
pages-view-share = 分享…
pages-view-original = 打开原图
pages-view-links = 链接
pages-view-link-type = 链接格式
pages-view-details = 详细信息
pages-view-report = 举报此图片
pages-view-moderate = 管理
pages-view-zoom = 缩放
pages-view-zoom-in = 放大
pages-view-zoom-out = 缩小
pages-view-zoom-fit = 适应
pages-view-zoom-fit-long = 适应窗口
pages-view-zoom-actual = 实际大小
pages-view-no-private = 每次上传都会移除位置和相机信息。
pages-link-direct = 直链
pages-link-view-page = 图片页面
pages-link-thumbnail = 缩略图
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = 文件名
pages-fact-format = 格式
pages-fact-dimensions = 尺寸
pages-fact-size = 大小
pages-fact-animation = 动画
pages-fact-uploaded = 上传时间
pages-fact-expires = 过期时间
pages-fact-never = 永不过期
pages-fact-pixels = { $sides } 像素
pages-fact-pixels-in-all = 共 { $count } 像素
pages-fact-megapixels = { $count } 百万像素
pages-fact-bytes = { $count ->
   *[other] { $count } 字节
}
pages-fact-frames = { $count ->
   *[other] { $count } 帧
}

## 图片页面的所有者部分

pages-owner-heading = 你的图片
pages-owner-name = 文件名
pages-owner-name-missing = 请输入名称。
pages-owner-album = 相册
pages-owner-album-none = 不放入相册
pages-owner-expiry = 有效期
pages-owner-expiry-keep = 不更改
pages-owner-expiry-never = 永不过期
pages-owner-expiry-hour = 1 小时
pages-owner-expiry-day = 1 天
pages-owner-expiry-week = 1 周
pages-owner-expiry-month = 30 天
pages-owner-removed = 已移除的元数据：{ $kinds }
pages-owner-save = 保存
pages-owner-saved = 已保存
pages-owner-failed = 出了点问题，请重试。
pages-owner-delete = 删除图片
pages-owner-delete-heading = 删除此图片？
pages-owner-delete-text = 图片将永久删除，其链接也会失效。
pages-owner-delete-cancel = 取消
pages-owner-delete-confirm = 永久删除
pages-removed-gps = 位置
pages-removed-camera = 相机
pages-removed-timestamps = 日期
pages-removed-software = 软件
pages-removed-author = 作者
pages-removed-maker_notes = 相机厂商备注
pages-removed-thumbnail = 内嵌预览图
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = 注释
pages-removed-text = 文本
pages-removed-secondary_images = 隐藏图片
pages-removed-trailing_data = 末尾附加数据
pages-removed-other = 其他数据

## 分享的相册

pages-album-nav = 相册
pages-album-images = { $count ->
   *[other] { $count } 张图片
}
pages-album-empty = 这里还没有图片。
pages-album-pages = 分页
pages-album-first-page = 第一页
pages-album-next-page = 下一页
pages-album-updated = 更新于
pages-album-until = 有效期至
pages-album-download = 全部下载
pages-album-download-part = 下载第 { $part } 部分（共 { $parts } 部分）
pages-album-previous = 上一张
pages-album-next = 下一张

pages-locked-title = 需要密码
pages-locked-heading = 此相册受密码保护
pages-locked-text = 请输入随链接一起收到的密码。
pages-locked-password = 密码
pages-locked-wrong = 密码不正确。
pages-locked-open = 打开相册

## 通过链接删除

pages-delete-heading = 删除此图片？
pages-delete-text = 它的所有链接会立即失效。此操作无法撤销。
pages-delete-confirm = 永久删除
pages-delete-keep = 保留
pages-deleted-heading = 图片已删除
pages-deleted-text = 图片、缩略图及所有链接均已永久删除。
pages-upload-image = 上传图片

## 举报

pages-report-heading = 举报此图片
pages-report-question = 这张图片有什么问题？
pages-report-illegal = 违法内容
pages-report-abuse = 骚扰、威胁或仇恨
pages-report-copyright = 侵犯版权
pages-report-privacy = 私人信息或我的照片
pages-report-spam = 垃圾信息或诈骗
pages-report-other = 其他问题
pages-report-comment = 补充说明
pages-report-email = 邮箱（方便我们与你联系）
pages-report-optional = 选填
pages-report-send = 提交举报
pages-report-back = 返回图片
pages-report-reason-missing = 请选择问题类型。
pages-report-comment-long = 请将说明缩短到 { $max } 个字符以内。
pages-report-email-wrong = 请输入有效的邮箱地址，或留空。
pages-reported-heading = 举报已提交
pages-reported-text = 谢谢，我们会尽快审核。

## 无 JavaScript 上传

pages-upload-heading = 上传图片
pages-upload-off = 此服务器仅接受账户上传。请先登录。
pages-upload-challenge = 此服务器目前要求无账户上传先完成一次计算，这需要 JavaScript。请在首页上传，或登录。
pages-upload-files = 图片
pages-upload-up-to = 支持 { $formats }，每张最大 { $size }，一次最多 { $files } 张图片。
pages-upload-up-to-any = 支持 { $formats }，每张最大 { $size }。
pages-upload-expiry = 有效期
pages-upload-send = 上传
pages-upload-anonymous = 你会获得分享链接，以及用于删除每张图片的链接。请保存好删除链接，之后将无法再次查看。
pages-uploaded-heading = { $count ->
    [1] 图片已上传
   *[other] 已上传 { $count } 张图片
}
pages-uploaded-some = 已上传 { $count } 张，{ $failed } 张失败
pages-uploaded-failed = { $count ->
    [1] 上传失败
   *[other] { $count } 张图片上传失败
}
pages-uploaded-keep = 请保存好删除链接，之后将无法再次查看。
pages-uploaded-delete-link = 删除链接
pages-uploaded-delete-hint = 知道此链接的任何人都能删除该图片。
pages-uploaded-all-links = 所有链接
pages-uploaded-more = 继续上传
pages-problem-missing-file = 请至少选择一张图片。
pages-problem-empty-file = 此文件为空。
pages-problem-file-type = 不支持此图片格式。请使用 { $formats }。
pages-problem-unreadable = 此图片已损坏，无法读取。
pages-problem-pixels = 此图片的像素或帧数过多。请缩小图片后重试。
pages-problem-too-large = 此文件过大，上限为 { $size }。
pages-problem-too-many = 文件过多。一次最多上传 { $files } 个。
pages-problem-refused = 此图片不允许上传。
pages-problem-storage = 存储空间不足，无法保存此图片。
pages-problem-busy = 服务繁忙，请稍后重试。
pages-problem-other = 出了点问题，请重试。

## 错误

pages-error-image-heading = 图片不可用
pages-error-image-text = 此图片不可用。它可能已被删除或已过期，也可能是链接不完整（链接区分大小写）。
pages-error-album-heading = 相册不可用
pages-error-album-text = 此相册不可用。它可能已停止分享，也可能是链接不完整（链接区分大小写）。
pages-error-ended-heading = 此相册已停止分享
pages-error-ended-text = 链接已过期。请向发送链接的人索取新链接。
pages-error-download-heading = 下载已关闭
pages-error-download-text = 所有者不允许下载此相册，但你仍可查看其中的图片。
pages-error-page-heading = 找不到页面
pages-error-page-text = 网址可能有误，或页面已移走。
pages-error-cursor-heading = 找不到页面
pages-error-cursor-text = 链接不完整。请从第一页重新开始。
pages-error-delete-heading = 此删除链接无效
pages-error-delete-text = 它不属于此图片。正确的链接只在上传后显示过一次。
pages-error-limit-heading = 请求过多
pages-error-limit-text = { $minutes ->
   *[other] 请在 { $minutes } 分钟后重试。
}
pages-error-busy-heading = 服务繁忙
pages-error-busy-text = 请稍后重试。
pages-error-failed-heading = 出了点问题
pages-error-failed-text = 请重试。如果问题持续出现，请提供此代码：{ $id }
pages-error-other-text = 请检查网址，然后重试。

## 关于

pages-about-title = 上传图片，获取链接
pages-about-description = 上传图片，用链接分享。无需账号，并会移除位置和相机信息。
pages-about-description-kept = 上传图片，用链接分享。无需账号。
pages-about-heading = 上传图片，
pages-about-heading-second = 获取链接。
pages-about-lead = 无需账号即可上传，并获得六种格式的链接：直链、缩略图、图片页面、HTML、Markdown 和 BBCode。
pages-about-api = 阅读 API 文档
pages-about-errors = 错误码
pages-about-try = 试一试
pages-about-example = 上传示例
pages-about-answer = 返回结果
pages-about-copy-name = 示例
pages-about-promises = 我们的承诺
pages-about-stored = 存了就是存了
pages-about-stored-text = 图片安全写入磁盘后，才会确认上传成功。
pages-about-gone = 删了就是删了
pages-about-gone-text = 图片一经删除或过期，即刻消失。
pages-about-private = 默认保护隐私
pages-about-private-text = 位置、相机序列号和注释都会被移除。
pages-about-plans = 套餐
pages-about-plans-label = 各套餐的限额
pages-about-plan = 套餐
pages-about-plan-requests = 每小时请求数
pages-about-plan-size = 单个文件上限
pages-about-plan-files = 每批文件数
pages-about-plan-pixels = 百万像素
pages-about-plan-storage = 存储空间
pages-about-plan-default-expiry = 默认有效期
pages-about-plan-max-expiry = 最长有效期
pages-about-unlimited = 不限
pages-errors-title = 错误码
pages-errors-lead = API 的每种失败都有一个错误码，每个错误码对应一个状态码。消息的第一句固定不变，后面的内容可能会变。
pages-errors-status = 状态码
