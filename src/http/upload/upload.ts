import type { FastifyRequest } from 'fastify';
import type { Image } from '../../actions/upload/commit-images.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import { requireFreeSpace } from '../../actions/upload/require-free-space.ts';
import { type Outcome, openBatch, uploadImages } from '../../actions/upload/upload-images.ts';
import { Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours } from '../../core/time.ts';
import { idempotently } from '../guards/idempotency.ts';
import { uploadView } from '../images/image-view.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import type { UploadRouteDeps } from './deps.ts';
import { readUploadForm } from './multipart.ts';

/** A longer body cannot hold a file within the plan, whatever its other parts. */
const FORM_OVERHEAD_BYTES = 2 ** 20;

/** POST /upload: one image. */
export function uploadRoute(api: App, deps: UploadRouteDeps): void {
  route(api, {
    method: 'POST',
    path: '/upload',
    operationId: 'uploadImage',
    summary: 'Upload an image',
    tag: 'Images',
    access: { anonymousOr: 'images:write' },
    form: Forms.upload,
    answer: ImageResponses.uploaded,
    onRequest: refuseLongBody,
    async handler(request, reply) {
      const { caller } = request;
      await requireFreeSpace(deps);
      return idempotently(deps, request, reply, async (record) => {
        await using batch = openBatch(deps, caller.plan, { isBulk: false });
        const fields = await readUploadForm(request, {
          isUpload: (name) => name === 'file',
          maxFiles: 1,
          onFile: batch.receive,
        });
        request.uploadSlot?.received();
        const [file] = batch.files;
        if (file === undefined) throw new AppError('MISSING_FILE');
        const replayed = await record.replay([...fields, file.filename, file.sha256]);
        if (replayed !== undefined) return replayed;
        const answer = ([image]: readonly Outcome<Image>[]) => {
          return { success: true as const, data: uploadView(image as Image, deps.imageHost) };
        };
        const album = parseAlbumName(fields.get('album'), deps.maxAlbumLength);
        const expiryHours = parseExpiryHours(fields.get('expiry'), deps.maxExpiryHours);
        const options = { caller, album, expiryHours, atomic: true };
        const images = await uploadImages(deps, batch, options, (tx, images) => record.save(tx, answer(images)));
        return answer(images);
      });
    },
  });
}

/** Refuses a body by its Content-Length, before any of it is read. @throws AppError FILE_TOO_LARGE */
async function refuseLongBody({ caller: { plan }, headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > plan.maxFileBytes + FORM_OVERHEAD_BYTES) throw fileTooLarge(plan);
}
