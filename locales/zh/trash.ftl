### 回收站的文本。

trash-title = 回收站
trash-text = { $days ->
    [0] 这里的图片会在所示日期永久删除，并占用你的存储空间。
   *[other] 这里的图片会在 { $days } 天后永久删除，并占用你的存储空间。
}
trash-images = 回收站中的图片
trash-select = 选择 { $name }
trash-left = { $days ->
   *[other] { $days } 天后永久删除
}
trash-restore = 恢复
trash-restore-named = 恢复 { $name }
trash-restored = { $count ->
   *[other] 已恢复 { $count } 张图片
}
trash-delete = 永久删除
trash-delete-named = 永久删除 { $name }
trash-delete-title = { $count ->
    [1] 永久删除 { $name }？
   *[other] 永久删除 { $count } 张图片？
}
trash-delete-text = { $count ->
    [1] 此操作无法撤销。
   *[other] 将删除 { $names }。此操作无法撤销。
}
trash-names-more = { $names }，以及另外 { $count } 张图片
trash-deleted = { $count ->
   *[other] 已永久删除 { $count } 张图片
}
trash-empty-action = 清空回收站
trash-empty-title = { $count ->
   *[other] 永久删除回收站中的全部 { $count } 张图片？
}
trash-empty-text = 此操作无法撤销。
trash-nothing = 回收站为空
trash-nothing-text = 删除的图片会在这里保留一段时间，方便你恢复。
trash-library = 前往图库
trash-selection-bar = 所选图片的操作
trash-selected = 已选择 { $count } 张
trash-clear-selection = 取消选择
trash-show-more = 显示更多
trash-loading = 正在加载图片
