import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBlob } from '../../actions/open-blob.ts';
import { findImage, type ImageRecord } from '../../catalog/images.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS, type FormatName, formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import { isUnchanged, rangeOf } from '../conditional.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

const BROWSER_SECONDS = 86_400;
const EDGE_SECONDS = 31_536_000;

/** One of an image's blobs, as it is sent. */
interface Representation {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  format: FormatName;
}

/** Picks the blob that a path serves. */
type Pick = (image: ImageRecord) => Representation;

const original: Pick = (image) => ({
  blobKey: image.original_key,
  sizeBytes: image.size_bytes,
  sha256: image.sha256,
  format: image.format as FormatName,
});

const thumbnail: Pick = (image) => ({
  blobKey: image.thumbnail_key,
  sizeBytes: image.thumbnail_size_bytes,
  sha256: image.thumbnail_sha256,
  format: image.thumbnail_format as FormatName,
});

/** GET and HEAD of /i/<id>.<ext> and /t/<id>.<ext>: the bytes. */
export function deliveryRoutes(site: App, deps: HttpDeps): void {
  const route = (url: string, pick: Pick, onSent: (image: ImageRecord) => void) => {
    const schema = { hide: true, params: { type: 'object', properties: { file: { type: 'string' } } } } as const;
    site.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url,
      schema,
      handler: (request, reply) => deliver(deps, request, reply, pick, onSent),
    });
  };
  route('/i/:file', original, (image) => deps.views.count(image.id));
  route('/t/:file', thumbnail, () => {});
}

async function deliver(
  deps: HttpDeps,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  pick: Pick,
  onSent: (image: ImageRecord) => void,
) {
  const image = await findByFile(deps, request.params.file);
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const shown = pick(image);
  const etag = `"sha256-${shown.sha256.slice(0, 16)}"`;
  const current = { etag, sizeBytes: shown.sizeBytes, lastModifiedMs: image.uploaded_at };
  reply.headers(headersOf(image, shown, etag, deps.clock.now()));
  if (isUnchanged(request.headers, current)) return reply.code(304).send();

  const range = request.method === 'GET' ? rangeOf(request.headers, current) : 'all';
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${shown.sizeBytes}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', { details: { size: shown.sizeBytes } });
  }
  reply.type(FORMATS[shown.format].mimeType);
  if (range === 'all') reply.header('content-length', shown.sizeBytes);
  else {
    reply
      .code(206)
      .header('content-length', range.end - range.start + 1)
      .header('content-range', `bytes ${range.start}-${range.end}/${shown.sizeBytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  const body = await openBlob(deps.blobs, shown.blobKey, shown.sizeBytes, range === 'all' ? undefined : range);
  if (body === undefined) throw await whyMissing(deps, image, shown.blobKey);
  onSent(image);
  if (Buffer.isBuffer(body)) return reply.send(body);
  // A stream of a file goes as it is: wrapped, it would stay open where the client leaves before the first read.
  return reply.send(body instanceof Readable ? body : Readable.from(body, { objectMode: false }));
}

/** `<id>.<ext>`, where the extension is the one of the image's format. */
async function findByFile(deps: HttpDeps, file: string): Promise<ImageRecord | undefined> {
  const [id = '', extension = '', more] = file.split('.');
  const format = formatOfExtension(extension);
  if (format === undefined || more !== undefined || !isImageId(id)) return undefined;
  const image = await findImage(deps.db, id, deps.clock.now());
  return image?.format === format.name ? image : undefined;
}

function headersOf(image: ImageRecord, shown: Representation, etag: string, nowMs: number): Record<string, string> {
  return {
    etag,
    'last-modified': new Date(image.uploaded_at).toUTCString(),
    'repr-digest': `sha-256=:${Buffer.from(shown.sha256, 'hex').toString('base64')}:`,
    ...cacheHeaders(image.expires_at, nowMs),
    'cache-tag': `img-${image.id}`,
    'surrogate-key': `img-${image.id}`,
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
  return {
    'cache-control': `public, max-age=${Math.min(BROWSER_SECONDS, left)}`,
    'cdn-cache-control': `public, max-age=${Math.min(EDGE_SECONDS, left)}`,
  };
}

/** A blob is missing because its image has just been deleted, or because the store has lost it. */
async function whyMissing(deps: HttpDeps, image: ImageRecord, key: string): Promise<Error> {
  const still = await findImage(deps.db, image.id, deps.clock.now());
  return still === undefined
    ? new AppError('IMAGE_NOT_FOUND')
    : new Error(`the blob ${key} of image ${image.id} is missing`);
}
