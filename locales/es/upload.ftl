### Textos de la página para subir imágenes.

upload-title = Subir
upload-heading = Sube una imagen.
upload-heading-second = Obtén un enlace.
upload-drop-here = Arrastra imágenes aquí
upload-or-paste = o pega con { $key }
upload-choose = Elegir imágenes
upload-choose-more = Añadir imágenes
upload-up-to = { $formats }, hasta { SIZE($bytes) } cada una.
upload-with-account = Regístrate gratis para subir más y tener una biblioteca
upload-accounts-only = Para subir hace falta una cuenta
upload-accounts-only-text = Este servidor solo acepta imágenes de usuarios que han iniciado sesión.
upload-accounts-only-register = Crear una cuenta
upload-storage = Espacio disponible: { SIZE($bytes) }.
upload-album = Álbum
upload-expiry = Caducidad
upload-options = Opciones para las próximas imágenes
upload-queue = Imágenes
upload-overall = { $done } de { $all } subidas
upload-cancel-all = Cancelar todo
upload-retry-all = Reintentar fallidas
upload-clear = Vaciar lista
upload-cancel-one = Cancelar { $name }
upload-remove-one = Quitar { $name } de la lista
upload-retry-one = Reintentar { $name }
upload-status-queued = En cola
upload-status-processing = Procesando…
upload-status-sending = { $percent } %
upload-progress-of = Subiendo { $name }
upload-cut = Se perdió la conexión. Tus archivos siguen aquí; lo reintentaremos cuando vuelva.
upload-too-large = Demasiado grande: { SIZE($bytes) } (el límite es { SIZE($limit) }).
upload-empty = Este archivo está vacío.
upload-link-format = Tipo de enlace
upload-copy-all = { $count ->
    [one] Copiar enlace
   *[other] Copiar los { $count }
}
upload-all-links = Todos los enlaces
upload-delete-link = Enlace para eliminar
upload-delete-link-hint = Cualquiera que tenga este enlace puede eliminar la imagen.
upload-expires = Caduca el { TIME($when) }
upload-history-title = Subidas desde este navegador
upload-history-text = Se guardan solo en este navegador. Si borras los datos de navegación, pierdes los enlaces para eliminar.
upload-history-forget-all = Vaciar lista
upload-history-forget = Quitar de esta lista
upload-history-delete = Eliminar imagen
upload-history-actions-for = Acciones para { $name }
upload-history-copy-link = Copiar enlace
upload-history-more = Mostrar { $count } más
upload-claim-title = { $count ->
    [one] ¿Añadir una subida anterior a tu cuenta?
   *[other] ¿Añadir { $count } subidas anteriores a tu cuenta?
}
upload-claim-text = Subidas desde este navegador antes de que iniciaras sesión.
upload-claim-action = Añadir a mi biblioteca
upload-claim-later = Ahora no
upload-claim-done = { $count ->
    [one] { $count } imagen añadida a tu biblioteca
   *[other] { $count } imágenes añadidas a tu biblioteca
}
upload-claim-none = Esas imágenes ya no existen.
upload-expiry-0 = Nunca
upload-expiry-1 = 1 hora
upload-expiry-24 = 1 día
upload-expiry-168 = 1 semana
upload-expiry-720 = 30 días
upload-expiry-8760 = 1 año

upload-choose-photos = Elegir fotos
upload-take-photo = Tomar una foto
upload-promise = Se eliminan los datos de ubicación y de la cámara.
upload-left = { $remaining ->
    [one] Te queda { $remaining } subida en esta hora.
   *[other] Te quedan { $remaining } subidas en esta hora.
}
upload-more-than-left = { $remaining ->
    [0] Tus imágenes se subirán automáticamente a las { CLOCK($time) }.
    [one] En esta hora solo cabe { $remaining } de tus { $files } imágenes. Las demás se subirán automáticamente a las { CLOCK($time) }.
   *[other] En esta hora solo caben { $remaining } de tus { $files } imágenes. Las demás se subirán automáticamente a las { CLOCK($time) }.
}
upload-copy-after = Copiar el enlace después de subir
upload-done = Subida
upload-failed-count = { $count ->
    [one] { $count } fallida
   *[other] { $count } fallidas
}
upload-speed = { SIZE($bytes) }/s
upload-time-left = Tiempo restante: { DURATION($seconds) }
upload-pause = Pausar
upload-continue = Continuar
upload-show-failed = Mostrar fallidas ({ $count })
upload-pause-limit = Alcanzaste el límite por hora. La subida se reanuda a las { CLOCK($time) }.
upload-pause-service = El servicio está ocupado. La subida se reanuda en { DURATION($seconds) }.
upload-pause-session = Se cerró tu sesión. Iníciala de nuevo para seguir subiendo; tus archivos se conservan.
upload-sign-in = Iniciar sesión
upload-sign-in-now = Inicia sesión para continuar ahora
upload-unreadable = No se puede leer este archivo.
upload-no-svg = No se admite SVG porque puede contener scripts.
upload-no-image = Formato de imagen no compatible.
upload-unsupported = Formato de imagen no compatible. Usa { $formats }.
upload-converted = { $from } convertido a { $to }
upload-removed-location-camera = Datos de ubicación y cámara eliminados
upload-removed-location = Ubicación eliminada
upload-removed-camera = Datos de la cámara eliminados
upload-removed-metadata = Metadatos eliminados
upload-copy-link = Copiar enlace
upload-share = Compartir…
upload-open = Abrir
upload-open-image = Abrir { $name }
upload-links-count = { $count ->
    [one] { $count } enlace
   *[other] { $count } enlaces
}
upload-copy-chosen = { $count ->
    [one] Copiar { $count } enlace
   *[other] Copiar { $count } enlaces
}
upload-history-actions = Acciones para estas imágenes
upload-history-choose = Seleccionar { $name }
upload-history-unselect = Anular selección
upload-history-copy-delete-link = Copiar enlace para eliminar
upload-history-forget-title = { $count ->
    [one] ¿Quitar esta subida de la lista?
   *[other] ¿Quitar { $count } subidas de la lista?
}
upload-history-forget-text = { $count ->
    [one] La imagen sigue en línea, pero este navegador ya no podrá eliminarla.
   *[other] Las imágenes siguen en línea, pero este navegador ya no podrá eliminarlas.
}
upload-history-delete-title = { $count ->
    [one] ¿Eliminar “{ $name }”?
   *[other] ¿Eliminar { $count } imágenes?
}
upload-history-delete-text = { $count ->
    [one] Se eliminará definitivamente y sus enlaces dejarán de funcionar.
   *[other] Se eliminarán definitivamente y sus enlaces dejarán de funcionar.
}
upload-history-deleted = { $count ->
    [one] { $count } imagen eliminada
   *[other] { $count } imágenes eliminadas
}
