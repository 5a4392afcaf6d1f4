import { cacheOfSizes } from '../../lib/bounded-cache.ts';
import { acceptedCoding, type Coding, compressNow, MIN_COMPRESSED_BYTES } from '../protocol/compression.ts';

/** A rendered body, and the compressed forms that clients have asked for. */
export interface RenderedBody {
  body: Buffer;
  coded?: Partial<Record<Coding, Buffer>>;
}

/** Headers and bytes of a rendered body in the coding that the client prefers. Compresses on the first request. */
export function inAcceptedCoding(
  rendered: RenderedBody,
  acceptEncoding: string | string[] | undefined,
): { headers: readonly string[]; body: Buffer } {
  const { body } = rendered;
  const coding = body.length < MIN_COMPRESSED_BYTES ? undefined : acceptedCoding(acceptEncoding);
  if (coding === undefined) return { headers: ['content-length', String(body.length)], body };
  rendered.coded ??= {};
  rendered.coded[coding] ??= compressNow(body, coding);
  const coded = rendered.coded[coding];
  return { headers: ['content-encoding', coding, 'content-length', String(coded.length)], body: coded };
}

export interface AnswerCache {
  /** Memory for all answers from memory and the rows that they come from. */
  answerCacheBytes: number;
}

/** Least-recently-used cache of bodies that are rendered from catalog rows. */
export interface RenderedCache<Row extends object, Rendered extends RenderedBody> {
  /** @param render called where the cached body was not rendered from this very row object */
  get(key: string, row: Row, render: () => Rendered): Rendered;
}

/** Memory of a cache entry besides its body; the compressed forms together take about half of the body. */
const ENTRY_BYTES = 512;

/** @param maxBytes of all entries together */
export function createRenderedCache<Row extends object, Rendered extends RenderedBody>(
  maxBytes: number,
): RenderedCache<Row, Rendered> {
  const cache = cacheOfSizes<{ row: Row; rendered: Rendered }>(
    Math.floor(maxBytes),
    ({ rendered }) => Math.ceil(1.5 * rendered.body.length) + ENTRY_BYTES,
  );
  return {
    get(key, row, render) {
      const known = cache.get(key);
      if (known?.row === row) return known.rendered;
      const rendered = render();
      cache.set(key, { row, rendered });
      return rendered;
    },
  };
}
