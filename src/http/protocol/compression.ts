import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { App } from '../routing/app-type.ts';

/** A content coding (RFC 9110, section 8.4.1). */
export type Coding = 'br' | 'gzip';

/** Shorter bodies fit into one or two packets in any case. */
export const MIN_COMPRESSED_BYTES = 1_400;

const TYPES =
  /^(?:text\/|application\/(?:json|problem\+json|feed\+json|atom\+xml|javascript|manifest\+json)|image\/svg\+xml)/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const brotliOptions = (quality: number, size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
/** Answers are compressed for each request: fast, and still a quarter of the size. */
const FAST = { br: 4, gzip: 5 };
/** Static files are compressed once. */
const WELL = { br: 11, gzip: 9 };

/** Whether a type compresses. Pictures and fonts are compressed already. @param type a Content-Type */
export function isCompressible(type: string): boolean {
  return TYPES.test(type);
}

/** The coding to use for an Accept-Encoding field; undefined for none. Brotli wins unless gzip has the higher weight. */
export function acceptedCoding(field: string | string[] | undefined): Coding | undefined {
  const weights = new Map<string, number>();
  for (const part of String(field ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters
      .map((text) => /^q=([01](?:\.\d{0,3})?)$/.exec(text)?.[1])
      .find((one) => one !== undefined);
    weights.set(name, Number(weight ?? 1));
  }
  const [br, gz] = (['br', 'gzip'] as const).map((name) => weights.get(name) ?? weights.get('*') ?? 0);
  if ((br ?? 0) === 0 && (gz ?? 0) === 0) return undefined;
  return (br ?? 0) >= (gz ?? 0) ? 'br' : 'gzip';
}

/** Compresses a file that is sent many times, in a thread of the pool. */
export function compressWell(body: Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotli(body, brotliOptions(WELL.br, body.length)) : deflate(body, { level: WELL.gzip });
}

/** Compresses a small body at once: a page takes about a tenth of a millisecond. */
export function compressNow(body: Buffer, coding: Coding): Buffer {
  return coding === 'br'
    ? brotliCompressSync(body, brotliOptions(FAST.br, body.length))
    : gzipSync(body, { level: FAST.gzip });
}

/**
 * Compresses the bodies of GET that are text and long enough. Answers to other methods may hold new secrets beside text of
 * the request, whose lengths would then tell about them; they are short.
 */
export function registerCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string') return payload;
    if (Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES) return payload;
    if (!isCompressible(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding')) {
      return payload;
    }
    const coding = acceptedCoding(request.headers['accept-encoding']);
    if (coding === undefined) return payload;
    const body = Buffer.from(payload);
    const compressed =
      coding === 'br'
        ? await brotli(body, brotliOptions(FAST.br, body.length))
        : await deflate(body, { level: FAST.gzip });
    reply.header('content-encoding', coding).removeHeader('content-length');
    return compressed;
  });
}
