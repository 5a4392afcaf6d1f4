import type { Image } from '../../actions/upload/commit-images.ts';
import { requireFreeSpace } from '../../actions/upload/require-free-space.ts';
import { type Outcome, openBatch, uploadImages } from '../../actions/upload/upload-images.ts';
import { Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { idempotently } from '../guards/idempotency.ts';
import { uploadView } from '../images/image-view.ts';
import { route } from '../route.ts';
import type { App } from '../routing.ts';
import type { UploadRouteDeps } from './deps.ts';
import { imageOptions, refuseLongBody } from './fields.ts';
import { readUploadForm } from './multipart.ts';

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
        const options = { ...imageOptions(deps, caller, fields), atomic: true };
        const images = await uploadImages(deps, batch, options, (tx, images) => record.save(tx, answer(images)));
        return answer(images);
      });
    },
  });
}
