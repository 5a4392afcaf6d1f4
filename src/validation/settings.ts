import { anyText, integer, oneOf } from '../lib/env.ts';

export const validationSettings = {
  url: {
    name: 'IMGD_VALIDATOR_URL',
    default: undefined,
    parse: requestUrl,
    meaning: 'Address that is asked about each picture before it is published; without one nobody is asked.',
  },
  token: {
    name: 'IMGD_VALIDATOR_TOKEN',
    default: undefined,
    parse: anyText,
    meaning: 'Bearer credential for `IMGD_VALIDATOR_URL`.',
    secret: true,
  },
  timeoutMs: {
    name: 'IMGD_VALIDATOR_TIMEOUT_MS',
    default: '5000',
    parse: integer(1, 600_000),
    meaning: 'Milliseconds that an answer may take.',
  },
  onFailure: {
    name: 'IMGD_VALIDATOR_ON_FAILURE',
    default: 'quarantine',
    parse: oneOf('accept', 'refuse', 'quarantine'),
    meaning:
      'What becomes of a picture when no proper answer comes in time: `accept`, `refuse` (503, to be sent again later) or `quarantine`.',
  },
};

function requestUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new Error('must be an absolute http or https URL without user name or password');
  }
  return url.href;
}
