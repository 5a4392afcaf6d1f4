import { anyText, httpUrl } from '../lib/env.ts';

/** Settings of commands that talk to a service over HTTP. */
export const clientSettings = {
  url: {
    name: 'IMGD_CLIENT_URL',
    default: 'http://localhost:8080',
    parse: httpUrl,
    meaning: 'Address of the service that `imgd upload` sends to, without `/api/v1/`.',
  },
  key: {
    name: 'IMGD_CLIENT_KEY',
    default: undefined,
    parse: anyText,
    meaning: 'API key that `imgd upload` uses; without one it uploads anonymously.',
    secret: true,
  },
};
