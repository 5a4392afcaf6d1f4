// `npm run docs` writes this file from the description of the API.

/** Nothing, or an empty object. */
export type NoInput = Record<never, never>;

/** The codes of refusals and failures. */
export type ErrorCode = 'ACCOUNT_NOT_FOUND' | 'ACCOUNT_NOT_WAITING' | 'ACCOUNT_SUSPENDED' | 'ACCOUNT_WAITING' | 'ALBUM_EXISTS' | 'ALBUM_NOT_FOUND' | 'ANONYMOUS_UPLOADS_OFF' | 'BLOCK_NOT_FOUND' | 'CHALLENGE_FAILED' | 'CHALLENGE_REQUIRED' | 'CHECKSUM_MISMATCH' | 'CONTENT_BLOCKED' | 'CONTENT_REFUSED' | 'DELETION_NOT_FOUND' | 'DELIVERY_NOT_FOUND' | 'EMAIL_DOMAIN_REFUSED' | 'EMAIL_TAKEN' | 'EMPTY_FILE' | 'EXPORT_IN_PROGRESS' | 'EXPORT_NOT_FOUND' | 'FILE_TOO_LARGE' | 'FORBIDDEN' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED' | 'IMAGE_ALREADY_OWNED' | 'IMAGE_DIMENSIONS_EXCEEDED' | 'IMAGE_NOT_FOUND' | 'INSUFFICIENT_SCOPE' | 'INTERNAL_ERROR' | 'INVALID_ALBUM' | 'INVALID_API_KEY' | 'INVALID_CONTENT_TYPE' | 'INVALID_CREDENTIALS' | 'INVALID_CURSOR' | 'INVALID_EXPIRY' | 'INVALID_FILE_TYPE' | 'INVALID_IDEMPOTENCY_KEY' | 'INVALID_IMAGE' | 'INVALID_INVITATION' | 'INVALID_JSON' | 'INVALID_MULTIPART' | 'INVALID_PARAMETER' | 'INVALID_SECOND_FACTOR' | 'INVALID_TICKET' | 'INVITATION_NOT_FOUND' | 'INVITATION_REQUIRED' | 'JOB_LOCKED' | 'JOB_NOT_FOUND' | 'KEY_NOT_FOUND' | 'MISSING_API_KEY' | 'MISSING_FILE' | 'NETWORK_BLOCKED' | 'NETWORK_BLOCK_NOT_FOUND' | 'RATE_LIMIT_EXCEEDED' | 'REGISTRATION_CLOSED' | 'REGISTRATION_FULL' | 'REPORT_NOT_FOUND' | 'REPORT_RESOLVED' | 'REQUEST_TOO_LARGE' | 'SECOND_FACTOR_EXISTS' | 'SECOND_FACTOR_MISSING' | 'SECOND_FACTOR_NOT_FOUND' | 'SECOND_FACTOR_REQUIRED' | 'SERVICE_UNAVAILABLE' | 'SESSION_NOT_FOUND' | 'SIGN_IN_FAILED' | 'STORAGE_FULL' | 'STORAGE_QUOTA_EXCEEDED' | 'STORAGE_UNAVAILABLE' | 'TASK_IN_PROGRESS' | 'TASK_NOT_FOUND' | 'THUMBNAIL_NOT_FOUND' | 'TICKET_NOT_FOUND' | 'TICKET_USED_UP' | 'TOO_MANY_ATTEMPTS' | 'TOO_MANY_FILES' | 'TOO_MANY_UPLOADS' | 'TUS_VERSION_NOT_SUPPORTED' | 'UNSUPPORTED_CONTENT_ENCODING' | 'UNSUPPORTED_MEDIA_TYPE' | 'UPLOADER_UNKNOWN' | 'UPLOAD_LOCKED' | 'UPLOAD_NOT_FOUND' | 'UPLOAD_OFFSET_MISMATCH' | 'URL_FETCH_FAILED' | 'URL_REFUSED' | 'URL_UPLOADS_DISABLED' | 'WEBHOOK_NOT_FOUND';

export type Account = { id: string; email: string; /** Whether a mailed link, a provider or the operator proved the address. */ email_verified: boolean; pending_email: string | null; name: string | null; plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; admin: boolean; waiting_for: 'approval' | 'verification' | null; /** false for accounts made by a provider or on the command line. */ has_password: boolean; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** Value of X-CSRF-Token in unsafe requests with the session cookie. */ csrf_token?: string | undefined; };

export type AccountDeleted = { id: string; deleted: true; /** ISO 8601, UTC, whole seconds. */ deleted_at: string; images_deleted: number; };

export type AccountExport = { /** Address of the ZIP file. It works once, without a credential. */ url: string; /** The download must begin before. */ expires_at: string; images: number; /** Of the originals. */ bytes: number; };

export type AccountImages = { images: readonly (ModeratedImage)[]; next_cursor: string | null; has_more: boolean; };

export type AccountRejected = { id: string; rejected: true; };

export type AccountTask = { id: string; kind: 'delete_images' | 'hide_images' | 'show_images' | 'delete_account'; account_id: string; account_email: string | null; actor: Person | null; state: 'running' | 'done'; /** To change when it began. */ images: number; bytes: number; done_images: number; done_bytes: number; uploaded_since: string | null; problem: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; finished_at: string | null; };

export type AccountTaskCount = { images: number; bytes: number; };

export type AccountTasks = { tasks: readonly (AccountTask)[]; next_cursor: string | null; has_more: boolean; };

export type AccountUsage = { /** Oldest first; the last one is today. */ days: readonly ({ /** UTC. */ day: string; uploads: number; /** Of the uploaded files as they are stored. */ bytes: number; /** Requests to the API, also those that do not count against the limit. */ requests: number; })[]; };

export type ActOnSameUploaderRequest = { /** `takedown` also blocks the pictures. Without it: only the block. */ action?: 'hide' | 'show' | 'delete' | 'takedown' | undefined; since_hours?: number | undefined; /** Refuse uploads of the uploader for so long. */ block_hours?: number | undefined; max_images?: number | undefined; reason?: string | undefined; };

export type AdminAccount = { id: string; email: string; name: string | null; plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; admin: boolean; suspended_at: string | null; suspended_reason: string | null; email_verified: boolean; waiting_for: 'approval' | 'verification' | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; images: number; bytes: number; last_seen_at: string | null; };

export type AdminAccounts = { accounts: readonly (AdminAccount)[]; next_cursor: string | null; has_more: boolean; };

export type Album = { id: string; name: string; description: string | null; image_count: number; /** Total bytes of its images. */ total_size: number; cover: { id: string; thumbnail: string; } | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** Of the album itself, not of its images. */ updated_at: string; public: boolean; public_url: string | null; share: { /** Protects the pages, the feeds and the archive of the album, not the links of its images. */ has_password: boolean; expires_at: string | null; ended: boolean; /** Whether readers may download all images as a ZIP archive. */ download: boolean; } | null; };

export type AlbumDeleted = { id: string; deleted: true; images_deleted: number; /** Images that were moved to the trash. */ images_trashed: number; };

export type Albums = { albums: readonly (Album)[]; next_cursor: string | null; has_more: boolean; };

export type Attention = { /** Images with open reports. Counted up to 1000. */ reported_images: number; /** Jobs that have failed too often to be retried. */ dead_jobs: number; /** That wait for approval or for the verification of their address. */ waiting_accounts: number; };

export type Audit = { entries: readonly (AuditEntry)[]; next_cursor: string | null; has_more: boolean; };

export type AuditEntry = { id: string; /** ISO 8601, UTC, whole seconds. */ at: string; actor: Person | null; /** cli = a command on the server, without actor. */ via: 'api' | 'cli'; /** For example image.takedown, account.plan. */ action: string; /** Id of the account, image or other object. */ subject: string; details: Record<string, unknown>; };

export type Block = { id: string; /** The image that was taken down. */ image_id: string; /** Hex SHA-256 of the stored file. */ sha256: string; uploaded_sha256: string | null; perceptual_hash: string | null; reason: string; /** ISO 8601, UTC, whole seconds. */ created_at: string; created_by: Person | null; };

export type BlockNetworkRequest = { /** An address, or a network in CIDR notation. */ network: string; reason?: string | undefined; ends_at?: string | null | undefined; };

export type Blocks = { blocks: readonly (Block)[]; next_cursor: string | null; has_more: boolean; };

export type BulkUploaded = { total: number; succeeded: number; failed: number; results: readonly ({ index: number; filename: string; success: true; data: UploadedImage; } | { index: number; filename: string; success: false; status: number; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; }; })[]; };

export type Challenge = { /** Send it back unchanged in the solution. */ challenge: { parameters: { /** `PBKDF2/SHA-256`. */ algorithm: string; /** Hexadecimal. Nonce and counter (4 bytes, big-endian) are the password. */ nonce: string; /** Hexadecimal. */ salt: string; /** Iterations. */ cost: number; /** Bytes. */ keyLength: number; /** Hexadecimal digits that the derived key must begin with. */ keyPrefix: string; /** Unix seconds. */ expiresAt: number; data: { for: string; }; }; signature: string; }; /** Whether the server asks for a solution now. */ required: boolean; /** Requests that the solution admits. */ uses: number; /** ISO 8601, UTC, whole seconds. */ expires_at: string; };

export type ChangeAccountAsAdminRequest = { plan?: 'free' | 'pro' | 'enterprise' | undefined; suspended?: boolean | undefined; reason?: string | null | undefined; /** true also hides the images while the account is suspended. */ hide_images?: boolean | undefined; };

export type ChangeAccountRequest = { name?: string | null | undefined; email?: string | undefined; password?: string | undefined; };

export type ChangeAlbumRequest = { name?: string | undefined; description?: string | null | undefined; cover_image_id?: string | null | undefined; public?: boolean | undefined; share?: { password?: string | null | undefined; expires_at?: string | null | undefined; download?: boolean | undefined; } | undefined; };

export type ChangeImageRequest = { album?: string | null | undefined; filename?: string | undefined; /** Hours from now; 0 = permanent. */ expiry?: number | undefined; /** Seconds from now, in place of `expiry`; 0 = permanent. */ expires_in?: number | undefined; expires_at?: string | null | undefined; title?: string | null | undefined; alt?: string | null | undefined; description?: string | null | undefined; /** Replaces the tags. */ tags?: readonly (string)[] | undefined; /** Adds tags. */ add_tags?: readonly (string)[] | undefined; /** Removes tags. */ remove_tags?: readonly (string)[] | undefined; };

export type ChangeImagesRequest = { ids?: readonly (string)[] | undefined; query?: ImageFilter | undefined; /** With `query`: ids of images that stay as they are. */ except?: readonly (string)[] | undefined; /** With `query`: `next_cursor` of the call before. */ cursor?: string | undefined; album?: string | null | undefined; /** Hours from now; 0 = permanent. */ expiry?: number | undefined; /** Seconds from now, in place of `expiry`; 0 = permanent. */ expires_in?: number | undefined; expires_at?: string | null | undefined; /** Replaces the tags. */ tags?: readonly (string)[] | undefined; /** Adds tags. */ add_tags?: readonly (string)[] | undefined; /** Removes tags. */ remove_tags?: readonly (string)[] | undefined; };

export type ChangeKeyRequest = { name?: string | undefined; scopes?: readonly ('*' | 'images:write' | 'images:read' | 'images:delete' | 'albums:read' | 'albums:write' | 'keys:manage' | 'webhooks:manage' | 'account:read' | 'account:write' | 'admin')[] | undefined; };

export type ChangePasswordRequest = { current_password?: string | undefined; new_password: string; /** true also ends all API keys but that of the request. */ revoke_keys?: boolean | undefined; };

export type ChangePreferencesRequest = { link_format?: 'direct' | 'view_page' | 'thumbnail' | 'markdown' | 'html' | 'bbcode' | null | undefined; copy_after_upload?: boolean | null | undefined; album?: string | null | undefined; expiry?: number | null | undefined; language?: string | null | undefined; theme?: 'system' | 'light' | 'dark' | null | undefined; };

export type ChangeWebhookRequest = { /** An https URL on the public Internet. */ url?: string | undefined; events?: readonly ('*' | 'image.uploaded' | 'image.updated' | 'image.deleted' | 'image.expired' | 'album.created' | 'album.updated' | 'album.deleted' | 'key.created' | 'key.revoked')[] | undefined; description?: string | null | undefined; /** false gives pending deliveries up. */ active?: boolean | undefined; };

export type ClaimImageRequest = { delete_token: string; };

export type ClaimImagesRequest = { images: readonly ({ id: string; delete_token: string; })[]; };

export type CreateAlbumRequest = { name: string; description?: string | null | undefined; };

export type CreateInvitationRequest = { uses?: number | undefined; /** At most 366 days away; 7 days if it is missing (RFC 3339). */ expires_at?: string | undefined; plan?: 'free' | 'pro' | 'enterprise' | undefined; email?: string | null | undefined; note?: string | null | undefined; };

export type CreateKeyRequest = { name: string; scopes?: readonly ('*' | 'images:write' | 'images:read' | 'images:delete' | 'albums:read' | 'albums:write' | 'keys:manage' | 'webhooks:manage' | 'account:read' | 'account:write' | 'admin')[] | undefined; expires_at?: string | null | undefined; };

export type CreateTicketRequest = { /** Images that it permits. */ uploads?: number | undefined; /** Seconds until it ends. */ expires_in?: number | undefined; max_bytes?: number | null | undefined; formats?: readonly ('JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | 'HEIC' | 'TIFF' | 'BMP' | 'JXL')[] | null | undefined; album?: string | null | undefined; /** Hours that the images exist; 0 = permanent. */ expiry?: number | undefined; };

export type CreateWebhookRequest = { /** An https URL on the public Internet. */ url: string; events?: readonly ('*' | 'image.uploaded' | 'image.updated' | 'image.deleted' | 'image.expired' | 'album.created' | 'album.updated' | 'album.deleted' | 'key.created' | 'key.revoked')[] | undefined; description?: string | null | undefined; };

export type DayFigures = { /** YYYY-MM-DD, UTC. */ day: string; /** Images stored. */ uploads: number; upload_bytes: number; /** Requests to the API. */ requests: number; /** Refused or failed requests to the API, and files of bulk uploads. */ refusals: number; views: number; /** Images deleted or taken down on request. */ deletes: number; registrations: number; /** Refusals by error code. */ refusals_by_code: Record<string, number>; };

export type Decided = { total: number; succeeded: number; failed: number; results: readonly ({ index: number; id: string; success: true; data: { state: 'open' | 'dismissed' | 'taken_down'; }; } | { index: number; id: string; success: false; status: number; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; }; })[]; };

export type DeleteAccountRequest = { password?: string | undefined; };

export type DeleteImagesOfAccountRequest = { uploaded_since?: string | null | undefined; /** true also deletes what an administrator or the validator has put into quarantine. */ with_held?: boolean | undefined; reason?: string | null | undefined; };

export type DeleteImagesRequest = { ids?: readonly (string)[] | undefined; query?: ImageFilter | undefined; /** With `query`: ids of images that stay as they are. */ except?: readonly (string)[] | undefined; /** With `query`: `next_cursor` of the call before. */ cursor?: string | undefined; /** Moves them to the trash of their account. */ trash?: boolean | undefined; };

export type DeletedImage = { id: string; filename: string; deleted: true; /** ISO 8601, UTC, whole seconds. */ deleted_at: string; deletion: DeletionProgress; };

export type Deletion = { /** For `GET /api/v1/deletions/{id}`. */ id: string; storage: { /** gone = no byte is kept for this image; also while another image has the same content. */ state: 'pending' | 'gone'; at: string | null; }; edge: { /** none = no edge is configured; failed = not retried any more. */ state: 'none' | 'pending' | 'purged' | 'failed'; at: string | null; attempts: number; last_error: string | null; }; image_id: string; cause: 'request' | 'expiry' | 'takedown' | 'repair'; /** ISO 8601, UTC, whole seconds. */ deleted_at: string; };

export type DeletionProgress = { /** For `GET /api/v1/deletions/{id}`. */ id: string; storage: { /** gone = no byte is kept for this image; also while another image has the same content. */ state: 'pending' | 'gone'; at: string | null; }; edge: { /** none = no edge is configured; failed = not retried any more. */ state: 'none' | 'pending' | 'purged' | 'failed'; at: string | null; attempts: number; last_error: string | null; }; };

export type EmailVerified = { email: string; email_verified: true; };

export type EmptyTrashRequest = { ids?: readonly (string)[] | undefined; /** The whole trash, instead of `ids`. */ all?: true | undefined; };

export type FinishPasskeyRequest = { ticket: string; /** RegistrationResponseJSON of WebAuthn Level 3; further members are ignored. */ passkey: { id: string; rawId: string; type: 'public-key'; response: { clientDataJSON: string; attestationObject: string; transports?: readonly (string)[] | undefined; }; }; name?: string | undefined; };

export type FinishTotpRequest = { ticket: string; code: string; name?: string | undefined; };

export type ForgotPasswordRequest = { email: string; };

export type Health = { status: 'ok' | 'degraded' | 'down'; version: string; uptime_seconds: number; checks: { database: HealthCheck; storage: HealthCheck; disk: { status: 'ok' | 'degraded' | 'down'; latency_ms?: number | undefined; detail?: string | undefined; /** Of the file system with the temporary files. */ free_bytes?: number | undefined; }; decoder: { status: 'ok' | 'degraded' | 'down'; latency_ms?: number | undefined; detail?: string | undefined; /** How the decoder processes are confined. */ sandbox: 'bubblewrap' | 'none'; }; jobs: HealthCheck; limits: HealthCheck; backup?: { status: 'ok' | 'degraded' | 'down'; latency_ms?: number | undefined; detail?: string | undefined; /** End of the last good backup. Absent without one. */ last_good_at?: string | undefined; } | undefined; }; };

export type HealthCheck = { status: 'ok' | 'degraded' | 'down'; latency_ms?: number | undefined; detail?: string | undefined; };

export type Image = { /** Identifier of the image: 12 letters and digits. */ id: string; filename: string; /** Bytes of the stored file, equal to the Content-Length of the direct link. */ size: number; /** Pixels, in the orientation that browsers show. */ width: number; /** Pixels, in the orientation that browsers show. */ height: number; format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF'; /** ISO 8601, UTC, whole seconds. */ uploaded_at: string; links: Links; mime_type: string; extension: string; /** Hex SHA-256 of the stored file. */ sha256: string; animated: boolean; frames: number; has_alpha: boolean; thumbnail: { width: number; height: number; size: number | null; mime_type: string; /** Present while there is no thumbnail: pending = made on the first request. */ state?: 'pending' | 'failed' | undefined; /** Reason why the image cannot be decoded. */ fault?: string | undefined; }; /** Smaller versions, made on the first request. Absent in lists. */ variants?: readonly ({ preset: string; width: number; height: number; /** Links by extension. */ links: Record<string, string>; })[] | undefined; /** Versions that the operator has defined, made on the first request. Absent in lists. */ presets?: readonly ({ preset: string; width: number; height: number; /** Links by extension. */ links: Record<string, string>; })[] | undefined; expires_at: string | null; /** Kinds of removed metadata, such as gps, camera, comment, trailing_data. */ metadata_removed?: readonly (string)[] | undefined; views: number; /** Uploaded without an account. */ anonymous: boolean; title: string | null; alt: string | null; description: string | null; /** Present while the image is in quarantine: its links answer 404. */ quarantined?: true | undefined; album?: { id: string; name: string; } | null | undefined; /** Lower case. At most 50 tags of 50 characters. */ tags?: readonly (string)[] | undefined; owned?: true | undefined; uploaded_with_key?: string | null | undefined; };

export type ImageCase = { image: ModeratedImage; uploader: Uploader | null; /** The image and its duplicates, which a takedown removes together. Counted up to 1000; 0 when the image is gone. */ copies: number; open_reports: number; };

/** The images of the account that match; empty = all of them. */ export type ImageFilter = { format?: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | undefined; /** Words, in any case and order: each is in the file name, title, tags, description or album name, or is the format. */ q?: string | undefined; /** Uploaded from this month, day or instant (ISO 8601, UTC) on. */ from?: string | undefined; /** Uploaded to the end of this month or day, or before this instant. */ to?: string | undefined; /** Bytes at least. */ min_size?: number | undefined; /** Bytes at most. */ max_size?: number | undefined; /** A tag, or several separated by commas: all of them. */ tag?: string | undefined; /** Hex SHA-256 of the stored file, or of the uploaded one where none is stored with it. */ sha256?: string | undefined; /** Album name; empty = only images in no album. */ album?: string | undefined; /** Album id. */ album_id?: string | undefined; };

export type ImageInTrash = { /** Identifier of the image: 12 letters and digits. */ id: string; filename: string; /** Bytes of the stored file, equal to the Content-Length of the direct link. */ size: number; /** Pixels, in the orientation that browsers show. */ width: number; /** Pixels, in the orientation that browsers show. */ height: number; format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF'; /** ISO 8601, UTC, whole seconds. */ uploaded_at: string; links: Links; mime_type: string; extension: string; /** Hex SHA-256 of the stored file. */ sha256: string; animated: boolean; frames: number; has_alpha: boolean; thumbnail: { width: number; height: number; size: number | null; mime_type: string; /** Present while there is no thumbnail: pending = made on the first request. */ state?: 'pending' | 'failed' | undefined; /** Reason why the image cannot be decoded. */ fault?: string | undefined; }; /** Smaller versions, made on the first request. Absent in lists. */ variants?: readonly ({ preset: string; width: number; height: number; /** Links by extension. */ links: Record<string, string>; })[] | undefined; /** Versions that the operator has defined, made on the first request. Absent in lists. */ presets?: readonly ({ preset: string; width: number; height: number; /** Links by extension. */ links: Record<string, string>; })[] | undefined; expires_at: string | null; /** Kinds of removed metadata, such as gps, camera, comment, trailing_data. */ metadata_removed?: readonly (string)[] | undefined; views: number; /** Uploaded without an account. */ anonymous: boolean; title: string | null; alt: string | null; description: string | null; /** Present while the image is in quarantine: its links answer 404. */ quarantined?: true | undefined; album?: { id: string; name: string; } | null | undefined; /** Lower case. At most 50 tags of 50 characters. */ tags?: readonly (string)[] | undefined; owned?: true | undefined; uploaded_with_key?: string | null | undefined; /** ISO 8601, UTC, whole seconds. */ trashed_at: string; /** When it is deleted for good. */ purge_at: string; /** For its owner only; the links of an image in the trash answer 404. */ thumbnail_url: string; };

export type Images = { images: readonly (Image)[]; next_cursor: string | null; has_more: boolean; };

export type ImagesChanged = { total: number; succeeded: number; failed: number; results: readonly ({ index: number; id: string; success: true; data: Image; } | { index: number; id: string; success: false; status: number; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; }; })[]; };

export type Invitation = { id: string; /** The number of accounts that it admits. */ uses: number; /** The number of accounts that it has admitted. */ used: number; /** Of the accounts. */ plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; email: string | null; note: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; created_by: Person | null; /** ISO 8601, UTC, whole seconds. */ expires_at: string; };

export type Invitations = { invitations: readonly (Invitation)[]; };

export type IssuedKey = { id: string; name: string; /** The first characters of the key, to tell keys apart. */ prefix: string; last4: string; scopes: readonly ('*' | 'images:write' | 'images:read' | 'images:delete' | 'albums:read' | 'albums:write' | 'keys:manage' | 'webhooks:manage' | 'account:read' | 'account:write' | 'admin')[]; /** ISO 8601, UTC, whole seconds. */ created_at: string; last_used_at: string | null; expires_at: string | null; /** The secret. Shown only here. */ key: string; };

export type IssuedTicket = { id: string; /** The last characters of the ticket, to tell tickets apart. */ last4: string; /** Images that it permits. */ uploads: number; /** Images that were uploaded with it. */ used: number; max_bytes: number | null; formats: readonly ('JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | 'HEIC' | 'TIFF' | 'BMP' | 'JXL')[] | null; album: string | null; /** Hours that the images exist; 0 = permanent. */ expiry: number; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** The secret. Shown only here. */ ticket: string; };

export type IssuedWebhook = { id: string; url: string; description: string | null; /** `*` = all, also those of later versions. */ events: readonly (string)[]; active: boolean; disabled_at: string | null; disabled_reason: 'owner' | 'gone' | 'failures' | null; failing_since: string | null; dropping_since: string | null; old_secret_ends_at: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** `whsec_…` (Standard Webhooks 1.0.0). Shown only here. */ secret: string; };

export type Job = { id: string; kind: string; /** Runs periodically. */ periodic: boolean; state: 'waiting' | 'running' | 'dead'; attempts: number; /** ISO 8601, UTC, whole seconds. */ run_at: string; last_error: string | null; dead_at: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; };

export type Jobs = { jobs: readonly (Job)[]; next_cursor: string | null; has_more: boolean; };

export type Key = { id: string; name: string; /** The first characters of the key, to tell keys apart. */ prefix: string; last4: string; scopes: readonly ('*' | 'images:write' | 'images:read' | 'images:delete' | 'albums:read' | 'albums:write' | 'keys:manage' | 'webhooks:manage' | 'account:read' | 'account:write' | 'admin')[]; /** ISO 8601, UTC, whole seconds. */ created_at: string; last_used_at: string | null; expires_at: string | null; };

export type Keys = { keys: readonly (Key)[]; };

export type Links = { direct: string; thumbnail: string; view_page: string; bbcode: string; html: string; markdown: string; };

export type LoginRequest = { email: string; password: string; };

/** With `query`. */ export type MatchedImages = { /** Images that matched behind the cursor when the call began. */ matched: number; succeeded: number; /** Images that were deleted or quarantined in the meantime. */ failed: number; /** Ids of the images that succeeded, at most 500. */ ids: readonly (string)[]; /** Matching images that this call did not handle. */ remaining: number; /** false = counting ended at its bound: more may match. */ complete: boolean; next_cursor: string | null; has_more: boolean; };

export type ModeratedImage = { id: string; filename: string; format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF'; width: number; height: number; /** Bytes. */ size: number; links: Links; /** ISO 8601, UTC, whole seconds. */ uploaded_at: string; account_id: string | null; quarantined: boolean; /** Of its page and its file. */ views: number; };

export type Months = { /** The newest first, without empty months. */ months: readonly ({ month: string; images: number; })[]; total: number; /** false = counting ended at its bound: older months are missing. */ complete: boolean; };

export type NetworkBlock = { id: string; network: string | null; reason: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; created_by: Person | null; ends_at: string | null; };

export type NetworkBlocks = { networks: readonly (NetworkBlock)[]; };

export type NewInvitation = { id: string; /** The number of accounts that it admits. */ uses: number; /** The number of accounts that it has admitted. */ used: number; /** Of the accounts. */ plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; email: string | null; note: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; created_by: Person | null; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** Shown only here. */ token: string; /** The address of the page where it is used. */ url: string; };

export type NewSession = { /** Bearer credential. Shown only here, and not to pages of this site, which get a cookie. */ token?: string | undefined; /** ISO 8601, UTC, whole seconds. */ expires_at: string; };

export type PasskeySetUp = { /** For the next request. Shown only here. */ ticket: string; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */ options: NoInput; };

export type PasskeySignIn = { /** For the next request. Shown only here. */ ticket: string; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. */ options: NoInput; };

export type PasswordChanged = { password_changed: true; /** API keys that ended. */ keys_revoked: number; sessions_ended: number; };

export type Person = { id: string; email: string | null; };

export type Plan = { name: 'anonymous' | 'free' | 'pro' | 'enterprise'; requests_per_hour: number | null; /** Bytes. */ max_file_size: number; max_files_per_bulk: number | null; /** Width x height. */ max_pixels: number; max_storage: number | null; /** Of an upload that names no expiry; 0 = permanent. */ default_expiry_hours: number; max_expiry_hours: number; /** Whether images may be without an expiry. */ permanent: boolean; };

export type Plans = { plans: readonly (Plan)[]; };

/** Preferences of the web application. null = not chosen. */ export type Preferences = { link_format: 'direct' | 'view_page' | 'thumbnail' | 'markdown' | 'html' | 'bbcode' | null; copy_after_upload: boolean | null; album: string | null; expiry: number | null; language: string | null; theme: 'system' | 'light' | 'dark' | null; };

export type Profile = { id: string; email: string; /** Whether a mailed link, a provider or the operator proved the address. */ email_verified: boolean; pending_email: string | null; name: string | null; plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; admin: boolean; waiting_for: 'approval' | 'verification' | null; /** false for accounts made by a provider or on the command line. */ has_password: boolean; /** ISO 8601, UTC, whole seconds. */ created_at: string; };

/** With one of `code`, `recovery_code` and `passkey`. */ export type ProveSecondFactorRequest = { ticket: string; code?: string | undefined; recovery_code?: string | undefined; /** AuthenticationResponseJSON of WebAuthn Level 3; further members are ignored. */ passkey?: { id: string; rawId: string; type: 'public-key'; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null | undefined; }; } | undefined; };

export type Quarantine = { images: readonly (QuarantinedImage)[]; next_cursor: string | null; has_more: boolean; };

export type QuarantineImageRequest = { reason?: string | undefined; };

export type QuarantinedImage = { id: string; filename: string; format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF'; width: number; height: number; /** Bytes. */ size: number; links: Links; /** ISO 8601, UTC, whole seconds. */ uploaded_at: string; account_id: string | null; quarantined: boolean; /** Of its page and its file. */ views: number; /** ISO 8601, UTC, whole seconds. */ quarantined_at: string; cause: 'administrator' | 'account' | 'validator'; reason: string | null; };

export type RecoveryCodes = { /** Each signs in once. Shown only here. */ recovery_codes: readonly (string)[]; };

export type RegisterRequest = { email: string; password: string; name?: string | undefined; /** The token of an invitation. */ invitation?: string | undefined; /** true also opens a session; browsers get its cookie. */ session?: boolean | undefined; };

export type Registered = { account: { id: string; email: string; name: string | null; plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; email_verified: boolean; waiting_for: 'approval' | 'verification' | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; }; api_key: IssuedKey; session?: NewSession | undefined; /** Value of X-CSRF-Token in unsafe requests with the session cookie. */ csrf_token?: string | undefined; };

export type Released = { id: string; released: true; };

export type RenameSecondFactorRequest = { name: string; };

export type Report = { id: string; image: ModeratedImage | null; /** Kept when the image is deleted. */ image_id: string; reason: 'illegal' | 'abuse' | 'copyright' | 'privacy' | 'spam' | 'other'; comment: string | null; email: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; state: 'open' | 'dismissed' | 'taken_down'; resolved_at: string | null; resolved_by: Person | null; note: string | null; };

export type ReportImageRequest = { reason: 'illegal' | 'abuse' | 'copyright' | 'privacy' | 'spam' | 'other'; comment?: string | undefined; email?: string | undefined; };

export type ReportOfImage = { id: string; reason: 'illegal' | 'abuse' | 'copyright' | 'privacy' | 'spam' | 'other'; comment: string | null; email: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; state: 'open' | 'dismissed' | 'taken_down'; resolved_at: string | null; resolved_by: Person | null; note: string | null; };

export type Reported = { reported: true; };

export type ReportedImage = { /** Kept when the image is deleted. */ image_id: string; image: ModeratedImage | null; uploader: Uploader | null; /** The image and its duplicates, which a takedown removes together. Counted up to 1000; 0 when the image is gone. */ copies: number; /** In the requested state. */ reports: number; /** The most frequent first. */ reasons: readonly ({ reason: 'illegal' | 'abuse' | 'copyright' | 'privacy' | 'spam' | 'other'; reports: number; })[]; /** ISO 8601, UTC, whole seconds. */ first_reported_at: string; /** ISO 8601, UTC, whole seconds. */ last_reported_at: string; /** The newest reports, newest first. */ latest: readonly (ReportOfImage)[]; };

export type ReportedImages = { images: readonly (ReportedImage)[]; next_cursor: string | null; has_more: boolean; };

export type Reports = { reports: readonly (Report)[]; next_cursor: string | null; has_more: boolean; };

export type ResetPasswordRequest = { token: string; password: string; };

export type ResetRequested = { requested: true; };

export type ResolveReportRequest = { action: 'dismiss' | 'takedown' | 'takedown_and_suspend'; note?: string | undefined; };

export type ResolveReportsRequest = { action: 'dismiss' | 'takedown' | 'takedown_and_suspend'; note?: string | undefined; image_ids: readonly (string)[]; };

export type RestoreImagesRequest = { ids: readonly (string)[]; };

export type RotateKeyRequest = { grace_hours?: number | undefined; };

export type SameUploader = { /** Images of the uploader in this time. Counted up to 10000. */ total: number; /** Those of them that are not in quarantine. */ shown: number; /** The newest, at most 100. */ images: readonly (ModeratedImage)[]; };

export type SecondFactorAdded = { second_factor: { id: string; kind: 'totp' | 'passkey'; name: string; /** ISO 8601, UTC, whole seconds. */ created_at: string; last_used_at: string | null; }; /** Each signs in once. Shown only here. */ recovery_codes?: readonly (string)[] | undefined; };

export type SecondFactorRemoved = { id: string; removed: true; };

export type SecondFactorRenamed = { id: string; kind: 'totp' | 'passkey'; name: string; /** ISO 8601, UTC, whole seconds. */ created_at: string; last_used_at: string | null; };

export type SecondFactors = { second_factors: readonly ({ id: string; kind: 'totp' | 'passkey'; name: string; /** ISO 8601, UTC, whole seconds. */ created_at: string; last_used_at: string | null; })[]; recovery_codes_left: number; /** Whether the operator requires a second factor of this administrator. */ required: boolean; };

export type SecondStep = { methods: readonly ('totp' | 'passkey' | 'recovery_code')[]; /** ISO 8601, UTC, whole seconds. */ expires_at: string; passkey: NoInput | null; };

export type Service = { name: string; version: string; openapi: string; docs: string; health: string; };

export type Session = { id: string; user_agent: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** ISO 8601, UTC, whole seconds. */ last_used_at: string; network: string | null; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** Whether this session made the request. */ current: boolean; };

export type SessionEnded = { id: string; ended: true; };

export type Sessions = { sessions: readonly (Session)[]; };

export type SessionsEnded = { sessions_ended: number; };

export type ShowSecondStepRequest = { ticket: string; };

export type SignInWithPasskeyRequest = { ticket: string; /** AuthenticationResponseJSON of WebAuthn Level 3; further members are ignored. */ passkey: { id: string; rawId: string; type: 'public-key'; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null | undefined; }; }; };

export type SignedIn = { account: Profile; session: NewSession; /** Value of X-CSRF-Token in unsafe requests with the session cookie. */ csrf_token: string; };

export type SignedOut = { logged_out: true; };

export type Site = { name: string; version: string; /** invitation = with an invitation only; approval = an account can be used when an administrator has approved it. */ registration: 'open' | 'invitation' | 'approval' | 'closed'; /** Domains of the email addresses that can register; empty = any. */ registration_domains: readonly (string)[]; /** off = uploads need an account or an upload ticket. */ anonymous_uploads: 'on' | 'off'; /** What needs the solution of a challenge now; uploads: those without an account or an upload ticket. */ challenge: readonly ('registration' | 'uploads')[]; oidc: { name: string; } | null; password_reset: 'mail' | 'none'; image_host: string; /** Variants that the operator has defined. */ presets: readonly ({ /** In `/v/<id>/<name>.<ext>`. */ name: string; width: number | null; height: number | null; /** cover = fills the box, and is cut; inside = whole. */ fit: 'cover' | 'inside'; quality: number | null; })[]; };

export type Statistics = { days: readonly (DayFigures)[]; totals: { images: number; /** Of all images, duplicates included. */ bytes: number; accounts: number; albums: number; /** Files in the store; duplicates share one. */ blobs: number; }; };

export type Tags = { tags: readonly ({ tag: string; images: number; })[]; next_cursor: string | null; has_more: boolean; };

export type TakeDownImageRequest = { reason: string; /** Refuse uploads of the same picture. */ block?: boolean | undefined; };

export type TakenDown = { id: string; /** Number of removed images: this one and its duplicates. */ taken_down: number; block_id: string | null; };

export type TicketPage = { tickets: readonly (UploadTicket)[]; next_cursor: string | null; has_more: boolean; };

export type TicketRevoked = { id: string; revoked: true; };

export type TotpSetUp = { /** For the next request. Shown only here. */ ticket: string; /** ISO 8601, UTC, whole seconds. */ expires_at: string; /** base32 (RFC 4648). Shown only here. */ secret: string; /** `otpauth:` URI for a QR code. */ uri: string; };

export type Trash = { images: readonly (ImageInTrash)[]; next_cursor: string | null; has_more: boolean; };

export type TrashEmptied = { /** Images deleted for good. */ deleted: number; /** Images still in the trash. */ remaining: number; };

/** With `trash`, unless the server has no trash. */ export type TrashedImage = { id: string; filename: string; trashed: true; /** ISO 8601, UTC, whole seconds. */ trashed_at: string; /** When it is deleted for good. */ purge_at: string; };

export type Unblocked = { id: string; unblocked: true; };

export type UploadImageRequest = { /** An image. Its content determines its type. */ file?: Blob | undefined; /** Address of the image, in place of `file`, where the server fetches images (`IMGD_URL_UPLOADS`). */ url?: string | undefined; /** Album name. */ album?: string | undefined; /** Hours until the image is deleted; 0 = permanent. */ expiry?: number | undefined; /** Seconds, in place of `expiry`; 0 = permanent. */ expires_in?: number | undefined; /** The instant (RFC 3339), in place of `expiry`. */ expires_at?: string | undefined; /** Title. At most 200 characters. */ title?: string | undefined; /** Alternative text: what the picture shows, for readers who do not see it. At most 1000 characters. */ alt?: string | undefined; /** Description; may have several lines. At most 5000 characters. */ description?: string | undefined; /** Tags, separated by commas. */ tags?: string | undefined; };

export type UploadImagesRequest = { /** The images, one part for each. The other fields apply to all of them. */ files: readonly (Blob)[]; /** Album name. */ album?: string | undefined; /** Hours until the image is deleted; 0 = permanent. */ expiry?: number | undefined; /** Seconds, in place of `expiry`; 0 = permanent. */ expires_in?: number | undefined; /** The instant (RFC 3339), in place of `expiry`. */ expires_at?: string | undefined; /** Title. At most 200 characters. */ title?: string | undefined; /** Alternative text: what the picture shows, for readers who do not see it. At most 1000 characters. */ alt?: string | undefined; /** Description; may have several lines. At most 5000 characters. */ description?: string | undefined; /** Tags, separated by commas. */ tags?: string | undefined; /** true = all or none. */ atomic?: boolean | undefined; };

export type UploadStatus = { /** processing = all bytes have come, and the image is being made; a HEAD or an empty PATCH continues it after a failure of the server. */ status: 'uploading' | 'processing' | 'complete' | 'failed'; /** Durable bytes. */ offset: number; /** Bytes of the whole file. */ length: number; /** ISO 8601, UTC, whole seconds. */ expires_at: string; image: UploadedImage | null; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; } | null; };

export type UploadTicket = { id: string; /** The last characters of the ticket, to tell tickets apart. */ last4: string; /** Images that it permits. */ uploads: number; /** Images that were uploaded with it. */ used: number; max_bytes: number | null; formats: readonly ('JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | 'HEIC' | 'TIFF' | 'BMP' | 'JXL')[] | null; album: string | null; /** Hours that the images exist; 0 = permanent. */ expiry: number; /** ISO 8601, UTC, whole seconds. */ created_at: string; /** ISO 8601, UTC, whole seconds. */ expires_at: string; };

export type UploadedImage = { /** Identifier of the image: 12 letters and digits. */ id: string; filename: string; /** Bytes of the stored file, equal to the Content-Length of the direct link. */ size: number; /** Pixels, in the orientation that browsers show. */ width: number; /** Pixels, in the orientation that browsers show. */ height: number; format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF'; /** ISO 8601, UTC, whole seconds. */ uploaded_at: string; links: Links; album: string | null; title: string | null; alt: string | null; description: string | null; /** Lower case. At most 50 tags of 50 characters. */ tags: readonly (string)[]; expires_at: string | null; /** Kinds of removed metadata, such as gps, camera, comment, trailing_data. */ metadata_removed: readonly (string)[]; /** Format of the uploaded file: another one than `format` where the image was converted. */ source_format: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | 'HEIC' | 'TIFF' | 'BMP' | 'JXL'; /** Uploaded without an account: only the delete token can delete the image. */ anonymous: boolean; /** Bearer credential that deletes this image. Shown only here; a repeated answer to an anonymous caller has it if the Idempotency-Key has 128 bits. */ delete_token?: string | undefined; /** Page that deletes the image after confirmation; as `delete_token`. */ delete_url?: string | undefined; /** Present while the image is in quarantine: its links answer 404. */ quarantined?: true | undefined; };

export type Uploader = { id: string; email: string | null; name: string | null; suspended: boolean; images: number; };

export type UploaderActed = { /** Images that were hidden or removed. */ done: number; /** Images that are left for another request. */ remaining: number; next_image_id: string | null; block_id: string | null; };

export type Usage = { plan: 'anonymous' | 'free' | 'pro' | 'enterprise'; authenticated: boolean; rate_limit: { policy: 'hourly'; limit: number | null; used: number; remaining: number | null; window_seconds: number; reset_at: string | null; /** Seconds until the next request is accepted; 0 = now. */ retry_after: number; }; limits: { max_file_size: number; max_files_per_bulk: number | null; max_expiry_hours: number; /** Of an upload that names no expiry; 0 = permanent. */ default_expiry_hours: number; /** Whether images may be without an expiry. */ permanent: boolean; max_album_length: number; /** Width x height of one frame. */ max_pixels: number; /** The same for pictures that must be decoded as a whole: progressive JPEG, WebP, AVIF, HEIC and others. */ max_pixels_in_memory: number; /** Longer side in pixels. */ max_side: number; max_frames: number; /** Width x height x frames of an animation. */ max_total_pixels: number; /** Scans of a JPEG. */ max_scans: number; max_bulk_bytes: number | null; /** Text fields of an upload. */ max_text_fields: number; max_storage: number | null; /** Days that an image stays in the trash; 0 = there is no trash. */ trash_days: number; accepted_formats: readonly (string)[]; /** Whether images keep descriptive metadata, such as the position. false = it is removed. */ keeps_metadata: boolean; }; storage: { /** Outside the trash. */ images: number; albums: number; /** All that counts against `max_storage`, the trash included. */ bytes: number; trash: { images: number; bytes: number; }; }; };

export type VerificationRequested = { /** false: there is nothing to verify, or the server sends no mail. */ requested: boolean; };

export type VerifyEmailRequest = { token: string; };

export type Webhook = { id: string; url: string; description: string | null; /** `*` = all, also those of later versions. */ events: readonly (string)[]; active: boolean; disabled_at: string | null; disabled_reason: 'owner' | 'gone' | 'failures' | null; failing_since: string | null; dropping_since: string | null; old_secret_ends_at: string | null; /** ISO 8601, UTC, whole seconds. */ created_at: string; };

export type WebhookDeleted = { id: string; deleted: true; };

export type WebhookDeliveries = { deliveries: readonly (WebhookDelivery)[]; next_cursor: string | null; has_more: boolean; };

export type WebhookDelivery = { /** The `webhook-id` of the message. */ id: string; type: string; state: 'pending' | 'delivered' | 'failed'; attempts: number; /** ISO 8601, UTC, whole seconds. */ created_at: string; attempted_at: string | null; next_attempt_at: string | null; finished_at: string | null; response_status: number | null; error: string | null; duration_ms: number | null; };

export type Webhooks = { webhooks: readonly (Webhook)[]; };

/** What each operation takes (parameters of path and query, `body`), and `data` of its response. */
export interface Operations {
  /** Upload an image */ uploadImage: { input: { body: UploadImageRequest; }; data: UploadedImage };
  /** Upload several images */ uploadImages: { input: { body: UploadImagesRequest; }; data: BulkUploaded };
  /** State of a resumable upload, and its image */ getUpload: { input: { id: string; }; data: UploadStatus };
  /** Create an upload ticket */ createTicket: { input: { body: CreateTicketRequest; }; data: IssuedTicket };
  /** List the upload tickets that permit further uploads, newest first */ listTickets: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: TicketPage };
  /** Revoke an upload ticket */ revokeTicket: { input: { id: string; }; data: TicketRevoked };
  /** Image info */ getImage: { input: { id: string; }; data: Image };
  /** Change album, file name, texts, tags or expiry */ changeImage: { input: { id: string; body: ChangeImageRequest; }; data: Image };
  /** Delete an image */ deleteImage: { input: { trash?: 'true' | 'false' | undefined; id: string; }; data: DeletedImage | TrashedImage };
  /** Move an anonymous image into the account */ claimImage: { input: { id: string; body: ClaimImageRequest; }; data: Image };
  /** The progress of a deletion */ getDeletion: { input: { id: string; }; data: Deletion };
  /** The account's images */ listImages: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; order?: 'newest' | 'oldest' | 'largest' | 'smallest' | undefined; format?: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | undefined; /** Words, in any case and order: each is in the file name, title, tags, description or album name, or is the format. */ q?: string | undefined; /** Uploaded from this month, day or instant (ISO 8601, UTC) on. */ from?: string | undefined; /** Uploaded to the end of this month or day, or before this instant. */ to?: string | undefined; /** Bytes at least. */ min_size?: number | undefined; /** Bytes at most. */ max_size?: number | undefined; /** A tag, or several separated by commas: all of them. */ tag?: string | undefined; /** Hex SHA-256 of the stored file, or of the uploaded one where none is stored with it. */ sha256?: string | undefined; /** Album name; empty = only images in no album. */ album?: string | undefined; /** Album id. */ album_id?: string | undefined; }; data: Images };
  /** The number of the account's images by month of upload */ countMonths: { input: { format?: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | undefined; /** Words, in any case and order: each is in the file name, title, tags, description or album name, or is the format. */ q?: string | undefined; /** Uploaded from this month, day or instant (ISO 8601, UTC) on. */ from?: string | undefined; /** Uploaded to the end of this month or day, or before this instant. */ to?: string | undefined; /** Bytes at least. */ min_size?: number | undefined; /** Bytes at most. */ max_size?: number | undefined; /** A tag, or several separated by commas: all of them. */ tag?: string | undefined; /** Hex SHA-256 of the stored file, or of the uploaded one where none is stored with it. */ sha256?: string | undefined; /** Album name; empty = only images in no album. */ album?: string | undefined; /** Album id. */ album_id?: string | undefined; /** Minutes east of UTC of the clock that divides the months. */ utc_offset?: number | undefined; }; data: Months };
  /** The tags of the account's images, with their number of images */ listTags: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Tags };
  /** Change album, tags or expiry of several images */ changeImages: { input: { body: ChangeImagesRequest; }; data: { total: number; succeeded: number; failed: number; results: readonly ({ index: number; id: string; success: true; data: Image; } | { index: number; id: string; success: false; status: number; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; }; })[]; } | MatchedImages };
  /** Delete several images for good, or move them to the trash */ deleteImages: { input: { body: DeleteImagesRequest; }; data: { total: number; succeeded: number; failed: number; results: readonly ({ index: number; id: string; success: true; data: DeletedImage | TrashedImage; } | { index: number; id: string; success: false; status: number; error: { code: string; message: string; request_id?: string | undefined; param?: string | undefined; details?: Record<string, unknown> | undefined; /** Seconds. */ retry_after?: number | undefined; }; })[]; } | MatchedImages };
  /** Move anonymous images into the account */ claimImages: { input: { body: ClaimImagesRequest; }; data: ImagesChanged };
  /** The images in the account's trash, the latest first */ listTrash: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Trash };
  /** Delete images in the trash for good */ emptyTrash: { input: { body: EmptyTrashRequest; }; data: TrashEmptied };
  /** Take images out of the trash */ restoreImages: { input: { body: RestoreImagesRequest; }; data: ImagesChanged };
  /** The account's albums, the newest first */ listAlbums: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Albums };
  /** Create an album */ createAlbum: { input: { body: CreateAlbumRequest; }; data: Album };
  /** The images in an album */ listAlbumImages: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; order?: 'newest' | 'oldest' | 'largest' | 'smallest' | undefined; format?: 'JPEG' | 'PNG' | 'GIF' | 'WEBP' | 'AVIF' | undefined; /** Words, in any case and order: each is in the file name, title, tags, description or album name, or is the format. */ q?: string | undefined; /** Uploaded from this month, day or instant (ISO 8601, UTC) on. */ from?: string | undefined; /** Uploaded to the end of this month or day, or before this instant. */ to?: string | undefined; /** Bytes at least. */ min_size?: number | undefined; /** Bytes at most. */ max_size?: number | undefined; /** A tag, or several separated by commas: all of them. */ tag?: string | undefined; /** Hex SHA-256 of the stored file, or of the uploaded one where none is stored with it. */ sha256?: string | undefined; id: string; }; data: Images };
  /** An album */ getAlbum: { input: { id: string; }; data: Album };
  /** Change name, description or cover; share the album by a public link, or end the link */ changeAlbum: { input: { id: string; body: ChangeAlbumRequest; }; data: Album };
  /** Delete an album */ deleteAlbum: { input: { images?: 'keep' | 'trash' | 'delete' | undefined; id: string; }; data: AlbumDeleted };
  /** Report an image to the operator */ reportImage: { input: { id: string; body: ReportImageRequest; }; data: Reported };
  /** Register a free account; the response contains its first API key */ register: { input: { body: RegisterRequest; }; data: Registered };
  /** Sign in; the response contains a session token, and browsers get a cookie */ login: { input: { body: LoginRequest; }; data: SignedIn };
  /** End the session of this request */ logout: { input: NoInput; data: SignedOut };
  /** The account's live sessions */ listSessions: { input: NoInput; data: Sessions };
  /** End all sessions of the account but that of this request */ endOtherSessions: { input: NoInput; data: SessionsEnded };
  /** End a session of the account */ endSession: { input: { id: string; }; data: SessionEnded };
  /** How a sign-in can be completed, with the options for a passkey */ showSecondStep: { input: { body: ShowSecondStepRequest; }; data: SecondStep };
  /** Complete a sign-in by a code, a recovery code or a passkey */ proveSecondFactor: { input: { body: ProveSecondFactorRequest; }; data: SignedIn };
  /** Begin to sign in by a passkey alone */ beginPasskeySignIn: { input: NoInput; data: PasskeySignIn };
  /** Sign in by a passkey that has verified its user */ signInWithPasskey: { input: { body: SignInWithPasskeyRequest; }; data: SignedIn };
  /** Send a link to set a new password; the response does not reveal whether the account exists */ forgotPassword: { input: { body: ForgotPasswordRequest; }; data: ResetRequested };
  /** Set a new password by the token of the link; all API keys and sessions of the account end */ resetPassword: { input: { body: ResetPasswordRequest; }; data: PasswordChanged };
  /** Verify an email address by the token of the mailed link */ verifyEmail: { input: { body: VerifyEmailRequest; }; data: EmailVerified };
  /** Mail the link again that verifies the address of the account, or its pending one */ requestVerification: { input: NoInput; data: VerificationRequested };
  /** The caller's account; with a session cookie also its CSRF token */ getAccount: { input: NoInput; data: Account };
  /** Change the name or, with the password, the email address; a mailed link confirms a new address */ changeAccount: { input: { body: ChangeAccountRequest; }; data: Account };
  /** Delete the account, and its images unless they are kept as anonymous images */ deleteAccount: { input: { /** keep = as anonymous images. */ images?: 'delete' | 'keep' | undefined; body: DeleteAccountRequest; }; data: AccountDeleted };
  /** Set a new password; all other sessions end, and on request all API keys */ changePassword: { input: { body: ChangePasswordRequest; }; data: PasswordChanged };
  /** The account's uploads, bytes and requests of the last days (UTC) */ getAccountUsage: { input: { /** Days up to today. */ days?: number | undefined; }; data: AccountUsage };
  /** Preferences of the web application */ getPreferences: { input: NoInput; data: Preferences };
  /** Change preferences of the web application; null = not chosen */ changePreferences: { input: { body: ChangePreferencesRequest; }; data: Preferences };
  /** Get an address from which all of the account's data can be downloaded once as a ZIP file */ exportAccount: { input: NoInput; data: AccountExport };
  /** Get an address from which the data of an account can be downloaded once as a ZIP file */ exportAccountAsAdmin: { input: { id: string; }; data: AccountExport };
  /** The second factors of the account */ listSecondFactors: { input: NoInput; data: SecondFactors };
  /** Begin to add an authenticator app (TOTP, RFC 6238); it counts once a code has proven it */ beginTotp: { input: { body: DeleteAccountRequest; }; data: TotpSetUp };
  /** Add the authenticator app by one of its codes; all other sessions end with the first factor */ finishTotp: { input: { body: FinishTotpRequest; }; data: SecondFactorAdded };
  /** Begin to add a passkey (WebAuthn) */ beginPasskey: { input: { body: DeleteAccountRequest; }; data: PasskeySetUp };
  /** Add the passkey that the browser has made; all other sessions end with the first factor */ finishPasskey: { input: { body: FinishPasskeyRequest; }; data: SecondFactorAdded };
  /** Replace all recovery codes; the response contains the new ones */ renewRecoveryCodes: { input: { body: DeleteAccountRequest; }; data: RecoveryCodes };
  /** Rename a second factor */ renameSecondFactor: { input: { id: string; body: RenameSecondFactorRequest; }; data: SecondFactorRenamed };
  /** Remove a second factor; all other sessions end */ removeSecondFactor: { input: { id: string; body: DeleteAccountRequest; }; data: SecondFactorRemoved };
  /** List keys */ listKeys: { input: NoInput; data: Keys };
  /** Create a key */ createKey: { input: { body: CreateKeyRequest; }; data: IssuedKey };
  /** Rename a key, or remove scopes from it */ changeKey: { input: { id: string; body: ChangeKeyRequest; }; data: Key };
  /** Revoke a key */ revokeKey: { input: { id: string; }; data: TicketRevoked };
  /** Replace a key; the old one stays valid for the given hours */ rotateKey: { input: { id: string; body: RotateKeyRequest; }; data: IssuedKey };
  /** List webhooks */ listWebhooks: { input: NoInput; data: Webhooks };
  /** Add a webhook; without events it gets all */ createWebhook: { input: { body: CreateWebhookRequest; }; data: IssuedWebhook };
  /** Show a webhook */ getWebhook: { input: { id: string; }; data: Webhook };
  /** Change, disable or enable a webhook */ changeWebhook: { input: { id: string; body: ChangeWebhookRequest; }; data: Webhook };
  /** Delete a webhook with its deliveries */ deleteWebhook: { input: { id: string; }; data: WebhookDeleted };
  /** Replace the secret; for the given hours messages are signed with both */ rotateWebhookSecret: { input: { id: string; body: RotateKeyRequest; }; data: IssuedWebhook };
  /** Queue a test message, which is attempted once */ testWebhook: { input: { id: string; }; data: WebhookDelivery };
  /** Deliveries of a webhook, the newest first */ listWebhookDeliveries: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; id: string; }; data: WebhookDeliveries };
  /** Make a delivery again, with the same id and all attempts */ redeliver: { input: { id: string; delivery: string; }; data: WebhookDelivery };
  /** List webhooks */ listWebhooksOfService: { input: NoInput; data: Webhooks };
  /** Add a webhook; without events it gets all */ createWebhookOfService: { input: { body: CreateWebhookRequest; }; data: IssuedWebhook };
  /** Show a webhook */ getWebhookOfService: { input: { id: string; }; data: Webhook };
  /** Change, disable or enable a webhook */ changeWebhookOfService: { input: { id: string; body: ChangeWebhookRequest; }; data: Webhook };
  /** Delete a webhook with its deliveries */ deleteWebhookOfService: { input: { id: string; }; data: WebhookDeleted };
  /** Replace the secret; for the given hours messages are signed with both */ rotateWebhookSecretOfService: { input: { id: string; body: RotateKeyRequest; }; data: IssuedWebhook };
  /** Queue a test message, which is attempted once */ testWebhookOfService: { input: { id: string; }; data: WebhookDelivery };
  /** Deliveries of a webhook, the newest first */ listWebhookDeliveriesOfService: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; id: string; }; data: WebhookDeliveries };
  /** Make a delivery again, with the same id and all attempts */ redeliverOfService: { input: { id: string; delivery: string; }; data: WebhookDelivery };
  /** The caller's limits and usage */ getUsage: { input: NoInput; data: Usage };
  /** Plans and their limits */ listPlans: { input: NoInput; data: Plans };
  /** Features of this server: registration, ways to sign in, host of the images */ getSite: { input: NoInput; data: Site };
  /** A proof-of-work challenge, for registration and uploads without an account */ getChallenge: { input: { /** What its solution admits. */ for: 'registration' | 'uploads'; }; data: Challenge };
  /** Health of the service and of its parts */ getHealth: { input: NoInput; data: Health };
  /** Reports, the newest first */ listReports: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; state?: 'open' | 'dismissed' | 'taken_down' | 'all' | undefined; }; data: Reports };
  /** Decide on all open reports of the image */ resolveReport: { input: { id: string; body: ResolveReportRequest; }; data: Report };
  /** Reported images with their reports, those reported last first */ listReportedImages: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; state?: 'open' | 'dismissed' | 'taken_down' | 'all' | undefined; }; data: ReportedImages };
  /** Decide on all open reports of several images */ resolveReports: { input: { body: ResolveReportsRequest; }; data: Decided };
  /** How much waits for an administrator */ getAttention: { input: NoInput; data: Attention };
  /** Remove an image and its duplicates, and block the picture */ takeDownImage: { input: { id: string; body: TakeDownImageRequest; }; data: TakenDown };
  /** An image, in quarantine or not, with its uploader and the number of its copies */ getImageAsAdmin: { input: { id: string; }; data: ImageCase };
  /** The images of an account, the newest first, in quarantine or not */ listImagesOfAccount: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; id: string; }; data: AccountImages };
  /** Images from the uploader of an anonymous image */ getSameUploader: { input: { /** Hours back from now. */ since_hours?: number | undefined; id: string; }; data: SameUploader };
  /** Hide, show, delete or take down all images from an uploader, and block the uploader */ actOnSameUploader: { input: { id: string; body: ActOnSameUploaderRequest; }; data: UploaderActed };
  /** Blocked pictures, the newest block first */ listBlocks: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Blocks };
  /** Allow uploads of a blocked picture again */ deleteBlock: { input: { id: string; }; data: Unblocked };
  /** Blocked networks, the newest first */ listBlockedNetworks: { input: NoInput; data: NetworkBlocks };
  /** Refuse uploads, registrations and sign-ins from a network */ blockNetwork: { input: { body: BlockNetworkRequest; }; data: NetworkBlock };
  /** End the block of a network */ unblockNetwork: { input: { id: string; }; data: Unblocked };
  /** Images in quarantine, the latest first */ listQuarantine: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Quarantine };
  /** Hide an image from everybody but administrators */ quarantineImage: { input: { id: string; body: QuarantineImageRequest; }; data: QuarantinedImage };
  /** Show an image in quarantine to everybody again */ releaseImage: { input: { id: string; }; data: Released };
  /** Accounts in the order of their creation, bytes, images or last use */ listAccounts: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; /** Part of the email address or name. */ q?: string | undefined; plan?: 'anonymous' | 'free' | 'pro' | 'enterprise' | undefined; suspended?: 'true' | 'false' | undefined; waiting?: 'true' | 'false' | undefined; sort?: 'created' | 'bytes' | 'images' | 'last_seen' | undefined; order?: 'asc' | 'desc' | undefined; }; data: AdminAccounts };
  /** An account */ getAccountAsAdmin: { input: { id: string; }; data: AdminAccount };
  /** Change the plan of an account, suspend or resume it; effective from the next request */ changeAccountAsAdmin: { input: { id: string; body: ChangeAccountAsAdminRequest; }; data: AdminAccount };
  /** Delete an account with its keys, albums and images */ deleteAccountAsAdmin: { input: { id: string; }; data: AccountTask };
  /** Delete the images of an account */ deleteImagesOfAccount: { input: { id: string; body: DeleteImagesOfAccountRequest; }; data: AccountTask };
  /** Put the images of an account into quarantine */ hideImagesOfAccount: { input: { id: string; body: DeleteImagesOfAccountRequest; }; data: AccountTask };
  /** Release the hidden images of an account */ showImagesOfAccount: { input: { id: string; body: DeleteImagesOfAccountRequest; }; data: AccountTask };
  /** How many images, and bytes, a task would change */ countImagesOfAccount: { input: { kind: 'delete_images' | 'hide_images' | 'show_images' | 'delete_account'; uploaded_since?: string | undefined; with_held?: 'true' | 'false' | undefined; id: string; }; data: AccountTaskCount };
  /** Work on the images of accounts, the latest first */ listAccountTasks: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; /** Only tasks of this account. */ account_id?: string | undefined; }; data: AccountTasks };
  /** The progress of work on the images of an account */ getAccountTask: { input: { id: string; }; data: AccountTask };
  /** Let a waiting account be used, from its next request */ approveAccount: { input: { id: string; }; data: AdminAccount };
  /** Delete a waiting account */ rejectAccount: { input: { id: string; }; data: AccountRejected };
  /** Invitations to register, the newest first */ listInvitations: { input: NoInput; data: Invitations };
  /** Invite people to register; the response contains the link */ createInvitation: { input: { body: CreateInvitationRequest; }; data: NewInvitation };
  /** Revoke an invitation; accounts that it has admitted stay */ revokeInvitation: { input: { id: string; }; data: TicketRevoked };
  /** Background jobs, the newest first */ listJobs: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; state?: 'waiting' | 'running' | 'dead' | undefined; }; data: Jobs };
  /** Run a job now, with its attempts counted anew */ retryJob: { input: { id: string; }; data: Job };
  /** Remove a job */ removeJob: { input: { id: string; }; data: SecondFactorRemoved };
  /** Figures of the last days (UTC), and totals */ getStatistics: { input: { /** Days up to today. */ days?: number | undefined; }; data: Statistics };
  /** Administrative acts, the newest first */ listAudit: { input: { /** Maximum items on a page. */ limit?: number | undefined; /** `next_cursor` of the page before. */ cursor?: string | undefined; }; data: Audit };
}

/** Operations with a JSON body or none: method and path below /api/v1; `+`: takes an Idempotency-Key. */
export const PATHS = {
  getUpload: 'GET /uploads/{id}',
  createTicket: '+POST /tickets',
  listTickets: 'GET /tickets',
  revokeTicket: 'DELETE /tickets/{id}',
  getImage: 'GET /image/{id}',
  changeImage: 'PATCH /image/{id}',
  deleteImage: 'DELETE /image/{id}',
  claimImage: '+POST /image/{id}/claim',
  getDeletion: 'GET /deletions/{id}',
  listImages: 'GET /images',
  countMonths: 'GET /images/months',
  listTags: 'GET /tags',
  changeImages: '+POST /images/update',
  deleteImages: '+POST /images/delete',
  claimImages: '+POST /images/claim',
  listTrash: 'GET /trash',
  emptyTrash: 'DELETE /trash',
  restoreImages: '+POST /trash/restore',
  listAlbums: 'GET /albums',
  createAlbum: '+POST /albums',
  listAlbumImages: 'GET /albums/{id}/images',
  getAlbum: 'GET /albums/{id}',
  changeAlbum: 'PATCH /albums/{id}',
  deleteAlbum: 'DELETE /albums/{id}',
  reportImage: '+POST /image/{id}/report',
  register: '+POST /auth/register',
  login: '+POST /auth/login',
  logout: '+POST /auth/logout',
  listSessions: 'GET /auth/sessions',
  endOtherSessions: 'DELETE /auth/sessions',
  endSession: 'DELETE /auth/sessions/{id}',
  showSecondStep: 'POST /auth/second-factor/options',
  proveSecondFactor: '+POST /auth/second-factor',
  beginPasskeySignIn: 'POST /auth/passkey/options',
  signInWithPasskey: '+POST /auth/passkey',
  forgotPassword: '+POST /auth/password/forgot',
  resetPassword: '+POST /auth/password/reset',
  verifyEmail: '+POST /auth/verify',
  requestVerification: '+POST /account/verification',
  getAccount: 'GET /account',
  changeAccount: 'PATCH /account',
  deleteAccount: 'DELETE /account',
  changePassword: '+POST /account/password',
  getAccountUsage: 'GET /account/usage',
  getPreferences: 'GET /account/preferences',
  changePreferences: 'PATCH /account/preferences',
  exportAccount: '+POST /account/export',
  exportAccountAsAdmin: '+POST /admin/accounts/{id}/export',
  listSecondFactors: 'GET /account/second-factors',
  beginTotp: '+POST /account/second-factors/totp',
  finishTotp: '+POST /account/second-factors/totp/confirm',
  beginPasskey: '+POST /account/second-factors/passkey',
  finishPasskey: '+POST /account/second-factors/passkey/confirm',
  renewRecoveryCodes: '+POST /account/second-factors/recovery-codes',
  renameSecondFactor: 'PATCH /account/second-factors/{id}',
  removeSecondFactor: 'DELETE /account/second-factors/{id}',
  listKeys: 'GET /keys',
  createKey: '+POST /keys',
  changeKey: 'PATCH /keys/{id}',
  revokeKey: 'DELETE /keys/{id}',
  rotateKey: '+POST /keys/{id}/rotate',
  listWebhooks: 'GET /webhooks',
  createWebhook: '+POST /webhooks',
  getWebhook: 'GET /webhooks/{id}',
  changeWebhook: 'PATCH /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  rotateWebhookSecret: '+POST /webhooks/{id}/rotate-secret',
  testWebhook: 'POST /webhooks/{id}/test',
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  redeliver: 'POST /webhooks/{id}/deliveries/{delivery}/redeliver',
  listWebhooksOfService: 'GET /admin/webhooks',
  createWebhookOfService: '+POST /admin/webhooks',
  getWebhookOfService: 'GET /admin/webhooks/{id}',
  changeWebhookOfService: 'PATCH /admin/webhooks/{id}',
  deleteWebhookOfService: 'DELETE /admin/webhooks/{id}',
  rotateWebhookSecretOfService: '+POST /admin/webhooks/{id}/rotate-secret',
  testWebhookOfService: 'POST /admin/webhooks/{id}/test',
  listWebhookDeliveriesOfService: 'GET /admin/webhooks/{id}/deliveries',
  redeliverOfService: 'POST /admin/webhooks/{id}/deliveries/{delivery}/redeliver',
  getUsage: 'GET /usage',
  listPlans: 'GET /plans',
  getSite: 'GET /site',
  getChallenge: 'GET /challenge',
  getHealth: 'GET /health',
  listReports: 'GET /admin/reports',
  resolveReport: '+POST /admin/reports/{id}/resolve',
  listReportedImages: 'GET /admin/reported-images',
  resolveReports: '+POST /admin/reports/resolve',
  getAttention: 'GET /admin/attention',
  takeDownImage: '+POST /admin/images/{id}/takedown',
  getImageAsAdmin: 'GET /admin/images/{id}',
  listImagesOfAccount: 'GET /admin/accounts/{id}/images',
  getSameUploader: 'GET /admin/images/{id}/same-uploader',
  actOnSameUploader: '+POST /admin/images/{id}/same-uploader',
  listBlocks: 'GET /admin/blocks',
  deleteBlock: 'DELETE /admin/blocks/{id}',
  listBlockedNetworks: 'GET /admin/networks',
  blockNetwork: '+POST /admin/networks',
  unblockNetwork: 'DELETE /admin/networks/{id}',
  listQuarantine: 'GET /admin/quarantine',
  quarantineImage: '+POST /admin/images/{id}/quarantine',
  releaseImage: '+POST /admin/images/{id}/release',
  listAccounts: 'GET /admin/accounts',
  getAccountAsAdmin: 'GET /admin/accounts/{id}',
  changeAccountAsAdmin: 'PATCH /admin/accounts/{id}',
  deleteAccountAsAdmin: 'DELETE /admin/accounts/{id}',
  deleteImagesOfAccount: 'POST /admin/accounts/{id}/images/delete',
  hideImagesOfAccount: 'POST /admin/accounts/{id}/images/hide',
  showImagesOfAccount: 'POST /admin/accounts/{id}/images/show',
  countImagesOfAccount: 'GET /admin/accounts/{id}/images/count',
  listAccountTasks: 'GET /admin/tasks',
  getAccountTask: 'GET /admin/tasks/{id}',
  approveAccount: 'POST /admin/accounts/{id}/approve',
  rejectAccount: 'POST /admin/accounts/{id}/reject',
  listInvitations: 'GET /admin/invitations',
  createInvitation: '+POST /admin/invitations',
  revokeInvitation: 'DELETE /admin/invitations/{id}',
  listJobs: 'GET /admin/jobs',
  retryJob: '+POST /admin/jobs/{id}/retry',
  removeJob: 'DELETE /admin/jobs/{id}',
  getStatistics: 'GET /admin/statistics',
  listAudit: 'GET /admin/audit',
} as const;
