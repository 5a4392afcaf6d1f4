### نصوص المكتبة.

library-title = المكتبة
library-total = { $count ->
    [one] صورة واحدة، { SIZE($bytes) }
    [two] صورتان، { SIZE($bytes) }
    [few] { $count } صور، { SIZE($bytes) }
   *[other] { $count } صورة، { SIZE($bytes) }
}
library-grid = صورك
library-quarantined = قيد المراجعة
library-back-to-current = العودة إلى الصورة الحالية
library-search = بحث
library-album = الألبوم
library-all-albums = كل الألبومات
library-tag = وسم
library-all-tags = كل الوسوم
library-no-album = خارج الألبومات
library-format = الصيغة
library-all-formats = كل الصيغ
library-order = الترتيب
library-orders-newest = الأحدث أولًا
library-orders-oldest = الأقدم أولًا
library-orders-largest = الأكبر أولًا
library-orders-smallest = الأصغر أولًا
library-empty = لا صور بعد
library-empty-text = تظهر هنا الصور التي ترفعها وأنت مسجّل الدخول.
library-upload = رفع صور
library-nothing-found = لا نتائج
library-nothing-found-text = جرّب بحثًا آخر أو امسح عوامل التصفية.
library-clear-filters = مسح عوامل التصفية
library-selected = حُدّد { $count }
library-selection-bar = إجراءات الصور المحددة
library-clear-selection = إلغاء التحديد
library-move = نقل إلى ألبوم
library-move-title = { $count ->
    [one] نقل صورة واحدة
    [two] نقل صورتين
    [few] نقل { $count } صور
   *[other] نقل { $count } صورة
}
library-moved = { $count ->
    [one] نُقلت صورة واحدة
    [two] نُقلت صورتان
    [few] نُقلت { $count } صور
   *[other] نُقلت { $count } صورة
}
library-expiry = الانتهاء
library-expiry-title = { $count ->
    [one] متى تنتهي هذه الصورة؟
   *[other] متى تنتهي هذه الصور؟
}
library-expiry-hint = تُحسب من الآن.
library-expiry-done = { $count ->
    [one] تغيّر انتهاء صورة واحدة
    [two] تغيّر انتهاء صورتين
    [few] تغيّر انتهاء { $count } صور
   *[other] تغيّر انتهاء { $count } صورة
}
library-copy-links = نسخ الروابط
library-copied = { $count ->
    [one] نُسخ { $what } لصورة واحدة
    [two] نُسخ { $what } لصورتين
    [few] نُسخ { $what } لـ{ $count } صور
   *[other] نُسخ { $what } لـ{ $count } صورة
}
library-cover = استخدام كغلاف
library-cover-done = تم تغيير الغلاف
library-delete-action = حذف
library-delete-title = { $count ->
    [one] هل تحذف صورة واحدة؟
    [two] هل تحذف صورتين؟
    [few] هل تحذف { $count } صور؟
   *[other] هل تحذف { $count } صورة؟
}
library-delete-text = { $count ->
    [one] ستُحذف نهائيًا وتتوقف روابطها عن العمل.
   *[other] ستُحذف نهائيًا وتتوقف روابطها عن العمل.
}
library-deleted = { $count ->
    [one] تم حذف صورة واحدة
    [two] تم حذف صورتين
    [few] تم حذف { $count } صور
   *[other] تم حذف { $count } صورة
}
library-not-all = { $count ->
    [one] لم تتغير صورة واحدة: { $why }
    [two] لم تتغير صورتان: { $why }
    [few] لم تتغير { $count } صور: { $why }
   *[other] لم تتغير { $count } صورة: { $why }
}
library-details-title = العنوان
library-details-alt = النص البديل
library-details-description = الوصف
library-details-tags = الوسوم
library-details-filename = اسم الملف
library-details-format = الصيغة
library-details-sides = الأبعاد
library-details-size = الحجم
library-details-uploaded = الرفع
library-details-expires = الانتهاء
library-details-never = أبدًا
library-details-views = المشاهدات
library-details-album = الألبوم
library-details-none = لا يوجد
library-details-removed = البيانات الوصفية المزالة
library-details-pixels = { $width } × { $height } بكسل
library-search-hint = الاسم أو الألبوم أو الصيغة أو التاريخ
library-filters = عوامل التصفية
library-from = من
library-to = إلى
library-count = { $count ->
    [one] صورة واحدة
    [two] صورتان
    [few] { $count } صور
   *[other] { $count } صورة
}
library-found = { $count ->
    [0] لا نتائج
    [one] عُثر على صورة واحدة
    [two] عُثر على صورتين
    [few] عُثر على { $count } صور
   *[other] عُثر على { $count } صورة
}
library-shape = التخطيط
library-shape-rows = صفوف
library-shape-squares = مربعات
library-size = حجم المربعات
library-size-0 = صغير
library-size-1 = متوسط
library-size-2 = كبير
library-scrubber = الانتقال إلى شهر
library-tile-copy = نسخ الرابط
library-select-all = تحديد الكل ({ $count })
library-copy-as = صيغة الرابط: { $format }
library-copy-too-many = حدّد { $count } صورة على الأكثر لنسخ روابطها.
library-progress = { $done } من { $total }
library-undo = تراجع
library-more = و{ $count } أخرى
library-trash-title = { $count ->
    [one] هل تنقل صورة واحدة إلى المهملات؟
    [two] هل تنقل صورتين إلى المهملات؟
    [few] هل تنقل { $count } صور إلى المهملات؟
   *[other] هل تنقل { $count } صورة إلى المهملات؟
}
library-trash-action = نقل إلى المهملات
library-trash-text = تتوقف الروابط عن العمل فورًا. يمكنك استعادة الصور من المهملات.
library-trashed = { $count ->
    [one] نُقلت إلى المهملات
    [two] نُقلت صورتان إلى المهملات
    [few] نُقلت { $count } صور إلى المهملات
   *[other] نُقلت { $count } صورة إلى المهملات
}
library-restored = { $count ->
    [one] تمت استعادة الصورة
    [two] تمت استعادة صورتين
    [few] تمت استعادة { $count } صور
   *[other] تمت استعادة { $count } صورة
}
library-already-gone = { $count ->
    [one] كانت صورة واحدة محذوفة بالفعل.
    [two] كانت صورتان محذوفتين بالفعل.
    [few] كانت { $count } صور محذوفة بالفعل.
   *[other] كانت { $count } صورة محذوفة بالفعل.
}
library-details-frames = { $frames ->
    [one] { $format }، إطار واحد
    [two] { $format }، إطاران
    [few] { $format }، { $frames } إطارات
   *[other] { $format }، { $frames } إطارًا
}
library-details-links = كل الروابط
library-picker-search = ابحث عن ألبوم أو أنشئه
library-picker-create = إنشاء «{ $name }»
library-picker-empty = لا ألبومات بعد. اكتب اسمًا لإنشاء ألبوم.
library-lightbox-label = صورة
library-lightbox-close = إغلاق
library-lightbox-position = { $position } من { $total }
library-lightbox-zoom = التكبير
library-lightbox-zoom-in = تكبير
library-lightbox-zoom-out = تصغير
library-lightbox-fit = ملاءمة النافذة
library-lightbox-actual = الحجم الأصلي
library-lightbox-percent = { $percent }%
library-lightbox-facts = التفاصيل
library-lightbox-previous = الصورة السابقة
library-lightbox-next = الصورة التالية
library-lightbox-actions = إجراءات هذه الصورة
library-lightbox-copy = نسخ الرابط
library-lightbox-download = تنزيل
library-lightbox-open = فتح الصفحة
library-lightbox-delete = حذف
library-lightbox-more = إجراءات أخرى
library-lightbox-rename = إعادة التسمية
library-lightbox-failed = تعذّر تحميل هذه الصورة.
library-lightbox-gone = لم تعد هذه الصورة متاحة.
library-rename-title = إعادة تسمية الصورة
library-rename-name = الاسم
library-rename-extension = يبقى الامتداد { $extension }.
library-rename-done = تمت إعادة التسمية
library-edit = تحرير التفاصيل
library-edit-save = حفظ
library-edit-alt = ما تعرضه الصورة، لمن لا يراها.
library-edit-tags = افصل بين الوسوم بفواصل.
library-edit-done = حُفظت التفاصيل
library-min-size = الحجم
library-any-size = أي حجم
library-size-from = { SIZE($bytes) } أو أكثر
