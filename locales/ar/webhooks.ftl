### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = عناوين تتلقى رسالة موقّعة عند كل تغيير.
webhooks-service-text = عناوين تتلقى رسالة موقّعة عند كل تغيير في أي حساب.
webhooks-add = إضافة webhook
webhooks-edit = تعديل
webhooks-empty = لا توجد webhooks بعد
webhooks-url = العنوان
webhooks-url-wrong = أدخل عنوان https على الإنترنت العام.
webhooks-description = الوصف
webhooks-events = الأحداث
webhooks-events-all = كل الأحداث
webhooks-events-wrong = اختر حدثًا واحدًا على الأقل.
webhooks-secret-title = مفتاح التوقيع
webhooks-secret-text = انسخه الآن. لن تراه مرة أخرى.
webhooks-done = تم
webhooks-active = مفعّل
webhooks-failing = يفشل منذ { DATE($when) }
webhooks-dropping = رسائل معلّقة كثيرة: يتم تخطي الأحداث الجديدة
webhooks-disabled-owner = متوقف
webhooks-disabled-gone = متوقف: المستقبِل لم يعد موجودًا
webhooks-disabled-failures = أوقف بعد خمسة أيام من الفشل
webhooks-actions-for = إجراءات { $name }
webhooks-test = إرسال اختبار
webhooks-test-sent = تم إرسال الاختبار
webhooks-disable = إيقاف
webhooks-enable = تفعيل
webhooks-rotate = استبدال المفتاح
webhooks-rotate-text = تُوقَّع الرسائل بالمفتاحين لمدة يوم.
webhooks-delete = حذف
webhooks-delete-title = هل تريد حذف هذا الـ webhook؟
webhooks-deliveries = عمليات الإرسال
webhooks-deliveries-empty = لا توجد عمليات إرسال بعد
webhooks-deliveries-reload = تحديث
webhooks-redeliver = إرسال مجددًا
webhooks-redeliver-named = إرسال مجددًا: { $type }, { TIME($when) }
webhooks-state-pending = معلّقة
webhooks-state-delivered = تم التسليم
webhooks-state-failed = فشلت
webhooks-attempts = { $count ->
    [zero] لا محاولات
    [one] محاولة واحدة
    [two] محاولتان
    [few] { $count } محاولات
    [many] { $count } محاولة
   *[other] { $count } محاولة
}
webhooks-status = الحالة { $status }
