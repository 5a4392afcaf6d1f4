import { humanSize } from '../../../src/core/human-size.ts';
import { ApiError } from '../api/api-error.ts';
import { humanDuration } from '../human.ts';

type Message = string | ((error: ApiError) => string);

const SIGNED_OUT = 'You are no longer signed in. Sign in again in another tab: what is typed here stays.';

// Messages by error code. Other errors show the message of the API.
const MESSAGES: Readonly<Record<string, Message>> = {
  NETWORK: 'The service could not be reached. Check your connection, then try again.',
  UNEXPECTED_ANSWER: 'The service gave an unreadable response. Try again shortly.',
  INVALID_FILE_TYPE: ({ details }) =>
    Array.isArray(details.accepted)
      ? `This is not an image that can be taken. Accepted: ${details.accepted.join(', ')}.`
      : 'This is not an image that can be taken.',
  INVALID_IMAGE: 'The image is corrupt or incomplete and cannot be opened.',
  IMAGE_DIMENSIONS_EXCEEDED: 'The image has too many pixels or frames. A smaller version will do.',
  EMPTY_FILE: 'The file is empty.',
  MISSING_FILE: 'No file arrived. Choose it again.',
  TOO_MANY_FILES: 'Too many files at once.',
  INVALID_ALBUM: 'This album name cannot be used. It may have 255 characters, none of them invisible.',
  INVALID_EXPIRY: 'This expiry cannot be used.',
  MISSING_API_KEY: SIGNED_OUT,
  INVALID_API_KEY: SIGNED_OUT,
  INVALID_CREDENTIALS: 'The email address or the password is wrong.',
  FORBIDDEN: 'You may not do this.',
  STORAGE_QUOTA_EXCEEDED: 'Your account has no storage left. Delete some images, then try again.',
  ACCOUNT_SUSPENDED: 'This account is suspended.',
  REGISTRATION_CLOSED: 'New accounts cannot be created here.',
  IMAGE_NOT_FOUND: 'This image no longer exists.',
  ALBUM_NOT_FOUND: 'This album no longer exists.',
  KEY_NOT_FOUND: 'This key no longer exists.',
  ALBUM_EXISTS: 'You already have an album of this name.',
  EMAIL_TAKEN: 'There is an account with this email address already.',
  REQUEST_TIMEOUT: 'The connection was too slow. Try again.',
  IDEMPOTENCY_IN_PROGRESS: 'This file is already being processed. Try again shortly.',
  FILE_TOO_LARGE: ({ details }) =>
    typeof details.limit_bytes === 'number'
      ? `The file is too large: at most ${humanSize(details.limit_bytes)} on your plan.`
      : 'The file is too large.',
  REQUEST_TOO_LARGE: 'This is too much at once.',
  RATE_LIMIT_EXCEEDED: (error) => `The hourly limit is reached.${retryHint(error)}`,
  TOO_MANY_ATTEMPTS: (error) => `Too many attempts.${retryHint(error)}`,
  INTERNAL_ERROR: ({ requestId }) =>
    `Something went wrong on our side. Try again${requestId === undefined ? '.' : ` (reference ${requestId}).`}`,
  STORAGE_UNAVAILABLE: (error) => `The service cannot store files now.${retryHint(error)}`,
  SERVICE_UNAVAILABLE: (error) => `The service is busy.${retryHint(error)}`,
};

/** The message that users see for an error. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Reload the page and try again.';
  const message = MESSAGES[error.code] ?? error.message;
  return typeof message === 'string' ? message : message(error);
}

function retryHint({ retryAfterSeconds }: ApiError): string {
  return retryAfterSeconds === undefined ? ' Try again later.' : ` Try again in ${humanDuration(retryAfterSeconds)}.`;
}
