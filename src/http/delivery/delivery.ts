import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import { variantFormat } from '../../core/links.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { redirectToStore } from './redirect-to-store.ts';
import { answerDelivery, type Part, requireRepresentation } from './representation.ts';
import { sendBlob } from './send-blob.ts';

const METHODS = ['GET', 'HEAD'] as const;

const text = { type: 'string' } as const;
const fileSchema = { hide: true, params: { type: 'object', properties: { file: text } } } as const;
const variantSchema = { hide: true, params: { type: 'object', properties: { id: text, file: text } } } as const;

/**
 * GET and HEAD of blobs: originals at /i/<id>.<ext>, thumbnails at /t/<id>.<ext>, and variants at
 * /v/<id>/<preset>.<ext>, which are made on their first request.
 */
export function deliveryRoutes(site: App, deps: HttpDeps): void {
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
  deps: HttpDeps,
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
async function findByFile(deps: HttpDeps, file: string): Promise<ImageRecord | undefined> {
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
