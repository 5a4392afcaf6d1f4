### نصوص الألبومات.

albums-title = الألبومات
albums-create = ألبوم جديد
albums-create-action = إنشاء الألبوم
albums-empty = لا ألبومات بعد
albums-empty-text = اجمع الصور في ألبوم وشاركها برابط واحد.
albums-name = الاسم
albums-name-wrong = أدخل اسمًا.
albums-description = الوصف
albums-count = { $count ->
    [0] فارغ
    [one] صورة واحدة، { SIZE($bytes) }
    [two] صورتان، { SIZE($bytes) }
    [few] { $count } صور، { SIZE($bytes) }
   *[other] { $count } صورة، { SIZE($bytes) }
}
albums-shared = مشترك برابط
albums-show-more = عرض المزيد
albums-edit = تحرير
albums-edit-title = تحرير الألبوم
albums-share = مشاركة
albums-share-named = مشاركة { $name }
albums-share-title = مشاركة «{ $name }»
albums-share-text = لا يراه إلا من لديه الرابط.
albums-share-start = إنشاء رابط
albums-share-created = تم إنشاء الرابط ونسخه
albums-share-copy = نسخ الرابط
albums-share-copied = تم نسخ الرابط
albums-share-sheet = مشاركة…
albums-share-open = فتح
albums-share-settings = إعدادات الرابط
albums-share-password = كلمة المرور
albums-share-password-off = كل من لديه الرابط يمكنه فتح الألبوم.
albums-share-password-on = يطلبها الألبوم. أما الروابط المباشرة للصور فتعمل دونها.
albums-share-password-hint = تحمي صفحة الألبوم وتنزيله. أما الروابط المباشرة للصور فتعمل دونها.
albums-share-password-add = إضافة كلمة مرور
albums-share-password-change = تغيير
albums-share-password-remove = إزالة
albums-share-password-save = حفظ كلمة المرور
albums-share-password-short = استخدم { $min } أحرف على الأقل.
albums-share-end = تنتهي صلاحية الرابط
albums-share-end-never = أبدًا
albums-share-end-days = { $days ->
    [one] بعد يوم واحد
    [two] بعد يومين
    [few] بعد { $days } أيام
   *[other] بعد { $days } يومًا
}
albums-share-end-pick = في تاريخ محدد…
albums-share-end-date = التاريخ والوقت
albums-share-ended = انتهت صلاحية هذا الرابط. يرى الزوار أن الألبوم لم يعد مشتركًا.
albums-share-download = السماح بتنزيل الألبوم
albums-share-download-hint = يستطيع الزوار حفظ كل الصور كملف ZIP.
albums-share-stop = إيقاف المشاركة
albums-share-stop-title = هل توقف مشاركة «{ $name }»؟
albums-share-stop-text = يتوقف الرابط عن العمل للجميع. إن شاركت الألبوم مجددًا فسيحصل على رابط جديد.
albums-link-ended = انتهت صلاحية الرابط
albums-share-link = رابط الألبوم
albums-share-stopped = لم يعد الرابط يعمل
albums-delete = حذف الألبوم
albums-delete-title = هل تحذف «{ $name }»؟
albums-delete-shared = سيتوقف رابطه عن العمل.
albums-delete-images = { $count ->
    [one] ماذا يحدث لصورته؟
    [two] ماذا يحدث لصورتيه؟
    [few] ماذا يحدث لصوره الـ{ $count }؟
   *[other] ماذا يحدث لصوره الـ{ $count }؟
}
albums-delete-keep = إبقاؤها في المكتبة
albums-delete-trash = { $count ->
    [one] نقلها إلى المهملات؛ يتوقف رابطها عن العمل
   *[other] نقلها إلى المهملات؛ تتوقف روابطها عن العمل
}
albums-delete-all = { $count ->
    [one] حذفها نهائيًا؛ يتوقف رابطها عن العمل
   *[other] حذفها نهائيًا؛ تتوقف روابطها عن العمل
}
albums-deleted = تم حذف الألبوم
albums-back = كل الألبومات
albums-grid = الصور في { $name }
albums-empty-album = هذا الألبوم فارغ
albums-empty-album-text = أفلِت الصور هنا أو انقل بعضها من مكتبتك.
albums-actions-for = إجراءات { $name }
albums-sort = الترتيب
albums-sort-newest = الأحدث أولًا
albums-sort-oldest = الأقدم أولًا
albums-sort-name = الاسم
albums-sort-images = الأكثر صورًا
albums-sort-size = الأكبر أولًا
albums-cover = اختيار الغلاف
albums-cover-title = اختيار غلاف
albums-cover-newest = استخدام أحدث صورة
albums-add-images = إضافة صور
