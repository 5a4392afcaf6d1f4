### 管理页面的文本。

admin-title = 管理
admin-sections-label = 管理栏目
admin-sections-overview = 概览
admin-sections-reports = 举报
admin-sections-quarantine = 隔离
admin-sections-accounts = 账号
admin-sections-blocks = 屏蔽
admin-sections-jobs = 任务
admin-sections-webhooks = Webhook
admin-sections-audit = 审计日志
admin-forbidden = 你需要管理员权限。
admin-more = 显示更多
admin-overview-health = 运行状况
admin-overview-running = 版本 { $version }，已运行{ DURATION($seconds) }
admin-overview-statuses-ok = 正常
admin-overview-statuses-degraded = 性能下降
admin-overview-statuses-down = 不可用
admin-overview-checks-database = 数据库
admin-overview-checks-storage = 存储
admin-overview-checks-disk = 磁盘
admin-overview-checks-decoder = 解码器
admin-overview-checks-jobs = 任务
admin-overview-checks-limits = 限额
admin-overview-totals = 总计
admin-overview-days = 最近 30 天
admin-overview-images = 图片
admin-overview-bytes = 字节数
admin-overview-accounts = 账号
admin-overview-albums = 相册
admin-overview-blobs = 文件
admin-overview-uploads = 上传次数
admin-overview-upload_bytes = 上传字节数
admin-overview-requests = 请求数
admin-overview-refusals = 被拒绝的请求
admin-accounts-search = 按邮箱或名称搜索
admin-accounts-plan = 套餐
admin-accounts-any-plan = 所有套餐
admin-accounts-suspension = 已封禁
admin-accounts-plan-of = { $email } 的套餐
admin-accounts-suspended = 封禁于 { TIME($when) }
admin-accounts-suspend = 封禁
admin-accounts-suspend-title = 封禁 { $email }？
admin-accounts-suspend-text = 该账号将退出登录，其 API 密钥将失效。
admin-accounts-hide-images = 封禁期间隔离其图片
admin-accounts-resume = 解封
admin-accounts-resume-title = 解封 { $email }？
admin-accounts-resume-text = 其 API 密钥将恢复有效，随账号一同隔离的图片也会解除隔离。
admin-accounts-is-admin = 管理员
admin-accounts-changed = 账号已更改
admin-accounts-kept = { $images ->
   *[other] { $images } 张图片，{ SIZE($bytes) }
}
admin-reports-state = 显示
admin-reports-reveal = 显示图片
admin-reports-hide = 模糊图片
admin-reports-gone = 此图片已不存在
admin-reports-dismiss = 驳回
admin-reports-takedown = 下架
admin-reports-takedown_and_suspend = 下架并封禁
admin-reports-note = 备注
admin-reports-reasons-illegal = 违法
admin-reports-reasons-abuse = 骚扰辱骂
admin-reports-reasons-copyright = 版权
admin-reports-reasons-privacy = 隐私
admin-reports-reasons-spam = 垃圾信息
admin-reports-reasons-other = 其他
admin-reports-texts-dismiss = 图片保持在线，所有针对它的待处理举报都将关闭。
admin-reports-texts-takedown = { $copies ->
    [1] 永久删除此图片，并禁止再次上传。
   *[other] 永久删除全部 { $copies } 个相同副本，并禁止再次上传。
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [1] 永久删除此图片，禁止再次上传，并封禁上传者。
   *[other] 永久删除全部 { $copies } 个相同副本，禁止再次上传，并封禁上传者。
}
admin-quarantine-causes-administrator = 由管理员隔离
admin-quarantine-causes-account = 账号被封禁
admin-quarantine-causes-validator = 由外部审核程序隔离
admin-quarantine-since = 始于 { TIME($when) }
admin-quarantine-release = 解除隔离
admin-quarantine-released = 图片已解除隔离
admin-quarantine-reason = 原因
admin-quarantine-block = 禁止再次上传此图片
admin-quarantine-taken-down = 图片已下架
admin-blocks-unblock = 取消屏蔽
admin-blocks-unblock-title = 允许再次上传此图片？
admin-blocks-unblocked = 图片已取消屏蔽
admin-jobs-state = 显示
admin-jobs-attempts = { $count ->
   *[other] 已尝试 { $count } 次，下次时间：{ TIME($when) }
}
admin-jobs-retry = 重试
admin-jobs-retried = 已安排任务
admin-jobs-remove = 丢弃
admin-jobs-remove-title = 丢弃此任务？
admin-jobs-removed = 任务已丢弃
admin-accounts-suspension-all = 全部
admin-accounts-suspension-true = 是
admin-accounts-suspension-false = 否
admin-reports-state-open = 待处理
admin-reports-state-dismissed = 已驳回
admin-reports-state-taken_down = 已下架
admin-reports-state-all = 全部
admin-reports-by = 处理人：{ $email }
admin-jobs-state-dead = 失败的任务
admin-jobs-state-waiting = 等待中
admin-jobs-state-running = 运行中
admin-reports-keys = 键盘快捷键
admin-reports-key-j = 下一张图片
admin-reports-key-k = 上一张图片
admin-reports-key-x = 选择或取消选择
admin-reports-key-d = 驳回举报
admin-reports-key-t = 下架图片
admin-reports-key-s = 下架并封禁上传者
admin-reports-key-help = 显示这些快捷键
admin-reports-empty-open = 没有待处理的举报
admin-reports-empty-dismissed = 没有已驳回的举报
admin-reports-empty-taken_down = 没有已下架的图片
admin-reports-empty-all = 还没有举报
admin-reports-select = 选择 { $name }
admin-reports-select-all = 全选
admin-reports-select-none = 取消选择
admin-reports-bulk = 所选图片的操作
admin-reports-selected = { $count ->
   *[other] 已选择 { $count } 张图片
}
admin-reports-reason = { $reason }（{ $count }）
admin-reports-times = { $count ->
    [1] { $count } 次举报，{ TIME($last) }
   *[other] { $count } 次举报，首次：{ TIME($first) }，最近：{ TIME($last) }
}
admin-reports-anonymous = 匿名上传
admin-reports-copies = { $count ->
    [1] { $count } 个副本
   *[other] { $count } 个相同副本
}
admin-reports-title-dismiss = { $count ->
    [1] 驳回针对此图片的所有举报？
   *[other] 驳回针对 { $count } 张图片的所有举报？
}
admin-reports-title-takedown = { $count ->
    [1] 下架此图片？
   *[other] 下架 { $count } 张图片？
}
admin-reports-title-takedown_and_suspend = { $count ->
    [1] 下架此图片并封禁上传者？
   *[other] 下架 { $count } 张图片并封禁上传者？
}
admin-reports-more = { $count ->
   *[other] 以及另外 { $count } 张图片
}
admin-reports-suspends = 将封禁 { $emails }。
admin-reports-done-dismiss = { $count ->
    [1] 举报已驳回
   *[other] 已驳回针对 { $count } 张图片的举报
}
admin-reports-done-takedown = { $count ->
    [1] 图片已下架
   *[other] 已下架 { $count } 张图片
}
admin-reports-done-takedown_and_suspend = { $count ->
    [1] 图片已下架，账号已封禁
   *[other] 已下架 { $count } 张图片，相关账号已封禁
}
admin-reports-failed = { $count ->
   *[other] { $count } 张图片处理失败：{ $reason }
}
admin-quarantine-empty = 没有被隔离的图片
admin-quarantine-texts-takedown = { $copies ->
    [1] 永久删除此图片。
   *[other] 永久删除此图片的全部 { $copies } 个相同副本。
}
admin-blocks-empty = 没有被屏蔽的图片
admin-audit-empty = 还没有记录
admin-jobs-state-all = 全部
admin-jobs-empty-dead = 没有失败的任务
admin-jobs-empty-waiting = 没有等待中的任务
admin-jobs-empty-running = 没有运行中的任务
admin-jobs-empty-all = 没有任务
admin-accounts-empty = 没有找到账号
admin-accounts-images = 图片
admin-accounts-no-images = 没有图片
admin-accounts-actions = { $email } 的操作
admin-accounts-last-seen = 最近活动：{ TIME($when) }
admin-accounts-is-suspended = 已封禁
admin-accounts-plan-title = 更改 { $email } 的套餐？
admin-accounts-plan-text = 从{ $from }改为{ $to }。新限额从下一次请求起生效。
admin-accounts-plan-change = 更改套餐
admin-images-views = { $count ->
   *[other] { $count } 次浏览
}
admin-overview-reported = { $count ->
   *[other] { $count } 张被举报的图片待处理
}
admin-overview-failed-jobs = { $count ->
   *[other] { $count } 个失败的任务
}
admin-accounts-order = 排序方式
admin-accounts-order-newest = 最新
admin-accounts-order-bytes = 占用空间最多
admin-accounts-order-images = 图片最多
admin-accounts-order-used = 最近使用
admin-accounts-order-unused = 最久未使用
admin-uploader-open = 此上传者的全部图片
admin-uploader-title = 同一上传者的图片
admin-uploader-count = 过去 24 小时的图片：{ $count }
admin-uploader-action = 如何处理
admin-uploader-actions-hide = 对访客隐藏
admin-uploader-actions-delete = 删除
admin-uploader-actions-takedown = 删除并禁止再次上传
admin-uploader-block = 7 天内拒绝此上传者的上传
admin-uploader-apply = 应用于全部
admin-uploader-progress = 已处理：{ $count }
admin-uploader-done = 此上传者的图片已全部处理。
admin-tasks-hide = 隐藏图片
admin-tasks-show = 显示图片
admin-tasks-delete = 删除图片
admin-tasks-account = 删除账户
admin-tasks-title-hide = 隐藏 { $email } 的图片？
admin-tasks-title-show = 重新显示 { $email } 的隐藏图片？
admin-tasks-title-delete = 删除 { $email } 的图片？
admin-tasks-title-account = 删除账户 { $email }？
admin-tasks-hide_images = 正在隐藏图片
admin-tasks-show_images = 正在显示图片
admin-tasks-delete_images = 正在删除图片
admin-tasks-delete_account = 正在删除账户
admin-tasks-progress = { $done } / { $images }，{ SIZE($bytes) }
admin-tasks-done = 完成：{ $done }，{ SIZE($bytes) }
admin-tasks-count = { $images } 张图片，{ SIZE($bytes) }
admin-tasks-period = 上传时间
admin-tasks-period-0 = 任何时间
admin-tasks-period-1 = 最近一天
admin-tasks-period-7 = 最近 7 天
admin-tasks-held = 包括管理员或验证服务隔离的图片
admin-sections-images = 查找图片
admin-sections-networks = 网络
admin-overview-checks-backup = 备份
admin-overview-last-backup = 上次成功：{ DURATION($seconds) }前
admin-export = 导出数据
admin-networks-empty = 没有被封锁的网络
admin-networks-add = 封锁网络
admin-networks-text = 拒绝来自该网络的上传、注册和登录。图片仍可查看。
admin-networks-network = 地址或网络
admin-networks-hint = 例如 203.0.113.0/24 或 2001:db8::/48
admin-networks-wrong = 请输入地址或网络：IPv4 为 /8 至 /32，IPv6 为 /16 至 /64。
admin-networks-period = 封锁时长
admin-networks-period-1 = 1 天
admin-networks-period-7 = 7 天
admin-networks-period-30 = 30 天
admin-networks-period-0 = 直到解除
admin-networks-block = 封锁网络
admin-networks-blocked = 已封锁网络
admin-networks-uploader = 某个匿名上传者
admin-networks-ends = 至 { TIME($when) }
admin-networks-endless = 直到解除
admin-networks-unblock-title = 要解除对 { $network } 的封锁吗？
admin-networks-unblock-text = 将重新接受来自该网络的上传、注册和登录。
admin-networks-unblocked = 已解除封锁
admin-images-search = 图片 ID 或链接
admin-images-wrong = 请输入图片 ID 或其链接。
admin-images-find = 查找
admin-images-hide = 隔离
admin-images-hidden = 图片已隔离
admin-uploader-actions-show = 重新显示已隐藏的图片
admin-images-reports = { $count } 条待处理举报
admin-accounts-deleted = 账号已删除
admin-sections-registrations = 注册
admin-registrations-waiting = 等待中的账号
admin-registrations-none-waiting = 没有等待中的账号
admin-registrations-verified = 邮箱已确认
admin-registrations-unverified = 邮箱未确认
admin-registrations-approve = 批准
admin-registrations-approved = 已批准 { $email }
admin-registrations-reject = 拒绝
admin-registrations-reject-title = 拒绝 { $email }？
admin-registrations-reject-text = 该账号将被删除。其邮箱可再次注册。
admin-registrations-rejected = 已拒绝 { $email }
admin-registrations-invitations = 邀请
admin-registrations-no-invitations = 没有邀请
admin-registrations-invitation = 邀请
admin-registrations-invite = 新建邀请
admin-registrations-used = 已用 { $used }/{ $uses }
admin-registrations-until = 有效期至 { TIME($when) }
admin-registrations-revoke = 撤销
admin-registrations-revoke-title = 撤销此邀请？
admin-registrations-revoke-text = 其链接将失效。已使用它注册的账号会保留。
admin-registrations-created = 邀请已创建
admin-registrations-created-text = 请立即复制链接。之后不会再显示。
admin-registrations-link = 邀请链接
admin-registrations-uses = 账号数量
admin-registrations-wrong-uses = 请输入 1 到 10,000 之间的数字。
admin-registrations-valid = 有效期
admin-registrations-plan = 账号套餐
admin-registrations-email = 邮箱地址
admin-registrations-email-hint = 只有该邮箱可以使用此邀请。
admin-registrations-wrong-email = 请输入有效的邮箱地址。
admin-registrations-note = 管理员备注
admin-registrations-create = 创建邀请
