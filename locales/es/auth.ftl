### Textos de inicio de sesión y registro.

auth-email = Correo electrónico
auth-password = Contraseña
auth-new-password = Contraseña nueva
auth-name = Nombre
auth-password-hint = Al menos 8 caracteres.
auth-password-hint-varied = Es fácil de adivinar. Usa caracteres más variados.
auth-password-hint-longer = Aceptable. Cuanto más larga, más segura: prueba con varias palabras.
auth-password-hint-good = Buena longitud.
auth-show = Mostrar contraseña
auth-hide = Ocultar contraseña
auth-wrong-email = Introduce un correo electrónico válido, como ada@example.org.
auth-wrong-password = Introduce entre 8 y 128 caracteres.
auth-wrong-password-common = Esta contraseña es demasiado común. Elige una más difícil de adivinar.
auth-wrong-password-is-email = La contraseña no puede ser tu correo electrónico.
auth-wrong-password-missing = Introduce tu contraseña.
auth-wrong-name = Introduce 100 caracteres como máximo.
auth-or = o
auth-sign-in-with = Iniciar sesión con { $name }
auth-login-title = Iniciar sesión
auth-login-action = Iniciar sesión
auth-login-no-account = ¿No tienes una cuenta?
auth-login-register = Regístrate
auth-login-forgot = ¿Olvidaste tu contraseña?
auth-login-needed = Inicia sesión para continuar.
auth-register-title = Crear cuenta
auth-register-text = Ten tus imágenes en un solo lugar, organízalas en álbumes y sube más por hora.
auth-register-action = Crear cuenta
auth-register-has-account = ¿Ya tienes una cuenta?
auth-register-sign-in = Inicia sesión
auth-register-closed = El registro está cerrado
auth-register-closed-hint = Las cuentas las crea el operador de este servidor. Puedes subir imágenes sin tener una.
auth-register-welcome = ¡Te damos la bienvenida!
auth-forgot-title = ¿Olvidaste tu contraseña?
auth-forgot-text = Introduce el correo electrónico de tu cuenta y te enviaremos un enlace para restablecerla.
auth-forgot-action = Enviar enlace
auth-forgot-sent = Revisa tu correo
auth-forgot-sent-text = Si hay una cuenta para { $email }, enviamos un enlace para restablecer la contraseña. Caduca en 1 hora.
auth-forgot-no-mail = Este servidor no puede enviar correos
auth-forgot-no-mail-text = Pide a su operador un enlace para restablecer la contraseña.
auth-forgot-back = Volver al inicio de sesión
auth-reset-title = Elige una contraseña nueva
auth-reset-action = Guardar contraseña
auth-reset-done = Contraseña cambiada
auth-reset-done-text =
    { $keys ->
        [one] { $keys } clave de API
       *[other] { $keys } claves de API
    } y { $sessions ->
        [one] { $sessions } sesión
       *[other] { $sessions } sesiones
    } ya no funcionan. Inicia sesión con tu contraseña nueva.
auth-reset-bad = Este enlace caducó o ya se usó.
auth-reset-bad-text = Pide uno nuevo para continuar.
auth-reset-again = Enviar un enlace nuevo
auth-verify-title = Confirma tu correo electrónico
auth-verify-text = Alguien indicó esta dirección para una cuenta de este sitio. Si no fuiste tú, cierra esta página.
auth-verify-action = Confirmar correo
auth-verify-done = Correo electrónico confirmado
auth-verify-done-text = { $email } es ahora tu correo electrónico.
auth-verify-bad = Este enlace caducó o ya se usó.
auth-verify-bad-text = Puedes pedir uno nuevo en la página de tu cuenta.
auth-verify-taken-text = Otra cuenta usa este correo electrónico.
auth-verify-account = Ir a tu cuenta
auth-again-title = Inicia sesión para continuar
auth-again-text = Se cerró tu sesión. Tus cambios se conservan.
auth-other-title = ¿Subir a esta cuenta?
auth-other-text = Ahora la sesión es de { $now }. Los archivos en espera los añadió { $chosen }.
auth-other-keep = No subir
auth-other-upload = Subir con esta cuenta
auth-register-invitation = Invitación
auth-register-invitation-hint = Pega el enlace o el código que recibiste.
auth-register-invitation-wrong = Introduce tu invitación.
auth-register-approval = Un administrador aprueba las cuentas nuevas. Podrás usar la tuya cuando esté aprobada.
auth-register-domains = Usa una dirección de { $domains }.
