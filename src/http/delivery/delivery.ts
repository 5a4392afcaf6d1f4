import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller } from '../../actions/accounts/identify-caller.ts';
import type { Maker } from '../../actions/derive/make-variant.ts';
import { type BlobReading, openBlob } from '../../actions/images/open-blob.ts';
import type { ViewCounter } from '../../actions/images/view-counter.ts';
import type { ImageReader } from '../../catalog/images/image-reader.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { addressKey, quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS, formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import { type VariantPreset, variantFormat, variantNames } from '../../core/links.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { AuthDeps } from '../guards/auth.ts';
import { credentialOf } from '../guards/credential.ts';
import { countInWindow } from '../guards/quota.ts';
import { isNavigation, NEGOTIATED_BY } from '../protocol/navigation.ts';
import type { App } from '../routing/app-type.ts';
import type { createAccelRedirect } from './accel-redirect.ts';
import {
  BROWSER_SECONDS,
  CROSS_ORIGIN_HEADERS,
  cacheHeaders,
  cacheSeconds,
  edgeTags,
  PREFLIGHT_HEADERS,
} from './cache-headers.ts';
import {
  answerDelivery,
  asciiDispositionOf,
  type DeliveryAnswer,
  type Derivation,
  type Part,
  requireRepresentation,
} from './representation.ts';

/** Dependencies of the delivery of blobs. */
export interface DeliveryDeps extends BlobReading, Omit<AuthDeps, 'quota' | 'baseUrl'> {
  images: ImageReader;
  derive: Derivation;
  views: ViewCounter;
  /** The head by which nginx sends the bytes of an answer; undefined where imgd sends them. */
  fileHead: ReturnType<typeof createAccelRedirect>;
  /** Redirects of originals to the store; undefined where the service sends all bytes itself. */
  links: StoreLinks | undefined;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
  variantPresets: readonly VariantPreset[];
  readonly imageHost: string;
}

/** Links to originals in the store. */
export interface StoreLinks {
  link: BlobReading['blobs']['link'];
  /** Origin of all links, for the policies of pages that show images. */
  origin: string;
}

const METHODS = ['GET', 'HEAD'] as const;
const IMAGE_PATH = /^\/[itv]\/:/;

const text = { type: 'string' } as const;
const fileSchema = { hide: true, params: { type: 'object', properties: { file: text } } } as const;
const variantSchema = { hide: true, params: { type: 'object', properties: { id: text, file: text } } } as const;

/**
 * GET and HEAD of blobs: originals at /i/<id>.<ext>, thumbnails at /t/<id>.<ext>, and variants at
 * /v/<id>/<preset>.<ext>, which are made on their first request.
 */
export function deliveryRoutes(site: App, deps: DeliveryDeps): void {
  site.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    if (method === 'OPTIONS' && IMAGE_PATH.test(routeOptions.url ?? '')) reply.headers(PREFLIGHT_HEADERS);
  });
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
      const { chosen, format } = parseVariantFile(file, deps);
      const image = isImageId(id) ? await deps.images.find(id, deps.clock.now()) : undefined;
      if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
      const ask = async () => {
        const found = await deps.derive.findVariant(image, chosen, format);
        const variant =
          found ?? (await deps.derive.makeVariant(image, chosen, format, await makerOf(deps, request, reply)));
        return answerDelivery(image, variant, request, deps.clock.now());
      };
      return sendBlob(deps, request, reply, image, await ask(), { again: ask });
    },
  });
}

/** The caller of a thumbnail, for its turn in the queue of the decoders. No window counts it: its upload was counted. */
const callerKey = (request: FastifyRequest) => addressKey(callerAddress(request.ip));

/** Who makes a variant: the account of a valid credential, else the address. */
async function makerOf(deps: DeliveryDeps, request: FastifyRequest, reply: FastifyReply): Promise<Maker> {
  const address = callerAddress(request.ip);
  const caller = await identifyCaller(deps, credentialOf(request.headers), address).catch(() => undefined);
  const subject = caller?.kind === 'account' ? { account: caller.accountId } : { address };
  const { variants: window } = deps.windows;
  return {
    caller: caller === undefined ? addressKey(address) : quotaKey(caller),
    count: () => countInWindow(window, subject, reply),
    giveBack: () => window.giveBack(subject),
  };
}

async function deliver(
  deps: DeliveryDeps,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  part: Part,
) {
  const { file } = request.params;
  if (part === 'original' && isImageId(file) && isNavigation(request)) return redirectToPage(deps, reply, file);
  const image = await findByFile(deps, file);
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const representation = await requireRepresentation(deps, image, part, callerKey(request));
  const answer = answerDelivery(image, representation, request, deps.clock.now());
  if (part === 'thumbnail') return sendBlob(deps, request, reply, image, answer);
  const countView = () => deps.views.count(image.id);
  if (!(await redirectToStore(deps, request, reply, image, answer))) {
    return sendBlob(deps, request, reply, image, answer, { onSend: countView });
  }
  if (request.method === 'GET') countView();
  return reply;
}

/** A link without its extension leads people to the page of the image. No cache keeps the redirect: it would outlive the image. */
async function redirectToPage(deps: DeliveryDeps, reply: FastifyReply, id: string) {
  if ((await deps.images.find(id, deps.clock.now())) === undefined) throw new AppError('IMAGE_NOT_FOUND');
  reply.headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', vary: NEGOTIATED_BY });
  return reply.redirect(`${deps.imageHost}/image/${id}`, 302);
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
function parseVariantFile(file: string, kinds: Pick<DeliveryDeps, 'variantWidths' | 'variantPresets'>) {
  const [preset = '', extension = '', more] = file.split('.');
  const chosen =
    kinds.variantWidths.find((known) => String(known) === preset) ??
    kinds.variantPresets.find(({ name }) => name === preset);
  const format = variantFormat(extension);
  if (chosen === undefined || format === undefined || more !== undefined) {
    throw new AppError('VARIANT_NOT_FOUND', { details: { presets: variantNames(kinds) } });
  }
  return { chosen, format };
}

interface SendOptions {
  /** Called when the bytes are open, before they are sent. */
  onSend?: () => void;
  /** Finds the blob again: it may have been evicted since. */
  again?: (() => Promise<DeliveryAnswer>) | undefined;
  /** How often to find it again. */
  tries?: number;
}

/** A variant that has just been made is the last to be evicted. */
const MAX_TRIES = 3;

/**
 * Sends an answer with one of an image's blobs.
 * @throws AppError RANGE_NOT_SATISFIABLE, IMAGE_NOT_FOUND; Error when the store has lost the blob
 */
async function sendBlob(
  deps: DeliveryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  answer: DeliveryAnswer,
  { onSend, again, tries = MAX_TRIES }: SendOptions = {},
) {
  const {
    status,
    range,
    representation: { blobKey, sizeBytes },
  } = answer;
  reply.code(status);
  const file = deps.fileHead(request.raw, answer);
  const head = file ?? answer;
  const fields = [...head.fixed.list, ...head.headers];
  for (let i = 0; i < fields.length; i += 2) reply.header(fields[i] as string, fields[i + 1] as string);
  if (status === 416) throw new AppError('RANGE_NOT_SATISFIABLE', { details: { size: sizeBytes } });
  if (file !== undefined) onSend?.();
  if (status === 304 || request.method === 'HEAD' || file !== undefined) return reply.send();
  const body = await openBlob(deps, blobKey, sizeBytes, range);
  if (body === undefined) {
    const other = await again?.();
    if (other === undefined || other.representation.blobKey === blobKey) throw await whyMissing(deps, image, blobKey);
    return sendBlob(deps, request, reply, image, other, tries > 1 ? { again, tries: tries - 1 } : {});
  }
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
    contentDisposition: asciiDispositionOf(image, representation),
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
      ...CROSS_ORIGIN_HEADERS,
    })
    .send();
  return true;
}
