### Textos de la administración.

admin-title = Administración
admin-sections-label = Secciones de administración
admin-sections-overview = Resumen
admin-sections-reports = Denuncias
admin-sections-quarantine = Cuarentena
admin-sections-accounts = Cuentas
admin-sections-blocks = Bloqueos
admin-sections-jobs = Tareas
admin-sections-webhooks = Webhooks
admin-sections-audit = Registro de auditoría
admin-forbidden = Necesitas acceso de administrador.
admin-more = Mostrar más
admin-overview-health = Estado
admin-overview-running = Versión { $version }, en marcha desde hace { DURATION($seconds) }
admin-overview-statuses-ok = Correcto
admin-overview-statuses-degraded = Degradado
admin-overview-statuses-down = Caído
admin-overview-checks-database = Base de datos
admin-overview-checks-storage = Almacenamiento
admin-overview-checks-disk = Disco
admin-overview-checks-decoder = Decodificador
admin-overview-checks-jobs = Tareas
admin-overview-checks-limits = Límites
admin-overview-totals = Totales
admin-overview-days = Últimos 30 días
admin-overview-images = Imágenes
admin-overview-bytes = Bytes
admin-overview-accounts = Cuentas
admin-overview-albums = Álbumes
admin-overview-blobs = Archivos
admin-overview-uploads = Subidas
admin-overview-upload_bytes = Bytes subidos
admin-overview-requests = Solicitudes
admin-overview-refusals = Solicitudes rechazadas
admin-accounts-search = Buscar por correo o nombre
admin-accounts-plan = Plan
admin-accounts-any-plan = Cualquier plan
admin-accounts-suspension = Suspendida
admin-accounts-plan-of = Plan de { $email }
admin-accounts-suspended = suspendida el { TIME($when) }
admin-accounts-suspend = Suspender
admin-accounts-suspend-title = ¿Suspender { $email }?
admin-accounts-suspend-text = Se cerrarán sus sesiones y sus claves de API dejarán de funcionar.
admin-accounts-hide-images = Poner sus imágenes en cuarentena durante la suspensión
admin-accounts-resume = Reactivar
admin-accounts-resume-title = ¿Reactivar { $email }?
admin-accounts-resume-text = Sus claves de API volverán a funcionar y se liberarán las imágenes puestas en cuarentena con la cuenta.
admin-accounts-is-admin = administrador
admin-accounts-changed = Cuenta modificada
admin-accounts-kept = { $images ->
    [one] { $images } imagen, { SIZE($bytes) }
   *[other] { $images } imágenes, { SIZE($bytes) }
}
admin-reports-state = Mostrar
admin-reports-reveal = Mostrar imagen
admin-reports-hide = Difuminar imagen
admin-reports-gone = Esta imagen ya no existe
admin-reports-dismiss = Desestimar
admin-reports-takedown = Retirar
admin-reports-takedown_and_suspend = Retirar y suspender
admin-reports-note = Nota
admin-reports-reasons-illegal = Ilegal
admin-reports-reasons-abuse = Abuso
admin-reports-reasons-copyright = Derechos de autor
admin-reports-reasons-privacy = Privacidad
admin-reports-reasons-spam = Spam
admin-reports-reasons-other = Otro
admin-reports-texts-dismiss = La imagen sigue en línea. Se cierran todas las denuncias abiertas sobre ella.
admin-reports-texts-takedown = { $copies ->
    [one] Elimina definitivamente esta imagen e impide que se vuelva a subir.
   *[other] Elimina definitivamente las { $copies } copias idénticas e impide que se vuelvan a subir.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] Elimina definitivamente esta imagen, impide que se vuelva a subir y suspende a quien la subió.
   *[other] Elimina definitivamente las { $copies } copias idénticas, impide que se vuelvan a subir y suspende a quien las subió.
}
admin-quarantine-causes-administrator = Por un administrador
admin-quarantine-causes-account = Cuenta suspendida
admin-quarantine-causes-validator = Por el validador externo
admin-quarantine-since = desde el { TIME($when) }
admin-quarantine-release = Liberar
admin-quarantine-released = Imagen liberada
admin-quarantine-reason = Motivo
admin-quarantine-block = Impedir que esta imagen se vuelva a subir
admin-quarantine-taken-down = Imagen retirada
admin-blocks-unblock = Desbloquear
admin-blocks-unblock-title = ¿Permitir que esta imagen se vuelva a subir?
admin-blocks-unblocked = Imagen desbloqueada
admin-jobs-state = Mostrar
admin-jobs-attempts = { $count ->
    [one] { $count } intento, el próximo: { TIME($when) }
   *[other] { $count } intentos, el próximo: { TIME($when) }
}
admin-jobs-retry = Reintentar
admin-jobs-retried = Tarea programada
admin-jobs-remove = Descartar
admin-jobs-remove-title = ¿Descartar esta tarea?
admin-jobs-removed = Tarea descartada
admin-accounts-suspension-all = Todas
admin-accounts-suspension-true = Sí
admin-accounts-suspension-false = No
admin-reports-state-open = Abiertas
admin-reports-state-dismissed = Desestimadas
admin-reports-state-taken_down = Retiradas
admin-reports-state-all = Todas
admin-reports-by = de { $email }
admin-jobs-state-dead = Tareas fallidas
admin-jobs-state-waiting = En espera
admin-jobs-state-running = En curso
admin-reports-keys = Atajos de teclado
admin-reports-key-j = Imagen siguiente
admin-reports-key-k = Imagen anterior
admin-reports-key-x = Seleccionar o anular selección
admin-reports-key-d = Desestimar las denuncias
admin-reports-key-t = Retirar la imagen
admin-reports-key-s = Retirar y suspender a quien la subió
admin-reports-key-help = Mostrar estos atajos
admin-reports-empty-open = No hay denuncias abiertas
admin-reports-empty-dismissed = No hay denuncias desestimadas
admin-reports-empty-taken_down = No hay imágenes retiradas
admin-reports-empty-all = Aún no hay denuncias
admin-reports-select = Seleccionar { $name }
admin-reports-select-all = Seleccionar todo
admin-reports-select-none = Anular selección
admin-reports-bulk = Acciones para las imágenes seleccionadas
admin-reports-selected = { $count ->
    [one] { $count } imagen seleccionada
   *[other] { $count } imágenes seleccionadas
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] { $count } denuncia, { TIME($last) }
   *[other] { $count } denuncias; la primera: { TIME($first) }; la última: { TIME($last) }
}
admin-reports-anonymous = Subida anónima
admin-reports-copies = { $count ->
    [one] { $count } copia
   *[other] { $count } copias idénticas
}
admin-reports-title-dismiss = { $count ->
    [one] ¿Desestimar todas las denuncias de esta imagen?
   *[other] ¿Desestimar todas las denuncias de { $count } imágenes?
}
admin-reports-title-takedown = { $count ->
    [one] ¿Retirar esta imagen?
   *[other] ¿Retirar { $count } imágenes?
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] ¿Retirar esta imagen y suspender a quien la subió?
   *[other] ¿Retirar { $count } imágenes y suspender a quienes las subieron?
}
admin-reports-more = { $count ->
    [one] Y { $count } imagen más
   *[other] Y { $count } imágenes más
}
admin-reports-suspends = Se suspenderá: { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] Denuncias desestimadas
   *[other] Denuncias de { $count } imágenes desestimadas
}
admin-reports-done-takedown = { $count ->
    [one] Imagen retirada
   *[other] { $count } imágenes retiradas
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] Imagen retirada y cuenta suspendida
   *[other] { $count } imágenes retiradas y cuentas suspendidas
}
admin-reports-failed = { $count ->
    [one] Error con { $count } imagen: { $reason }
   *[other] Error con { $count } imágenes: { $reason }
}
admin-quarantine-empty = No hay imágenes en cuarentena
admin-quarantine-texts-takedown = { $copies ->
    [one] Elimina definitivamente esta imagen.
   *[other] Elimina definitivamente las { $copies } copias idénticas de esta imagen.
}
admin-blocks-empty = No hay imágenes bloqueadas
admin-audit-empty = Aún no hay entradas
admin-jobs-state-all = Todas
admin-jobs-empty-dead = No hay tareas fallidas
admin-jobs-empty-waiting = No hay tareas en espera
admin-jobs-empty-running = No hay tareas en curso
admin-jobs-empty-all = No hay tareas
admin-accounts-empty = No se encontraron cuentas
admin-accounts-images = Imágenes
admin-accounts-no-images = No hay imágenes
admin-accounts-actions = Acciones para { $email }
admin-accounts-last-seen = última actividad: { TIME($when) }
admin-accounts-is-suspended = suspendida
admin-accounts-plan-title = ¿Cambiar el plan de { $email }?
admin-accounts-plan-text = De { $from } a { $to }. Los nuevos límites se aplican desde la próxima solicitud.
admin-accounts-plan-change = Cambiar plan
admin-images-views = { $count ->
    [one] { $count } visita
   *[other] { $count } visitas
}
admin-overview-reported = { $count ->
    [one] { $count } imagen denunciada está pendiente de decisión
   *[other] { $count } imágenes denunciadas están pendientes de decisión
}
admin-overview-failed-jobs = { $count ->
    [one] { $count } tarea fallida
   *[other] { $count } tareas fallidas
}
admin-accounts-order = Ordenar por
admin-accounts-order-newest = Más recientes
admin-accounts-order-bytes = Más bytes
admin-accounts-order-images = Más imágenes
admin-accounts-order-used = Último uso
admin-accounts-order-unused = Más tiempo sin uso
admin-uploader-open = Todo de este remitente
admin-uploader-title = Imágenes de un remitente
admin-uploader-count = Imágenes en las últimas 24 horas: { $count }
admin-uploader-action = Qué se hace con ellas
admin-uploader-actions-hide = Ocultar a los visitantes
admin-uploader-actions-delete = Eliminar
admin-uploader-actions-takedown = Eliminar y bloquear nuevas subidas
admin-uploader-block = Rechazar subidas de este remitente durante 7 días
admin-uploader-apply = Aplicar a todas
admin-uploader-progress = Hechas hasta ahora: { $count }
admin-uploader-done = Todas las imágenes de este remitente están listas.
admin-tasks-hide = Ocultar imágenes
admin-tasks-show = Mostrar imágenes
admin-tasks-delete = Eliminar imágenes
admin-tasks-account = Eliminar cuenta
admin-tasks-title-hide = ¿Ocultar las imágenes de { $email }?
admin-tasks-title-show = ¿Mostrar de nuevo las imágenes ocultas de { $email }?
admin-tasks-title-delete = ¿Eliminar las imágenes de { $email }?
admin-tasks-title-account = ¿Eliminar la cuenta { $email }?
admin-tasks-hide_images = Ocultando imágenes
admin-tasks-show_images = Mostrando imágenes
admin-tasks-delete_images = Eliminando imágenes
admin-tasks-delete_account = Eliminando la cuenta
admin-tasks-progress = { $done } de { $images }, { SIZE($bytes) }
admin-tasks-done = Hecho: { $done }, { SIZE($bytes) }
admin-tasks-count = { $images ->
    [one] { $images } imagen, { SIZE($bytes) }
   *[other] { $images } imágenes, { SIZE($bytes) }
}
admin-tasks-period = Subidas
admin-tasks-period-0 = En cualquier momento
admin-tasks-period-1 = En el último día
admin-tasks-period-7 = En los últimos 7 días
admin-tasks-held = También las que un administrador o el validador puso en cuarentena
admin-sections-images = Buscar imagen
admin-sections-networks = Redes
admin-overview-checks-backup = Copia de seguridad
admin-overview-last-backup = Última correcta hace { DURATION($seconds) }
admin-export = Exportar datos
admin-networks-empty = No hay redes bloqueadas
admin-networks-add = Bloquear una red
admin-networks-text = Se rechazan las subidas, los registros y los inicios de sesión desde ella. Las imágenes siguen siendo visibles.
admin-networks-network = Dirección o red
admin-networks-hint = Por ejemplo, 203.0.113.0/24 o 2001:db8::/48
admin-networks-wrong = Introduce una dirección o una red: IPv4 de /8 a /32, IPv6 de /16 a /64.
admin-networks-period = Bloqueada durante
admin-networks-period-1 = 1 día
admin-networks-period-7 = 7 días
admin-networks-period-30 = 30 días
admin-networks-period-0 = Hasta desbloquearla
admin-networks-block = Bloquear red
admin-networks-blocked = Red bloqueada
admin-networks-uploader = Un usuario anónimo
admin-networks-ends = hasta el { TIME($when) }
admin-networks-endless = hasta desbloquearla
admin-networks-unblock-title = ¿Desbloquear { $network }?
admin-networks-unblock-text = Se vuelven a aceptar las subidas, los registros y los inicios de sesión desde ella.
admin-networks-unblocked = Red desbloqueada
admin-images-search = ID de la imagen o enlace
admin-images-wrong = Introduce el ID de una imagen o un enlace a ella.
admin-images-find = Buscar
admin-images-hide = Poner en cuarentena
admin-images-hidden = Imagen en cuarentena
admin-uploader-actions-show = Volver a mostrar las ocultas
admin-images-reports = { $count ->
    [one] { $count } denuncia abierta
   *[other] { $count } denuncias abiertas
}
admin-accounts-deleted = Cuenta eliminada
admin-sections-registrations = Registros
admin-registrations-waiting = Cuentas en espera
admin-registrations-none-waiting = No hay cuentas en espera
admin-registrations-verified = dirección confirmada
admin-registrations-unverified = dirección sin confirmar
admin-registrations-approve = Aprobar
admin-registrations-approved = { $email } aprobada
admin-registrations-reject = Rechazar
admin-registrations-reject-title = ¿Rechazar { $email }?
admin-registrations-reject-text = La cuenta se elimina. Su dirección puede registrarse de nuevo.
admin-registrations-rejected = { $email } rechazada
admin-registrations-invitations = Invitaciones
admin-registrations-no-invitations = No hay invitaciones
admin-registrations-invitation = Invitación
admin-registrations-invite = Nueva invitación
admin-registrations-used = { $used } de { $uses } usadas
admin-registrations-until = hasta el { TIME($when) }
admin-registrations-revoke = Revocar
admin-registrations-revoke-title = ¿Revocar esta invitación?
admin-registrations-revoke-text = Su enlace deja de funcionar. Las cuentas que lo usaron se conservan.
admin-registrations-created = Invitación creada
admin-registrations-created-text = Copia el enlace ahora. No se volverá a mostrar.
admin-registrations-link = Enlace de invitación
admin-registrations-uses = Número de cuentas
admin-registrations-wrong-uses = Introduce un número del 1 al 10 000.
admin-registrations-valid = Válida
admin-registrations-plan = Plan de las cuentas
admin-registrations-email = Dirección de correo
admin-registrations-email-hint = Solo esta dirección puede usar la invitación.
admin-registrations-wrong-email = Introduce una dirección de correo válida.
admin-registrations-note = Nota para administradores
admin-registrations-create = Crear invitación
