import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BlobReading, openBlob } from '../../actions/images/open-blob.ts';
import type { ViewCounter } from '../../actions/images/view-counter.ts';
import type { ImageReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS, formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import { variantFormat } from '../../core/links.ts';
import type { Clock } from '../../lib/clock.ts';
import type { App } from '../routing/app-type.ts';
import { BROWSER_SECONDS, cacheHeaders, cacheSeconds, edgeTags } from './cache-headers.ts';
import {
  answerDelivery,
  type DeliveryAnswer,
  type Derivation,
  type Part,
  requireRepresentation,
} from './representation.ts';

/** Dependencies of the delivery of blobs. */
export interface DeliveryDeps extends BlobReading {
  clock: Clock;
  images: ImageReader;
  derive: Derivation;
  views: ViewCounter;
  /** Redirects of originals to the store; undefined where the service sends all bytes itself. */
  links: StoreLinks | undefined;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
}

/** Links to originals in the store. */
export interface StoreLinks {
  link: BlobReading['blobs']['link'];
  /** Origin of all links, for the policies of pages that show images. */
  origin: string;
}

const METHODS = ['GET', 'HEAD'] as const;

const text = { type: 'string' } as const;
const fileSchema = { hide: true, params: { type: 'object', properties: { file: text } } } as const;
const variantSchema = { hide: true, params: { type: 'object', properties: { id: text, file: text } } } as const;

/**
 * GET and HEAD of blobs: originals at /i/<id>.<ext>, thumbnails at /t/<id>.<ext>, and variants at
 * /v/<id>/<preset>.<ext>, which are made on their first request.
 */
export function deliveryRoutes(site: App, deps: DeliveryDeps): void {
  for (const [folder, part] of [
    ['i', 'original'],
    ['t', 'thumbnail'],
  ] as const) {
    site.route<{ Params: { file: string } }>({
      method: [...METHODS],
      url: `/${folder}/:file`,
      schema: fileSchema,
      handler: async (request, reply) => deliver(deps, request, reply, part),
    });
  }

  site.route<{ Params: { id: string; file: string } }>({
    method: [...METHODS],
    url: '/v/:id/:file',
    schema: variantSchema,
    async handler(request, reply) {
      const { id, file } = request.params;
      const { width, format } = parseVariantFile(file, deps.variantWidths);
      const image = isImageId(id) ? await deps.images.find(id, deps.clock.now()) : undefined;
      if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
      const variant = await deps.derive.variant(image, width, format);
      return sendBlob(deps, request, reply, image, answerDelivery(image, variant, request, deps.clock.now()));
    },
  });
}

async function deliver(
  deps: DeliveryDeps,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  part: Part,
) {
  const image = await findByFile(deps, request.params.file);
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const representation = await requireRepresentation(deps, image, part);
  const answer = answerDelivery(image, representation, request, deps.clock.now());
  if (part === 'thumbnail') return sendBlob(deps, request, reply, image, answer);
  const countView = () => deps.views.count(image.id);
  if (!(await redirectToStore(deps, request, reply, image, answer))) {
    return sendBlob(deps, request, reply, image, answer, countView);
  }
  if (request.method === 'GET') countView();
  return reply;
}

/** `<id>.<ext>`, where the extension belongs to the image's format. */
async function findByFile(deps: DeliveryDeps, file: string): Promise<ImageRecord | undefined> {
  const [id = '', extension = '', more] = file.split('.');
  const format = formatOfExtension(extension);
  if (format === undefined || more !== undefined || !isImageId(id)) return undefined;
  const image = await deps.images.find(id, deps.clock.now());
  return image?.format === format.name ? image : undefined;
}

/** @throws AppError VARIANT_NOT_FOUND */
function parseVariantFile(file: string, widths: readonly number[]) {
  const [preset = '', extension = '', more] = file.split('.');
  const width = widths.find((known) => String(known) === preset);
  const format = variantFormat(extension);
  if (width === undefined || format === undefined || more !== undefined) {
    throw new AppError('VARIANT_NOT_FOUND', { details: { presets: widths.map(String) } });
  }
  return { width, format };
}

/**
 * Sends an answer with one of an image's blobs.
 * @param onSend called when the bytes are open, before they are sent
 * @throws AppError RANGE_NOT_SATISFIABLE, IMAGE_NOT_FOUND; Error when the store has lost the blob
 */
async function sendBlob(
  deps: DeliveryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  { status, headers, range, representation: { blobKey, sizeBytes } }: DeliveryAnswer,
  onSend?: () => void,
) {
  reply.code(status);
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] as string, headers[i + 1] as string);
  if (status === 416) throw new AppError('RANGE_NOT_SATISFIABLE', { details: { size: sizeBytes } });
  if (status === 304 || request.method === 'HEAD') return reply.send();
  const body = await openBlob(deps, blobKey, sizeBytes, range);
  if (body === undefined) throw await whyMissing(deps, image, blobKey);
  onSend?.();
  if (Buffer.isBuffer(body)) return reply.send(body);
  // File streams are sent unwrapped: a wrapper keeps the file open when the client leaves before the first read.
  return reply.send(body instanceof Readable ? body : Readable.from(body, { objectMode: false }));
}

/** A blob is missing because its image has just been deleted, or because the store has lost it. */
async function whyMissing(deps: DeliveryDeps, image: ImageRecord, key: string): Promise<Error> {
  const still = await deps.images.find(image.id, deps.clock.now());
  return still === undefined
    ? new AppError('IMAGE_NOT_FOUND')
    : new Error(`the blob ${key} of image ${image.id} is missing`);
}

/** How long a link to the store is valid at most. */
const LINK_SECONDS = 600;

/**
 * Redirects a request for an original to the store, where that has links. No link outlives the image, and no cache keeps
 * a redirect longer than half the validity of its link, so that the link of a cached redirect is still valid.
 * @returns whether the reply has been sent. Not the reply itself, which is a thenable and would be awaited.
 */
async function redirectToStore(
  { links, clock }: Pick<DeliveryDeps, 'links' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  { status, representation }: DeliveryAnswer,
): Promise<boolean> {
  if (links === undefined || status === 304) return false;
  const now = clock.now();
  const seconds = cacheSeconds(LINK_SECONDS, image.expires_at, now);
  if (seconds === 0) return false;
  const link = await links.link(representation.blobKey, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    seconds,
    contentType: FORMATS[representation.format].mimeType,
    contentDisposition: contentDisposition(image.filename, { type: 'inline' }),
    cacheControl: cacheHeaders(BROWSER_SECONDS, image.expires_at, now)['cache-control'],
  });
  if (link === undefined) return false;
  const cached = cacheHeaders(Math.floor(seconds / 2), image.expires_at, now);
  reply
    .code(302)
    .headers({
      location: link,
      ...cached,
      'cdn-cache-control': cached['cache-control'],
      ...edgeTags(image.id),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
    })
    .send();
  return true;
}
