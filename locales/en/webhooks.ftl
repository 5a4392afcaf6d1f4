### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = Addresses that receive a signed message when something changes.
webhooks-service-text = Addresses that receive a signed message when something changes in any account.
webhooks-add = Add webhook
webhooks-edit = Edit
webhooks-empty = No webhooks yet
webhooks-url = Address
webhooks-url-wrong = Enter an https address on the public Internet.
webhooks-description = Description
webhooks-events = Events
webhooks-events-all = All events
webhooks-events-wrong = Choose at least one event.
webhooks-secret-title = Signing secret
webhooks-secret-text = Copy this secret now. It won’t be shown again.
webhooks-done = Done
webhooks-active = Active
webhooks-failing = Failing since { DATE($when) }
webhooks-dropping = Too many pending messages: new events are skipped
webhooks-disabled-owner = Turned off
webhooks-disabled-gone = Turned off: the receiver is gone
webhooks-disabled-failures = Turned off after five days of failures
webhooks-actions-for = Actions for { $name }
webhooks-test = Send test
webhooks-test-sent = Test sent
webhooks-disable = Turn off
webhooks-enable = Turn on
webhooks-rotate = Replace secret
webhooks-rotate-text = Messages are signed with both secrets for a day.
webhooks-delete = Delete
webhooks-delete-title = Delete this webhook?
webhooks-deliveries = Deliveries
webhooks-deliveries-empty = No deliveries yet
webhooks-deliveries-reload = Refresh
webhooks-redeliver = Send again
webhooks-redeliver-named = Send again: { $type }, { TIME($when) }
webhooks-state-pending = Pending
webhooks-state-delivered = Delivered
webhooks-state-failed = Failed
webhooks-attempts = { $count ->
    [one] { $count } attempt
   *[other] { $count } attempts
}
webhooks-status = Status { $status }
