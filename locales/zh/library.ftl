### 图库的文本。

library-title = 图库
library-total = { $count ->
   *[other] { $count } 张图片，{ SIZE($bytes) }
}
library-grid = 你的图片
library-quarantined = 审核中
library-back-to-current = 返回当前图片
library-search = 搜索
library-album = 相册
library-all-albums = 所有相册
library-tag = 标签
library-all-tags = 所有标签
library-no-album = 不在相册中
library-format = 格式
library-all-formats = 所有格式
library-order = 排序
library-orders-newest = 最新优先
library-orders-oldest = 最早优先
library-orders-largest = 最大优先
library-orders-smallest = 最小优先
library-empty = 还没有图片
library-empty-text = 登录后上传的图片会显示在这里。
library-upload = 上传图片
library-nothing-found = 没有匹配结果
library-nothing-found-text = 请尝试其他关键词或清除筛选条件。
library-clear-filters = 清除筛选
library-selected = 已选择 { $count } 张
library-selection-bar = 所选图片的操作
library-clear-selection = 取消选择
library-move = 移到相册
library-move-title = { $count ->
   *[other] 移动 { $count } 张图片
}
library-moved = { $count ->
   *[other] 已移动 { $count } 张图片
}
library-expiry = 有效期
library-expiry-title = { $count ->
    [1] 这张图片何时过期？
   *[other] 这些图片何时过期？
}
library-expiry-hint = 从现在算起。
library-expiry-done = { $count ->
   *[other] 已更改 { $count } 张图片的有效期
}
library-copy-links = 复制链接
library-copied = { $count ->
   *[other] 已复制 { $count } 张图片的链接（{ $what }）
}
library-cover = 设为封面
library-cover-done = 封面已更改
library-delete-action = 删除
library-delete-title = { $count ->
   *[other] 删除 { $count } 张图片？
}
library-delete-text = { $count ->
   *[other] 图片将永久删除，其链接也会失效。
}
library-deleted = { $count ->
   *[other] 已删除 { $count } 张图片
}
library-not-all = { $count ->
   *[other] { $count } 张图片未更改：{ $why }
}
library-details-title = 标题
library-details-alt = 替代文本
library-details-description = 描述
library-details-tags = 标签
library-details-filename = 文件名
library-details-format = 格式
library-details-sides = 尺寸
library-details-size = 大小
library-details-uploaded = 上传时间
library-details-expires = 过期时间
library-details-never = 永不过期
library-details-views = 浏览次数
library-details-album = 相册
library-details-none = 无
library-details-removed = 已移除的元数据
library-details-pixels = { $width } × { $height } 像素
library-search-hint = 名称、相册或格式
library-filters = 筛选
library-min-size = 大小
library-any-size = 不限大小
library-size-from = { SIZE($bytes) } 及以上
library-from = 开始日期
library-to = 结束日期
library-count = { $count ->
   *[other] { $count } 张图片
}
library-found = { $count ->
    [0] 没有匹配结果
   *[other] 找到 { $count } 张图片
}
library-shape = 布局
library-shape-rows = 行
library-shape-squares = 方格
library-size = 缩略图大小
library-size-0 = 小
library-size-1 = 中
library-size-2 = 大
library-scrubber = 跳转到月份
library-tile-copy = 复制链接
library-select-all = 选择全部 { $count } 张
library-copy-as = 链接格式：{ $format }
library-copy-too-many = { $count ->
   *[other] 一次最多可复制 { $count } 张图片的链接。
}
library-progress = { $done } / { $total }
library-undo = 撤销
library-more = { $count ->
   *[other] 以及另外 { $count } 张
}
library-trash-title = { $count ->
   *[other] 将 { $count } 张图片移到回收站？
}
library-trash-action = 移到回收站
library-trash-text = 链接会立即失效。你可以从回收站恢复图片。
library-trashed = { $count ->
    [1] 已移到回收站
   *[other] 已将 { $count } 张图片移到回收站
}
library-restored = { $count ->
    [1] 图片已恢复
   *[other] 已恢复 { $count } 张图片
}
library-already-gone = { $count ->
   *[other] { $count } 张图片此前已被删除。
}
library-details-frames = { $frames ->
   *[other] { $format }，{ $frames } 帧
}
library-details-links = 所有链接
library-picker-search = 查找或创建相册
library-picker-create = 创建“{ $name }”
library-picker-empty = 还没有相册。输入名称即可创建。
library-lightbox-label = 图片
library-lightbox-close = 关闭
library-lightbox-position = { $position } / { $total }
library-lightbox-zoom = 缩放
library-lightbox-zoom-in = 放大
library-lightbox-zoom-out = 缩小
library-lightbox-fit = 适应窗口
library-lightbox-actual = 实际大小
library-lightbox-percent = { $percent }%
library-lightbox-facts = 详细信息
library-lightbox-previous = 上一张图片
library-lightbox-next = 下一张图片
library-lightbox-actions = 此图片的操作
library-lightbox-copy = 复制链接
library-lightbox-download = 下载
library-lightbox-open = 打开页面
library-lightbox-delete = 删除
library-lightbox-more = 更多操作
library-lightbox-rename = 重命名
library-lightbox-failed = 无法加载此图片。
library-lightbox-gone = 此图片已不可用。
library-rename-title = 重命名图片
library-rename-name = 名称
library-rename-extension = 扩展名 { $extension } 保持不变。
library-rename-done = 已重命名
library-edit = 编辑详情
library-edit-save = 保存
library-edit-alt = 为看不到图片的人说明图片内容。
library-edit-tags = 用逗号分隔标签。
library-edit-done = 详情已保存
