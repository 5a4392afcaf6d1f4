import contentDisposition from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plan } from '../../core/plans.ts';
import { type CallerSlots, createCallerSlots } from '../../lib/caller-slots.ts';
import { OutboundError, type OutboundResponse, outboundRequest } from '../../lib/outbound-request.ts';

const MAX_REDIRECTS = 3;
/** Of each request, from the look-up of the name to the end of the header. */
const HEADER_TIMEOUT_MS = 10_000;
/** Of each request, to the last byte of the file. */
const TIMEOUT_MS = 120_000;
/** Each holds a connection and a temporary file. */
const MAX_AT_ONCE = 32;
const MAX_AT_ONCE_OF_CALLER = 4;
const RETRY_AFTER_SECONDS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface AddressSettings {
  urlUploads: 'off' | 'on';
  /** Whether addresses may be inside the network of this server. */
  urlUploadsAllowPrivate: boolean;
}

/** A file at an address. Disposal ends its connection. */
interface FetchedFile extends Disposable {
  /** From Content-Disposition or the path. */
  filename: string | undefined;
  /** @throws AppError URL_FETCH_FAILED, FILE_TOO_LARGE */
  bytes: AsyncGenerator<Buffer>;
}

/**
 * Begins to fetch an image from an address that the caller chose. The rules of `outboundRequest` hold for the address and for
 * each of at most three redirects. The answer says the same about an address that is not public and about a name that does
 * not exist, so that callers learn no names of this server's network.
 * @throws AppError URL_UPLOADS_DISABLED, URL_REFUSED, URL_FETCH_FAILED, FILE_TOO_LARGE, TOO_MANY_ATTEMPTS when the caller
 *   fetches several images already, SERVICE_UNAVAILABLE
 */
export type FetchFile = (request: Pick<FastifyRequest, 'caller' | 'raw'>, address: string) => Promise<FetchedFile>;

/** @param urls named to the servers of the images */
export function createFetchFile(settings: AddressSettings, urls: Pick<PublicUrls, 'baseUrl'>): FetchFile {
  const slots = createCallerSlots(MAX_AT_ONCE, MAX_AT_ONCE_OF_CALLER);
  return async ({ caller, raw: { socket } }, address) => {
    if (settings.urlUploads === 'off') throw new AppError('URL_UPLOADS_DISABLED');
    using opened = new DisposableStack();
    opened.defer(takeSlot(slots, caller));
    const abort = new AbortController();
    const onClose = () => abort.abort();
    socket.once('close', onClose);
    opened.defer(() => socket.off('close', onClose));
    const { maxFileBytes } = caller.plan;
    const from = { allowPrivate: settings.urlUploadsAllowPrivate, baseUrl: urls.baseUrl };
    try {
      const { response, url } = await followed(from, address, maxFileBytes, abort.signal);
      opened.use(response);
      requireImageBytes(response);
      if (Number(response.headers['content-length'] ?? 0) > maxFileBytes) throw fileTooLarge(caller.plan);
      const file = { filename: filenameOf(response, url), bytes: translated(response.body, caller.plan) };
      const open = opened.move();
      return { ...file, [Symbol.dispose]: () => open.dispose() };
    } catch (error) {
      throw error instanceof OutboundError ? refusalOf(error, caller.plan) : error;
    }
  };
}

function takeSlot(slots: CallerSlots, caller: Caller): () => void {
  const slot = slots.acquire(quotaKey(caller));
  if (slot === 'caller') {
    throw new AppError('TOO_MANY_ATTEMPTS', {
      detail: 'Wait until one of your images has been fetched.',
      details: { fetches_at_once: MAX_AT_ONCE_OF_CALLER },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (slot === 'all') {
    const detail = 'Too many images are being fetched.';
    throw new AppError('SERVICE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return slot;
}

/** @returns the first response that is no redirect, and its address */
async function followed(
  { baseUrl, allowPrivate }: { baseUrl: string; allowPrivate: boolean },
  address: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ response: OutboundResponse; url: string }> {
  let url = address;
  for (let redirects = 0; ; redirects++) {
    const response = await outboundRequest({
      url,
      headers: {
        accept: 'image/*, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': `imgd (+${baseUrl})`,
      },
      allowPrivate,
      headerTimeoutMs: HEADER_TIMEOUT_MS,
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      signal,
    });
    const { status, headers } = response;
    if (!REDIRECTS.has(status) || headers.location === undefined) return { response, url };
    response[Symbol.dispose]();
    if (redirects === MAX_REDIRECTS) {
      throw fetchFailed(`It redirects more than ${MAX_REDIRECTS} times.`, { max_redirects: MAX_REDIRECTS });
    }
    if (!URL.canParse(headers.location, url)) throw new AppError('URL_REFUSED', { param: 'url' });
    url = new URL(headers.location, url).href;
  }
}

/** @throws AppError URL_FETCH_FAILED */
function requireImageBytes({ status, headers }: OutboundResponse): void {
  if (status !== 200) throw fetchFailed(`The server answered ${status}.`, { status });
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw fetchFailed('The server sent it with a content encoding, which was not asked for.');
}

/** A bulk upload makes an outcome of the errors of a file, if they are refusals. */
async function* translated(body: AsyncIterable<Buffer>, plan: Plan): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof OutboundError ? refusalOf(error, plan) : error;
  }
}

/** The texts of `OutboundError` are for logs: they may contain what this server's network answered. */
function refusalOf(error: OutboundError, plan: Plan): AppError {
  const { reason } = error;
  if (reason === 'too-large') return fileTooLarge(plan);
  if (reason === 'invalid-url' || reason === 'refused-address' || reason === 'unresolved') {
    const detail =
      'It must be an http or https address of a public host, without user name and password, on a usual port.';
    return new AppError('URL_REFUSED', { detail, param: 'url', cause: error });
  }
  const detail = reason === 'timeout' ? 'It took too long.' : 'The connection failed.';
  return fetchFailed(detail, undefined, error);
}

function fetchFailed(detail: string, details?: Record<string, unknown>, cause?: unknown): AppError {
  return new AppError('URL_FETCH_FAILED', { detail, param: 'url', ...(details && { details }), cause });
}

/** The name in Content-Disposition (RFC 6266), or the last part of the path. */
function filenameOf({ headers }: OutboundResponse, url: string): string | undefined {
  try {
    const { filename } = contentDisposition.parse(headers['content-disposition'] ?? '').parameters;
    if (filename !== undefined && filename !== '') return filename;
  } catch {
    // Malformed or absent: the path has a name too.
  }
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    return last;
  }
}
