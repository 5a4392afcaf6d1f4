import { Resolver } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Header fields of a response, together. */
const MAX_HEADER_BYTES = 16 * 1_024;
/** Tried one after the other; a name may have thousands. */
const MAX_ADDRESSES = 8;
const MAX_URL_LENGTH = 2_048;
/** Below it, only the default ports: services that read any text as commands listen there. */
const FIRST_UNPRIVILEGED_PORT = 1_024;
const DNS_ATTEMPT_MS = 2_000;
const DNS_ATTEMPTS = 2;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Addresses that the registries assign (RFC 4291, section 2.4), in which the library knows the special ranges. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Why a request failed:
 * `invalid-url`: not an absolute http or https URL, with a user name or password, with another port, or too long;
 * `refused-address`: the host is, or resolves to, an address that is not public;
 * `unresolved`: the name of the host has no address;
 * `timeout`: one of the time limits passed;
 * `too-large`: the body has more bytes than allowed;
 * `failed`: no connection, wrong certificate, malformed or too long header, connection lost;
 * `cancelled`: by `signal`.
 */
export type OutboundFailure =
  | 'invalid-url'
  | 'refused-address'
  | 'unresolved'
  | 'timeout'
  | 'too-large'
  | 'failed'
  | 'cancelled';

export class OutboundError extends Error {
  readonly reason: OutboundFailure;
  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

/** @returns the addresses of a host name; none where it does not resolve */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface OutboundRequest {
  url: string;
  /** Default GET. */
  method?: 'GET' | 'POST';
  /** Sent as they are, beside Host, Connection and Content-Length. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Also allows addresses that are not public: for receivers in the operator's own network, and for tests. */
  allowPrivate: boolean;
  /** From the start of the request to the end of the response header: resolution, connection and TLS included. */
  headerTimeoutMs: number;
  /** From the start of the request to the last byte of the body. */
  timeoutMs: number;
  /** Bytes of the body of the response. */
  maxBytes: number;
  /** Ends the request early. */
  signal?: AbortSignal;
  /** Default: DNS. */
  resolve?: ResolveHost;
}

/** A response whose body is not read yet. Disposal closes the connection; dispose of every response. */
export interface OutboundResponse extends Disposable {
  status: number;
  headers: IncomingHttpHeaders;
  /**
   * The bytes as they were sent: a content encoding is not undone. To be read once.
   * @throws OutboundError `timeout`, `too-large`, `failed`, `cancelled`
   */
  body: AsyncIterable<Buffer>;
}

/**
 * Sends one request to an address that somebody else chose, such that it cannot reach what only this server reaches
 * (server-side request forgery). The host is resolved once, all its addresses must be public, and the connection goes
 * to one of these: a later answer of DNS changes nothing. The name stays in Host, in SNI and in the verification of the
 * certificate. It follows no redirects, keeps no connection, uses no proxy, sends no credentials and decompresses nothing.
 * Names are resolved by DNS only, without the hosts file of the machine and search domains; `localhost` is the loopback address (RFC 6761).
 * @throws OutboundError
 */
export async function outboundRequest(options: OutboundRequest): Promise<OutboundResponse> {
  const { allowPrivate, resolve = resolveByDns, maxBytes } = options;
  const url = parseOutboundUrl(options.url);
  const limits = startLimits(options);
  try {
    const addresses = await publicAddresses(hostOf(url), { allowPrivate, resolve, signal: limits.signal });
    const response = await send(url, addresses, options, limits.signal);
    limits.onHeader();
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: bodyOf(response, maxBytes, limits),
      [Symbol.dispose]() {
        limits.stop();
        response.destroy();
      },
    };
  } catch (error) {
    limits.stop();
    throw limits.failureOf(error);
  }
}

/**
 * Parses the address of an outbound request, without its fragment. It says nothing about where the host leads.
 * @throws OutboundError `invalid-url`
 */
export function parseOutboundUrl(text: string): URL {
  const invalid = (message: string) => new OutboundError('invalid-url', message);
  if (text.length > MAX_URL_LENGTH) throw invalid(`The address has more than ${MAX_URL_LENGTH} characters.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw invalid('It must be an absolute http or https URL.');
  if (url.username + url.password !== '') throw invalid('It must have no user name and no password.');
  const isDefaultPort = url.port === '' || url.port === '80' || url.port === '443';
  if (!isDefaultPort && Number(url.port) < FIRST_UNPRIVILEGED_PORT) {
    throw invalid(`Its port must be 80, 443, or ${FIRST_UNPRIVILEGED_PORT} or above.`);
  }
  url.hash = '';
  return url;
}

/**
 * Whether an address is on the public Internet: false for every range of special use of the IANA registries (RFC 6890):
 * private, loopback, link-local and with it the metadata services of clouds, shared (CGNAT), documentation,
 * benchmarking, multicast, and IPv6 addresses in which an IPv4 address stands (mapped, NAT64, 6to4, Teredo).
 * @param address IPv4 or IPv6
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** The host without the brackets of IPv6 and without the dot of an absolute name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** @throws OutboundError `refused-address` when one of the addresses is not public, `unresolved` */
async function publicAddresses(
  host: string,
  { allowPrivate, resolve, signal }: { allowPrivate: boolean; resolve: ResolveHost; signal: AbortSignal },
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await aborting(resolve(host, signal), signal) : [host];
  if (addresses.length === 0) throw new OutboundError('unresolved', 'The name of the host has no address.');
  // A name with a public and a private address is an attack or a mistake: neither is worth a request.
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new OutboundError('refused-address', 'The host is not on the public Internet.');
  }
  return addresses.slice(0, MAX_ADDRESSES);
}

/**
 * Asks DNS for both families. The resolver of the system would hold one of the few threads of the file system for as long
 * as a server of names that never answers likes.
 */
const resolveByDns: ResolveHost = async (hostname, signal) => {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return LOOPBACK;
  const resolver = new Resolver({ timeout: DNS_ATTEMPT_MS, tries: DNS_ATTEMPTS });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const none = () => [];
    const both = [resolver.resolve4(hostname).catch(none), resolver.resolve6(hostname).catch(none)];
    return (await Promise.all(both)).flat();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** @returns the response with its header; the connection goes to one of `addresses` */
function send(
  url: URL,
  addresses: readonly string[],
  { method = 'GET', headers, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = hostOf(url);
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    if (options.all) callback(null, pinned);
    else callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = start({
      host,
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      // A connection of its own: a kept one would have been checked for another name.
      agent: false,
      lookup,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    request.on('response', resolve);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the server switched protocols'));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function* bodyOf(response: IncomingMessage, maxBytes: number, limits: Limits): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OutboundError('too-large', `The body has more than ${maxBytes} bytes.`);
      yield chunk;
    }
  } catch (error) {
    throw limits.failureOf(error);
  } finally {
    limits.stop();
    response.destroy();
  }
}

interface Limits {
  /** Ends the request, with an OutboundError as its reason. */
  signal: AbortSignal;
  onHeader(): void;
  stop(): void;
  failureOf(error: unknown): OutboundError;
}

function startLimits({ headerTimeoutMs, timeoutMs, signal: given }: OutboundRequest): Limits {
  const controller = new AbortController();
  const after = (ms: number, message: string) =>
    setTimeout(() => controller.abort(new OutboundError('timeout', message)), ms).unref();
  const header = after(headerTimeoutMs, `No response within ${headerTimeoutMs} ms.`);
  const whole = after(timeoutMs, `The response took more than ${timeoutMs} ms.`);
  const cancel = () => controller.abort(new OutboundError('cancelled', 'The request was cancelled.'));
  if (given?.aborted) cancel();
  given?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    onHeader: () => clearTimeout(header),
    stop() {
      clearTimeout(header);
      clearTimeout(whole);
      given?.removeEventListener('abort', cancel);
    },
    failureOf(error) {
      const cause = controller.signal.aborted ? controller.signal.reason : error;
      if (cause instanceof OutboundError) return cause;
      return new OutboundError('failed', cause instanceof Error ? cause.message : String(cause), cause);
    },
  };
}

/** Settles as `work`, or rejects when the signal is aborted. */
function aborting<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
