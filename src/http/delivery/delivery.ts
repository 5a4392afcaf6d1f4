import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { findPart } from './find-part.ts';
import { redirectOriginal } from './redirect-original.ts';
import type { Part } from './representation.ts';
import { sendBlob } from './send-blob.ts';

/** GET and HEAD of /i/<id>.<ext> and /t/<id>.<ext>: the bytes. */
export function deliveryRoutes(site: App, deps: HttpDeps): void {
  const route = (url: string, part: Part, onSent?: (image: ImageRecord) => void) => {
    const schema = { hide: true, params: { type: 'object', properties: { file: { type: 'string' } } } } as const;
    site.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url,
      schema,
      async handler(request, reply) {
        const image = await findByFile(deps, request.params.file);
        if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
        const shown = await findPart(deps, image, part);
        if (part === 'original' && (await redirectOriginal(deps, request, reply, image, shown))) {
          if (request.method === 'GET') onSent?.(image);
          return reply;
        }
        return sendBlob(deps, request, reply, image, shown, () => onSent?.(image));
      },
    });
  };
  route('/i/:file', 'original', (image) => deps.views.count(image.id));
  route('/t/:file', 'thumbnail');
}

/** `<id>.<ext>`, where the extension is the one of the image's format. */
async function findByFile(deps: HttpDeps, file: string): Promise<ImageRecord | undefined> {
  const [id = '', extension = '', more] = file.split('.');
  const format = formatOfExtension(extension);
  if (format === undefined || more !== undefined || !isImageId(id)) return undefined;
  const image = await deps.images.find(id, deps.clock.now());
  return image?.format === format.name ? image : undefined;
}
