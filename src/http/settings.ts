import { anyText, httpUrl, integer, oneOf } from '../lib/env.ts';

export const httpSettings = {
  host: {
    name: 'IMGD_HOST',
    default: '127.0.0.1',
    parse: anyText,
    meaning: 'Address to listen on.',
  },
  port: {
    name: 'IMGD_PORT',
    default: '8080',
    parse: integer(0, 65_535),
    meaning: 'Port to listen on; 0 = any free one, which is printed.',
  },
  baseUrl: {
    name: 'IMGD_BASE_URL',
    default: undefined,
    parse: httpUrl,
    meaning:
      'Public address of the API without `/api/v1/`. Links never come from the Host header. Default: `http://localhost:<port>`.',
  },
  imageHost: {
    name: 'IMGD_IMAGE_HOST',
    default: undefined,
    parse: httpUrl,
    meaning: 'Public address of images and view pages, when it is another one (a CDN). Default: `IMGD_BASE_URL`.',
  },
  metricsToken: {
    name: 'IMGD_METRICS_TOKEN',
    default: undefined,
    parse: anyText,
    meaning: 'Bearer credential for `GET /metrics` (Prometheus); without one there is no such page.',
    secret: true,
  },
  registration: {
    name: 'IMGD_REGISTRATION',
    default: 'open',
    parse: oneOf('open', 'closed'),
    meaning: 'Whether anybody may register an account (`open`) or only the command line makes them (`closed`).',
  },
  sessionDays: {
    name: 'IMGD_SESSION_DAYS',
    default: '30',
    parse: integer(1, 3_650),
    meaning: 'Days until a session ends and its user has to sign in again.',
  },
  web: {
    name: 'IMGD_WEB',
    default: 'on',
    parse: oneOf('on', 'off'),
    meaning: 'Whether the web application is served (`on`), or only the API and the pages of images (`off`).',
  },
};
