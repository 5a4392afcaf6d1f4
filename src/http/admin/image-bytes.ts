import { Readable } from 'node:stream';
import Type from 'typebox';
import { requireKeptImage } from '../../actions/images/get-image.ts';
import { openBlob } from '../../actions/images/open-blob.ts';
import { IdParams } from '../../api/envelope.ts';
import { FORMATS } from '../../core/formats.ts';
import { type Part, requireRepresentation } from '../delivery/representation.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';
import { adminFailures, adminOnly, adminSchema } from './require-admin.ts';

const Picture = {
  description: 'The picture; no JSON.',
  content: { 'image/*': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
};

/** GET /admin/images/{id}/original and /thumbnail: the bytes, of images in quarantine too, for nobody to keep. */
export function adminImageBytesRoutes(api: App, deps: HttpDeps): void {
  const route = (part: Part, operationId: string) =>
    api.get(
      `/admin/images/:id/${part}`,
      {
        schema: {
          ...adminSchema,
          operationId,
          summary: `The ${part} of an image, in quarantine or not`,
          params: IdParams,
          response: { 200: Picture, ...adminFailures },
        },
        ...adminOnly,
      },
      async (request, reply) => {
        const { headers, body } = await open(deps, request.params.id, part);
        return reply.headers(headers).send(body as Buffer);
      },
    );
  route('original', 'getOriginalAsAdmin');
  route('thumbnail', 'getThumbnailAsAdmin');
}

/** @throws AppError IMAGE_NOT_FOUND, THUMBNAIL_NOT_FOUND */
async function open(deps: HttpDeps, id: string, part: Part) {
  const image = await requireKeptImage(deps, id);
  const { blobKey, sizeBytes, format } = await requireRepresentation(deps, image, part);
  const body = await openBlob(deps, blobKey, sizeBytes);
  if (body === undefined) {
    // It has just been deleted, or the store has lost its bytes.
    await requireKeptImage(deps, id);
    throw new Error(`the blob ${blobKey} of image ${id} is missing`);
  }
  const headers = {
    'cache-control': 'no-store',
    'content-length': sizeBytes,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': FORMATS[format].mimeType,
    'x-content-type-options': 'nosniff',
  };
  const isReady = Buffer.isBuffer(body) || body instanceof Readable;
  return { headers, body: isReady ? body : Readable.from(body, { objectMode: false }) };
}
