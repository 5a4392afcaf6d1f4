import type { UploadedImage } from '../../actions/upload/commit-images.ts';
import { stageUpload } from '../../actions/upload/receive-file.ts';
import { requireFreeSpace } from '../../actions/upload/require-free-space.ts';
import { type NamedFile, uploadImage } from '../../actions/upload/upload-image.ts';
import { ErrorResponse } from '../../api/envelope.ts';
import { Forms, ImageResponses } from '../../api/images.ts';
import { AppError } from '../../core/errors.ts';
import { openTempFiles } from '../../lib/temp-files.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotently } from '../guards/idempotency.ts';
import { uploadView } from '../images/image-view.ts';
import type { App } from '../routing.ts';
import { imageOptions, mayUpload, refuseLongBody } from './fields.ts';
import { readUploadForm } from './multipart.ts';

/** POST /upload: one image. */
export function uploadRoute(api: App, deps: HttpDeps): void {
  api.post(
    '/upload',
    {
      schema: {
        operationId: 'uploadImage',
        summary: 'Upload an image',
        tags: ['Images'],
        consumes: ['multipart/form-data'],
        security: [{}, { apiKey: [] }],
        response: { 200: ImageResponses.uploaded, '4xx': ErrorResponse, '5xx': ErrorResponse },
      },
      config: { form: Forms.upload, isUpload: true },
      onRequest: [mayUpload, refuseLongBody],
    },
    async (request, reply) => {
      const { caller } = request;
      await requireFreeSpace(deps);
      return idempotently(deps, request, reply, async (once) => {
        await using temp = openTempFiles(deps.tempDir);
        let file: NamedFile | undefined;
        const fields = await readUploadForm(request, {
          isUpload: (name) => name === 'file',
          maxFiles: 1,
          async onFile(filename, source) {
            const rules = { plan: caller.plan, formats: deps.formats };
            file = { filename, staged: await stageUpload(source, temp.newPath(), rules) };
          },
        });
        request.uploadSlot?.received();
        if (file === undefined) throw new AppError('MISSING_FILE');
        const replayed = await once.replay([...fields, file.filename, file.staged.sha256]);
        if (replayed !== undefined) return replayed;
        const answer = (image: UploadedImage) => ({ success: true as const, data: uploadView(image, deps.imageHost) });
        const options = imageOptions(deps, caller, fields);
        const image = await uploadImage(deps, temp, file, options, (tx, uploaded) => once.keep(tx, answer(uploaded)));
        return answer(image);
      });
    },
  );
}
