import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBlob } from '../../actions/open-blob.ts';
import type { ImageRecord } from '../../catalog/images.ts';
import { AppError } from '../../core/errors.ts';
import { formatOfExtension } from '../../core/formats.ts';
import { isImageId } from '../../core/ids.ts';
import { answerDelivery, type DeliveryAnswer, type Part, representationOf } from '../delivery-answer.ts';
import type { HttpDeps } from '../deps.ts';
import type { App } from '../routing.ts';

/** GET and HEAD of /i/<id>.<ext> and /t/<id>.<ext>: the bytes. */
export function deliveryRoutes(site: App, deps: HttpDeps): void {
  const route = (url: string, part: Part) => {
    const schema = { hide: true, params: { type: 'object', properties: { file: { type: 'string' } } } } as const;
    site.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url,
      schema,
      handler: (request, reply) => deliver(deps, request, reply, part),
    });
  };
  route('/i/:file', 'original');
  route('/t/:file', 'thumbnail');
}

async function deliver(
  deps: HttpDeps,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  part: Part,
) {
  const image = await findByFile(deps, request.params.file);
  if (image === undefined) throw new AppError('IMAGE_NOT_FOUND');
  const answer = orWithLength(reply, () => answerDelivery(image, part, request, deps.clock.now()));
  reply.code(answer.status);
  for (let i = 0; i < answer.headers.length; i += 2) {
    reply.header(answer.headers[i] as string, answer.headers[i + 1] as string);
  }
  if (answer.status === 304 || request.method === 'HEAD') return reply.send();
  const { blobKey, sizeBytes } = representationOf(image, part);
  const body = await openBlob(deps, blobKey, sizeBytes, answer.range);
  if (body === undefined) throw await whyMissing(deps, image, blobKey);
  if (part === 'original') deps.views.count(image.id);
  if (Buffer.isBuffer(body)) return reply.send(body);
  // A stream of a file goes as it is: wrapped, it would stay open where the client leaves before the first read.
  return reply.send(body instanceof Readable ? body : Readable.from(body, { objectMode: false }));
}

/** A refused range is answered with the length that there is (RFC 9110, section 15.5.17). */
function orWithLength(reply: FastifyReply, answer: () => DeliveryAnswer): DeliveryAnswer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof AppError) reply.header('content-range', `bytes */${error.details?.size}`);
    throw error;
  }
}

/** `<id>.<ext>`, where the extension is the one of the image's format. */
async function findByFile(deps: HttpDeps, file: string): Promise<ImageRecord | undefined> {
  const [id = '', extension = '', more] = file.split('.');
  const format = formatOfExtension(extension);
  if (format === undefined || more !== undefined || !isImageId(id)) return undefined;
  const image = await deps.images.find(id, deps.clock.now());
  return image?.format === format.name ? image : undefined;
}

/** A blob is missing because its image has just been deleted, or because the store has lost it. */
async function whyMissing(deps: HttpDeps, image: ImageRecord, key: string): Promise<Error> {
  const still = await deps.images.find(image.id, deps.clock.now());
  return still === undefined
    ? new AppError('IMAGE_NOT_FOUND')
    : new Error(`the blob ${key} of image ${image.id} is missing`);
}
