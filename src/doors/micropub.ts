import type { AppError, ErrorCode } from '../core/errors.ts';
import type { Door, DoorAnswer } from './door.ts';

/** Words of the specification (section 3.8) for the errors that have one. */
const ERRORS: Partial<Record<ErrorCode, string>> = {
  MISSING_API_KEY: 'unauthorized',
  INVALID_API_KEY: 'unauthorized',
  FORBIDDEN: 'forbidden',
  ACCOUNT_SUSPENDED: 'forbidden',
  INSUFFICIENT_SCOPE: 'insufficient_scope',
};

const fail = ({ code, message }: AppError): DoorAnswer => ({
  body: { error: ERRORS[code] ?? 'invalid_request', error_description: message },
});

/** The media endpoint of Micropub (W3C Recommendation, section 3.6), and the query by which clients find it. */
export const micropub: Door = {
  name: 'micropub',
  prefix: '/micropub',
  routes: [
    {
      act: 'upload',
      method: 'POST',
      path: '/micropub/media',
      parts: ['file', 'photo'],
      keyField: 'access_token',
      succeed: ([image]) => ({
        status: 201,
        body: { url: image?.links.direct },
        headers: { location: image?.links.direct ?? '' },
      }),
      fail,
    },
    {
      act: 'describe',
      method: 'GET',
      path: '/micropub',
      succeed: (baseUrl) => ({ body: { 'media-endpoint': `${baseUrl}/micropub/media`, 'syndicate-to': [] } }),
      fail,
    },
  ],
};
