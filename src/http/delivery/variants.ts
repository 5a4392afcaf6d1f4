import { openVariant } from '../../actions/derive/make-variant.ts';
import { AppError } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import { variantFormat } from '../../core/links.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { sendBlob } from './send-blob.ts';

/** GET and HEAD of /v/<id>/<preset>.<ext>: an image no wider than the preset, made when it is first asked for. */
export function variantRoutes(site: App, deps: HttpDeps): void {
  const properties = { id: { type: 'string' }, file: { type: 'string' } } as const;
  site.route<{ Params: { id: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/v/:id/:file',
    schema: { hide: true, params: { type: 'object', properties } } as const,
    async handler(request, reply) {
      const { id, file } = request.params;
      const { width, format } = parseFile(file, deps.variantWidths);
      const image = isImageId(id) ? await deps.images.find(id, deps.clock.now()) : undefined;
      if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
      const { blobKey, sizeBytes, sha256, format: made } = await openVariant(deps, image, width, format);
      return sendBlob(deps, request, reply, image, { blobKey, sizeBytes, sha256, format: made });
    },
  });
}

/** @throws AppError VARIANT_NOT_FOUND before anything is looked up or decoded */
function parseFile(file: string, widths: readonly number[]) {
  const [preset = '', extension = '', more] = file.split('.');
  const width = widths.find((known) => String(known) === preset);
  const format = variantFormat(extension);
  if (width === undefined || format === undefined || more !== undefined) {
    throw new AppError('VARIANT_NOT_FOUND', { details: { presets: widths.map(String) } });
  }
  return { width, format };
}
