### نصوص الإدارة.

admin-title = الإدارة
admin-sections-label = أقسام الإدارة
admin-sections-overview = نظرة عامة
admin-sections-reports = البلاغات
admin-sections-quarantine = الحجر
admin-sections-accounts = الحسابات
admin-sections-blocks = المحظورات
admin-sections-jobs = المهام
admin-sections-webhooks = Webhooks
admin-sections-audit = سجل التدقيق
admin-forbidden = تحتاج إلى صلاحيات مسؤول.
admin-more = عرض المزيد
admin-overview-health = الحالة
admin-overview-running = الإصدار { $version }، يعمل منذ { DURATION($seconds) }
admin-overview-statuses-ok = سليم
admin-overview-statuses-degraded = متأثر
admin-overview-statuses-down = متوقف
admin-overview-checks-database = قاعدة البيانات
admin-overview-checks-storage = التخزين
admin-overview-checks-disk = القرص
admin-overview-checks-decoder = وحدة فك الترميز
admin-overview-checks-jobs = المهام
admin-overview-checks-limits = الحدود
admin-overview-totals = الإجماليات
admin-overview-days = آخر 30 يومًا
admin-overview-images = الصور
admin-overview-bytes = حجم البيانات
admin-overview-accounts = الحسابات
admin-overview-albums = الألبومات
admin-overview-blobs = الملفات
admin-overview-uploads = عمليات الرفع
admin-overview-upload_bytes = البيانات المرفوعة
admin-overview-requests = الطلبات
admin-overview-refusals = الطلبات المرفوضة
admin-overview-reported = { $count ->
    [one] صورة واحدة مبلّغ عنها تنتظر قرارًا
    [two] صورتان مبلّغ عنهما تنتظران قرارًا
    [few] { $count } صور مبلّغ عنها تنتظر قرارًا
   *[other] { $count } صورة مبلّغ عنها تنتظر قرارًا
}
admin-overview-failed-jobs = { $count ->
    [one] مهمة فاشلة واحدة
    [two] مهمتان فاشلتان
    [few] { $count } مهام فاشلة
   *[other] { $count } مهمة فاشلة
}
admin-accounts-search = البحث بالبريد أو الاسم
admin-accounts-plan = الخطة
admin-accounts-any-plan = أي خطة
admin-accounts-suspension = موقوف
admin-accounts-plan-of = خطة { $email }
admin-accounts-suspended = أُوقف { TIME($when) }
admin-accounts-suspend = إيقاف
admin-accounts-suspend-title = هل توقف { $email }؟
admin-accounts-suspend-text = سيُسجَّل خروج الحساب وتتوقف مفاتيح API الخاصة به عن العمل.
admin-accounts-hide-images = حجر صوره أثناء الإيقاف
admin-accounts-resume = إعادة التفعيل
admin-accounts-resume-title = هل تعيد تفعيل { $email }؟
admin-accounts-resume-text = تعمل مفاتيح API من جديد، وتُحرَّر الصور التي حُجرت مع الحساب.
admin-accounts-is-admin = مسؤول
admin-accounts-changed = تم تغيير الحساب
admin-accounts-kept = { $images ->
    [one] صورة واحدة، { SIZE($bytes) }
    [two] صورتان، { SIZE($bytes) }
    [few] { $images } صور، { SIZE($bytes) }
   *[other] { $images } صورة، { SIZE($bytes) }
}
admin-accounts-empty = لم يُعثر على حسابات
admin-accounts-images = الصور
admin-accounts-no-images = لا صور
admin-accounts-actions = إجراءات { $email }
admin-accounts-last-seen = آخر ظهور { TIME($when) }
admin-accounts-is-suspended = موقوف
admin-accounts-plan-title = هل تغيّر خطة { $email }؟
admin-accounts-plan-text = من { $from } إلى { $to }. تسري الحدود الجديدة من الطلب التالي.
admin-accounts-plan-change = تغيير الخطة
admin-images-views = { $count ->
    [one] مشاهدة واحدة
    [two] مشاهدتان
    [few] { $count } مشاهدات
   *[other] { $count } مشاهدة
}
admin-accounts-suspension-all = الكل
admin-accounts-suspension-true = نعم
admin-accounts-suspension-false = لا
admin-reports-state = عرض
admin-reports-state-open = المفتوحة
admin-reports-state-dismissed = المرفوضة
admin-reports-state-taken_down = المُزالة
admin-reports-state-all = الكل
admin-reports-by = بواسطة { $email }
admin-reports-reveal = إظهار الصورة
admin-reports-hide = تمويه الصورة
admin-reports-gone = لم تعد هذه الصورة موجودة
admin-reports-dismiss = رفض
admin-reports-takedown = إزالة
admin-reports-takedown_and_suspend = إزالة وإيقاف
admin-reports-note = ملاحظة
admin-reports-reasons-illegal = غير قانوني
admin-reports-reasons-abuse = إساءة
admin-reports-reasons-copyright = حقوق النشر
admin-reports-reasons-privacy = الخصوصية
admin-reports-reasons-spam = محتوى مزعج
admin-reports-reasons-other = أخرى
admin-reports-texts-dismiss = تبقى الصورة متاحة. تُغلق كل البلاغات المفتوحة عنها.
admin-reports-texts-takedown = { $copies ->
    [one] تُحذف هذه الصورة نهائيًا ويُمنع رفعها من جديد.
   *[other] تُحذف كل النسخ المتطابقة ({ $copies }) نهائيًا ويُمنع رفعها من جديد.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] تُحذف هذه الصورة نهائيًا ويُمنع رفعها من جديد ويوقَف من رفعها.
   *[other] تُحذف كل النسخ المتطابقة ({ $copies }) نهائيًا ويُمنع رفعها من جديد ويوقَف من رفعها.
}
admin-reports-keys = اختصارات لوحة المفاتيح
admin-reports-key-j = الصورة التالية
admin-reports-key-k = الصورة السابقة
admin-reports-key-x = تحديد أو إلغاء التحديد
admin-reports-key-d = رفض البلاغات
admin-reports-key-t = إزالة الصورة
admin-reports-key-s = إزالة الصورة وإيقاف من رفعها
admin-reports-key-help = عرض هذه الاختصارات
admin-reports-empty-open = لا بلاغات مفتوحة
admin-reports-empty-dismissed = لا بلاغات مرفوضة
admin-reports-empty-taken_down = لا صور مُزالة
admin-reports-empty-all = لا بلاغات بعد
admin-reports-select = تحديد { $name }
admin-reports-select-all = تحديد الكل
admin-reports-select-none = إلغاء التحديد
admin-reports-bulk = إجراءات الصور المحددة
admin-reports-selected = { $count ->
    [one] حُدّدت صورة واحدة
    [two] حُدّدت صورتان
    [few] حُدّدت { $count } صور
   *[other] حُدّدت { $count } صورة
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] بلاغ واحد، { TIME($last) }
    [two] بلاغان، الأول { TIME($first) }، الأخير { TIME($last) }
    [few] { $count } بلاغات، الأول { TIME($first) }، الأخير { TIME($last) }
   *[other] { $count } بلاغًا، الأول { TIME($first) }، الأخير { TIME($last) }
}
admin-reports-anonymous = رفع مجهول
admin-reports-copies = { $count ->
    [one] نسخة واحدة
    [two] نسختان متطابقتان
    [few] { $count } نسخ متطابقة
   *[other] { $count } نسخة متطابقة
}
admin-reports-title-dismiss = { $count ->
    [one] هل ترفض كل البلاغات عن هذه الصورة؟
   *[other] هل ترفض كل البلاغات عن الصور المحددة ({ $count })؟
}
admin-reports-title-takedown = { $count ->
    [one] هل تزيل هذه الصورة؟
   *[other] هل تزيل الصور المحددة ({ $count })؟
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] هل تزيل هذه الصورة وتوقف من رفعها؟
   *[other] هل تزيل الصور المحددة ({ $count }) وتوقف من رفعها؟
}
admin-reports-more = { $count ->
    [one] وصورة أخرى
    [two] وصورتان أخريان
    [few] و{ $count } صور أخرى
   *[other] و{ $count } صورة أخرى
}
admin-reports-suspends = يوقف { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] رُفضت البلاغات
   *[other] رُفضت البلاغات عن الصور المحددة ({ $count })
}
admin-reports-done-takedown = { $count ->
    [one] أُزيلت الصورة
    [two] أُزيلت صورتان
    [few] أُزيلت { $count } صور
   *[other] أُزيلت { $count } صورة
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] أُزيلت الصورة وأُوقف الحساب
   *[other] أُزيلت الصور المحددة ({ $count }) وأُوقفت الحسابات
}
admin-reports-failed = { $count ->
    [one] فشلت صورة واحدة: { $reason }
    [two] فشلت صورتان: { $reason }
    [few] فشلت { $count } صور: { $reason }
   *[other] فشلت { $count } صورة: { $reason }
}
admin-quarantine-empty = لا صور في الحجر
admin-quarantine-causes-administrator = بواسطة مسؤول
admin-quarantine-causes-account = إيقاف الحساب
admin-quarantine-causes-validator = بواسطة المدقق الخارجي
admin-quarantine-since = منذ { TIME($when) }
admin-quarantine-release = تحرير
admin-quarantine-released = تم تحرير الصورة
admin-quarantine-reason = السبب
admin-quarantine-block = منع رفع هذه الصورة من جديد
admin-quarantine-taken-down = أُزيلت الصورة
admin-quarantine-texts-takedown = { $copies ->
    [one] تُحذف هذه الصورة نهائيًا.
   *[other] تُحذف كل نسخ هذه الصورة المتطابقة ({ $copies }) نهائيًا.
}
admin-blocks-empty = لا صور محظورة
admin-blocks-unblock = رفع الحظر
admin-blocks-unblock-title = هل تسمح برفع هذه الصورة من جديد؟
admin-blocks-unblocked = تم رفع الحظر
admin-audit-empty = لا إدخالات بعد
admin-jobs-state = عرض
admin-jobs-state-all = الكل
admin-jobs-state-dead = المهام الفاشلة
admin-jobs-state-waiting = المنتظرة
admin-jobs-state-running = الجارية
admin-jobs-empty-dead = لا مهام فاشلة
admin-jobs-empty-waiting = لا مهام منتظرة
admin-jobs-empty-running = لا مهام جارية
admin-jobs-empty-all = لا مهام
admin-jobs-attempts = { $count ->
    [one] محاولة واحدة، التالية { TIME($when) }
    [two] محاولتان، التالية { TIME($when) }
    [few] { $count } محاولات، التالية { TIME($when) }
   *[other] { $count } محاولة، التالية { TIME($when) }
}
admin-jobs-retry = إعادة المحاولة
admin-jobs-retried = تمت جدولة المهمة
admin-jobs-remove = تجاهل
admin-jobs-remove-title = هل تتجاهل هذه المهمة؟
admin-jobs-removed = تم تجاهل المهمة
admin-accounts-order = الترتيب حسب
admin-accounts-order-newest = الأحدث
admin-accounts-order-bytes = الأكبر حجمًا
admin-accounts-order-images = الأكثر صورًا
admin-accounts-order-used = آخر استخدام
admin-accounts-order-unused = الأطول دون استخدام
admin-uploader-open = كل ما أرسله هذا الرافع
admin-uploader-title = صور رافع واحد
admin-uploader-count = الصور في آخر 24 ساعة: { $count }
admin-uploader-action = ما يحدث لها
admin-uploader-actions-hide = إخفاؤها عن الزوار
admin-uploader-actions-delete = حذف
admin-uploader-actions-takedown = حذف ومنع إعادة الرفع
admin-uploader-block = رفض ما يرسله هذا الرافع لمدة 7 أيام
admin-uploader-apply = تطبيق على الكل
admin-uploader-progress = تم حتى الآن: { $count }
admin-uploader-done = عولجت كل صور هذا الرافع.
admin-tasks-hide = إخفاء الصور
admin-tasks-show = إظهار الصور
admin-tasks-delete = حذف الصور
admin-tasks-account = حذف الحساب
admin-tasks-title-hide = هل تريد إخفاء صور { $email }؟
admin-tasks-title-show = هل تريد إظهار الصور المخفية لـ { $email } من جديد؟
admin-tasks-title-delete = هل تريد حذف صور { $email }؟
admin-tasks-title-account = هل تريد حذف الحساب { $email }؟
admin-tasks-hide_images = جارٍ إخفاء الصور
admin-tasks-show_images = جارٍ إظهار الصور
admin-tasks-delete_images = جارٍ حذف الصور
admin-tasks-delete_account = جارٍ حذف الحساب
admin-tasks-progress = { $done } من { $images }، { SIZE($bytes) }
admin-tasks-done = تم: { $done }، { SIZE($bytes) }
admin-tasks-count = { $images ->
    [zero] لا صور
    [one] صورة واحدة، { SIZE($bytes) }
    [two] صورتان، { SIZE($bytes) }
    [few] { $images } صور، { SIZE($bytes) }
    [many] { $images } صورة، { SIZE($bytes) }
   *[other] { $images } صورة، { SIZE($bytes) }
}
admin-tasks-period = وقت الرفع
admin-tasks-period-0 = في أي وقت
admin-tasks-period-1 = خلال اليوم الأخير
admin-tasks-period-7 = خلال آخر 7 أيام
admin-tasks-held = بما في ذلك ما وضعه مشرف أو المدقق في الحجر
admin-sections-images = البحث عن صورة
admin-sections-networks = الشبكات
admin-overview-checks-backup = النسخة الاحتياطية
admin-overview-last-backup = آخر نسخة ناجحة قبل { DURATION($seconds) }
admin-export = تصدير البيانات
admin-networks-empty = لا توجد شبكات محظورة
admin-networks-add = حظر شبكة
admin-networks-text = تُرفض عمليات الرفع والتسجيل وتسجيل الدخول منها. وتبقى الصور مرئية لها.
admin-networks-network = عنوان أو شبكة
admin-networks-hint = مثل 203.0.113.0/24 أو 2001:db8::/48
admin-networks-wrong = أدخل عنوانًا أو شبكة: IPv4 من /8 إلى /32، وIPv6 من /16 إلى /64.
admin-networks-period = مدة الحظر
admin-networks-period-1 = يوم واحد
admin-networks-period-7 = 7 أيام
admin-networks-period-30 = 30 يومًا
admin-networks-period-0 = حتى إلغاء الحظر
admin-networks-block = حظر الشبكة
admin-networks-blocked = تم حظر الشبكة
admin-networks-uploader = رافع مجهول
admin-networks-ends = حتى { TIME($when) }
admin-networks-endless = حتى إلغاء الحظر
admin-networks-unblock-title = إلغاء حظر { $network }؟
admin-networks-unblock-text = تُقبل عمليات الرفع والتسجيل وتسجيل الدخول منها من جديد.
admin-networks-unblocked = تم إلغاء حظر الشبكة
admin-images-search = معرّف الصورة أو رابطها
admin-images-wrong = أدخل معرّف صورة أو رابطًا إليها.
admin-images-find = بحث
admin-images-hide = عزل
admin-images-hidden = الصورة في العزل
admin-uploader-actions-show = إظهار ما أُخفي من جديد
admin-images-reports = البلاغات المفتوحة: { $count }
admin-accounts-deleted = تم حذف الحساب
admin-sections-registrations = التسجيلات
admin-registrations-waiting = الحسابات المنتظرة
admin-registrations-none-waiting = لا توجد حسابات منتظرة
admin-registrations-verified = العنوان مؤكد
admin-registrations-unverified = العنوان غير مؤكد
admin-registrations-approve = موافقة
admin-registrations-approved = تمت الموافقة على { $email }
admin-registrations-reject = رفض
admin-registrations-reject-title = رفض { $email }؟
admin-registrations-reject-text = سيُحذف الحساب. ويمكن لعنوانه التسجيل مجددًا.
admin-registrations-rejected = تم رفض { $email }
admin-registrations-invitations = الدعوات
admin-registrations-no-invitations = لا توجد دعوات
admin-registrations-invitation = دعوة
admin-registrations-invite = دعوة جديدة
admin-registrations-used = استُخدم { $used } من { $uses }
admin-registrations-until = حتى { TIME($when) }
admin-registrations-revoke = إلغاء
admin-registrations-revoke-title = إلغاء هذه الدعوة؟
admin-registrations-revoke-text = يتوقف رابطها عن العمل. وتبقى الحسابات التي استخدمته.
admin-registrations-created = تم إنشاء الدعوة
admin-registrations-created-text = انسخ الرابط الآن. لن يظهر مرة أخرى.
admin-registrations-link = رابط الدعوة
admin-registrations-uses = عدد الحسابات
admin-registrations-wrong-uses = أدخل عددًا من 1 إلى 10,000.
admin-registrations-valid = صالحة
admin-registrations-plan = خطة الحسابات
admin-registrations-email = عنوان البريد الإلكتروني
admin-registrations-email-hint = هذا العنوان فقط يمكنه استخدام الدعوة.
admin-registrations-wrong-email = أدخل عنوان بريد إلكتروني صالحًا.
admin-registrations-note = ملاحظة للمسؤولين
admin-registrations-create = إنشاء الدعوة
