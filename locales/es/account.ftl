### Textos de la página de la cuenta.

account-title = Cuenta
account-tabs-label = Secciones de la cuenta
account-tabs-overview = Resumen
account-tabs-preferences = Preferencias
account-tabs-keys = Claves de API
account-tabs-security = Seguridad
account-since = Plan { $plan } desde el { DATE($created) }
account-usage-title = Uso
account-usage-requests = Solicitudes en esta hora
account-usage-storage = Almacenamiento
account-usage-of = { $used } de { $max }
account-usage-unlimited = { $used } (sin límite)
account-usage-resets = Se reinicia a las { CLOCK($when) }.
account-usage-images = Imágenes
account-usage-albums = Álbumes
account-usage-file-size = Tamaño máx. de archivo
account-days-title = Últimos { $days } días
account-days-uploads = Subidas
account-days-bytes = Datos subidos
account-days-requests = Solicitudes a la API
account-preferences-text = Estos ajustes se aplican en todos los navegadores donde inicies sesión.
account-preferences-uploads = Subidas
account-preferences-look = Idioma y apariencia
account-preferences-link = Tipo de enlace
account-preferences-copy = Copiar el enlace después de subir
account-preferences-copy-hint = Cuando subes una sola imagen.
account-preferences-album = Álbum para nuevas subidas
account-preferences-album-hint = Si no existe, se crea. Déjalo vacío para no usar ninguno.
account-preferences-expiry = Caducidad de las nuevas subidas
account-profile-title = Perfil
account-profile-name = Nombre
account-profile-email = Correo electrónico
account-profile-password = Contraseña
account-profile-password-hint = Necesaria para cambiar tu correo electrónico.
account-password-title = Contraseña
account-password-current = Contraseña actual
account-password-next = Contraseña nueva
account-password-text = Al cambiarla se cierra tu sesión en todos los demás dispositivos.
account-password-action = Cambiar contraseña
account-password-none = Tu cuenta no tiene contraseña. Crea una para iniciar sesión sin otro proveedor.
account-password-set = Crear contraseña
account-password-revoke-keys = Revocar también todas las claves de API
account-password-revoke-keys-hint = Actívalo si alguien más pudo ver tu contraseña o una clave.
account-password-changed = { $keys ->
    [0] Contraseña cambiada
    [one] Contraseña cambiada, { $keys } clave de API revocada
   *[other] Contraseña cambiada, { $keys } claves de API revocadas
}
account-verification-title = Confirma tu correo electrónico
account-verification-text = Enviamos un enlace a { $email }. Ábrelo para confirmar que la dirección es tuya.
account-verification-pending-text = Enviamos un enlace a { $pending }. Hasta que lo abras, tu dirección seguirá siendo { $email }.
account-verification-again = Enviar de nuevo
account-verification-sent = Enlace enviado
account-sessions-title = Tus sesiones abiertas
account-sessions-text = Cierra la sesión en los navegadores y apps que no reconozcas.
account-sessions-current = Este navegador
account-sessions-unknown = Dispositivo desconocido
account-sessions-network = Red: { $network } (aproximada)
account-sessions-times = Inicio de sesión: { TIME($created) } · Último uso: { TIME($used) }
account-sessions-times-current = Inicio de sesión: { TIME($created) }
account-sessions-end = Cerrar sesión
account-sessions-end-one = Cerrar sesión en { $name }
account-sessions-ended = Sesión cerrada
account-sessions-end-others = Cerrar las demás sesiones
account-sessions-end-others-title = ¿Cerrar todas las demás sesiones?
account-sessions-end-others-text = { $count ->
    [one] Se cerrará la sesión en { $count } navegador o app más. Las claves de API seguirán funcionando.
   *[other] Se cerrará la sesión en { $count } navegadores y apps más. Las claves de API seguirán funcionando.
}
account-sessions-ended-others = { $count ->
    [one] Sesión cerrada en { $count } navegador o app más
   *[other] Sesión cerrada en { $count } navegadores y apps más
}
account-program = { $browser } en { $system }
account-export-title = Descargar tus datos
account-export-text = Un archivo ZIP con tus imágenes en carpetas por álbum y los datos de tu cuenta, álbumes, claves de API (sin secretos), sesiones y preferencias.
account-export-action = Descargar ZIP
account-export-started = { $images ->
    [0] Descarga iniciada
    [one] Descargando { $images } imagen ({ SIZE($bytes) })
   *[other] Descargando { $images } imágenes ({ SIZE($bytes) })
}
account-delete-title = Eliminar cuenta
account-delete-text = Tus álbumes, claves y sesiones se eliminan de inmediato. Esta acción no se puede deshacer.
account-delete-action = Eliminar cuenta
account-delete-dialog = ¿Eliminar tu cuenta?
account-delete-images = ¿Qué hacemos con tus imágenes?
account-delete-remove = Eliminarlas todas; sus enlaces dejarán de funcionar
account-delete-keep = Mantenerlas en línea, sin relación contigo (no podrás eliminarlas)
account-delete-password = Confirma con tu contraseña
account-delete-done = { $count ->
    [one] Cuenta eliminada con { $count } imagen
   *[other] Cuenta eliminada con { $count } imágenes
}
account-keys-title = Claves de API
account-keys-text = Para programas que suben imágenes por ti. Protege cada clave como una contraseña.
account-keys-empty = Aún no hay claves de API
account-keys-create = Nueva clave
account-keys-used = Último uso: { DATE($when) }
account-keys-expires = Caduca el { DATE($when) }
account-keys-made = Creada el { DATE($when) }
account-keys-actions-for = Acciones para la clave { $name }
account-keys-rename = Cambiar nombre
account-keys-rotate = Reemplazar
account-keys-revoke = Revocar
account-keys-name = Nombre
account-keys-name-hint = Dónde se usa, por ejemplo “ShareX en mi portátil”.
account-keys-name-wrong = Introduce un nombre.
account-keys-expiry = Caducidad
account-keys-scopes = Permisos
account-keys-scopes-wrong = Elige al menos un permiso.
account-keys-scope-all = Acceso completo, excepto administración
account-keys-scope-images-write = Subir y editar imágenes
account-keys-scope-images-read = Ver la lista de imágenes
account-keys-scope-images-delete = Eliminar imágenes
account-keys-scope-albums-read = Ver álbumes
account-keys-scope-albums-write = Editar álbumes
account-keys-scope-keys-manage = Gestionar claves
account-keys-scope-webhooks-manage = Gestionar webhooks
account-keys-scope-account-read = Ver la cuenta
account-keys-scope-account-write = Editar la cuenta
account-keys-scope-admin = Administración
account-keys-create-action = Crear clave
account-keys-issued = Tu nueva clave
account-keys-issued-text = Cópiala ahora. No podrás volver a verla.
account-keys-issued-key = Clave de API
account-keys-done = Listo
account-keys-renamed = Nombre de la clave cambiado
account-keys-rotate-text = “{ $name }” tendrá una clave nueva. Actualiza los programas que usan la anterior.
account-keys-grace = Validez de la clave anterior
account-keys-revoke-title = ¿Revocar esta clave?
account-keys-revoke-text = Los programas que usan “{ $name }” dejarán de funcionar.
account-keys-revoked = Clave revocada
account-clients-title = Apps y scripts
account-clients-text = Cada descarga incluye su propia clave de API, que solo permite subir. No compartas el archivo.
account-clients-sharex = ShareX
account-clients-sharex-text = Capturas de pantalla en Windows. Abre el archivo y ShareX queda listo.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = Capturas de pantalla en Linux. El script las sube y copia el enlace; asígnalo a una tecla.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = Capturas de pantalla en KDE. El script las sube y copia el enlace; asígnalo a una tecla.
account-clients-macos = macOS
account-clients-macos-text = Para “Ejecutar script de shell” en Atajos: sube los archivos que le pases o una captura nueva.
account-clients-ios = iPhone y iPad
account-clients-ios-text = Un atajo en la hoja para compartir, en cuatro pasos.
account-clients-shell = Línea de comandos
account-clients-shell-text = Sube archivos o la entrada estándar con curl y muestra los enlaces.
account-clients-download = Descargar
account-clients-download-for = Descargar para { $name }
account-clients-anonymous = Descargar configuración anónima
account-clients-anonymous-for = Descargar configuración anónima para { $name }
account-clients-steps = Mostrar pasos
account-clients-done = { $file } descargado
account-clients-replace-title = ¿Reemplazar tu clave de { $name }?
account-clients-replace-text = Ya tienes una clave de { $name } del { DATE($created) }. Si la reemplazas, el archivo que descargaste antes dejará de funcionar. Para usar { $name } en otro dispositivo, añade otra clave.
account-clients-replace = Reemplazar clave
account-clients-add = Añadir otra clave
account-ios-intro = Apple solo instala atajos firmados por Apple, así que no hay un archivo para descargar. Crear el tuyo lleva unos dos minutos.
account-ios-new = En la app Atajos, crea un atajo. En sus detalles, activa “Mostrar en la hoja para compartir” y acepta solo imágenes.
account-ios-request = Añade la acción “Obtener contenido de URL” con esta dirección. Elige el método POST y el cuerpo de la solicitud “Formulario”, y añade un campo de tipo Archivo llamado “file” con el valor “Entrada de atajo”.
account-ios-address = Dirección
account-ios-header = En la misma acción, añade un encabezado llamado “Authorization”. Para subir sin tu cuenta, omite este paso.
account-ios-key-text = Crea una clave de API que solo permite subir. Reemplaza la anterior creada en esta página.
account-ios-create-key = Crear clave
account-ios-authorization = Valor del encabezado
account-ios-link = Añade “Obtener valor del diccionario” para “data.links.direct” y después “Copiar al portapapeles”.
account-keys-expiry-0 = Nunca
account-keys-expiry-30 = 30 días
account-keys-expiry-90 = 90 días
account-keys-expiry-365 = 1 año
account-keys-never-used = Sin usar
account-keys-grace-0 = Termina al instante
account-keys-grace-1 = 1 hora
account-keys-grace-24 = 1 día
account-keys-grace-168 = 1 semana
