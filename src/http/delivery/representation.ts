import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { Maker } from '../../actions/derive/make-variant.ts';
import { type BlobReading, openBlob } from '../../actions/images/open-blob.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { type Caller, quotaKey } from '../../core/caller.ts';
import { FORMATS, type FormatName } from '../../core/formats.ts';
import type { VariantPreset } from '../../core/links.ts';
import { downloadName } from '../../core/names.ts';
import { isUnchanged, rangeOf } from '../protocol/conditional.ts';
import { BROWSER_SECONDS, CROSS_ORIGIN_HEADERS, cacheHeaders, cacheSeconds, edgeTags } from './cache-headers.ts';
import type { FixedFields } from './prepared-head.ts';

/**
 * Content Security Policy of the bytes of an image: a document made of them runs nothing and loads nothing. Browsers show
 * an image in a document of their own, whose styles are inline.
 */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const EDGE_SECONDS = 31_536_000;

/** Makes blobs from originals on demand: one at a time for each blob, on all nodes. */
export interface Derivation {
  /** The image after its thumbnail was made. @throws AppError as `makeThumbnail` */
  thumbnail(image: ImageRecord, caller: string): Promise<ImageRecord>;
  /** @returns undefined where the variant has not been made */
  findVariant(
    image: ImageRecord,
    chosen: number | VariantPreset,
    wanted: { extension: string },
  ): Promise<Representation | undefined>;
  /** @throws AppError as `makeVariant` */
  makeVariant(
    image: ImageRecord,
    chosen: number | VariantPreset,
    wanted: { extension: string; name: FormatName },
    maker: Maker,
  ): Promise<Representation>;
}

/** Which of an image's blobs a path serves. */
export type Part = 'original' | 'thumbnail';

/** One of an image's blobs, as clients receive it. */
export interface Representation {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  format: FormatName;
}

/** The complete answer to one request for a blob, except the bytes. */
export interface DeliveryAnswer {
  representation: Representation;
  status: 200 | 206 | 304 | 416;
  /** Fields of all answers of this kind. */
  fixed: FixedFields;
  /** More names and values in turn, of this answer only. */
  headers: readonly string[];
  /** The bytes of a 206, both ends included. */
  range: { start: number; end: number } | undefined;
  /** The fixed fields of a 304 to the same request. */
  unchanged: FixedFields;
}

const NO_FIELDS: FixedFields = { list: [] };

/** Headers that stay the same while the row does. */
interface FixedHeaders {
  etag: string;
  ok: FixedFields;
  unchanged: FixedFields;
}

// The row cache returns the same record object until the row changes, so both are computed once per row.
const parts = new WeakMap<ImageRecord, { original: Representation; thumbnail: Representation | undefined }>();
const fixedHeaders = new WeakMap<Representation, FixedHeaders>();

/** @returns undefined where the image has no thumbnail, or none yet */
export function representationOf(image: ImageRecord, part: Part): Representation | undefined {
  let known = parts.get(image);
  if (known === undefined) {
    const original = {
      blobKey: image.original_key,
      sizeBytes: image.size_bytes,
      sha256: image.sha256,
      format: image.format,
    };
    const thumbnail = {
      blobKey: image.thumbnail_key,
      sizeBytes: image.thumbnail_size_bytes,
      sha256: image.thumbnail_sha256,
      format: image.thumbnail_format,
    };
    known = { original, thumbnail: image.thumbnail_state === 'made' ? thumbnail : undefined };
    parts.set(image, known);
  }
  return known[part];
}

/**
 * One of an image's blobs; makes a pending thumbnail first.
 * @param caller `quotaKey` of the caller
 * @throws AppError THUMBNAIL_NOT_FOUND, and as `makeThumbnail`
 */
export async function requireRepresentation(
  { derive }: { derive: Derivation },
  image: ImageRecord,
  part: Part,
  caller: string,
): Promise<Representation> {
  const ready = representationOf(image, part);
  if (ready !== undefined) return ready;
  return representationOf(await derive.thumbnail(image, caller), part) as Representation;
}

/**
 * Opens one of an image's blobs for a caller who may see an image that is not public.
 * @param find finds the image for this caller
 * @returns the bytes, and headers by which no cache keeps them
 * @throws AppError THUMBNAIL_NOT_FOUND, and the errors of `find`; Error when the store has lost the blob
 */
export async function openPrivately(
  deps: BlobReading & { derive: Derivation },
  find: () => Promise<ImageRecord>,
  part: Part,
  caller: Caller,
) {
  const image = await find();
  const { blobKey, sizeBytes, format } = await requireRepresentation(deps, image, part, quotaKey(caller));
  const body = await openBlob(deps, blobKey, sizeBytes);
  if (body === undefined) {
    // Either the image has just been deleted, or the store has lost the blob.
    await find();
    throw new Error(`the blob ${blobKey} of image ${image.id} is missing`);
  }
  const headers = {
    'cache-control': 'no-store',
    'content-length': sizeBytes,
    'content-security-policy': IMAGE_POLICY,
    'content-type': FORMATS[format].mimeType,
    'x-content-type-options': 'nosniff',
  };
  const isReady = Buffer.isBuffer(body) || body instanceof Readable;
  return { headers, body: isReady ? body : Readable.from(body, { objectMode: false }) };
}

/** Decides status, headers and range of a GET or HEAD for a blob (RFC 9110, sections 13 and 14). */
export function answerDelivery(
  image: ImageRecord,
  representation: Representation,
  { method, headers }: { method: string | undefined; headers: IncomingHttpHeaders },
  nowMs: number,
): DeliveryAnswer {
  const { etag, ok, unchanged } = fixedHeadersOf(image, representation, nowMs);
  // Most requests are neither conditional nor for a range.
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  if (isConditional && isUnchanged(headers, { etag, lastModifiedMs: image.uploaded_at })) {
    return { representation, status: 304, fixed: unchanged, headers: [], range: undefined, unchanged };
  }
  const { sizeBytes } = representation;
  const range =
    method === 'HEAD' || headers.range === undefined
      ? 'all'
      : rangeOf(headers, { etag, sizeBytes, lastModifiedMs: image.uploaded_at });
  if (range === 'all') return { representation, status: 200, fixed: ok, headers: [], range: undefined, unchanged };
  if (range === 'unsatisfiable') {
    const headers = ['content-range', `bytes */${sizeBytes}`];
    return { representation, status: 416, fixed: NO_FIELDS, headers, range: undefined, unchanged };
  }
  return {
    representation,
    status: 206,
    fixed: unchanged,
    headers: [
      ...['content-type', FORMATS[representation.format].mimeType],
      ...['content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`],
      ...['content-length', String(range.end - range.start + 1)],
    ],
    range,
    unchanged,
  };
}

/** `Content-Disposition` with the name of the upload and the extension of the bytes. */
export function dispositionOf({ filename }: Pick<ImageRecord, 'filename'>, { format }: Representation): string {
  return contentDisposition(downloadName(filename, FORMATS[format].extension), { type: 'inline' });
}

/** The same in ASCII: a store that sends it would write UTF-8, so that only `filename*` (RFC 8187) has other characters. */
export function asciiDispositionOf({ filename }: Pick<ImageRecord, 'filename'>, { format }: Representation): string {
  const name = downloadName(filename, FORMATS[format].extension);
  return contentDisposition(name, { type: 'inline', fallback: name.replace(/[^\x20-\x7e]/g, '?') });
}

function fixedHeadersOf(image: ImageRecord, representation: Representation, nowMs: number): FixedHeaders {
  const known = fixedHeaders.get(representation);
  if (known !== undefined) return known;
  const etag = `"sha256-${representation.sha256.slice(0, 16)}"`;
  const unchanged = Object.entries({
    etag,
    'last-modified': new Date(image.uploaded_at).toUTCString(),
    'repr-digest': `sha-256=:${Buffer.from(representation.sha256, 'hex').toString('base64')}:`,
    ...longCacheHeaders(image.expires_at, nowMs),
    ...edgeTags(image.id),
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(image, representation),
    'x-content-type-options': 'nosniff',
    'content-security-policy': IMAGE_POLICY,
    ...CROSS_ORIGIN_HEADERS,
  }).flat();
  // The length comes last: after Content-Length, Node re-encodes a Content-Disposition beyond ASCII.
  const ok = [
    ...unchanged,
    ...['content-type', FORMATS[representation.format].mimeType],
    ...['content-length', String(representation.sizeBytes)],
  ];
  const made = { etag, ok: { list: ok }, unchanged: { list: unchanged } };
  // The cache headers of an image that expires depend on the time of the request.
  if (image.expires_at === null) fixedHeaders.set(representation, made);
  return made;
}

/** Browsers keep a copy for a day, the edge (RFC 9213) for a year, and neither past the image's expiry. */
function longCacheHeaders(expiresAt: number | null, nowMs: number): Record<string, string> {
  const { 'cache-control': browser, ...expiry } = cacheHeaders(BROWSER_SECONDS, expiresAt, nowMs);
  return {
    'cache-control': expiresAt === null ? `${browser}, stale-while-revalidate=604800, immutable` : browser,
    'cdn-cache-control': `public, max-age=${cacheSeconds(EDGE_SECONDS, expiresAt, nowMs)}`,
    ...expiry,
  };
}
