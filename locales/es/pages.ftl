### Textos de las páginas que genera el servidor: imágenes, álbumes compartidos, denuncias, eliminación y subida sin JavaScript.

pages-title = { $title } · imgd
pages-skip = Ir al contenido
pages-nav-label = Sitio
pages-nav-upload = Subir
pages-nav-sign-in = Iniciar sesión
pages-nav-library = Biblioteca
pages-footer-label = Sobre este sitio
pages-footer-unlisted = Las imágenes no aparecen en listas públicas: cualquiera que tenga el enlace puede verlas.
pages-footer-about = Información
pages-footer-api = API
pages-footer-terms = Términos
pages-footer-privacy = Privacidad
pages-footer-contact = Contacto
pages-language = Idioma
pages-language-choose = Cambiar idioma

## Copiar

pages-copy = Copiar
pages-copied = Copiado
# $what es el nombre de un tipo de enlace, como Markdown.
pages-copied-what = Copiado: { $what }
pages-copy-failed = Pulsa Ctrl+C o ⌘C para copiar

## La página de una imagen

pages-view-description = Imagen { $format }, { $sides } píxeles, { $size }
pages-view-download = Descargar
pages-view-share = Compartir…
pages-view-original = Abrir original
pages-view-links = Enlaces
pages-view-link-type = Tipo de enlace
pages-view-details = Detalles
pages-view-report = Denunciar esta imagen
pages-view-moderate = Moderar
pages-view-zoom = Zoom
pages-view-zoom-in = Acercar
pages-view-zoom-out = Alejar
pages-view-zoom-fit = Ajustar
pages-view-zoom-fit-long = Ajustar a la ventana
pages-view-zoom-actual = Tamaño real
pages-view-no-private = Los datos de ubicación y de la cámara se eliminan de cada imagen subida.
pages-link-direct = Enlace directo
pages-link-view-page = Página de la imagen
pages-link-thumbnail = Miniatura
pages-link-html = HTML
pages-link-markdown = Markdown
pages-link-bbcode = BBCode
pages-fact-filename = Nombre del archivo
pages-fact-format = Formato
pages-fact-dimensions = Dimensiones
pages-fact-size = Tamaño
pages-fact-animation = Animación
pages-fact-uploaded = Subida
pages-fact-expires = Caduca
pages-fact-never = Nunca
pages-fact-pixels = { $sides } píxeles
pages-fact-pixels-in-all = { $count } en total
pages-fact-megapixels = { $count } MP
pages-fact-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
pages-fact-frames = { $count ->
    [one] { $count } fotograma
   *[other] { $count } fotogramas
}

## La parte del propietario en la página de una imagen

pages-owner-heading = Tu imagen
pages-owner-name = Nombre del archivo
pages-owner-name-missing = Introduce un nombre.
pages-owner-album = Álbum
pages-owner-album-none = Ningún álbum
pages-owner-expiry = Caducidad
pages-owner-expiry-keep = No cambiar
pages-owner-expiry-never = Nunca
pages-owner-expiry-hour = En 1 hora
pages-owner-expiry-day = En 1 día
pages-owner-expiry-week = En 1 semana
pages-owner-expiry-month = En 30 días
pages-owner-removed = Metadatos eliminados: { $kinds }
pages-owner-save = Guardar
pages-owner-saved = Guardado
pages-owner-failed = Algo salió mal. Inténtalo de nuevo.
pages-owner-delete = Eliminar imagen
pages-owner-delete-heading = ¿Eliminar esta imagen?
pages-owner-delete-text = Se eliminará definitivamente y sus enlaces dejarán de funcionar.
pages-owner-delete-cancel = Cancelar
pages-owner-delete-confirm = Eliminar definitivamente
pages-removed-gps = ubicación
pages-removed-camera = cámara
pages-removed-timestamps = fechas
pages-removed-software = software
pages-removed-author = autor
pages-removed-maker_notes = notas del fabricante de la cámara
pages-removed-thumbnail = vista previa incrustada
pages-removed-xmp = XMP
pages-removed-iptc = IPTC
pages-removed-comment = comentarios
pages-removed-text = texto
pages-removed-secondary_images = imágenes ocultas
pages-removed-trailing_data = datos al final del archivo
pages-removed-other = otros datos

## Álbumes compartidos

pages-album-nav = Álbum
pages-album-images = { $count ->
    [one] { $count } imagen
   *[other] { $count } imágenes
}
pages-album-empty = Aún no hay imágenes aquí.
pages-album-pages = Páginas
pages-album-first-page = Primera página
pages-album-next-page = Página siguiente
pages-album-updated = Actualizado
pages-album-until = Disponible hasta
pages-album-download = Descargar todo
pages-album-download-part = Descargar parte { $part } de { $parts }
pages-album-previous = Anterior
pages-album-next = Siguiente

pages-locked-title = Se necesita contraseña
pages-locked-heading = Este álbum está protegido
pages-locked-text = Introduce la contraseña que recibiste con el enlace.
pages-locked-password = Contraseña
pages-locked-wrong = Esa contraseña no es correcta.
pages-locked-open = Abrir álbum

## Eliminar con un enlace

pages-delete-heading = ¿Eliminar esta imagen?
pages-delete-text = Todos sus enlaces dejarán de funcionar al instante. Esta acción no se puede deshacer.
pages-delete-confirm = Eliminar definitivamente
pages-delete-keep = Conservar
pages-deleted-heading = Imagen eliminada
pages-deleted-text = La imagen, su miniatura y todos sus enlaces desaparecieron para siempre.
pages-upload-image = Subir una imagen

## Denunciar

pages-report-heading = Denunciar esta imagen
pages-report-question = ¿Qué problema tiene?
pages-report-illegal = Contenido ilegal
pages-report-abuse = Acoso, amenazas u odio
pages-report-copyright = Infracción de derechos de autor
pages-report-privacy = Información privada o una foto mía
pages-report-spam = Spam o estafa
pages-report-other = Otro motivo
pages-report-comment = Algo más que debamos saber
pages-report-email = Correo electrónico (por si necesitamos contactarte)
pages-report-optional = opcional
pages-report-send = Enviar denuncia
pages-report-back = Volver a la imagen
pages-report-reason-missing = Elige qué problema tiene.
pages-report-comment-long = Acorta tu comentario a { $max } caracteres.
pages-report-email-wrong = Introduce un correo electrónico válido o deja el campo vacío.
pages-reported-heading = Denuncia enviada
pages-reported-text = Gracias. La revisaremos pronto.

## Subir sin JavaScript

pages-upload-heading = Subir imágenes
pages-upload-off = Este servidor solo acepta subidas de cuentas. Inicia sesión primero.
pages-upload-challenge = Este servidor pide ahora un cálculo para las subidas sin cuenta, y necesita JavaScript. Sube las imágenes en la página de inicio o inicia sesión.
pages-upload-files = Imágenes
pages-upload-up-to = { $formats }, hasta { $size } cada una, { $files ->
    [one] { $files } imagen
   *[other] { $files } imágenes
} a la vez.
pages-upload-up-to-any = { $formats }, hasta { $size } cada una.
pages-upload-expiry = Caducidad
pages-upload-send = Subir
pages-upload-anonymous = Recibirás enlaces para compartir y un enlace para eliminar cada imagen. Guarda los enlaces para eliminar: no volverás a verlos.
pages-uploaded-heading = { $count ->
    [one] Imagen subida
   *[other] { $count } imágenes subidas
}
pages-uploaded-some = Subidas: { $count }; con error: { $failed }
pages-uploaded-failed = { $count ->
    [one] No se pudo subir
   *[other] No se pudieron subir { $count } imágenes
}
pages-uploaded-keep = Guarda los enlaces para eliminar. No volverás a verlos.
pages-uploaded-delete-link = Enlace para eliminar
pages-uploaded-delete-hint = Cualquiera que tenga este enlace puede eliminar la imagen.
pages-uploaded-all-links = Todos los enlaces
pages-uploaded-more = Subir más
pages-problem-missing-file = Elige al menos una imagen.
pages-problem-empty-file = Este archivo está vacío.
pages-problem-file-type = Formato de imagen no compatible. Usa { $formats }.
pages-problem-unreadable = Esta imagen está dañada y no se puede leer.
pages-problem-pixels = Esta imagen tiene demasiados píxeles o fotogramas. Redúcela e inténtalo de nuevo.
pages-problem-too-large = Este archivo es demasiado grande. El límite es { $size }.
pages-problem-too-many = Demasiados archivos. Sube { $files } a la vez.
pages-problem-refused = Esta imagen no se permite aquí.
pages-problem-storage = No queda espacio para esta imagen.
pages-problem-busy = El servicio está ocupado. Inténtalo de nuevo en un momento.
pages-problem-other = Algo salió mal. Inténtalo de nuevo.

## Errores

pages-error-image-heading = Imagen no disponible
pages-error-image-text = Esta imagen no está disponible. Puede que se haya eliminado o haya caducado, o que el enlace esté incompleto (los enlaces distinguen mayúsculas y minúsculas).
pages-error-album-heading = Álbum no disponible
pages-error-album-text = Este álbum no está disponible. Puede que ya no se comparta o que el enlace esté incompleto (los enlaces distinguen mayúsculas y minúsculas).
pages-error-ended-heading = Este álbum ya no se comparte
pages-error-ended-text = Su enlace caducó. Pide uno nuevo a quien te lo envió.
pages-error-download-heading = Descargas desactivadas
pages-error-download-text = El propietario no permite descargar este álbum. Aun así, puedes ver sus imágenes.
pages-error-page-heading = Página no encontrada
pages-error-page-text = Puede que la dirección esté mal escrita o que la página se haya movido.
pages-error-cursor-heading = Página no encontrada
pages-error-cursor-text = El enlace está incompleto. Empieza de nuevo desde la primera página.
pages-error-delete-heading = Este enlace para eliminar no es válido
pages-error-delete-text = No corresponde a esta imagen. El enlace correcto se mostró una sola vez, después de subirla.
pages-error-limit-heading = Demasiadas solicitudes
pages-error-limit-text = { $minutes ->
    [one] Inténtalo de nuevo en un minuto.
   *[other] Inténtalo de nuevo en { $minutes } minutos.
}
pages-error-busy-heading = El servicio está ocupado
pages-error-busy-text = Inténtalo de nuevo en un momento.
pages-error-failed-heading = Algo salió mal
pages-error-failed-text = Inténtalo de nuevo. Si sigue ocurriendo, menciona este código: { $id }
pages-error-other-text = Comprueba la dirección e inténtalo de nuevo.

## Información

pages-about-title = Sube una imagen, obtén un enlace
pages-about-description = Sube imágenes y compártelas con un enlace. Sin cuenta; los datos de ubicación y de la cámara se eliminan.
pages-about-description-kept = Sube imágenes y compártelas con un enlace. Sin cuenta.
pages-about-heading = Sube una imagen.
pages-about-heading-second = Obtén un enlace.
pages-about-lead = Sube sin cuenta y obtén seis formatos de enlace: directo, miniatura, página, HTML, Markdown y BBCode.
pages-about-api = Consultar la API
pages-about-errors = Códigos de error
pages-about-try = Pruébalo
pages-about-example = Ejemplo de subida
pages-about-answer = Su respuesta
pages-about-copy-name = Ejemplo
pages-about-promises = Con qué puedes contar
pages-about-stored = Guardado es guardado
pages-about-stored-text = Una subida solo se confirma cuando está a salvo en el disco.
pages-about-gone = Eliminado es eliminado
pages-about-gone-text = Una imagen eliminada o caducada desaparece en ese mismo instante.
pages-about-private = Privacidad por defecto
pages-about-private-text = Se eliminan la ubicación, los números de serie de la cámara y los comentarios.
pages-about-plans = Planes
pages-about-plans-label = Límites de los planes
pages-about-plan = Plan
pages-about-plan-requests = Solicitudes por hora
pages-about-plan-size = Tamaño máx. de archivo
pages-about-plan-files = Archivos por lote
pages-about-plan-pixels = Megapíxeles
pages-about-plan-storage = Almacenamiento
pages-about-plan-default-expiry = Caduca tras, si no se elige
pages-about-plan-max-expiry = Caduca como máximo tras
pages-about-unlimited = sin límite
pages-errors-title = Códigos de error
pages-errors-lead = Cada fallo de la API tiene un código, y cada código tiene un solo estado. La primera frase de su mensaje no cambia nunca; el resto puede cambiar.
pages-errors-status = Estado
