/** Every client-visible error: HTTP status and the fixed first sentence of its message. */
export const ERRORS = {
  INVALID_FILE_TYPE: { status: 400, message: 'Only image files are allowed.' },
  INVALID_IMAGE: { status: 400, message: 'The image is corrupt or cannot be decoded.' },
  IMAGE_DIMENSIONS_EXCEEDED: { status: 400, message: 'Image dimensions exceed the limit.' },
  EMPTY_FILE: { status: 400, message: 'The file is empty.' },
  MISSING_FILE: { status: 400, message: 'No file was uploaded.' },
  TOO_MANY_FILES: { status: 400, message: 'Too many files in one request.' },
  INVALID_ALBUM: { status: 400, message: 'Invalid album name.' },
  INVALID_EXPIRY: { status: 400, message: 'Invalid expiry value.' },
  INVALID_PARAMETER: { status: 400, message: 'Invalid request parameters.' },
  INVALID_CONTENT_TYPE: { status: 400, message: 'Unsupported request content type.' },
  INVALID_MULTIPART: { status: 400, message: 'Malformed multipart body.' },
  INVALID_CURSOR: { status: 400, message: 'Invalid pagination cursor.' },
  INVALID_JSON: { status: 400, message: 'Malformed JSON body.' },
  CONTENT_REFUSED: { status: 400, message: 'This picture is not accepted by the operator.' },
  CONTENT_BLOCKED: { status: 400, message: 'This picture has been blocked by the operator.' },
  URL_REFUSED: { status: 400, message: 'This address cannot be used.' },
  URL_FETCH_FAILED: { status: 400, message: 'The image could not be fetched from its address.' },
  INVALID_REQUEST: { status: 400, message: 'Bad request.' },
  INVALID_IDEMPOTENCY_KEY: { status: 400, message: 'Invalid Idempotency-Key.' },
  SIGN_IN_FAILED: { status: 400, message: 'Signing in has failed.' },
  MISSING_API_KEY: { status: 401, message: 'Invalid or missing API key.' },
  INVALID_API_KEY: { status: 401, message: 'Invalid or missing API key.' },
  ANONYMOUS_UPLOADS_OFF: { status: 401, message: 'This server takes uploads from accounts only.' },
  INVALID_TICKET: { status: 401, message: 'Invalid upload ticket.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password.' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'A second factor is required.' },
  INVALID_SECOND_FACTOR: { status: 401, message: 'Invalid second factor.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to perform this action.' },
  TICKET_USED_UP: { status: 403, message: 'All uploads of this ticket are used.' },
  ALBUM_LOCKED: { status: 403, message: 'This album is protected by a password.' },
  DOWNLOAD_NOT_ALLOWED: { status: 403, message: 'The owner does not allow downloads of this album.' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'The API key lacks the required scope.' },
  SECOND_FACTOR_MISSING: { status: 403, message: 'Administrators need a second factor on this server.' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended.' },
  NETWORK_BLOCKED: { status: 403, message: 'Uploads and sign-ins from this network are blocked by the operator.' },
  STORAGE_QUOTA_EXCEEDED: { status: 403, message: 'The account has no storage left.' },
  CHALLENGE_REQUIRED: { status: 403, message: 'This request needs the solution of a challenge.' },
  CHALLENGE_FAILED: { status: 403, message: 'The solution of the challenge is not accepted.' },
  REGISTRATION_CLOSED: { status: 403, message: 'Registration is closed on this server.' },
  INVITATION_REQUIRED: { status: 403, message: 'Registration on this server needs an invitation.' },
  INVALID_INVITATION: { status: 403, message: 'This invitation is not valid.' },
  EMAIL_DOMAIN_REFUSED: { status: 403, message: 'Email addresses of this domain cannot be used on this server.' },
  ACCOUNT_WAITING: { status: 403, message: 'This account cannot be used yet.' },
  URL_UPLOADS_DISABLED: { status: 403, message: 'This server does not fetch images from addresses.' },
  IMAGE_NOT_FOUND: { status: 404, message: 'Image not found.' },
  THUMBNAIL_NOT_FOUND: { status: 404, message: 'The image has no thumbnail.' },
  VARIANT_NOT_FOUND: { status: 404, message: 'There is no such variant of the image.' },
  ALBUM_NOT_FOUND: { status: 404, message: 'Album not found.' },
  DELETION_NOT_FOUND: { status: 404, message: 'Deletion not found.' },
  KEY_NOT_FOUND: { status: 404, message: 'Key not found.' },
  TICKET_NOT_FOUND: { status: 404, message: 'Upload ticket not found.' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'Webhook not found.' },
  DELIVERY_NOT_FOUND: { status: 404, message: 'Delivery not found.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'Account not found.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'Invitation not found.' },
  BLOCK_NOT_FOUND: { status: 404, message: 'Block not found.' },
  NETWORK_BLOCK_NOT_FOUND: { status: 404, message: 'Network block not found.' },
  UPLOADER_UNKNOWN: { status: 404, message: 'The uploader of this image is not known.' },
  JOB_NOT_FOUND: { status: 404, message: 'Job not found.' },
  REPORT_NOT_FOUND: { status: 404, message: 'Report not found.' },
  SECOND_FACTOR_NOT_FOUND: { status: 404, message: 'Second factor not found.' },
  EXPORT_NOT_FOUND: { status: 404, message: 'Export not found.' },
  UPLOAD_NOT_FOUND: { status: 404, message: 'Upload not found.' },
  TASK_NOT_FOUND: { status: 404, message: 'Task not found.' },
  SESSION_NOT_FOUND: { status: 404, message: 'Session not found.' },
  ENDPOINT_NOT_FOUND: { status: 404, message: 'No such endpoint.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long.' },
  ALBUM_EXISTS: { status: 409, message: 'An album with this name already exists.' },
  IMAGE_ALREADY_OWNED: { status: 409, message: 'The image belongs to an account already.' },
  ACCOUNT_NOT_WAITING: { status: 409, message: 'This account does not wait for approval.' },
  EMAIL_TAKEN: { status: 409, message: 'This email address is already registered.' },
  SECOND_FACTOR_EXISTS: { status: 409, message: 'The account has this second factor already.' },
  TASK_IN_PROGRESS: { status: 409, message: 'Another task works on the images of this account.' },
  JOB_LOCKED: { status: 409, message: 'This job cannot be changed now.' },
  REPORT_RESOLVED: { status: 409, message: 'This report has been resolved already.' },
  EXPORT_IN_PROGRESS: { status: 409, message: 'An export of this account is in progress.' },
  UPLOAD_OFFSET_MISMATCH: { status: 409, message: 'The upload continues at another offset.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A request with this Idempotency-Key is still in progress.' },
  ALBUM_ENDED: { status: 410, message: 'This album is no longer shared.' },
  TUS_VERSION_NOT_SUPPORTED: { status: 412, message: 'This version of the tus protocol is not supported.' },
  FILE_TOO_LARGE: { status: 413, message: 'File size exceeds the limit.' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request body is too large.' },
  URI_TOO_LONG: { status: 414, message: 'Request URI is too long.' },
  UNSUPPORTED_CONTENT_ENCODING: { status: 415, message: 'Compressed request bodies are not supported.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported media type.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested range is not satisfiable.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used with a different request.' },
  UPLOAD_LOCKED: { status: 423, message: 'Another request works on this upload.' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts.' },
  TOO_MANY_UPLOADS: { status: 429, message: 'Too many unfinished uploads.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'Request headers are too large.' },
  CHECKSUM_MISMATCH: { status: 460, message: 'The checksum does not match the bytes.' },
  INTERNAL_ERROR: { status: 500, message: 'Server error. Please retry later.' },
  FORMAT_NOT_SUPPORTED: { status: 501, message: 'The requested response format is not supported.' },
  STORAGE_FULL: { status: 507, message: 'The service has no storage left.' },
  REGISTRATION_FULL: { status: 503, message: 'Too many new accounts are waiting: register later.' },
  STORAGE_UNAVAILABLE: { status: 503, message: 'Storage is temporarily unavailable.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service is temporarily unavailable.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface AppErrorOptions {
  /** Text after the fixed sentence. */
  detail?: string;
  /** The offending field. */
  param?: string;
  /** Machine-readable facts, such as the exceeded limit or the accepted formats. */
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected error. All other exceptions are bugs and become INTERNAL_ERROR. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Text after the fixed sentence. */
  readonly detail: string | undefined;
  readonly param: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { status, message } = ERRORS[code];
    super(options.detail === undefined ? message : `${message} ${options.detail}`, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.detail = options.detail;
    this.param = options.param;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The same error with more text and more `details`. */
export function extendError(error: AppError, detail: string, details: Record<string, unknown>): AppError {
  const { code, param, retryAfterSeconds } = error;
  return new AppError(code, {
    detail: [error.detail, detail].filter((text) => text !== undefined).join(' '),
    details: { ...error.details, ...details },
    cause: error.cause ?? error,
    ...(param !== undefined && { param }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
