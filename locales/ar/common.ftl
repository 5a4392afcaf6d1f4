### نصوص الإطار وكل الصفحات.

common-site-name = imgd
common-skip = انتقل إلى المحتوى
common-loading = جارٍ التحميل…
common-solving = يجري فحص قصير لمنع الاستخدام الآلي…
common-not-found = الصفحة غير موجودة
common-page-failed = تعذّر تحميل هذه الصفحة
common-page-failed-hint = تحقّق من اتصالك ثم أعد المحاولة.
common-try-again = أعد المحاولة
common-cancel = إلغاء
common-close = إغلاق
common-save = حفظ
common-saved = تم الحفظ
common-copy = نسخ
common-copied = تم النسخ
common-copied-that = تم نسخ { $what }
common-copy-failed = اضغط Ctrl+C أو ⌘C للنسخ
common-optional = اختياري
common-nav-label = الموقع
common-nav-upload = رفع
common-nav-library = المكتبة
common-nav-albums = الألبومات
common-nav-account = الحساب
common-nav-admin = الإدارة
common-nav-account-menu = { $initial }، حساب { $name }
common-nav-sign-in = تسجيل الدخول
common-nav-sign-out = تسجيل الخروج
common-nav-register = إنشاء حساب
common-footer-unlisted = الصور غير مُدرجة: كل من لديه الرابط يمكنه رؤيتها.
common-footer-about = نبذة والخطط
common-footer-api = API
common-theme-label = المظهر
common-theme-system = تلقائي
common-theme-light = فاتح
common-theme-dark = داكن
common-plan-free = المجانية
common-plan-pro = Pro
common-plan-enterprise = المؤسسات
common-language = اللغة
common-account-language = لغة حسابك هي { $language }.
common-switch-language = تغيير اللغة
common-language-browser = لغة المتصفح
common-chart-table = عرض كجدول
common-chart-day = اليوم
common-chart-peak = أعلى يوم: { $figure }
common-offline = أنت غير متصل. سنتابع عند عودة الاتصال.
common-session-ended = تم تسجيل خروجك. تغييراتك محفوظة.
common-leave-changes = هل تريد تجاهل التغييرات؟
common-leave-keep = متابعة التحرير
common-leave-discard = تجاهل
common-leave-secret = لن يُعرض هذا مرة أخرى. هل تريد الإغلاق؟
common-leave-stay = رجوع
# الرفع من أي صفحة. تكون $count صفرًا عندما لا يذكرها المتصفح.
common-drop-now = { $count ->
    [0] أفلِت للرفع
    [one] أفلِت لرفع ملف واحد
    [two] أفلِت لرفع ملفين
    [few] أفلِت لرفع { $count } ملفات
   *[other] أفلِت لرفع { $count } ملف
}
common-drop-album = إلى الألبوم «{ $album }»
common-upload-percent = { $percent }%
common-upload-progress = { $percent }%، رُفع { $done } من { $total }
common-upload-started = { $count ->
    [one] جارٍ رفع ملف واحد
    [two] جارٍ رفع ملفين
    [few] جارٍ رفع { $count } ملفات
   *[other] جارٍ رفع { $count } ملف
}
common-upload-finished = { $count ->
    [one] تم رفع صورة واحدة
    [two] تم رفع صورتين
    [few] تم رفع { $count } صور
   *[other] تم رفع { $count } صورة
}
common-upload-partly = رُفع { $done }؛ فشل { $failed }
common-upload-show = عرض
common-link-copied = تم نسخ الرابط
common-description = ارفع الصور واحصل على روابط لمشاركتها.
common-offline-title = أنت غير متصل
common-offline-hint = تحقّق من اتصالك ثم أعد المحاولة.
common-shared-failed = تعذّر استلام الملفات المشتركة. اخترها هنا بدلًا من ذلك.
common-nav-trash = المهملات
common-export-started = { $images ->
    [0] بدأ التنزيل
    [one] جارٍ تنزيل صورة واحدة ({ SIZE($bytes) })
    [two] جارٍ تنزيل صورتين ({ SIZE($bytes) })
    [few] جارٍ تنزيل { $images } صور ({ SIZE($bytes) })
   *[other] جارٍ تنزيل { $images } صورة ({ SIZE($bytes) })
}
common-waiting-approval = حسابك في انتظار الموافقة
common-waiting-approval-text = يجب أن يوافق مسؤول على { $email } قبل أن تتمكن من رفع الصور.
common-waiting-verification = أكّد عنوان بريدك الإلكتروني
common-waiting-verification-text = افتح الرابط الذي أرسلناه إلى { $email }. بعد ذلك يمكنك رفع الصور.
common-waiting-check = تحقق مجددًا
