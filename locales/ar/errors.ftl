### نصوص الأخطاء حسب رموز API.

error-unknown = حدث خطأ ما. أعد المحاولة من فضلك.
error-network = يبدو أنك غير متصل. تحقّق من اتصالك ثم أعد المحاولة.
error-unexpected-answer = حدث خطأ ما. أعد المحاولة من فضلك.
error-task-not-found = لم تعد هذه المهمة موجودة.
error-task-in-progress = مهمة أخرى تعمل على صور هذا الحساب. انتظر حتى تنتهي.
error-invalid-image = هذه الصورة تالفة أو ناقصة ولا يمكن فتحها.
error-image-dimensions-exceeded = عدد البكسلات كبير جدًا. صغّر الصورة ثم أعد المحاولة.
error-empty-file = هذا الملف فارغ.
error-missing-file = لم يصل أي ملف. اختره مرة أخرى.
error-too-many-files = ملفات كثيرة جدًا دفعة واحدة.
error-invalid-album = لا يمكن استخدام اسم الألبوم هذا. استخدم 255 حرفًا ظاهرًا على الأكثر.
error-invalid-expiry = لا يمكن استخدام مدة الانتهاء هذه.
error-missing-api-key = تم تسجيل خروجك. سجّل الدخول للمتابعة؛ تغييراتك محفوظة.
error-invalid-api-key = تم تسجيل خروجك. سجّل الدخول للمتابعة؛ تغييراتك محفوظة.
error-invalid-credentials = البريد الإلكتروني أو كلمة المرور غير صحيحة.
error-wrong-password = هذه ليست كلمة مرورك.
error-export-in-progress = يجري تنزيل بياناتك بالفعل. أعد المحاولة بعد انتهائه.
error-invalid-second-factor = { $factor ->
    [code] هذا الرمز غير صحيح أو سبق استخدامه. انتظر الرمز التالي.
    [recovery_code] رمز الاسترداد هذا غير صحيح أو سبق استخدامه.
    [passkey] لا يمكن استخدام مفتاح المرور هذا هنا.
   *[other] استغرق ذلك وقتًا طويلًا. ابدأ من جديد من فضلك.
}
error-second-factor-missing = التحقق بخطوتين مطلوب من المسؤولين هنا. فعّله من الحساب › الأمان، أو سجّل الدخول به.
error-second-factor-exists = حسابك لديه هذا بالفعل.
error-forbidden = ليست لديك صلاحية لذلك.
error-storage-quota-exceeded = امتلأت مساحتك. احذف بعض الصور ثم أعد المحاولة.
error-account-suspended = هذا الحساب موقوف.
error-registration-closed = التسجيل مغلق.
error-challenge-required = يتحقق هذا الخادم من أنك لست برنامجًا. حاول مرة أخرى.
error-challenge-failed = استغرق التحقق وقتًا طويلًا أو استُخدم من قبل. حاول مرة أخرى.
error-challenge-insecure = يطلب هذا الخادم عملية حسابية لا تجريها المتصفحات إلا في صفحات https.
error-invitation-required = تحتاج إلى دعوة للتسجيل هنا.
error-invalid-invitation = هذه الدعوة غير صالحة. ربما انتهت مدتها أو استُنفدت أو كانت لعنوان آخر.
error-email-domain-refused = لا تُقبل هنا عناوين البريد الإلكتروني من هذا النطاق.
error-account-waiting = لا يمكن استخدام هذا الحساب بعد.
error-registration-full = عدد كبير جدًا من الحسابات الجديدة في الانتظار. حاول لاحقًا.
error-account-not-waiting = هذا الحساب لا ينتظر الموافقة.
error-invitation-not-found = لم تعد هذه الدعوة موجودة.
error-image-not-found = لم تعد هذه الصورة موجودة.
error-album-not-found = لم يعد هذا الألبوم موجودًا.
error-key-not-found = لم يعد هذا المفتاح موجودًا.
error-webhook-not-found = لم يعد هذا الـ webhook موجودًا.
error-delivery-not-found = لم يعد هذا الإرسال محفوظًا.
error-album-exists = لديك ألبوم بهذا الاسم بالفعل.
error-email-taken = يوجد حساب بهذا البريد الإلكتروني بالفعل.
error-request-timeout = كان الاتصال بطيئًا جدًا. أعد المحاولة.
error-idempotency-in-progress = تجري معالجة هذا الملف بالفعل. أعد المحاولة بعد قليل.
error-file-too-large = الملف كبير جدًا. الحد هو { SIZE($limit) }.
error-request-too-large = هذا كثير دفعة واحدة.
error-rate-limit-exceeded = بلغت الحد المسموح به في الساعة. أعد المحاولة لاحقًا.
error-rate-limit-exceeded-wait = بلغت الحد المسموح به في الساعة. أعد المحاولة بعد { DURATION($seconds) }.
error-too-many-attempts = محاولات كثيرة جدًا. أعد المحاولة لاحقًا.
error-too-many-attempts-wait = محاولات كثيرة جدًا. أعد المحاولة بعد { DURATION($seconds) }.
error-too-many-guesses = كلمات مرور خاطئة كثيرة. سجّل الدخول من جهاز استخدمته من قبل أو أعد تعيين كلمة المرور.
error-internal-error = حدث خطأ لدينا. أعد المحاولة من فضلك.
error-internal-error-reference = حدث خطأ لدينا. أعد المحاولة من فضلك (المرجع { $id }).
error-storage-unavailable = لا يمكن حفظ الملفات الآن. أعد المحاولة لاحقًا.
error-storage-unavailable-wait = لا يمكن حفظ الملفات الآن. أعد المحاولة بعد { DURATION($seconds) }.
error-service-unavailable = الخدمة مشغولة. أعد المحاولة لاحقًا.
error-service-unavailable-wait = الخدمة مشغولة. أعد المحاولة بعد { DURATION($seconds) }.
error-account-changed = أنت الآن مسجّل الدخول بحساب آخر، لذلك لم يتغير شيء.
error-invalid-file-type = { $accepted ->
    [none] صيغة صورة غير مدعومة.
   *[other] صيغة صورة غير مدعومة. استخدم { $accepted }.
}
error-content-blocked = هذه الصورة غير مسموح بها هنا.
error-content-refused = هذه الصورة غير مسموح بها هنا.
error-invalid-parameter = لا يمكن استخدام شيء مما أدخلته. تحقّق منه ثم أعد المحاولة.
error-invalid-request = حدث خطأ ما. أعد المحاولة من فضلك.
error-sign-in-failed = فشل تسجيل الدخول. أعد المحاولة من فضلك.
error-second-factor-required = يلزم إجراء خطوة أخرى لتسجيل الدخول.
error-insufficient-scope = ليست لديك صلاحية لذلك.
error-account-not-found = لم يعد هذا الحساب موجودًا.
error-session-not-found = انتهت هذه الجلسة بالفعل.
error-second-factor-not-found = أُزيل هذا بالفعل.
error-deletion-not-found = تعذّر العثور على هذا الحذف.
error-block-not-found = أُزيل هذا الحظر بالفعل.
error-job-not-found = لم تعد هذه المهمة موجودة.
error-job-locked = لا يمكن تغيير هذه المهمة الآن.
error-report-not-found = لم يعد هذا البلاغ موجودًا.
error-report-resolved = تمت معالجة هذا البلاغ بالفعل.
error-image-already-owned = تعود هذه الصورة إلى حساب بالفعل.
error-thumbnail-not-found = ليست لهذه الصورة مصغّرة.
error-variant-not-found = هذه النسخة من الصورة غير موجودة.
error-idempotency-key-reused = تغيّر هذا الملف منذ المحاولة الأولى. اختره مرة أخرى.
error-album-locked = يتطلب هذا الألبوم كلمة مرور.
error-album-ended = لم يعد هذا الألبوم مشتركًا.
error-download-not-allowed = التنزيل معطّل لهذا الألبوم.
error-export-not-found = انتهت صلاحية هذا التصدير. ابدأ تصديرًا جديدًا.
error-too-many-uploads = هناك عدد كبير جدًا من عمليات الرفع غير المكتملة. انتظر حتى ينتهي بعضها.
error-upload-not-found = انتهت صلاحية عملية الرفع هذه. ابدأها من جديد.
error-network-blocked = الرفع وتسجيل الدخول من شبكتك محظوران.
error-network-block-not-found = لم تعد هذه الشبكة محظورة.
error-uploader-unknown = رافع هذه الصورة غير معروف.
error-anonymous-uploads-off = يقبل هذا الخادم الرفع من الحسابات فقط. سجّل الدخول أولًا.
error-storage-full = لم تبق مساحة في الخدمة. أعد المحاولة لاحقًا.
