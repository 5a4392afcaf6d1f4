### نصوص التحقق بخطوتين.

two-step-title = التحقق بخطوتين
two-step-text = يُطلب عند تسجيل الدخول كلمة المرور ثم رمز من تطبيق على هاتفك أو مفتاح مرور.
two-step-required = يشترطه هذا الخادم على المسؤولين.
two-step-none = غير مفعّل. أضف تطبيقًا أو مفتاح مرور لتفعيله.
two-step-add-app = إضافة تطبيق
two-step-add-passkey = إضافة مفتاح مرور
two-step-no-passkeys = لا يستطيع هذا المتصفح استخدام مفاتيح المرور في هذه الصفحة.
two-step-kinds-totp = تطبيق المصادقة
two-step-kinds-passkey = مفتاح مرور
two-step-used = آخر استخدام { DATE($when) }
two-step-added = أُضيف { DATE($when) }
two-step-actions-for = إجراءات { $name }
two-step-name = الاسم
two-step-rename = إعادة التسمية
two-step-renamed = تمت إعادة التسمية
two-step-remove = إزالة
two-step-remove-title = هل تزيل «{ $name }»؟
two-step-remove-text = سيُسجَّل خروجك من كل الأجهزة الأخرى.
two-step-remove-last = سيكتفي تسجيل الدخول بكلمة المرور، وستتوقف رموز الاسترداد عن العمل.
two-step-removed = تمت الإزالة
two-step-password = أكّد بكلمة مرورك
two-step-continue = متابعة
two-step-done = تم
two-step-app-title = إضافة تطبيق مصادقة
two-step-app-intro = يعرض تطبيق المصادقة على هاتفك رمزًا جديدًا كل 30 ثانية. أي تطبيق من هذا النوع مناسب.
two-step-scan = امسح هذا الرمز بالتطبيق أو أدخل المفتاح يدويًا، ثم أدخل الرمز الذي يعرضه التطبيق.
two-step-picture = رمز QR لتطبيق المصادقة
two-step-key = المفتاح
two-step-code = الرمز من التطبيق
two-step-code-wrong = أدخل الأرقام الستة التي يعرضها التطبيق.
two-step-turn-on = إضافة التطبيق
two-step-app-added = تمت إضافة التطبيق
two-step-passkey-title = إضافة مفتاح مرور
two-step-passkey-intro = يُحفظ مفتاح المرور على هذا الجهاز أو في مدير كلمات مرور أو على مفتاح أمان. تفتحه ببصمة الإصبع أو الوجه أو رمز PIN.
two-step-passkey-name-hint = مثل «حاسوبي المحمول».
two-step-make-passkey = إضافة مفتاح مرور
two-step-passkey-added = تمت إضافة مفتاح المرور
two-step-passkey-failed = لم يُستخدم مفتاح المرور: أُلغيت العملية أو أن هذا الجهاز لا يملكه. أعد المحاولة.
two-step-recovery-left = { $count ->
    [one] بقي رمز استرداد واحد
    [two] بقي رمزا استرداد
    [few] بقيت { $count } رموز استرداد
   *[other] بقي { $count } رمز استرداد
}
two-step-recovery-text = كل رمز يسجّل دخولك مرة واحدة دون التطبيق أو مفتاح المرور.
two-step-recovery-renew = رموز استرداد جديدة
two-step-recovery-renew-text = ستتوقف الرموز القديمة عن العمل.
two-step-recovery-title = رموز الاسترداد
two-step-recovery-keep = احفظ هذه الرموز في مكان آمن. كل رمز يسجّل دخولك مرة واحدة إن فقدت هاتفك أو مفتاح المرور. لن تُعرض مرة أخرى.
two-step-recovery-copy-all = رموز الاسترداد
two-step-recovery-download = تنزيل
two-step-recovery-file-name = imgd-recovery-codes.txt
two-step-sign-in-title = خطوة أخرى
two-step-sign-in-code-text = أدخل الرمز من تطبيق المصادقة.
two-step-sign-in-passkey-text = استخدم مفتاح المرور لتأكيد هويتك.
two-step-sign-in-recovery-text = أدخل أحد رموز الاسترداد.
two-step-sign-in-code = الرمز
two-step-sign-in-recovery-code = رمز الاسترداد
two-step-sign-in-recovery-wrong = أدخل رمز استرداد.
two-step-sign-in-action = تسجيل الدخول
two-step-sign-in-use-passkey = استخدام مفتاح مرور
two-step-sign-in-use-code = استخدام رمز من التطبيق
two-step-sign-in-use-recovery = استخدام رمز استرداد
two-step-sign-in-back = العودة إلى تسجيل الدخول
two-step-sign-in-alone = المتابعة بمفتاح مرور
two-step-never-used = لم يُستخدم قط
two-step-recovery-few = أوشكت على النفاد. أنشئ رموزًا جديدة قبل أن تحتاج إليها.
two-step-recovery-file-head = رموز استرداد { $email } على { $host }، أُنشئت { DATE($created) }. كل رمز صالح لمرة واحدة.
