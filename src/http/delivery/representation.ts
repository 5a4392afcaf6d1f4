import type { IncomingHttpHeaders } from 'node:http';
import contentDisposition from 'content-disposition';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS, type FormatName } from '../../core/formats.ts';
import { isUnchanged, rangeOf } from '../protocol/conditional.ts';
import { edgeTags, untilWhen } from './cache-headers.ts';

const BROWSER_SECONDS = 86_400;
const EDGE_SECONDS = 31_536_000;

/** Which of an image's blobs a path serves. */
export type Part = 'original' | 'thumbnail';

/** One of an image's blobs, as it is sent. */
export interface Representation {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  format: FormatName;
}

/** What is answered to one request for a blob: everything but the bytes. */
export interface DeliveryAnswer {
  status: 200 | 206 | 304;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[];
  /** The bytes of a 206. */
  range: { start: number; end: number } | undefined;
}

/** Header fields of a representation that do not change while its image does not. */
interface Fixed {
  etag: string;
  ok: readonly string[];
  unchanged: readonly string[];
}

// Records come from a cache while the catalog stays as it is: what follows from one is worked out once.
const parts = new WeakMap<ImageRecord, { original: Representation; thumbnail: Representation | undefined }>();
const fixed = new WeakMap<Representation, Fixed>();

/** @returns undefined where there is no thumbnail (yet) */
export function representationOf(image: ImageRecord, part: Part): Representation | undefined {
  let known = parts.get(image);
  if (known === undefined) {
    known = {
      original: {
        blobKey: image.original_key,
        sizeBytes: image.size_bytes,
        sha256: image.sha256,
        format: image.format,
      },
      thumbnail: image.thumbnail_state === 'made' ? thumbnailOf(image) : undefined,
    };
    parts.set(image, known);
  }
  return known[part];
}

function thumbnailOf(image: ImageRecord): Representation {
  return {
    blobKey: image.thumbnail_key,
    sizeBytes: image.thumbnail_size_bytes,
    sha256: image.thumbnail_sha256,
    format: image.thumbnail_format,
  };
}

/**
 * Decides status, header fields and range of a GET or HEAD for one of an image's blobs (RFC 9110, sections 13 and 14).
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export function answerDelivery(
  image: ImageRecord,
  shown: Representation,
  request: { method: string | undefined; headers: IncomingHttpHeaders },
  nowMs: number,
): DeliveryAnswer {
  const { etag, ok, unchanged } = fixedOf(image, shown, nowMs);
  const { headers } = request;
  // Most requests have none of these.
  const conditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  if (conditional && isUnchanged(headers, { etag, lastModifiedMs: image.uploaded_at })) {
    return { status: 304, headers: unchanged, range: undefined };
  }
  const { sizeBytes } = shown;
  const range =
    request.method === 'HEAD' || headers.range === undefined
      ? 'all'
      : rangeOf(headers, { etag, sizeBytes, lastModifiedMs: image.uploaded_at });
  if (range === 'unsatisfiable') {
    throw new AppError('RANGE_NOT_SATISFIABLE', { details: { size: sizeBytes } });
  }
  if (range === 'all') return { status: 200, headers: ok, range: undefined };
  const mimeType = FORMATS[shown.format].mimeType;
  return {
    status: 206,
    headers: [
      ...unchanged,
      ...['content-type', mimeType],
      ...['content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`],
      ...['content-length', String(range.end - range.start + 1)],
    ],
    range,
  };
}

function fixedOf(image: ImageRecord, shown: Representation, nowMs: number): Fixed {
  const known = fixed.get(shown);
  if (known !== undefined) return known;
  const etag = `"sha256-${shown.sha256.slice(0, 16)}"`;
  const unchanged = Object.entries(headersOf(image, shown, etag, nowMs)).flat();
  // The length comes last: behind it Node would take a file name beyond ASCII apart.
  const ok = [
    ...unchanged,
    ...['content-type', FORMATS[shown.format].mimeType],
    ...['content-length', String(shown.sizeBytes)],
  ];
  const made = { etag, ok, unchanged };
  // How long copies may be kept depends on the moment where an image expires.
  if (image.expires_at === null) fixed.set(shown, made);
  return made;
}

function headersOf(image: ImageRecord, shown: Representation, etag: string, nowMs: number): Record<string, string> {
  return {
    etag,
    'last-modified': new Date(image.uploaded_at).toUTCString(),
    'repr-digest': `sha-256=:${Buffer.from(shown.sha256, 'hex').toString('base64')}:`,
    ...cacheHeaders(image.expires_at, nowMs),
    ...edgeTags(image.id),
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(image.filename, { type: 'inline' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'timing-allow-origin': '*',
  };
}

/** Browsers keep a copy for a day, the edge (RFC 9213) for a year, and neither past the image's expiry. */
function cacheHeaders(expiresAt: number | null, nowMs: number): Record<string, string> {
  if (expiresAt === null) {
    return {
      'cache-control': `public, max-age=${BROWSER_SECONDS}, stale-while-revalidate=604800, immutable`,
      'cdn-cache-control': `public, max-age=${EDGE_SECONDS}`,
    };
  }
  const left = Math.max(0, Math.floor((expiresAt - nowMs) / 1_000));
  const browserSeconds = Math.min(BROWSER_SECONDS, left);
  return {
    'cache-control': `public, max-age=${browserSeconds}`,
    'cdn-cache-control': `public, max-age=${Math.min(EDGE_SECONDS, left)}`,
    ...untilWhen(browserSeconds, expiresAt, nowMs),
  };
}
