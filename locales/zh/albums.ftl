### 相册的文本。

albums-title = 相册
albums-create = 新建相册
albums-create-action = 创建相册
albums-empty = 还没有相册
albums-empty-text = 将图片归入相册，用一个链接即可分享。
albums-name = 名称
albums-name-wrong = 请输入名称。
albums-description = 说明
albums-count = { $count ->
    [0] 空
   *[other] { $count } 张图片，{ SIZE($bytes) }
}
albums-shared = 已通过链接分享
albums-show-more = 显示更多
albums-edit = 编辑
albums-edit-title = 编辑相册
albums-share = 分享
albums-share-named = 分享 { $name }
albums-share-title = 分享“{ $name }”
albums-share-text = 只有知道链接的人才能查看。
albums-share-start = 创建链接
albums-share-created = 链接已创建并复制
albums-share-copy = 复制链接
albums-share-copied = 链接已复制
albums-share-sheet = 分享…
albums-share-open = 打开
albums-share-settings = 链接设置
albums-share-password = 密码
albums-share-password-off = 知道链接的任何人都能打开相册。
albums-share-password-on = 打开相册需要密码。图片直链无需密码即可访问。
albums-share-password-hint = 用于保护相册页面及其下载。图片直链无需密码即可访问。
albums-share-password-add = 添加密码
albums-share-password-change = 更改
albums-share-password-remove = 移除
albums-share-password-save = 保存密码
albums-share-password-short = 请至少输入 { $min } 个字符。
albums-share-end = 链接有效期
albums-share-end-never = 永不过期
albums-share-end-days = { $days ->
   *[other] { $days } 天后
}
albums-share-end-pick = 指定日期…
albums-share-end-date = 日期和时间
albums-share-ended = 此链接已过期。访客会看到相册已停止分享。
albums-share-download = 允许下载相册
albums-share-download-hint = 访客可将所有图片保存为 ZIP 文件。
albums-share-stop = 停止分享
albums-share-stop-title = 停止分享“{ $name }”？
albums-share-stop-text = 链接将对所有人失效。如果再次分享此相册，会生成新链接。
albums-link-ended = 链接已过期
albums-share-link = 相册链接
albums-share-stopped = 链接已失效
albums-delete = 删除相册
albums-delete-title = 删除“{ $name }”？
albums-delete-shared = 其链接将失效。
albums-delete-images = { $count ->
   *[other] 如何处理其中的 { $count } 张图片？
}
albums-delete-keep = 保留在图库中
albums-delete-trash = { $count ->
   *[other] 移到回收站，图片链接随之失效
}
albums-delete-all = { $count ->
   *[other] 永久删除，图片链接随之失效
}
albums-deleted = 相册已删除
albums-back = 所有相册
albums-grid = { $name } 中的图片
albums-empty-album = 此相册为空
albums-empty-album-text = 将图片拖放到此处，或从图库中移入。
albums-actions-for = { $name } 的操作
albums-add-images = 添加图片
albums-sort = 排序
albums-sort-newest = 最新优先
albums-sort-oldest = 最早优先
albums-sort-name = 名称
albums-sort-images = 图片最多
albums-sort-size = 最大优先
albums-cover = 选择封面
albums-cover-title = 选择封面
albums-cover-newest = 使用最新图片
