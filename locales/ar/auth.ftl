### نصوص تسجيل الدخول وإنشاء الحساب.

auth-email = البريد الإلكتروني
auth-password = كلمة المرور
auth-new-password = كلمة المرور الجديدة
auth-name = الاسم
auth-password-hint = 8 أحرف على الأقل.
auth-password-hint-varied = سهلة التخمين. استخدم أحرفًا متنوعة أكثر.
auth-password-hint-longer = مقبولة. الأطول أقوى: جرّب بضع كلمات.
auth-password-hint-good = طول جيد.
auth-show = إظهار كلمة المرور
auth-hide = إخفاء كلمة المرور
auth-wrong-email = أدخل بريدًا إلكترونيًا صحيحًا، مثل ada@example.org.
auth-wrong-password = أدخل من 8 إلى 128 حرفًا.
auth-wrong-password-common = كلمة المرور هذه شائعة جدًا. اختر كلمة يصعب تخمينها.
auth-wrong-password-is-email = لا يمكن أن تكون كلمة المرور بريدك الإلكتروني.
auth-wrong-password-missing = أدخل كلمة المرور.
auth-wrong-name = أدخل 100 حرف على الأكثر.
auth-or = أو
auth-sign-in-with = تسجيل الدخول عبر { $name }
auth-login-title = تسجيل الدخول
auth-login-action = تسجيل الدخول
auth-login-no-account = ليس لديك حساب؟
auth-login-register = أنشئ حسابًا
auth-login-forgot = هل نسيت كلمة المرور؟
auth-login-needed = سجّل الدخول للمتابعة.
auth-register-title = إنشاء حساب
auth-register-text = اجمع صورك في مكان واحد، ورتّبها في ألبومات، وارفع المزيد كل ساعة.
auth-register-action = إنشاء حساب
auth-register-has-account = لديك حساب بالفعل؟
auth-register-sign-in = تسجيل الدخول
auth-register-closed = التسجيل مغلق
auth-register-closed-hint = مشغّل هذا الخادم هو من ينشئ الحسابات. يمكنك الرفع دون حساب.
auth-register-welcome = أهلًا بك!
auth-forgot-title = هل نسيت كلمة المرور؟
auth-forgot-text = أدخل بريد حسابك وسنرسل إليك رابطًا لإعادة التعيين.
auth-forgot-action = إرسال الرابط
auth-forgot-sent = تفقّد بريدك
auth-forgot-sent-text = إن كان هناك حساب بالبريد { $email } فقد أرسلنا رابط إعادة التعيين. تنتهي صلاحيته بعد ساعة.
auth-forgot-no-mail = لا يستطيع هذا الخادم إرسال البريد
auth-forgot-no-mail-text = اطلب من مشغّله رابطًا لإعادة تعيين كلمة المرور.
auth-forgot-back = العودة إلى تسجيل الدخول
auth-reset-title = تعيين كلمة مرور جديدة
auth-reset-action = تعيين كلمة المرور
auth-reset-done = تم تغيير كلمة المرور
auth-reset-done-text =
    لم تعد صالحة: { $keys ->
        [one] مفتاح API واحد
        [two] مفتاحا API
        [few] { $keys } مفاتيح API
       *[other] { $keys } مفتاح API
    } و{ $sessions ->
        [one] جلسة واحدة
        [two] جلستان
        [few] { $sessions } جلسات
       *[other] { $sessions } جلسة
    }. سجّل الدخول بكلمة المرور الجديدة.
auth-reset-bad = انتهت صلاحية هذا الرابط أو سبق استخدامه.
auth-reset-bad-text = اطلب رابطًا جديدًا للمتابعة.
auth-reset-again = إرسال رابط جديد
auth-verify-title = تأكيد البريد الإلكتروني
auth-verify-text = أدخل شخص ما هذا البريد لحساب هنا. إن لم تكن أنت فأغلق هذه الصفحة.
auth-verify-action = تأكيد البريد
auth-verify-done = تم تأكيد البريد الإلكتروني
auth-verify-done-text = أصبح { $email } بريدك الإلكتروني.
auth-verify-bad = انتهت صلاحية هذا الرابط أو سبق استخدامه.
auth-verify-bad-text = يمكنك طلب رابط جديد من صفحة حسابك.
auth-verify-taken-text = يستخدم حساب آخر هذا البريد الإلكتروني.
auth-verify-account = الانتقال إلى الحساب
auth-again-title = سجّل الدخول للمتابعة
auth-again-text = تم تسجيل خروجك. تغييراتك محفوظة.
auth-other-title = هل ترفع إلى هذا الحساب؟
auth-other-text = أنت الآن مسجّل الدخول باسم { $now }. الملفات المنتظرة أضافها { $chosen }.
auth-other-keep = لا ترفعها
auth-other-upload = الرفع بهذا الحساب
auth-register-invitation = الدعوة
auth-register-invitation-hint = الصق الرابط أو الرمز الذي تلقيته.
auth-register-invitation-wrong = أدخل دعوتك.
auth-register-approval = يوافق مسؤول على الحسابات الجديدة. يمكنك استخدام حسابك بعد الموافقة.
auth-register-domains = استخدم عنوانًا من { $domains }.
