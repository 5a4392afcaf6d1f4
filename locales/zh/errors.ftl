### 错误文本，按 API 错误码排列。

error-unknown = 出了点问题，请重试。
error-network = 你似乎已离线。请检查网络连接，然后重试。
error-unexpected-answer = 出了点问题，请重试。
error-task-not-found = 此任务已不存在。
error-task-in-progress = 另一个任务正在处理此账户的图片。请等待其完成。
error-invalid-file-type = { $accepted ->
    [none] 不支持此图片格式。
   *[other] 不支持此图片格式。请使用 { $accepted }。
}
error-content-blocked = 此图片不允许上传。
error-content-refused = 此图片不允许上传。
error-invalid-image = 此图片已损坏或不完整，无法打开。
error-image-dimensions-exceeded = { $megapixels ->
    [0] 像素过多。请缩小图片后重试。
   *[other] 像素过多（上限 { $megapixels } 百万像素）。请缩小图片后重试。
}
error-empty-file = 此文件为空。
error-missing-file = 未收到文件，请重新选择。
error-too-many-files = 一次选择的文件过多。
error-invalid-album = 此相册名称不可用。请使用最多 255 个可见字符。
error-invalid-expiry = 此过期时间不可用。
error-missing-api-key = 你已退出登录。请登录后继续，所做的更改仍会保留。
error-invalid-api-key = 你已退出登录。请登录后继续，所做的更改仍会保留。
error-invalid-credentials = 邮箱地址或密码错误。
error-wrong-password = 密码不正确。
error-export-in-progress = 你的数据正在下载中。请在完成后重试。
error-invalid-second-factor = { $factor ->
    [code] 验证码错误或已被使用。请等待下一个验证码。
    [recovery_code] 恢复码错误或已被使用。
    [passkey] 此通行密钥无法在此处使用。
   *[other] 操作超时，请重新开始。
}
error-second-factor-missing = 此处要求管理员使用两步验证。请在“账号”›“安全”中开启，或使用两步验证登录。
error-second-factor-exists = 你的账号已添加过此项。
error-forbidden = 你没有权限执行此操作。
error-storage-quota-exceeded = 存储空间已满。请删除一些图片后重试。
error-account-suspended = 此账号已被封禁。
error-registration-closed = 注册已关闭。
error-challenge-required = 此服务器正在确认您不是程序。请重试。
error-challenge-failed = 验证用时过长或已被使用。请重试。
error-challenge-insecure = 此服务器要求的计算，浏览器只能在 https 页面上进行。
error-invitation-required = 在此注册需要邀请。
error-invalid-invitation = 此邀请无效。它可能已过期、已用完，或仅限其他邮箱地址使用。
error-email-domain-refused = 此处不接受该域名的邮箱地址。
error-account-waiting = 此账号暂时无法使用。
error-registration-full = 等待中的新账号太多。请稍后再试。
error-account-not-waiting = 此账号不在等待批准。
error-invitation-not-found = 此邀请已不存在。
error-image-not-found = 此图片已不存在。
error-album-not-found = 此相册已不存在。
error-key-not-found = 此密钥已不存在。
error-webhook-not-found = 此 Webhook 已不存在。
error-delivery-not-found = 此投递记录已不再保留。
error-album-exists = 你已有同名相册。
error-email-taken = 此邮箱地址已被其他账号使用。
error-request-timeout = 网络连接太慢，请重试。
error-idempotency-in-progress = 此文件正在处理中，请稍后重试。
error-file-too-large = 文件过大，上限为 { SIZE($limit) }。
error-request-too-large = 一次提交的内容过多。
error-rate-limit-exceeded = 已达到每小时上限，请稍后重试。
error-rate-limit-exceeded-wait = 已达到每小时上限，请在{ DURATION($seconds) }后重试。
error-too-many-attempts = 尝试次数过多，请稍后重试。
error-too-many-attempts-wait = 尝试次数过多，请在{ DURATION($seconds) }后重试。
error-too-many-guesses = 密码错误次数过多。请在以前用过的设备上登录，或重置密码。
error-internal-error = 我们这边出了点问题，请重试。
error-internal-error-reference = 我们这边出了点问题，请重试（参考编号：{ $id }）。
error-storage-unavailable = 目前无法存储文件，请稍后重试。
error-storage-unavailable-wait = 目前无法存储文件，请在{ DURATION($seconds) }后重试。
error-service-unavailable = 服务繁忙，请稍后重试。
error-service-unavailable-wait = 服务繁忙，请在{ DURATION($seconds) }后重试。
error-account-changed = 你现在登录的是另一个账号，因此未做任何更改。
error-invalid-parameter = 输入的某项内容不可用，请检查后重试。
error-invalid-request = 出了点问题，请重试。
error-sign-in-failed = 登录失败，请重试。
error-second-factor-required = 登录还需要再完成一步。
error-insufficient-scope = 你没有权限执行此操作。
error-account-not-found = 此账号已不存在。
error-session-not-found = 此登录会话已结束。
error-second-factor-not-found = 此项已被移除。
error-deletion-not-found = 找不到此删除操作。
error-block-not-found = 此屏蔽已被移除。
error-job-not-found = 此任务已不存在。
error-job-locked = 目前无法更改此任务。
error-report-not-found = 此举报已不存在。
error-report-resolved = 此举报已处理。
error-image-already-owned = 此图片已属于某个账号。
error-thumbnail-not-found = 此图片没有缩略图。
error-variant-not-found = 此图片没有这个版本。
error-idempotency-key-reused = 此文件在首次尝试后已更改，请重新选择。
error-album-locked = 此相册需要密码。
error-album-ended = 此相册已停止分享。
error-download-not-allowed = 此相册已关闭下载。
error-export-not-found = 此次数据下载已过期，请重新开始。
error-too-many-uploads = 未完成的上传过多。请等待其中一些完成。
error-upload-not-found = 此上传已过期。请重新开始。
error-network-blocked = 来自你所在网络的上传和登录已被屏蔽。
error-network-block-not-found = 该网络已不再被屏蔽。
error-uploader-unknown = 无法得知此图片的上传者。
error-anonymous-uploads-off = 此服务器仅接受账户上传。请先登录。
error-storage-full = 服务的存储空间已满。请稍后再试。
