### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = Direcciones que reciben un mensaje firmado cuando algo cambia.
webhooks-service-text = Direcciones que reciben un mensaje firmado cuando algo cambia en cualquier cuenta.
webhooks-add = Añadir webhook
webhooks-edit = Editar
webhooks-empty = Aún no hay webhooks
webhooks-url = Dirección
webhooks-url-wrong = Escribe una dirección https de la Internet pública.
webhooks-description = Descripción
webhooks-events = Eventos
webhooks-events-all = Todos los eventos
webhooks-events-wrong = Elige al menos un evento.
webhooks-secret-title = Clave de firma
webhooks-secret-text = Cópiala ahora. No podrás volver a verla.
webhooks-done = Listo
webhooks-active = Activo
webhooks-failing = Falla desde el { DATE($when) }
webhooks-dropping = Demasiados mensajes pendientes: se omiten los eventos nuevos
webhooks-disabled-owner = Desactivado
webhooks-disabled-gone = Desactivado: el receptor ya no existe
webhooks-disabled-failures = Desactivado tras cinco días de fallos
webhooks-actions-for = Acciones para { $name }
webhooks-test = Enviar prueba
webhooks-test-sent = Prueba enviada
webhooks-disable = Desactivar
webhooks-enable = Activar
webhooks-rotate = Reemplazar la clave
webhooks-rotate-text = Los mensajes se firman con las dos claves durante un día.
webhooks-delete = Eliminar
webhooks-delete-title = ¿Eliminar este webhook?
webhooks-deliveries = Entregas
webhooks-deliveries-empty = Aún no hay entregas
webhooks-deliveries-reload = Actualizar
webhooks-redeliver = Enviar de nuevo
webhooks-redeliver-named = Enviar de nuevo: { $type }, { TIME($when) }
webhooks-state-pending = Pendiente
webhooks-state-delivered = Entregado
webhooks-state-failed = Fallido
webhooks-attempts = { $count ->
    [one] { $count } intento
   *[other] { $count } intentos
}
webhooks-status = Estado { $status }
