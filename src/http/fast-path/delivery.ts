import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import { formatOfExtension } from '../../core/formats.ts';
import { answerDelivery, type Part, representationOf } from '../delivery/representation.ts';
import type { HttpDeps } from '../deps.ts';
import type { HotAnswer, OnAnswered } from './types.ts';

/** `/i/<id>.<ext>` and `/t/<id>.<ext>`, and nothing else. */
const PATH = /^\/([it])\/([0-9A-Za-z]{12})\.([a-z]+)$/;

/** Answers a request for a blob that is held in memory. */
export function createHotDelivery(deps: HttpDeps, snapshot: SnapshotReader, onAnswered: OnAnswered): HotAnswer {
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = PATH.exec(url);
    if (path === null) return false;
    const [, folder, id = '', extension = ''] = path;
    const part: Part = folder === 'i' ? 'original' : 'thumbnail';
    const nowMs = deps.clock.now();
    const image = snapshot.peekImage(id, nowMs);
    if (image === undefined || formatOfExtension(extension)?.name !== image.format) return false;
    const shown = representationOf(image, part);
    const bytes = shown && deps.smallBlobs.get(shown.blobKey);
    if (shown === undefined || bytes === undefined) return false;
    const answer = answerDelivery(image, shown, { method, headers }, nowMs);
    if (answer.status === 416) return false;
    response.writeHead(answer.status, answer.headers as string[]);
    if (method === 'HEAD' || answer.status === 304) response.end();
    else {
      response.end(answer.range === undefined ? bytes : bytes.subarray(answer.range.start, answer.range.end + 1));
      if (part === 'original') deps.views.count(id);
    }
    onAnswered(request, answer.status);
    return true;
  };
}
