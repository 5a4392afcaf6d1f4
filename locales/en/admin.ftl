### Texts of the administration.

admin-title = Administration
admin-sections-label = Administration sections
admin-sections-overview = Overview
admin-sections-reports = Reports
admin-sections-quarantine = Quarantine
admin-sections-accounts = Accounts
admin-sections-blocks = Blocks
admin-sections-jobs = Jobs
admin-sections-webhooks = Webhooks
admin-sections-audit = Audit log
admin-forbidden = You need administrator access.
admin-more = Show more
admin-overview-health = Health
admin-overview-running = Version { $version }, up for { DURATION($seconds) }
admin-overview-statuses-ok = OK
admin-overview-statuses-degraded = Degraded
admin-overview-statuses-down = Down
admin-overview-checks-database = Database
admin-overview-checks-storage = Storage
admin-overview-checks-disk = Disk
admin-overview-checks-decoder = Decoder
admin-overview-checks-jobs = Jobs
admin-overview-checks-limits = Limits
admin-overview-totals = Totals
admin-overview-days = Last 30 days
admin-overview-images = Images
admin-overview-bytes = Bytes
admin-overview-accounts = Accounts
admin-overview-albums = Albums
admin-overview-blobs = Files
admin-overview-uploads = Uploads
admin-overview-upload_bytes = Uploaded bytes
admin-overview-requests = Requests
admin-overview-refusals = Rejected requests
admin-accounts-search = Search by email or name
admin-accounts-plan = Plan
admin-accounts-any-plan = Any plan
admin-accounts-suspension = Suspended
admin-accounts-plan-of = Plan of { $email }
admin-accounts-suspended = suspended { TIME($when) }
admin-accounts-suspend = Suspend
admin-accounts-suspend-title = Suspend { $email }?
admin-accounts-suspend-text = They will be signed out and their API keys will stop working.
admin-accounts-hide-images = Quarantine their images while suspended
admin-accounts-resume = Reinstate
admin-accounts-resume-title = Reinstate { $email }?
admin-accounts-resume-text = Their API keys work again, and images that were quarantined with the account are released.
admin-accounts-is-admin = administrator
admin-accounts-changed = Account changed
admin-accounts-kept = { $images ->
    [one] { $images } image, { SIZE($bytes) }
   *[other] { $images } images, { SIZE($bytes) }
}
admin-reports-state = Show
admin-reports-reveal = Show picture
admin-reports-hide = Blur picture
admin-reports-gone = This image no longer exists
admin-reports-dismiss = Dismiss
admin-reports-takedown = Take down
admin-reports-takedown_and_suspend = Take down and suspend
admin-reports-note = Note
admin-reports-reasons-illegal = Illegal
admin-reports-reasons-abuse = Abuse
admin-reports-reasons-copyright = Copyright
admin-reports-reasons-privacy = Privacy
admin-reports-reasons-spam = Spam
admin-reports-reasons-other = Other
admin-reports-texts-dismiss = The image stays online. All open reports about it are closed.
admin-reports-texts-takedown = { $copies ->
    [one] Permanently deletes this image and blocks re-uploads.
   *[other] Permanently deletes all { $copies } identical copies and blocks re-uploads.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] Permanently deletes this image, blocks re-uploads, and suspends the uploader.
   *[other] Permanently deletes all { $copies } identical copies, blocks re-uploads, and suspends the uploader.
}
admin-quarantine-causes-administrator = By an administrator
admin-quarantine-causes-account = Account suspended
admin-quarantine-causes-validator = By the external validator
admin-quarantine-since = since { TIME($when) }
admin-quarantine-release = Release
admin-quarantine-released = Image released
admin-quarantine-reason = Reason
admin-quarantine-block = Block re-uploads of this picture
admin-quarantine-taken-down = Image taken down
admin-blocks-unblock = Unblock
admin-blocks-unblock-title = Allow this picture to be uploaded again?
admin-blocks-unblocked = Picture unblocked
admin-jobs-state = Show
admin-jobs-attempts = { $count ->
    [one] { $count } attempt, next at { TIME($when) }
   *[other] { $count } attempts, next at { TIME($when) }
}
admin-jobs-retry = Retry
admin-jobs-retried = Job scheduled
admin-jobs-remove = Discard
admin-jobs-remove-title = Discard this job?
admin-jobs-removed = Job discarded
admin-accounts-suspension-all = All
admin-accounts-suspension-true = Yes
admin-accounts-suspension-false = No
admin-reports-state-open = Open
admin-reports-state-dismissed = Dismissed
admin-reports-state-taken_down = Taken down
admin-reports-state-all = All
admin-reports-by = by { $email }
admin-jobs-state-dead = Failed jobs
admin-jobs-state-waiting = Waiting
admin-jobs-state-running = Running
admin-reports-keys = Keyboard shortcuts
admin-reports-key-j = Next image
admin-reports-key-k = Previous image
admin-reports-key-x = Select or deselect
admin-reports-key-d = Dismiss the reports
admin-reports-key-t = Take the image down
admin-reports-key-s = Take down and suspend the uploader
admin-reports-key-help = Show these shortcuts
admin-reports-empty-open = No open reports
admin-reports-empty-dismissed = No dismissed reports
admin-reports-empty-taken_down = No images taken down
admin-reports-empty-all = No reports yet
admin-reports-select = Select { $name }
admin-reports-select-all = Select all
admin-reports-select-none = Clear selection
admin-reports-bulk = Actions for selected images
admin-reports-selected = { $count ->
    [one] { $count } image selected
   *[other] { $count } images selected
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] { $count } report, { TIME($last) }
   *[other] { $count } reports, first { TIME($first) }, last { TIME($last) }
}
admin-reports-anonymous = Anonymous upload
admin-reports-copies = { $count ->
    [one] { $count } copy
   *[other] { $count } identical copies
}
admin-reports-title-dismiss = { $count ->
    [one] Dismiss all reports of this image?
   *[other] Dismiss all reports of { $count } images?
}
admin-reports-title-takedown = { $count ->
    [one] Take this image down?
   *[other] Take { $count } images down?
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] Take this image down and suspend its uploader?
   *[other] Take { $count } images down and suspend their uploaders?
}
admin-reports-more = { $count ->
    [one] And { $count } more image
   *[other] And { $count } more images
}
admin-reports-suspends = Suspends { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] Reports dismissed
   *[other] Reports of { $count } images dismissed
}
admin-reports-done-takedown = { $count ->
    [one] Image taken down
   *[other] { $count } images taken down
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] Image taken down, account suspended
   *[other] { $count } images taken down, accounts suspended
}
admin-reports-failed = { $count ->
    [one] { $count } image failed: { $reason }
   *[other] { $count } images failed: { $reason }
}
admin-quarantine-empty = No images in quarantine
admin-quarantine-texts-takedown = { $copies ->
    [one] Permanently deletes this image.
   *[other] Permanently deletes all { $copies } identical copies of this image.
}
admin-blocks-empty = No blocked pictures
admin-audit-empty = No entries yet
admin-jobs-state-all = All
admin-jobs-empty-dead = No failed jobs
admin-jobs-empty-waiting = No waiting jobs
admin-jobs-empty-running = No running jobs
admin-jobs-empty-all = No jobs
admin-accounts-empty = No accounts found
admin-accounts-images = Images
admin-accounts-no-images = No images
admin-accounts-actions = Actions for { $email }
admin-accounts-last-seen = last seen { TIME($when) }
admin-accounts-is-suspended = suspended
admin-accounts-plan-title = Change the plan of { $email }?
admin-accounts-plan-text = From { $from } to { $to }. The new limits apply from the next request.
admin-accounts-plan-change = Change plan
admin-images-views = { $count ->
    [one] { $count } view
   *[other] { $count } views
}
admin-overview-reported = { $count ->
    [one] { $count } reported image awaits a decision
   *[other] { $count } reported images await a decision
}
admin-overview-failed-jobs = { $count ->
    [one] { $count } failed job
   *[other] { $count } failed jobs
}
admin-accounts-order = Sort by
admin-accounts-order-newest = Newest
admin-accounts-order-bytes = Most bytes
admin-accounts-order-images = Most images
admin-accounts-order-used = Last used
admin-accounts-order-unused = Longest unused
admin-uploader-open = All from this uploader
admin-uploader-title = Images of one uploader
admin-uploader-count = Images in the last 24 hours: { $count }
admin-uploader-action = What happens to them
admin-uploader-actions-hide = Hide from visitors
admin-uploader-actions-delete = Delete
admin-uploader-actions-takedown = Delete and block re-uploads
admin-uploader-block = Refuse uploads of this uploader for 7 days
admin-uploader-apply = Apply to all
admin-uploader-progress = Done so far: { $count }
admin-uploader-done = All images of this uploader are done.
admin-tasks-hide = Hide images
admin-tasks-show = Show images
admin-tasks-delete = Delete images
admin-tasks-account = Delete account
admin-tasks-title-hide = Hide the images of { $email }?
admin-tasks-title-show = Show the hidden images of { $email } again?
admin-tasks-title-delete = Delete the images of { $email }?
admin-tasks-title-account = Delete the account { $email }?
admin-tasks-hide_images = Hiding images
admin-tasks-show_images = Showing images
admin-tasks-delete_images = Deleting images
admin-tasks-delete_account = Deleting the account
admin-tasks-progress = { $done } of { $images }, { SIZE($bytes) }
admin-tasks-done = Done: { $done }, { SIZE($bytes) }
admin-tasks-count = { $images ->
    [one] { $images } image, { SIZE($bytes) }
   *[other] { $images } images, { SIZE($bytes) }
}
admin-tasks-period = Uploaded
admin-tasks-period-0 = At any time
admin-tasks-period-1 = In the last day
admin-tasks-period-7 = In the last 7 days
admin-tasks-held = Also those that an administrator or the validator has quarantined
admin-sections-images = Find image
admin-sections-networks = Networks
admin-overview-checks-backup = Backup
admin-overview-last-backup = Last good one { DURATION($seconds) } ago
admin-export = Export data
admin-networks-empty = No blocked networks
admin-networks-add = Block a network
admin-networks-text = Uploads, registrations and sign-ins from it are refused. Images stay visible to it.
admin-networks-network = Address or network
admin-networks-hint = For example 203.0.113.0/24 or 2001:db8::/48
admin-networks-wrong = Enter an address or a network: IPv4 with /8 to /32, IPv6 with /16 to /64.
admin-networks-period = Blocked for
admin-networks-period-1 = 1 day
admin-networks-period-7 = 7 days
admin-networks-period-30 = 30 days
admin-networks-period-0 = Until unblocked
admin-networks-block = Block network
admin-networks-blocked = Network blocked
admin-networks-uploader = An anonymous uploader
admin-networks-ends = until { TIME($when) }
admin-networks-endless = until unblocked
admin-networks-unblock-title = Unblock { $network }?
admin-networks-unblock-text = Uploads, registrations and sign-ins from it are accepted again.
admin-networks-unblocked = Network unblocked
admin-images-search = Image ID or link
admin-images-wrong = Enter the ID of an image, or a link to it.
admin-images-find = Find
admin-images-hide = Quarantine
admin-images-hidden = Image in quarantine
admin-uploader-actions-show = Show again what was hidden
admin-images-reports = { $count ->
    [one] { $count } open report
   *[other] { $count } open reports
}
admin-accounts-deleted = Account deleted
admin-sections-registrations = Registrations
admin-registrations-waiting = Waiting accounts
admin-registrations-none-waiting = No accounts are waiting
admin-registrations-verified = address confirmed
admin-registrations-unverified = address not confirmed
admin-registrations-approve = Approve
admin-registrations-approved = { $email } approved
admin-registrations-reject = Reject
admin-registrations-reject-title = Reject { $email }?
admin-registrations-reject-text = The account is deleted. Its address can register again.
admin-registrations-rejected = { $email } rejected
admin-registrations-invitations = Invitations
admin-registrations-no-invitations = No invitations
admin-registrations-invitation = Invitation
admin-registrations-invite = New invitation
admin-registrations-used = { $used } of { $uses } used
admin-registrations-until = until { TIME($when) }
admin-registrations-revoke = Revoke
admin-registrations-revoke-title = Revoke this invitation?
admin-registrations-revoke-text = Its link stops working. Accounts that used it stay.
admin-registrations-created = Invitation created
admin-registrations-created-text = Copy the link now. It won’t be shown again.
admin-registrations-link = Invitation link
admin-registrations-uses = Number of accounts
admin-registrations-wrong-uses = Enter a number from 1 to 10,000.
admin-registrations-valid = Valid for
admin-registrations-plan = Plan of the accounts
admin-registrations-email = Email address
admin-registrations-email-hint = Only this address can use the invitation.
admin-registrations-wrong-email = Enter a valid email address.
admin-registrations-note = Note for administrators
admin-registrations-create = Create invitation
