### Textos de la biblioteca.

library-title = Biblioteca
library-total = { $count ->
    [one] { $count } imagen, { SIZE($bytes) }
   *[other] { $count } imágenes, { SIZE($bytes) }
}
library-grid = Tus imágenes
library-quarantined = En revisión
library-back-to-current = Volver a la imagen actual
library-search = Buscar
library-album = Álbum
library-all-albums = Todos los álbumes
library-tag = Etiqueta
library-all-tags = Todas las etiquetas
library-no-album = Sin álbum
library-format = Formato
library-all-formats = Todos los formatos
library-order = Ordenar
library-orders-newest = Más recientes
library-orders-oldest = Más antiguas
library-orders-largest = Más grandes
library-orders-smallest = Más pequeñas
library-empty = Aún no hay imágenes
library-empty-text = Aquí aparecen las imágenes que subes con la sesión iniciada.
library-upload = Subir imágenes
library-nothing-found = Sin resultados
library-nothing-found-text = Prueba otra búsqueda o borra los filtros.
library-clear-filters = Borrar filtros
library-selected = { $count ->
    [one] { $count } seleccionada
   *[other] { $count } seleccionadas
}
library-selection-bar = Acciones para las imágenes seleccionadas
library-clear-selection = Anular selección
library-move = Mover a un álbum
library-move-title = { $count ->
    [one] Mover { $count } imagen
   *[other] Mover { $count } imágenes
}
library-moved = { $count ->
    [one] { $count } imagen movida
   *[other] { $count } imágenes movidas
}
library-expiry = Caducidad
library-expiry-title = { $count ->
    [one] ¿Cuándo debe caducar esta imagen?
   *[other] ¿Cuándo deben caducar estas imágenes?
}
library-expiry-hint = A partir de ahora.
library-expiry-done = { $count ->
    [one] Caducidad cambiada en { $count } imagen
   *[other] Caducidad cambiada en { $count } imágenes
}
library-copy-links = Copiar enlaces
library-copied = { $count ->
    [one] Copiado: { $what } de { $count } imagen
   *[other] Copiado: { $what } de { $count } imágenes
}
library-cover = Usar como portada
library-cover-done = Portada cambiada
library-delete-action = Eliminar
library-delete-title = { $count ->
    [one] ¿Eliminar { $count } imagen?
   *[other] ¿Eliminar { $count } imágenes?
}
library-delete-text = { $count ->
    [one] Se eliminará definitivamente y sus enlaces dejarán de funcionar.
   *[other] Se eliminarán definitivamente y sus enlaces dejarán de funcionar.
}
library-deleted = { $count ->
    [one] { $count } imagen eliminada
   *[other] { $count } imágenes eliminadas
}
library-not-all = { $count ->
    [one] { $count } imagen no se cambió: { $why }
   *[other] { $count } imágenes no se cambiaron: { $why }
}
library-details-title = Título
library-details-alt = Texto alternativo
library-details-description = Descripción
library-details-tags = Etiquetas
library-details-filename = Nombre del archivo
library-details-format = Formato
library-details-sides = Dimensiones
library-details-size = Tamaño
library-details-uploaded = Subida
library-details-expires = Caduca
library-details-never = Nunca
library-details-views = Visitas
library-details-album = Álbum
library-details-none = Ninguno
library-details-removed = Metadatos eliminados
library-details-pixels = { $width } × { $height } píxeles
library-search-hint = Nombre, álbum o formato
library-filters = Filtros
library-min-size = Tamaño
library-any-size = Cualquier tamaño
library-size-from = { SIZE($bytes) } o más
library-from = Desde
library-to = Hasta
library-count = { $count ->
    [one] { $count } imagen
   *[other] { $count } imágenes
}
library-found = { $count ->
    [0] Sin resultados
    [one] { $count } imagen encontrada
   *[other] { $count } imágenes encontradas
}
library-shape = Diseño
library-shape-rows = Filas
library-shape-squares = Cuadrados
library-size = Tamaño de las miniaturas
library-size-0 = Pequeño
library-size-1 = Mediano
library-size-2 = Grande
library-scrubber = Ir a un mes
library-tile-copy = Copiar enlace
library-select-all = Seleccionar todo ({ $count })
library-copy-as = Formato del enlace: { $format }
library-copy-too-many = { $count ->
    [one] Selecciona hasta { $count } imagen para copiar su enlace.
   *[other] Selecciona hasta { $count } imágenes para copiar sus enlaces.
}
library-progress = { $done } de { $total }
library-undo = Deshacer
library-more = y { $count } más
library-trash-title = { $count ->
    [one] ¿Mover { $count } imagen a la papelera?
   *[other] ¿Mover { $count } imágenes a la papelera?
}
library-trash-action = Mover a la papelera
library-trash-text = Los enlaces dejan de funcionar al instante. Puedes restaurar las imágenes desde la papelera.
library-trashed = { $count ->
    [one] Imagen movida a la papelera
   *[other] { $count } imágenes movidas a la papelera
}
library-restored = { $count ->
    [one] Imagen restaurada
   *[other] { $count } imágenes restauradas
}
library-already-gone = { $count ->
    [one] { $count } imagen ya se había eliminado.
   *[other] { $count } imágenes ya se habían eliminado.
}
library-details-frames = { $frames ->
    [one] { $format }, { $frames } fotograma
   *[other] { $format }, { $frames } fotogramas
}
library-details-links = Todos los enlaces
library-picker-search = Busca o crea un álbum
library-picker-create = Crear “{ $name }”
library-picker-empty = Aún no hay álbumes. Escribe un nombre para crear uno.
library-lightbox-label = Imagen
library-lightbox-close = Cerrar
library-lightbox-position = { $position } de { $total }
library-lightbox-zoom = Zoom
library-lightbox-zoom-in = Acercar
library-lightbox-zoom-out = Alejar
library-lightbox-fit = Ajustar a la ventana
library-lightbox-actual = Tamaño real
library-lightbox-percent = { $percent } %
library-lightbox-facts = Detalles
library-lightbox-previous = Imagen anterior
library-lightbox-next = Imagen siguiente
library-lightbox-actions = Acciones para esta imagen
library-lightbox-copy = Copiar enlace
library-lightbox-download = Descargar
library-lightbox-open = Abrir página
library-lightbox-delete = Eliminar
library-lightbox-more = Más acciones
library-lightbox-rename = Cambiar nombre
library-lightbox-failed = No se pudo cargar esta imagen.
library-lightbox-gone = Esta imagen ya no está disponible.
library-rename-title = Cambiar nombre de la imagen
library-rename-name = Nombre
library-rename-extension = La extensión { $extension } se mantiene.
library-rename-done = Nombre cambiado
library-edit = Editar detalles
library-edit-save = Guardar
library-edit-alt = Lo que muestra la imagen, para quienes no la ven.
library-edit-tags = Separa las etiquetas con comas.
library-edit-done = Detalles guardados
