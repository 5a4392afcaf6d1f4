import { domainToASCII } from 'node:url';
import { REGISTRATION_MODES } from '../core/states.ts';
import { DOORS, parseDoorNames } from '../doors/doors.ts';
import { anyText, bytes, httpUrl, integer, list, matching, oneOf, serviceUrl } from '../lib/setting-parsers.ts';

/** Parser of an email address or an absolute http(s) URL. */
function contactAddress(text: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(text)) return text;
  if (text.includes('://')) return httpUrl(text);
  throw new Error('must be an email address or an absolute http or https URL');
}

/** Parser of the part of an email address after its @. */
function mailDomain(text: string): string {
  const domain = domainToASCII(text.replace(/^@/, ''));
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain)) return domain;
  throw new Error('must be a list of domains, such as a.example,b.example');
}

/** Parser of the public address, whose paths begin at its host: pages and the application name theirs from there. */
function hostUrl(text: string): string {
  const url = serviceUrl(text);
  if (new URL(url).pathname === '/') return url;
  throw new Error('must not have a path: imgd needs a host name of its own, such as https://images.example');
}

/** Parser of a host, or of the path of a Unix socket with or without `unix:`. */
function listenAddress(text: string): string {
  const path = text.replace(/^unix:/, '');
  if (path !== text && !path.startsWith('/')) throw new Error('must be an absolute path after unix:');
  return path;
}

export const httpSettings = {
  host: {
    name: 'IMGD_HOST',
    default: '127.0.0.1',
    parse: listenAddress,
    meaning:
      'Address to listen on: an IP address, a name of this machine, or a Unix socket as an absolute path (`/run/imgd/imgd.sock`).',
  },
  socketMode: {
    name: 'IMGD_SOCKET_MODE',
    default: '660',
    parse: (text: string) =>
      Number.parseInt(matching(/^[0-7]{3}$/, 'must be three octal digits, such as 660')(text), 8),
    meaning: 'Who may connect to the Unix socket of `IMGD_HOST`: its permissions, in octal digits.',
  },
  port: {
    name: 'IMGD_PORT',
    default: '8080',
    parse: integer(0, 65_535),
    meaning: 'Port to listen on; 0 = any free one, which is printed.',
  },
  serviceProcesses: {
    name: 'IMGD_PROCESSES',
    default: '1',
    parse: integer(1, 64),
    meaning:
      'Processes that serve together on one port: a primary process, and worker processes that it starts. Each answers every request; only the primary runs jobs. More than one core has make them useful. They share the decoders, the caches in memory and `IMGD_MAX_CONNECTIONS`; `IMGD_DATABASE_POOL` is for each of them.',
  },
  baseUrl: {
    name: 'IMGD_BASE_URL',
    default: undefined,
    parse: hostUrl,
    meaning:
      'Public address of the service, without a path. Links never come from the Host header. Default: `http://localhost:<port>`.',
  },
  imageHost: {
    name: 'IMGD_IMAGE_HOST',
    default: undefined,
    parse: httpUrl,
    meaning: 'Public address of images and view pages, when it is another one (a CDN). Default: `IMGD_BASE_URL`.',
  },
  startWaitSeconds: {
    name: 'IMGD_START_WAIT_SECONDS',
    default: '60',
    parse: integer(0, 86_400),
    meaning:
      'Seconds that `imgd serve` waits at its start for PostgreSQL and S3 to answer. Wrong credentials fail at once. 0 = do not wait.',
  },
  stopDelaySeconds: {
    name: 'IMGD_STOP_DELAY_SECONDS',
    default: '0',
    parse: integer(0, 300),
    meaning:
      'Seconds after SIGTERM in which `/readyz` answers 503 and all requests are still served, so that a load balancer sends no new ones.',
  },
  stopDrainSeconds: {
    name: 'IMGD_STOP_DRAIN_SECONDS',
    default: '30',
    parse: integer(0, 300),
    meaning:
      'Seconds after that in which requests may finish. A process ends at most five seconds later, whatever it waits for; process managers must wait longer.',
  },
  accelRedirect: {
    name: 'IMGD_ACCEL_REDIRECT',
    default: undefined,
    parse: matching(/^(\/[\w-]+)+$/, 'must be a path such as /imgd-files'),
    meaning:
      'Path of the internal location by which an nginx on the same machine sends blobs from the disk itself (`X-Accel-Redirect`), as in `deploy/nginx/imgd-files.conf`. Needs `IMGD_BLOBS=disk`, and the nginx in `IMGD_TRUST_PROXY`. Default: imgd sends all bytes.',
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
    parse: oneOf(...REGISTRATION_MODES),
    meaning:
      'Who may register an account: everybody (`open`), people with an invitation (`invitation`), everybody, but an administrator approves each account before it can be used (`approval`), or only the command line makes accounts (`closed`).',
  },
  registrationDomains: {
    name: 'IMGD_REGISTRATION_DOMAINS',
    default: '',
    parse: (text: string) => list(text).map(mailDomain),
    meaning:
      'Domains of the email addresses that can register, such as `a.example,b.example`; subdomains do not count. With a mail server, an account can be used when its address is verified. Empty = any.',
  },
  waitingDays: {
    name: 'IMGD_WAITING_DAYS',
    default: '30',
    parse: integer(1, 3_650),
    meaning: 'Days until an account is deleted that still waits for approval, or for the verification of its address.',
  },
  maxConnections: {
    name: 'IMGD_MAX_CONNECTIONS',
    default: '10000',
    parse: integer(0, 1_000_000),
    meaning:
      'Connections at once; further ones are closed. Each needs up to two file descriptors. 0 = as many as the operating system allows.',
  },
  connectionsPerAddress: {
    name: 'IMGD_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    parse: integer(0, 1_000_000),
    meaning:
      'Connections at once of one address (IPv6: /64); further ones are closed. Proxies in `IMGD_TRUST_PROXY` are exempt. 0 = unlimited.',
  },
  hstsSeconds: {
    name: 'IMGD_HSTS_SECONDS',
    default: '31536000',
    parse: integer(0, 63_072_000),
    meaning:
      'With an https `IMGD_BASE_URL`, answers ask browsers to use https only for so long (`Strict-Transport-Security`). 0 = off.',
  },
  sessionDays: {
    name: 'IMGD_SESSION_DAYS',
    default: '30',
    parse: integer(1, 3_650),
    meaning: 'Days until a session ends and its user has to sign in again.',
  },
  sessionIdleDays: {
    name: 'IMGD_SESSION_IDLE_DAYS',
    default: '14',
    parse: integer(1, 3_650),
    meaning: 'Days without a request until a session ends, however young it is.',
  },
  termsUrl: {
    name: 'IMGD_TERMS_URL',
    default: undefined,
    parse: httpUrl,
    meaning: 'Address of the terms of service, which pages link in their footer.',
  },
  privacyUrl: {
    name: 'IMGD_PRIVACY_URL',
    default: undefined,
    parse: httpUrl,
    meaning: 'Address of the privacy policy, which pages link in their footer.',
  },
  contact: {
    name: 'IMGD_CONTACT',
    default: undefined,
    parse: contactAddress,
    meaning: 'Email address or web page by which visitors reach the operator, which pages link in their footer.',
  },
  serviceWorker: {
    name: 'IMGD_SERVICE_WORKER',
    default: 'on',
    parse: oneOf('on', 'off'),
    meaning:
      'Whether browsers keep the files of the web application and an offline page (`on`); `off` removes the service worker from browsers that have it.',
  },
  redirects: {
    name: 'IMGD_REDIRECTS',
    default: '0',
    parse: (text: string) => ['1', 'on'].includes(oneOf('0', '1', 'off', 'on')(text)),
    meaning:
      'Whether the addresses that imported images had at another host lead to them (`1`, [moving in](moving-in.md#old-addresses)).',
  },
  redirectHosts: {
    name: 'IMGD_REDIRECT_HOSTS',
    default: '',
    parse: (text: string) => list(text.toLowerCase()),
    meaning: 'Comma-separated hosts for which old addresses are answered, without ports; empty = any.',
  },
  urlUploads: {
    name: 'IMGD_URL_UPLOADS',
    default: 'off',
    parse: oneOf('off', 'on'),
    meaning:
      'Whether callers may upload an image by its address (`on`, [API](api.md#upload-from-an-address)): this server then sends requests to public addresses that its callers choose.',
  },
  urlUploadsAllowPrivate: {
    name: 'IMGD_URL_UPLOADS_ALLOW_PRIVATE',
    default: '0',
    parse: (text: string) => oneOf('0', '1')(text) === '1',
    meaning:
      'Whether these addresses may be inside the network of this server (`1`). Only where every caller may read what answers there.',
  },
  answerCacheBytes: {
    name: 'IMGD_ANSWER_CACHE_BYTES',
    default: String(256 * 2 ** 20),
    parse: bytes(2 ** 20),
    meaning:
      'Memory of a process for rows of the catalog (a quarter) and for what is rendered from them: image info (five eighths) and pages of images (an eighth). With SQLite only. An image takes about 1.2 KB for its row and 3 KB for its info: the default holds 50,000 of both.',
  },
  web: {
    name: 'IMGD_WEB',
    default: 'on',
    parse: oneOf('on', 'off'),
    meaning: 'Whether the web application is served (`on`), or only the API and the pages of images (`off`).',
  },
  doors: {
    name: 'IMGD_DOORS',
    default: 'editors,text',
    parse: (text: string) => parseDoorNames(list(text)),
    meaning: `Upload protocols of other programs that are served: \`all\`, \`none\`, or names of ${DOORS.map(({ name }) => `\`${name}\``).join(', ')} (see [doors.md](doors.md)).`,
  },
};
