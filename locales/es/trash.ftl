### Textos de la papelera.

trash-title = Papelera
trash-text = { $days ->
    [0] Las imágenes de la papelera se eliminan definitivamente el día indicado. Ocupan espacio en tu almacenamiento.
    [one] Las imágenes de la papelera se eliminan definitivamente después de { $days } día. Ocupan espacio en tu almacenamiento.
   *[other] Las imágenes de la papelera se eliminan definitivamente después de { $days } días. Ocupan espacio en tu almacenamiento.
}
trash-images = Imágenes en la papelera
trash-select = Seleccionar { $name }
trash-left = { $days ->
    [one] Se elimina definitivamente en { $days } día
   *[other] Se elimina definitivamente en { $days } días
}
trash-restore = Restaurar
trash-restore-named = Restaurar { $name }
trash-restored = { $count ->
    [one] { $count } imagen restaurada
   *[other] { $count } imágenes restauradas
}
trash-delete = Eliminar definitivamente
trash-delete-named = Eliminar { $name } definitivamente
trash-delete-title = { $count ->
    [one] ¿Eliminar { $name } definitivamente?
   *[other] ¿Eliminar { $count } imágenes definitivamente?
}
trash-delete-text = { $count ->
    [one] Esta acción no se puede deshacer.
   *[other] Se eliminarán { $names }. Esta acción no se puede deshacer.
}
trash-names-more = { $names } y { $count } más
trash-deleted = { $count ->
    [one] { $count } imagen eliminada definitivamente
   *[other] { $count } imágenes eliminadas definitivamente
}
trash-empty-action = Vaciar papelera
trash-empty-title = { $count ->
    [one] ¿Eliminar definitivamente la imagen de la papelera?
   *[other] ¿Eliminar definitivamente las { $count } imágenes de la papelera?
}
trash-empty-text = Esta acción no se puede deshacer.
trash-nothing = La papelera está vacía
trash-nothing-text = Las imágenes eliminadas se quedan aquí un tiempo, por si quieres restaurarlas.
trash-library = Ir a la biblioteca
trash-selection-bar = Acciones para las imágenes seleccionadas
trash-selected = { $count ->
    [one] { $count } seleccionada
   *[other] { $count } seleccionadas
}
trash-clear-selection = Anular selección
trash-show-more = Mostrar más
trash-loading = Cargando imágenes
