### Textos de los errores, por el código de la API.

error-unknown = Algo salió mal. Inténtalo de nuevo.
error-network = Parece que no tienes conexión. Compruébala e inténtalo de nuevo.
error-unexpected-answer = Algo salió mal. Inténtalo de nuevo.
error-task-not-found = Esta tarea ya no existe.
error-task-in-progress = Otra tarea trabaja con las imágenes de esta cuenta. Espera a que termine.
error-invalid-file-type = { $accepted ->
    [none] Formato de imagen no compatible.
   *[other] Formato de imagen no compatible. Usa { $accepted }.
}
error-content-blocked = Esta imagen no se permite aquí.
error-content-refused = Esta imagen no se permite aquí.
error-invalid-image = Esta imagen está dañada o incompleta y no se puede abrir.
error-image-dimensions-exceeded = { $megapixels ->
    [0] Demasiados píxeles. Reduce la imagen e inténtalo de nuevo.
   *[other] Demasiados píxeles (máx. { $megapixels } megapíxeles). Reduce la imagen e inténtalo de nuevo.
}
error-empty-file = Este archivo está vacío.
error-missing-file = No llegó ningún archivo. Elígelo de nuevo.
error-too-many-files = Demasiados archivos a la vez.
error-invalid-album = No se puede usar este nombre de álbum. Usa hasta 255 caracteres visibles.
error-invalid-expiry = No se puede usar esta caducidad.
error-missing-api-key = Se cerró tu sesión. Inicia sesión para continuar; tus cambios se conservan.
error-invalid-api-key = Se cerró tu sesión. Inicia sesión para continuar; tus cambios se conservan.
error-invalid-credentials = El correo electrónico o la contraseña no son correctos.
error-wrong-password = Esta no es tu contraseña.
error-export-in-progress = Ya hay una descarga de tus datos en curso. Inténtalo de nuevo cuando termine.
error-invalid-second-factor = { $factor ->
    [code] Ese código es incorrecto o ya se usó. Espera al siguiente.
    [recovery_code] Ese código de recuperación es incorrecto o ya se usó.
    [passkey] Esta llave de acceso no se puede usar aquí.
   *[other] Pasó demasiado tiempo. Empieza de nuevo.
}
error-second-factor-missing = Aquí, los administradores necesitan la verificación en dos pasos. Actívala en Cuenta › Seguridad o inicia sesión con ella.
error-second-factor-exists = Tu cuenta ya tiene este método.
error-forbidden = No tienes permiso para hacer eso.
error-storage-quota-exceeded = Tu almacenamiento está lleno. Elimina algunas imágenes e inténtalo de nuevo.
error-account-suspended = Esta cuenta está suspendida.
error-registration-closed = El registro está cerrado.
error-challenge-required = Este servidor comprueba que no eres un programa. Inténtalo de nuevo.
error-challenge-failed = La comprobación tardó demasiado o ya se usó. Inténtalo de nuevo.
error-challenge-insecure = Este servidor pide un cálculo que los navegadores solo hacen en páginas https.
error-invitation-required = Necesitas una invitación para registrarte aquí.
error-invalid-invitation = Esta invitación no es válida. Puede que haya caducado, esté agotada o sea para otra dirección.
error-email-domain-refused = Aquí no se admiten direcciones de correo de este dominio.
error-account-waiting = Esta cuenta todavía no se puede usar.
error-registration-full = Hay demasiadas cuentas nuevas en espera. Inténtalo más tarde.
error-account-not-waiting = Esta cuenta no espera aprobación.
error-invitation-not-found = Esta invitación ya no existe.
error-image-not-found = Esta imagen ya no existe.
error-album-not-found = Este álbum ya no existe.
error-key-not-found = Esta clave ya no existe.
error-webhook-not-found = Este webhook ya no existe.
error-delivery-not-found = Esta entrega ya no se conserva.
error-album-exists = Ya tienes un álbum con este nombre.
error-email-taken = Ya hay una cuenta con este correo electrónico.
error-request-timeout = La conexión era demasiado lenta. Inténtalo de nuevo.
error-idempotency-in-progress = Este archivo ya se está procesando. Inténtalo de nuevo en un momento.
error-file-too-large = El archivo es demasiado grande. El límite es { SIZE($limit) }.
error-request-too-large = Demasiados datos a la vez.
error-rate-limit-exceeded = Alcanzaste el límite por hora. Inténtalo más tarde.
error-rate-limit-exceeded-wait = Alcanzaste el límite por hora. Inténtalo de nuevo en { DURATION($seconds) }.
error-too-many-attempts = Demasiados intentos. Inténtalo más tarde.
error-too-many-attempts-wait = Demasiados intentos. Inténtalo de nuevo en { DURATION($seconds) }.
error-too-many-guesses = Demasiadas contraseñas incorrectas. Inicia sesión en un dispositivo que ya hayas usado o restablece tu contraseña.
error-internal-error = Algo salió mal por nuestra parte. Inténtalo de nuevo.
error-internal-error-reference = Algo salió mal por nuestra parte. Inténtalo de nuevo (referencia { $id }).
error-storage-unavailable = Ahora no se pueden guardar archivos. Inténtalo más tarde.
error-storage-unavailable-wait = Ahora no se pueden guardar archivos. Inténtalo de nuevo en { DURATION($seconds) }.
error-service-unavailable = El servicio está ocupado. Inténtalo más tarde.
error-service-unavailable-wait = El servicio está ocupado. Inténtalo de nuevo en { DURATION($seconds) }.
error-account-changed = Ahora usas otra cuenta, así que no se cambió nada.
error-invalid-parameter = No se puede usar alguno de los datos. Revísalos e inténtalo de nuevo.
error-invalid-request = Algo salió mal. Inténtalo de nuevo.
error-sign-in-failed = No se pudo iniciar sesión. Inténtalo de nuevo.
error-second-factor-required = Falta un paso más para iniciar sesión.
error-insufficient-scope = No tienes permiso para hacer eso.
error-account-not-found = Esta cuenta ya no existe.
error-session-not-found = Esta sesión ya terminó.
error-second-factor-not-found = Este método ya se quitó.
error-deletion-not-found = No se encuentra esta eliminación.
error-block-not-found = Este bloqueo ya se quitó.
error-job-not-found = Esta tarea ya no existe.
error-job-locked = Ahora no se puede cambiar esta tarea.
error-report-not-found = Esta denuncia ya no existe.
error-report-resolved = Esta denuncia ya se resolvió.
error-image-already-owned = Esta imagen ya pertenece a una cuenta.
error-thumbnail-not-found = Esta imagen no tiene miniatura.
error-variant-not-found = Esta versión de la imagen no existe.
error-idempotency-key-reused = Este archivo cambió desde el primer intento. Elígelo de nuevo.
error-album-locked = Este álbum requiere una contraseña.
error-album-ended = Este álbum ya no se comparte.
error-download-not-allowed = Las descargas están desactivadas en este álbum.
error-export-not-found = Esta exportación caducó. Inicia una nueva.
error-too-many-uploads = Hay demasiadas subidas sin terminar. Espera a que acaben algunas.
error-upload-not-found = Esta subida ha caducado. Empiézala de nuevo.
error-network-blocked = Las subidas y los inicios de sesión desde tu red están bloqueados.
error-network-block-not-found = Esta red ya no está bloqueada.
error-uploader-unknown = No se sabe quién subió esta imagen.
error-anonymous-uploads-off = Este servidor solo acepta subidas de cuentas. Inicia sesión primero.
error-storage-full = El servicio no tiene más almacenamiento. Inténtalo más tarde.
