import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openBlob } from '../../actions/images/open-blob.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import type { DeliveryAnswer } from './representation.ts';

/**
 * Sends an answer with one of an image's blobs.
 * @param onSend called when the bytes are open, before they are sent
 * @throws AppError RANGE_NOT_SATISFIABLE, IMAGE_NOT_FOUND; Error when the store has lost the blob
 */
export async function sendBlob(
  deps: HttpDeps,
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
async function whyMissing(deps: HttpDeps, image: ImageRecord, key: string): Promise<Error> {
  const still = await deps.images.find(image.id, deps.clock.now());
  return still === undefined
    ? new AppError('IMAGE_NOT_FOUND')
    : new Error(`the blob ${key} of image ${image.id} is missing`);
}
