### Textos del marco y de todas las páginas.

common-site-name = imgd
common-skip = Ir al contenido
common-description = Sube imágenes y obtén enlaces para compartirlas.
common-offline-title = No tienes conexión
common-offline-hint = Comprueba tu conexión e inténtalo de nuevo.
common-shared-failed = No se pudieron recibir los archivos compartidos. Elígelos aquí.
common-loading = Cargando…
common-solving = Se está haciendo una breve comprobación contra el uso automático…
common-not-found = Página no encontrada
common-page-failed = No se pudo cargar esta página
common-page-failed-hint = Comprueba tu conexión e inténtalo de nuevo.
common-try-again = Reintentar
common-cancel = Cancelar
common-close = Cerrar
common-save = Guardar
common-saved = Guardado
common-copy = Copiar
common-copied = Copiado
common-copied-that = Copiado: { $what }
common-copy-failed = Pulsa Ctrl+C o ⌘C para copiar
common-optional = opcional
common-nav-label = Sitio
common-nav-upload = Subir
common-nav-library = Biblioteca
common-nav-albums = Álbumes
common-nav-account = Cuenta
common-nav-trash = Papelera
common-nav-admin = Administración
common-nav-account-menu = { $initial }, cuenta de { $name }
common-nav-sign-in = Iniciar sesión
common-nav-sign-out = Cerrar sesión
common-nav-register = Crear cuenta
common-footer-unlisted = Las imágenes no aparecen en listas públicas: cualquiera que tenga el enlace puede verlas.
common-footer-about = Información y planes
common-footer-api = API
common-theme-label = Apariencia
common-theme-system = Automática
common-theme-light = Clara
common-theme-dark = Oscura
common-plan-free = Gratis
common-plan-pro = Pro
common-plan-enterprise = Enterprise
common-language = Idioma
common-account-language = El idioma de tu cuenta es { $language }.
common-switch-language = Cambiar idioma
common-language-browser = Idioma del navegador
common-chart-table = Mostrar como tabla
common-chart-day = Día
common-chart-peak = Día de mayor actividad: { $figure }
common-offline = No tienes conexión. Seguiremos cuando vuelva.
common-session-ended = Se cerró tu sesión. Tus cambios se conservan.
common-leave-changes = ¿Descartar los cambios?
common-leave-keep = Seguir editando
common-leave-discard = Descartar
common-leave-secret = No volverás a ver esto. ¿Cerrar de todos modos?
common-leave-stay = Volver

# Subir desde cualquier página. $count es 0 si el navegador no lo indica.
common-drop-now = { $count ->
    [0] Suelta para subir
    [one] Suelta para subir { $count } archivo
   *[other] Suelta para subir { $count } archivos
}
common-drop-album = al álbum “{ $album }”
common-upload-percent = { $percent } %
common-upload-progress = { $percent } %, { $done } de { $total }
common-upload-started = { $count ->
    [one] Subiendo { $count } archivo
   *[other] Subiendo { $count } archivos
}
common-upload-finished = { $count ->
    [one] { $count } imagen subida
   *[other] { $count } imágenes subidas
}
common-upload-partly = Subidas: { $done }; con error: { $failed }
common-upload-show = Mostrar
common-link-copied = Enlace copiado
common-export-started = { $images ->
    [0] Descarga iniciada
    [one] Descargando { $images } imagen ({ SIZE($bytes) })
   *[other] Descargando { $images } imágenes ({ SIZE($bytes) })
}
common-waiting-approval = Tu cuenta espera aprobación
common-waiting-approval-text = Un administrador debe aprobar { $email } antes de que puedas subir imágenes.
common-waiting-verification = Confirma tu dirección de correo
common-waiting-verification-text = Abre el enlace que enviamos a { $email }. Después podrás subir imágenes.
common-waiting-check = Comprobar de nuevo
