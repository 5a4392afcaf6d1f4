### نصوص الصفحات التي يقدّمها الخادم: الصور والألبومات المشتركة والبلاغات والحذف والرفع دون JavaScript.

pages-title = { $title } · imgd
pages-skip = انتقل إلى المحتوى
pages-nav-label = الموقع
pages-nav-upload = رفع
pages-nav-sign-in = تسجيل الدخول
pages-nav-library = المكتبة
pages-footer-label = عن هذا الموقع
pages-footer-unlisted = الصور غير مُدرجة: كل من لديه الرابط يمكنه رؤيتها.
pages-footer-about = نبذة
pages-footer-api = API
pages-footer-terms = الشروط
pages-footer-privacy = الخصوصية
pages-footer-contact = اتصل بنا
pages-language = اللغة
pages-language-choose = تغيير اللغة

## النسخ

pages-copy = نسخ
pages-copied = تم النسخ
# $what اسم نوع الرابط، مثل Markdown.
pages-copied-what = تم نسخ { $what }
pages-copy-failed = اضغط Ctrl+C أو ⌘C للنسخ

## صفحة الصورة

pages-view-description = صورة { $format }، { $sides } بكسل، { $size }
pages-view-download = تنزيل
pages-view-share = مشاركة…
pages-view-original = فتح الأصل
pages-view-links = الروابط
pages-view-link-type = نوع الرابط
pages-view-details = التفاصيل
pages-view-report = الإبلاغ عن هذه الصورة
pages-view-moderate = الإشراف على الصورة
pages-view-zoom = التكبير
pages-view-zoom-in = تكبير
pages-view-zoom-out = تصغير
pages-view-zoom-fit = ملاءمة
pages-view-zoom-fit-long = ملاءمة النافذة
pages-view-zoom-actual = الحجم الأصلي
pages-view-no-private = تُزال بيانات الموقع والكاميرا من كل صورة تُرفع.
pages-link-direct = رابط مباشر
pages-link-view-page = صفحة الصورة
pages-link-thumbnail = صورة مصغرة
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = اسم الملف
pages-fact-format = الصيغة
pages-fact-dimensions = الأبعاد
pages-fact-size = الحجم
pages-fact-animation = الحركة
pages-fact-uploaded = الرفع
pages-fact-expires = الانتهاء
pages-fact-never = أبدًا
pages-fact-pixels = { $sides } بكسل
pages-fact-pixels-in-all = { $count } إجمالًا
pages-fact-megapixels = { $count } ميغابكسل
pages-fact-bytes = { $count ->
    [one] بايت واحد
    [two] بايتان
    [few] { $count } بايتات
   *[other] { $count } بايت
}
pages-fact-frames = { $count ->
    [one] إطار واحد
    [two] إطاران
    [few] { $count } إطارات
   *[other] { $count } إطارًا
}

## ما يراه المالك في صفحة الصورة

pages-owner-heading = صورتك
pages-owner-name = اسم الملف
pages-owner-name-missing = أدخل اسمًا.
pages-owner-album = الألبوم
pages-owner-album-none = بلا ألبوم
pages-owner-expiry = الانتهاء
pages-owner-expiry-keep = دون تغيير
pages-owner-expiry-never = أبدًا
pages-owner-expiry-hour = بعد ساعة
pages-owner-expiry-day = بعد يوم
pages-owner-expiry-week = بعد أسبوع
pages-owner-expiry-month = بعد 30 يومًا
pages-owner-removed = البيانات الوصفية المزالة: { $kinds }
pages-owner-save = حفظ
pages-owner-saved = تم الحفظ
pages-owner-failed = حدث خطأ ما. أعد المحاولة من فضلك.
pages-owner-delete = حذف الصورة
pages-owner-delete-heading = هل تحذف هذه الصورة؟
pages-owner-delete-text = ستُحذف نهائيًا وتتوقف روابطها عن العمل.
pages-owner-delete-cancel = إلغاء
pages-owner-delete-confirm = حذف نهائي
pages-removed-gps = الموقع
pages-removed-camera = الكاميرا
pages-removed-timestamps = التواريخ
pages-removed-software = البرنامج
pages-removed-author = المؤلف
pages-removed-maker_notes = بيانات صانع الكاميرا
pages-removed-thumbnail = المعاينة المضمّنة
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = التعليقات
pages-removed-text = النص
pages-removed-secondary_images = صور مخفية
pages-removed-trailing_data = بيانات ملحقة
pages-removed-other = بيانات أخرى

## الألبومات المشتركة

pages-album-nav = الألبوم
pages-album-images = { $count ->
    [one] صورة واحدة
    [two] صورتان
    [few] { $count } صور
   *[other] { $count } صورة
}
pages-album-empty = لا صور هنا بعد.
pages-album-pages = الصفحات
pages-album-first-page = الصفحة الأولى
pages-album-next-page = الصفحة التالية
pages-album-previous = السابقة
pages-album-next = التالية
pages-locked-title = كلمة المرور مطلوبة
pages-locked-heading = هذا الألبوم محمي
pages-locked-text = أدخل كلمة المرور التي وصلتك مع الرابط.
pages-locked-password = كلمة المرور
pages-locked-wrong = كلمة المرور هذه غير صحيحة.
pages-locked-open = فتح الألبوم

## الحذف برابط

pages-delete-heading = هل تحذف هذه الصورة؟
pages-delete-text = ستتوقف كل روابطها عن العمل فورًا. لا يمكن التراجع عن ذلك.
pages-delete-confirm = حذف نهائي
pages-delete-keep = الاحتفاظ بها
pages-deleted-heading = تم حذف الصورة
pages-deleted-text = زالت الصورة ومصغّرتها وكل روابطها نهائيًا.
pages-upload-image = رفع صورة

## الإبلاغ

pages-report-heading = الإبلاغ عن هذه الصورة
pages-report-question = ما المشكلة فيها؟
pages-report-illegal = محتوى غير قانوني
pages-report-abuse = مضايقة أو تهديد أو كراهية
pages-report-copyright = انتهاك لحقوق النشر
pages-report-privacy = معلومات خاصة أو صورة لي
pages-report-spam = محتوى مزعج أو احتيال
pages-report-other = شيء آخر
pages-report-comment = أي شيء آخر ينبغي أن نعرفه
pages-report-email = البريد الإلكتروني (إن احتجنا إلى التواصل)
pages-report-optional = اختياري
pages-report-send = إرسال البلاغ
pages-report-back = العودة إلى الصورة
pages-report-reason-missing = اختر المشكلة فيها.
pages-report-comment-long = اختصر تعليقك إلى { $max } حرف.
pages-report-email-wrong = أدخل بريدًا إلكترونيًا صحيحًا أو اترك الحقل فارغًا.
pages-reported-heading = تم إرسال البلاغ
pages-reported-text = شكرًا لك. سنراجعه قريبًا.

## الرفع دون JavaScript

pages-upload-heading = رفع صور
pages-upload-off = يقبل هذا الخادم الرفع من الحسابات فقط. سجّل الدخول أولًا.
pages-upload-challenge = يطلب هذا الخادم حاليًا عملية حسابية للرفع دون حساب، وهي تحتاج إلى JavaScript. ارفع من الصفحة الرئيسية أو سجّل الدخول.
pages-upload-files = الصور
pages-upload-up-to = { $formats }، حتى { $size } لكل صورة، { $files ->
    [one] صورة واحدة
    [two] صورتان
    [few] { $files } صور
   *[other] { $files } صورة
} في المرة.
pages-upload-up-to-any = { $formats }، حتى { $size } لكل صورة.
pages-upload-expiry = الانتهاء
pages-upload-send = رفع
pages-upload-anonymous = ستحصل على روابط للمشاركة ورابط لحذف كل صورة. احتفظ بروابط الحذف: لن تراها مرة أخرى.
pages-uploaded-heading = { $count ->
    [one] تم رفع الصورة
    [two] تم رفع صورتين
    [few] تم رفع { $count } صور
   *[other] تم رفع { $count } صورة
}
pages-uploaded-some = رُفع { $count } وفشل { $failed }
pages-uploaded-failed = { $count ->
    [one] فشل الرفع
   *[other] فشل رفع { $count }
}
pages-uploaded-keep = احتفظ بروابط الحذف. لن تراها مرة أخرى.
pages-uploaded-delete-link = رابط الحذف
pages-uploaded-delete-hint = كل من لديه هذا الرابط يمكنه حذف الصورة.
pages-uploaded-all-links = كل الروابط
pages-uploaded-more = رفع المزيد
pages-problem-missing-file = اختر صورة واحدة على الأقل.
pages-problem-empty-file = هذا الملف فارغ.
pages-problem-file-type = صيغة صورة غير مدعومة. استخدم { $formats }.
pages-problem-unreadable = هذه الصورة تالفة ولا يمكن قراءتها.
pages-problem-pixels = في هذه الصورة بكسلات أو إطارات كثيرة جدًا. صغّرها ثم أعد المحاولة.
pages-problem-too-large = هذا الملف كبير جدًا. الحد هو { $size }.
pages-problem-too-many = ملفات كثيرة جدًا. ارفع { $files } في المرة.
pages-problem-refused = هذه الصورة غير مسموح بها هنا.
pages-problem-storage = لا مساحة متبقية لهذه الصورة.
pages-problem-busy = الخدمة مشغولة. أعد المحاولة بعد لحظات.
pages-problem-other = حدث خطأ ما. أعد المحاولة من فضلك.

## الأخطاء

pages-error-image-heading = الصورة غير متاحة
pages-error-image-text = هذه الصورة غير متاحة. ربما حُذفت أو انتهت مدتها، أو أن الرابط ناقص (حالة الأحرف مهمة).
pages-error-album-heading = الألبوم غير متاح
pages-error-album-text = هذا الألبوم غير متاح. ربما لم يعد مشتركًا، أو أن الرابط ناقص (حالة الأحرف مهمة).
pages-error-page-heading = الصفحة غير موجودة
pages-error-page-text = ربما كُتب العنوان خطأ أو نُقلت الصفحة.
pages-error-cursor-heading = الصفحة غير موجودة
pages-error-cursor-text = الرابط ناقص. ابدأ من الصفحة الأولى.
pages-error-delete-heading = رابط الحذف هذا غير صالح
pages-error-delete-text = لا يخص هذه الصورة. عُرض الرابط الصحيح مرة واحدة بعد الرفع.
pages-error-limit-heading = طلبات كثيرة جدًا
pages-error-limit-text = { $minutes ->
    [one] أعد المحاولة بعد دقيقة.
    [two] أعد المحاولة بعد دقيقتين.
    [few] أعد المحاولة بعد { $minutes } دقائق.
   *[other] أعد المحاولة بعد { $minutes } دقيقة.
}
pages-error-busy-heading = الخدمة مشغولة
pages-error-busy-text = أعد المحاولة بعد لحظات.
pages-error-failed-heading = حدث خطأ ما
pages-error-failed-text = أعد المحاولة من فضلك. إن تكرر ذلك فاذكر هذا الرمز: { $id }
pages-error-other-text = تحقّق من العنوان ثم أعد المحاولة.

## نبذة

pages-about-title = ارفع صورة واحصل على رابط
pages-about-description = ارفع الصور وشاركها برابط. دون حساب؛ وتُزال بيانات الموقع والكاميرا.
pages-about-description-kept = ارفع الصور وشاركها برابط. دون حساب.
pages-about-heading = ارفع صورة.
pages-about-heading-second = واحصل على رابط.
pages-about-lead = ارفع دون حساب واحصل على ست صيغ للروابط: مباشر ومصغّرة وصفحة وHTML وMarkdown وBBCode.
pages-about-api = اقرأ عن API
pages-about-errors = رموز الأخطاء
pages-about-try = جرّبها
pages-about-example = مثال على الرفع
pages-about-answer = الرد عليه
pages-about-copy-name = المثال
pages-about-promises = ما يمكنك الاعتماد عليه
pages-about-stored = ما حُفظ فقد حُفظ
pages-about-stored-text = لا يُؤكَّد الرفع إلا بعد حفظه بأمان على القرص.
pages-about-gone = ما زال فقد زال
pages-about-gone-text = الصورة المحذوفة أو المنتهية تزول في تلك اللحظة.
pages-about-private = خصوصية افتراضية
pages-about-private-text = يُزال الموقع والأرقام التسلسلية للكاميرا والتعليقات.
pages-about-plans = الخطط
pages-about-plans-label = حدود الخطط
pages-about-plan = الخطة
pages-about-plan-requests = الطلبات في الساعة
pages-about-plan-size = أقصى حجم للملف
pages-about-plan-files = الملفات في الدفعة
pages-about-plan-pixels = ميغابكسل
pages-about-plan-storage = التخزين
pages-about-plan-default-expiry = تنتهي بعد، ما لم يُختر
pages-about-plan-max-expiry = تنتهي على الأكثر بعد
pages-about-unlimited = بلا حد
pages-errors-title = رموز الأخطاء
pages-errors-lead = لكل فشل في API رمز، ولكل رمز حالة واحدة. الجملة الأولى من رسالته لا تتغير أبدًا، وقد يتغير ما بعدها.
pages-errors-status = الحالة
pages-album-updated = آخر تحديث
pages-album-until = متاح حتى
pages-album-download = تنزيل الكل
pages-album-download-part = تنزيل الجزء { $part } من { $parts }
pages-error-ended-heading = لم يعد هذا الألبوم مشتركًا
pages-error-ended-text = انتهت صلاحية رابطه. اطلب رابطًا جديدًا ممن أرسله إليك.
pages-error-download-heading = التنزيل معطّل
pages-error-download-text = لا يسمح المالك بتنزيل هذا الألبوم. ما زال بإمكانك مشاهدة صوره.
