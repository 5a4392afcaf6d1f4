### نصوص المهملات.

trash-title = المهملات
trash-text = { $days ->
    [0] تُحذف الصور هنا نهائيًا في اليوم المبيّن. وتُحتسب ضمن مساحتك.
    [one] تُحذف الصور هنا نهائيًا بعد يوم واحد. وتُحتسب ضمن مساحتك.
    [two] تُحذف الصور هنا نهائيًا بعد يومين. وتُحتسب ضمن مساحتك.
    [few] تُحذف الصور هنا نهائيًا بعد { $days } أيام. وتُحتسب ضمن مساحتك.
   *[other] تُحذف الصور هنا نهائيًا بعد { $days } يومًا. وتُحتسب ضمن مساحتك.
}
trash-images = الصور في المهملات
trash-select = تحديد { $name }
trash-left = { $days ->
    [one] تُحذف نهائيًا بعد يوم واحد
    [two] تُحذف نهائيًا بعد يومين
    [few] تُحذف نهائيًا بعد { $days } أيام
   *[other] تُحذف نهائيًا بعد { $days } يومًا
}
trash-restore = استعادة
trash-restore-named = استعادة { $name }
trash-restored = { $count ->
    [one] تمت استعادة صورة واحدة
    [two] تمت استعادة صورتين
    [few] تمت استعادة { $count } صور
   *[other] تمت استعادة { $count } صورة
}
trash-delete = حذف نهائي
trash-delete-named = حذف { $name } نهائيًا
trash-delete-title = { $count ->
    [one] هل تحذف { $name } نهائيًا؟
    [two] هل تحذف صورتين نهائيًا؟
    [few] هل تحذف { $count } صور نهائيًا؟
   *[other] هل تحذف { $count } صورة نهائيًا؟
}
trash-delete-text = { $count ->
    [one] لا يمكن التراجع عن ذلك.
   *[other] ستُحذف { $names }. لا يمكن التراجع عن ذلك.
}
trash-names-more = { $names } و{ $count } أخرى
trash-deleted = { $count ->
    [one] تم حذف صورة واحدة نهائيًا
    [two] تم حذف صورتين نهائيًا
    [few] تم حذف { $count } صور نهائيًا
   *[other] تم حذف { $count } صورة نهائيًا
}
trash-empty-action = إفراغ المهملات
trash-empty-title = { $count ->
    [one] هل تحذف الصورة التي في المهملات نهائيًا؟
    [two] هل تحذف الصورتين في المهملات نهائيًا؟
   *[other] هل تحذف كل صور المهملات ({ $count }) نهائيًا؟
}
trash-empty-text = لا يمكن التراجع عن ذلك.
trash-nothing = المهملات فارغة
trash-nothing-text = تبقى الصور المحذوفة هنا مدة لتتمكن من استعادتها.
trash-library = الانتقال إلى المكتبة
trash-selection-bar = إجراءات الصور المحددة
trash-selected = حُدّد { $count }
trash-clear-selection = إلغاء التحديد
trash-show-more = عرض المزيد
trash-loading = جارٍ تحميل الصور
