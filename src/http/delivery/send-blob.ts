import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBlob } from '../../actions/images/open-blob.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import { answerDelivery, type DeliveryAnswer, type Representation } from './representation.ts';

/**
 * Answers a GET or HEAD with one of an image's blobs.
 * @param onSent called when bytes are about to be sent
 * @throws AppError RANGE_NOT_SATISFIABLE, IMAGE_NOT_FOUND; Error when the store has lost the blob
 */
export async function sendBlob(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  image: ImageRecord,
  shown: Representation,
  onSent?: () => void,
) {
  const answer = orWithLength(reply, () => answerDelivery(image, shown, request, deps.clock.now()));
  reply.code(answer.status);
  for (let i = 0; i < answer.headers.length; i += 2) {
    reply.header(answer.headers[i] as string, answer.headers[i + 1] as string);
  }
  if (answer.status === 304 || request.method === 'HEAD') return reply.send();
  const body = await openBlob(deps, shown.blobKey, shown.sizeBytes, answer.range);
  if (body === undefined) throw await whyMissing(deps, image, shown.blobKey);
  onSent?.();
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

/** A blob is missing because its image has just been deleted, or because the store has lost it. */
async function whyMissing(deps: HttpDeps, image: ImageRecord, key: string): Promise<Error> {
  const still = await deps.images.find(image.id, deps.clock.now());
  return still === undefined
    ? new AppError('IMAGE_NOT_FOUND')
    : new Error(`the blob ${key} of image ${image.id} is missing`);
}
