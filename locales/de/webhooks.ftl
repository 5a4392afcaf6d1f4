### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = Adressen, die bei jeder Änderung eine signierte Nachricht erhalten.
webhooks-service-text = Adressen, die bei jeder Änderung in einem beliebigen Konto eine signierte Nachricht erhalten.
webhooks-add = Webhook hinzufügen
webhooks-edit = Bearbeiten
webhooks-empty = Noch keine Webhooks
webhooks-url = Adresse
webhooks-url-wrong = Gib eine https-Adresse im öffentlichen Internet ein.
webhooks-description = Beschreibung
webhooks-events = Ereignisse
webhooks-events-all = Alle Ereignisse
webhooks-events-wrong = Wähle mindestens ein Ereignis.
webhooks-secret-title = Signaturschlüssel
webhooks-secret-text = Kopiere ihn jetzt. Er wird nicht noch einmal angezeigt.
webhooks-done = Fertig
webhooks-active = Aktiv
webhooks-failing = Schlägt fehl seit { DATE($when) }
webhooks-dropping = Zu viele ausstehende Nachrichten: Neue Ereignisse werden übersprungen
webhooks-disabled-owner = Ausgeschaltet
webhooks-disabled-gone = Ausgeschaltet: Den Empfänger gibt es nicht mehr
webhooks-disabled-failures = Nach fünf Tagen mit Fehlern ausgeschaltet
webhooks-actions-for = Aktionen für { $name }
webhooks-test = Test senden
webhooks-test-sent = Test gesendet
webhooks-disable = Ausschalten
webhooks-enable = Einschalten
webhooks-rotate = Schlüssel ersetzen
webhooks-rotate-text = Nachrichten werden einen Tag lang mit beiden Schlüsseln signiert.
webhooks-delete = Löschen
webhooks-delete-title = Diesen Webhook löschen?
webhooks-deliveries = Zustellungen
webhooks-deliveries-empty = Noch keine Zustellungen
webhooks-deliveries-reload = Aktualisieren
webhooks-redeliver = Erneut senden
webhooks-redeliver-named = Erneut senden: { $type }, { TIME($when) }
webhooks-state-pending = Ausstehend
webhooks-state-delivered = Zugestellt
webhooks-state-failed = Fehlgeschlagen
webhooks-attempts = { $count ->
    [one] { $count } Versuch
   *[other] { $count } Versuche
}
webhooks-status = Status { $status }
