### Textos de los álbumes.

albums-title = Álbumes
albums-create = Nuevo álbum
albums-create-action = Crear álbum
albums-empty = Aún no hay álbumes
albums-empty-text = Reúne imágenes en un álbum y compártelas con un solo enlace.
albums-name = Nombre
albums-name-wrong = Introduce un nombre.
albums-description = Descripción
albums-count = { $count ->
    [0] Vacío
    [one] { $count } imagen, { SIZE($bytes) }
   *[other] { $count } imágenes, { SIZE($bytes) }
}
albums-shared = Compartido con enlace
albums-show-more = Mostrar más
albums-edit = Editar
albums-edit-title = Editar álbum
albums-share = Compartir
albums-share-named = Compartir { $name }
albums-share-title = Compartir “{ $name }”
albums-share-text = Solo podrán verlo quienes tengan el enlace.
albums-share-start = Crear enlace
albums-share-created = Enlace creado y copiado
albums-share-copy = Copiar enlace
albums-share-copied = Enlace copiado
albums-share-sheet = Compartir…
albums-share-open = Abrir
albums-share-settings = Ajustes del enlace
albums-share-password = Contraseña
albums-share-password-off = Cualquiera que tenga el enlace puede abrir el álbum.
albums-share-password-on = El álbum la pide. Los enlaces directos a sus imágenes funcionan sin ella.
albums-share-password-hint = Protege la página del álbum y su descarga. Los enlaces directos a sus imágenes funcionan sin ella.
albums-share-password-add = Añadir contraseña
albums-share-password-change = Cambiar
albums-share-password-remove = Quitar
albums-share-password-save = Guardar contraseña
albums-share-password-short = Usa al menos { $min } caracteres.
albums-share-end = Caducidad del enlace
albums-share-end-never = Nunca
albums-share-end-days = { $days ->
    [one] En { $days } día
   *[other] En { $days } días
}
albums-share-end-pick = En una fecha…
albums-share-end-date = Fecha y hora
albums-share-ended = Este enlace caducó. Quien lo abra verá que el álbum ya no se comparte.
albums-share-download = Permitir descargar el álbum
albums-share-download-hint = Quien lo visite podrá guardar todas las imágenes en un archivo ZIP.
albums-share-stop = Dejar de compartir
albums-share-stop-title = ¿Dejar de compartir “{ $name }”?
albums-share-stop-text = El enlace dejará de funcionar para todos. Si vuelves a compartir el álbum, tendrá un enlace nuevo.
albums-link-ended = Enlace caducado
albums-share-link = Enlace del álbum
albums-share-stopped = El enlace ya no funciona
albums-delete = Eliminar álbum
albums-delete-title = ¿Eliminar “{ $name }”?
albums-delete-shared = Su enlace dejará de funcionar.
albums-delete-images = { $count ->
    [one] ¿Qué hacemos con su imagen?
   *[other] ¿Qué hacemos con sus { $count } imágenes?
}
albums-delete-keep = Conservar en la biblioteca
albums-delete-trash = { $count ->
    [one] Mover a la papelera; su enlace dejará de funcionar
   *[other] Mover a la papelera; sus enlaces dejarán de funcionar
}
albums-delete-all = { $count ->
    [one] Eliminar definitivamente; su enlace dejará de funcionar
   *[other] Eliminar definitivamente; sus enlaces dejarán de funcionar
}
albums-deleted = Álbum eliminado
albums-back = Todos los álbumes
albums-grid = Imágenes de { $name }
albums-empty-album = Este álbum está vacío
albums-empty-album-text = Arrastra imágenes aquí o mueve algunas desde tu biblioteca.
albums-actions-for = Acciones para { $name }
albums-add-images = Añadir imágenes
albums-sort = Ordenar
albums-sort-newest = Más recientes
albums-sort-oldest = Más antiguos
albums-sort-name = Nombre
albums-sort-images = Más imágenes
albums-sort-size = Más grandes
albums-cover = Elegir portada
albums-cover-title = Elige una portada
albums-cover-newest = Usar la imagen más reciente
