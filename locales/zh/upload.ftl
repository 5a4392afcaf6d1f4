### 上传页面的文本。

upload-title = 上传
upload-heading = 上传图片，
upload-heading-second = 获取链接。
upload-drop-here = 将图片拖放到此处
upload-or-paste = 或按 { $key } 粘贴
upload-choose = 选择图片
upload-choose-more = 添加图片
upload-up-to = 支持 { $formats }，每张最大 { SIZE($bytes) }。
upload-with-account = 免费注册，上传更多，并拥有自己的图库
upload-accounts-only = 上传需要账户
upload-accounts-only-text = 此服务器仅接受已登录用户的图片。
upload-accounts-only-register = 创建账户
upload-storage = 剩余存储空间：{ SIZE($bytes) }。
upload-album = 相册
upload-expiry = 有效期
upload-options = 后续图片的选项
upload-queue = 图片
upload-overall = 已上传 { $done } / { $all }
upload-cancel-all = 全部取消
upload-retry-all = 重试失败项
upload-clear = 清空列表
upload-cancel-one = 取消 { $name }
upload-remove-one = 从列表中移除 { $name }
upload-retry-one = 重试 { $name }
upload-status-queued = 排队中
upload-status-processing = 正在处理…
upload-status-sending = { $percent }%
upload-progress-of = 正在上传 { $name }
upload-cut = 连接已断开。文件仍保留在此处，恢复联网后会自动重试。
upload-too-large = 文件过大：{ SIZE($bytes) }（上限 { SIZE($limit) }）。
upload-empty = 此文件为空。
upload-link-format = 链接格式
upload-copy-all = { $count ->
    [1] 复制链接
   *[other] 复制全部 { $count } 个
}
upload-all-links = 所有链接
upload-delete-link = 删除链接
upload-delete-link-hint = 知道此链接的任何人都能删除该图片。
upload-expires = 过期时间：{ TIME($when) }
upload-history-title = 从此浏览器上传
upload-history-text = 仅保存在此浏览器中。清除浏览数据后，删除链接也会丢失。
upload-history-forget-all = 清空列表
upload-history-forget = 从此列表中移除
upload-history-delete = 删除图片
upload-history-actions-for = { $name } 的操作
upload-history-copy-link = 复制链接
upload-history-more = 再显示 { $count } 项
upload-claim-title = { $count ->
   *[other] 将之前上传的 { $count } 张图片添加到你的账号？
}
upload-claim-text = 这是你登录前从此浏览器上传的。
upload-claim-action = 添加到我的图库
upload-claim-later = 以后再说
upload-claim-done = { $count ->
   *[other] 已将 { $count } 张图片添加到你的图库
}
upload-claim-none = 这些图片已不存在。
upload-expiry-0 = 永不过期
upload-expiry-1 = 1 小时
upload-expiry-24 = 1 天
upload-expiry-168 = 1 周
upload-expiry-720 = 30 天
upload-expiry-8760 = 1 年

upload-choose-photos = 选择照片
upload-take-photo = 拍照
upload-promise = 位置和相机信息会被移除。
upload-left = { $remaining ->
   *[other] 本小时还可上传 { $remaining } 张。
}
upload-more-than-left = { $remaining ->
    [0] 你的图片将于 { CLOCK($time) } 自动上传。
   *[other] { $files } 张图片中，本小时只能上传 { $remaining } 张。其余图片将于 { CLOCK($time) } 自动上传。
}
upload-copy-after = 上传后复制链接
upload-done = 已上传
upload-failed-count = { $count } 个失败
upload-speed = { SIZE($bytes) }/秒
upload-time-left = 剩余{ DURATION($seconds) }
upload-pause = 暂停
upload-continue = 继续
upload-show-failed = 显示失败项（{ $count }）
upload-pause-limit = 已达到每小时上限。将于 { CLOCK($time) } 继续上传。
upload-pause-service = 服务繁忙。将在{ DURATION($seconds) }后继续上传。
upload-pause-session = 你已退出登录。请登录后继续上传，文件仍会保留。
upload-sign-in = 登录
upload-sign-in-now = 立即登录以继续
upload-unreadable = 无法读取此文件。
upload-no-svg = 不支持 SVG，因为其中可能包含脚本。
upload-no-image = 不支持此图片格式。
upload-unsupported = 不支持此图片格式。请使用 { $formats }。
upload-converted = 已将 { $from } 转换为 { $to }
upload-removed-location-camera = 已移除位置和相机信息
upload-removed-location = 已移除位置
upload-removed-camera = 已移除相机信息
upload-removed-metadata = 已移除元数据
upload-copy-link = 复制链接
upload-share = 分享…
upload-open = 打开
upload-open-image = 打开 { $name }
upload-links-count = { $count ->
   *[other] { $count } 个链接
}
upload-copy-chosen = { $count ->
   *[other] 复制 { $count } 个链接
}
upload-history-actions = 这些图片的操作
upload-history-choose = 选择 { $name }
upload-history-unselect = 取消选择
upload-history-copy-delete-link = 复制删除链接
upload-history-forget-title = { $count ->
    [1] 从列表中移除此上传？
   *[other] 从列表中移除 { $count } 个上传？
}
upload-history-forget-text = { $count ->
   *[other] 图片仍会保持在线，但此浏览器将无法再删除它们。
}
upload-history-delete-title = { $count ->
    [1] 删除“{ $name }”？
   *[other] 删除 { $count } 张图片？
}
upload-history-delete-text = { $count ->
   *[other] 图片将永久删除，其链接也会失效。
}
upload-history-deleted = { $count ->
   *[other] 已删除 { $count } 张图片
}
