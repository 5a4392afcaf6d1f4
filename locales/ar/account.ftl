### نصوص صفحة الحساب.

account-title = الحساب
account-tabs-label = أقسام الحساب
account-tabs-overview = نظرة عامة
account-tabs-preferences = التفضيلات
account-tabs-keys = مفاتيح API
account-tabs-security = الأمان
account-since = الخطة { $plan } منذ { DATE($created) }
account-usage-title = الاستخدام
account-usage-requests = طلبات هذه الساعة
account-usage-storage = المساحة
account-usage-of = { $used } من { $max }
account-usage-unlimited = { $used } (بلا حد)
account-usage-resets = يبدأ العد من جديد الساعة { CLOCK($when) }.
account-usage-images = الصور
account-usage-albums = الألبومات
account-usage-file-size = أقصى حجم للملف
account-days-title = آخر { $days } يومًا
account-days-uploads = عمليات الرفع
account-days-bytes = البيانات المرفوعة
account-days-requests = طلبات API
account-preferences-text = تسري هذه الإعدادات في كل متصفح تسجّل الدخول منه.
account-preferences-uploads = الرفع
account-preferences-look = اللغة والمظهر
account-preferences-link = نوع الرابط
account-preferences-copy = نسخ الرابط بعد الرفع
account-preferences-copy-hint = عندما ترفع صورة واحدة.
account-preferences-album = ألبوم الصور الجديدة
account-preferences-album-hint = يُنشأ الألبوم عند الحاجة. اتركه فارغًا لعدم استخدام ألبوم.
account-preferences-expiry = انتهاء الصور الجديدة
account-profile-title = الملف الشخصي
account-profile-name = الاسم
account-profile-email = البريد الإلكتروني
account-profile-password = كلمة المرور
account-profile-password-hint = مطلوبة لتغيير البريد الإلكتروني.
account-password-title = كلمة المرور
account-password-current = كلمة المرور الحالية
account-password-next = كلمة المرور الجديدة
account-password-text = يؤدي تغييرها إلى تسجيل خروجك من كل الأجهزة الأخرى.
account-password-action = تغيير كلمة المرور
account-password-none = ليست لحسابك كلمة مرور. عيّن واحدة لتسجيل الدخول دون مزوّد آخر.
account-password-set = تعيين كلمة المرور
account-password-revoke-keys = إبطال كل مفاتيح API أيضًا
account-password-revoke-keys-hint = اختر هذا إن كان غيرك قد رأى كلمة مرورك أو مفتاحًا.
account-password-changed = { $keys ->
    [0] تم تغيير كلمة المرور
    [one] تم تغيير كلمة المرور وإبطال مفتاح API واحد
    [two] تم تغيير كلمة المرور وإبطال مفتاحي API
    [few] تم تغيير كلمة المرور وإبطال { $keys } مفاتيح API
   *[other] تم تغيير كلمة المرور وإبطال { $keys } مفتاح API
}
account-verification-title = أكّد بريدك الإلكتروني
account-verification-text = أرسلنا رابطًا إلى { $email }. افتحه لتأكيد أن البريد لك.
account-verification-pending-text = أرسلنا رابطًا إلى { $pending }. يبقى بريدك { $email } حتى تفتحه.
account-verification-again = إعادة الإرسال
account-verification-sent = تم إرسال الرابط
account-sessions-title = أماكن تسجيل دخولك
account-sessions-text = سجّل الخروج من المتصفحات والتطبيقات التي لا تعرفها.
account-sessions-current = هذا المتصفح
account-sessions-unknown = جهاز غير معروف
account-sessions-network = الشبكة: { $network } (تقريبًا)
account-sessions-times = تسجيل الدخول { TIME($created) } · آخر استخدام { TIME($used) }
account-sessions-times-current = تسجيل الدخول { TIME($created) }
account-sessions-end = تسجيل الخروج
account-sessions-end-one = تسجيل خروج { $name }
account-sessions-ended = تم تسجيل الخروج
account-sessions-end-others = تسجيل الخروج من كل مكان آخر
account-sessions-end-others-title = هل تسجّل الخروج من كل مكان آخر؟
account-sessions-end-others-text = { $count ->
    [one] سيُسجَّل خروج متصفح أو تطبيق آخر واحد. تبقى مفاتيح API صالحة.
    [two] سيُسجَّل خروج متصفحين أو تطبيقين آخرين. تبقى مفاتيح API صالحة.
    [few] سيُسجَّل خروج { $count } متصفحات وتطبيقات أخرى. تبقى مفاتيح API صالحة.
   *[other] سيُسجَّل خروج { $count } متصفحًا وتطبيقًا آخر. تبقى مفاتيح API صالحة.
}
account-sessions-ended-others = { $count ->
    [one] تم تسجيل خروج متصفح أو تطبيق آخر واحد
    [two] تم تسجيل خروج متصفحين أو تطبيقين آخرين
    [few] تم تسجيل خروج { $count } متصفحات وتطبيقات أخرى
   *[other] تم تسجيل خروج { $count } متصفحًا وتطبيقًا آخر
}
account-program = { $browser } على { $system }
account-export-title = تنزيل بياناتك
account-export-text = ملف ZIP يضم صورك في مجلدات حسب الألبومات، وبيانات حسابك وألبوماتك ومفاتيح API (دون أسرارها) والجلسات والتفضيلات.
account-export-action = تنزيل ZIP
account-delete-title = حذف الحساب
account-delete-text = تُحذف ألبوماتك ومفاتيحك وجلساتك فورًا. لا يمكن التراجع عن ذلك.
account-delete-action = حذف الحساب
account-delete-dialog = هل تحذف حسابك؟
account-delete-images = ماذا يحدث لصورك؟
account-delete-remove = حذفها كلها؛ تتوقف روابطها عن العمل
account-delete-keep = إبقاؤها متاحة دون صلة بك (لن تستطيع حذفها)
account-delete-password = أكّد بكلمة مرورك
account-delete-done = { $count ->
    [one] حُذف الحساب مع صورة واحدة
    [two] حُذف الحساب مع صورتين
    [few] حُذف الحساب مع { $count } صور
   *[other] حُذف الحساب مع { $count } صورة
}
account-keys-title = مفاتيح API
account-keys-text = للبرامج التي ترفع نيابة عنك. عامل المفتاح ككلمة مرور.
account-keys-empty = لا مفاتيح API بعد
account-keys-create = مفتاح جديد
account-keys-used = آخر استخدام { DATE($when) }
account-keys-expires = ينتهي { DATE($when) }
account-keys-made = أُنشئ { DATE($when) }
account-keys-actions-for = إجراءات المفتاح { $name }
account-keys-rename = إعادة التسمية
account-keys-rotate = استبدال
account-keys-revoke = إبطال
account-keys-name = الاسم
account-keys-name-hint = مكان استخدامه، مثل «ShareX على حاسوبي».
account-keys-name-wrong = أدخل اسمًا.
account-keys-expiry = الانتهاء
account-keys-scopes = الصلاحيات
account-keys-scopes-wrong = اختر صلاحية واحدة على الأقل.
account-keys-scope-all = وصول كامل عدا الإدارة
account-keys-scope-images-write = رفع الصور وتحريرها
account-keys-scope-images-read = عرض قائمة الصور
account-keys-scope-images-delete = حذف الصور
account-keys-scope-albums-read = عرض الألبومات
account-keys-scope-albums-write = تحرير الألبومات
account-keys-scope-keys-manage = إدارة المفاتيح
account-keys-scope-webhooks-manage = إدارة webhooks
account-keys-scope-account-read = عرض الحساب
account-keys-scope-account-write = تحرير الحساب
account-keys-scope-admin = الإدارة
account-keys-create-action = إنشاء المفتاح
account-keys-issued = مفتاحك الجديد
account-keys-issued-text = انسخه الآن. لن تراه مرة أخرى.
account-keys-issued-key = مفتاح API
account-keys-done = تم
account-keys-renamed = تمت إعادة تسمية المفتاح
account-keys-rotate-text = يحصل «{ $name }» على مفتاح جديد. حدّث البرامج التي تستخدم القديم.
account-keys-grace = يبقى المفتاح القديم صالحًا
account-keys-revoke-title = هل تبطل هذا المفتاح؟
account-keys-revoke-text = ستتوقف البرامج التي تستخدم «{ $name }» عن العمل.
account-keys-revoked = تم إبطال المفتاح
account-clients-title = التطبيقات والنصوص البرمجية
account-clients-text = كل ملف يأتي بمفتاح API خاص به لا يستطيع إلا الرفع. لا تشارك الملف.
account-clients-sharex = ShareX
account-clients-sharex-text = لقطات الشاشة على Windows. افتح الملف ويصبح ShareX جاهزًا.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = لقطات الشاشة على Linux. يرفعها النص البرمجي وينسخ الرابط؛ اربطه بمفتاح.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = لقطات الشاشة على KDE. يرفعها النص البرمجي وينسخ الرابط؛ اربطه بمفتاح.
account-clients-macos = macOS
account-clients-macos-text = لإجراء «تشغيل سكربت Shell» في الاختصارات: يرفع الملفات الممرّرة أو لقطة شاشة جديدة.
account-clients-ios = iPhone وiPad
account-clients-ios-text = اختصار في قائمة المشاركة بأربع خطوات.
account-clients-shell = سطر الأوامر
account-clients-shell-text = يرفع الملفات أو الإدخال القياسي عبر curl ويطبع الروابط.
account-clients-download = تنزيل
account-clients-download-for = تنزيل لـ { $name }
account-clients-anonymous = تنزيل إعداد مجهول
account-clients-anonymous-for = تنزيل إعداد مجهول لـ { $name }
account-clients-steps = عرض الخطوات
account-clients-done = تم تنزيل { $file }
account-clients-replace-title = هل تستبدل مفتاح { $name }؟
account-clients-replace-text = لديك مفتاح { $name } بتاريخ { DATE($created) }. إن استبدلته فسيتوقف الملف الذي نزّلته سابقًا عن العمل. لاستخدام { $name } على جهاز ثانٍ أضف مفتاحًا آخر.
account-clients-replace = استبدال المفتاح
account-clients-add = إضافة مفتاح آخر
account-ios-intro = لا تثبّت Apple إلا الاختصارات التي وقّعتها، لذلك لا يوجد ملف للتنزيل. إنشاء اختصارك يستغرق نحو دقيقتين.
account-ios-new = أنشئ اختصارًا في تطبيق الاختصارات. فعّل في تفاصيله «إظهار في صفحة المشاركة» واقبل الصور فقط.
account-ios-request = أضف الإجراء «الحصول على محتويات URL» بهذا العنوان. اختر الطريقة POST ونص الطلب «نموذج»، وأضف حقلًا من نوع ملف باسم «file» وقيمته «إدخال الاختصار».
account-ios-address = العنوان
account-ios-header = أضف في الإجراء نفسه ترويسة باسم «Authorization». لتجاوز حسابك تخطَّ هذه الخطوة.
account-ios-key-text = ينشئ مفتاح API لا يستطيع إلا الرفع، ويستبدل مفتاحًا سابقًا من هذه الصفحة.
account-ios-create-key = إنشاء المفتاح
account-ios-authorization = قيمة الترويسة
account-ios-link = أضف «الحصول على قيمة القاموس» لـ «data.links.direct»، ثم «نسخ إلى الحافظة».
account-keys-expiry-0 = أبدًا
account-keys-expiry-30 = 30 يومًا
account-keys-expiry-90 = 90 يومًا
account-keys-expiry-365 = سنة واحدة
account-keys-never-used = لم يُستخدم قط
account-keys-grace-0 = إيقاف فوري
account-keys-grace-1 = ساعة واحدة
account-keys-grace-24 = يوم واحد
account-keys-grace-168 = أسبوع واحد
