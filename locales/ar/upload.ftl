### نصوص صفحة الرفع.

upload-title = رفع
upload-heading = ارفع صورة.
upload-heading-second = واحصل على رابط.
upload-drop-here = أفلِت الصور هنا
upload-or-paste = أو الصقها بـ { $key }
upload-choose = اختيار الصور
upload-choose-more = إضافة صور
upload-up-to = { $formats }، حتى { SIZE($bytes) } لكل صورة.
upload-with-account = سجّل مجانًا لرفع المزيد والحصول على مكتبة
upload-accounts-only = الرفع يحتاج إلى حساب
upload-accounts-only-text = يقبل هذا الخادم الصور من المستخدمين المسجلين فقط.
upload-accounts-only-register = أنشئ حسابًا
upload-storage = بقي { SIZE($bytes) } من المساحة.
upload-album = الألبوم
upload-expiry = الانتهاء
upload-options = خيارات الصور التالية
upload-queue = الصور
upload-overall = رُفع { $done } من { $all }
upload-cancel-all = إلغاء الكل
upload-retry-all = إعادة ما فشل
upload-clear = مسح القائمة
upload-cancel-one = إلغاء { $name }
upload-remove-one = إزالة { $name } من القائمة
upload-retry-one = إعادة { $name }
upload-status-queued = في الانتظار
upload-status-processing = جارٍ المعالجة…
upload-status-sending = { $percent }%
upload-progress-of = جارٍ رفع { $name }
upload-cut = انقطع الاتصال. ملفاتك ما زالت هنا؛ سنعيد المحاولة عند عودة الاتصال.
upload-too-large = كبير جدًا: { SIZE($bytes) } (الحد هو { SIZE($limit) }).
upload-empty = هذا الملف فارغ.
upload-link-format = نوع الرابط
upload-copy-all = { $count ->
    [one] نسخ الرابط
    [two] نسخ الرابطين
   *[other] نسخ الكل ({ $count })
}
upload-all-links = كل الروابط
upload-delete-link = رابط الحذف
upload-delete-link-hint = كل من لديه هذا الرابط يمكنه حذف الصورة.
upload-expires = تنتهي { TIME($when) }
upload-history-title = رُفعت من هذا المتصفح
upload-history-text = محفوظة في هذا المتصفح فقط. إن مسحت بيانات التصفح فستفقد روابط الحذف.
upload-history-forget-all = مسح القائمة
upload-history-forget = إزالة من هذه القائمة
upload-history-delete = حذف الصورة
upload-history-actions-for = إجراءات { $name }
upload-history-copy-link = نسخ الرابط
upload-history-more = عرض { $count } أخرى
upload-claim-title = { $count ->
    [one] هل تضيف صورة رفعتها سابقًا إلى حسابك؟
    [two] هل تضيف صورتين رفعتهما سابقًا إلى حسابك؟
    [few] هل تضيف { $count } صور رفعتها سابقًا إلى حسابك؟
   *[other] هل تضيف { $count } صورة رفعتها سابقًا إلى حسابك؟
}
upload-claim-text = رُفعت من هذا المتصفح قبل تسجيل دخولك.
upload-claim-action = إضافة إلى مكتبتي
upload-claim-later = ليس الآن
upload-claim-done = { $count ->
    [one] أُضيفت صورة واحدة إلى مكتبتك
    [two] أُضيفت صورتان إلى مكتبتك
    [few] أُضيفت { $count } صور إلى مكتبتك
   *[other] أُضيفت { $count } صورة إلى مكتبتك
}
upload-claim-none = لم تعد هذه الصور موجودة.
upload-expiry-0 = أبدًا
upload-expiry-1 = ساعة واحدة
upload-expiry-24 = يوم واحد
upload-expiry-168 = أسبوع واحد
upload-expiry-720 = 30 يومًا
upload-expiry-8760 = سنة واحدة
upload-choose-photos = اختيار صور
upload-take-photo = التقاط صورة
upload-promise = تُزال بيانات الموقع والكاميرا.
upload-left = { $remaining ->
    [one] بقيت عملية رفع واحدة في هذه الساعة.
    [two] بقيت عمليتا رفع في هذه الساعة.
    [few] بقيت { $remaining } عمليات رفع في هذه الساعة.
   *[other] بقيت { $remaining } عملية رفع في هذه الساعة.
}
upload-more-than-left = { $remaining ->
    [0] ستُرفع صورك تلقائيًا الساعة { CLOCK($time) }.
   *[other] تتسع هذه الساعة لـ{ $remaining } من صورك الـ{ $files } فقط. سيُرفع الباقي تلقائيًا الساعة { CLOCK($time) }.
}
upload-copy-after = نسخ الرابط بعد الرفع
upload-done = تم الرفع
upload-failed-count = فشل { $count }
upload-speed = { SIZE($bytes) }/ث
upload-time-left = بقي { DURATION($seconds) }
upload-pause = إيقاف مؤقت
upload-continue = متابعة
upload-show-failed = عرض ما فشل ({ $count })
upload-pause-limit = بلغت الحد المسموح به في الساعة. يُستأنف الرفع الساعة { CLOCK($time) }.
upload-pause-service = الخدمة مشغولة. يُستأنف الرفع بعد { DURATION($seconds) }.
upload-pause-session = تم تسجيل خروجك. سجّل الدخول لمتابعة الرفع؛ ملفاتك محفوظة.
upload-sign-in = تسجيل الدخول
upload-sign-in-now = سجّل الدخول للمتابعة الآن
upload-unreadable = تعذّرت قراءة هذا الملف.
upload-no-svg = صيغة SVG غير مدعومة لأنها قد تحتوي على نصوص برمجية.
upload-no-image = صيغة صورة غير مدعومة.
upload-unsupported = صيغة صورة غير مدعومة. استخدم { $formats }.
upload-converted = حُوّلت من { $from } إلى { $to }
upload-removed-location-camera = أُزيلت بيانات الموقع والكاميرا
upload-removed-location = أُزيل الموقع
upload-removed-camera = أُزيلت بيانات الكاميرا
upload-removed-metadata = أُزيلت البيانات الوصفية
upload-copy-link = نسخ الرابط
upload-share = مشاركة…
upload-open = فتح
upload-open-image = فتح { $name }
upload-links-count = { $count ->
    [one] رابط واحد
    [two] رابطان
    [few] { $count } روابط
   *[other] { $count } رابطًا
}
upload-copy-chosen = { $count ->
    [one] نسخ رابط واحد
    [two] نسخ رابطين
    [few] نسخ { $count } روابط
   *[other] نسخ { $count } رابطًا
}
upload-history-actions = إجراءات هذه الصور
upload-history-choose = اختيار { $name }
upload-history-unselect = إلغاء التحديد
upload-history-copy-delete-link = نسخ رابط الحذف
upload-history-forget-title = { $count ->
    [one] هل تزيل هذه الصورة من القائمة؟
   *[other] هل تزيل { $count } من القائمة؟
}
upload-history-forget-text = { $count ->
    [one] تبقى الصورة متاحة، لكن هذا المتصفح لن يستطيع حذفها.
   *[other] تبقى الصور متاحة، لكن هذا المتصفح لن يستطيع حذفها.
}
upload-history-delete-title = { $count ->
    [one] هل تحذف «{ $name }»؟
    [two] هل تحذف صورتين؟
    [few] هل تحذف { $count } صور؟
   *[other] هل تحذف { $count } صورة؟
}
upload-history-delete-text = { $count ->
    [one] ستُحذف نهائيًا وتتوقف روابطها عن العمل.
   *[other] ستُحذف نهائيًا وتتوقف روابطها عن العمل.
}
upload-history-deleted = { $count ->
    [one] تم حذف صورة واحدة
    [two] تم حذف صورتين
    [few] تم حذف { $count } صور
   *[other] تم حذف { $count } صورة
}
