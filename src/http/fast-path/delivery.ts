import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import { formatOfExtension } from '../../core/formats.ts';
import type { DeliveryDeps } from '../delivery/delivery.ts';
import { answerDelivery, type Part, representationOf } from '../delivery/representation.ts';
import type { FindAnswer } from './memory-answer.ts';

/** `/i/<id>.<ext>` and `/t/<id>.<ext>`, and nothing else. */
const PATH = /^\/([it])\/([0-9A-Za-z]{12})\.([a-z]+)$/;

const ROUTES = { original: '/i/:file', thumbnail: '/t/:file' } as const;

export type FindBlobDeps = Pick<DeliveryDeps, 'clock' | 'fileHead' | 'smallBlobs' | 'views'>;

/** Finds the answer to a request for a blob that is held in memory, or that nginx sends from the disk. */
export function createFindBlob(deps: FindBlobDeps, snapshot: SnapshotReader): FindAnswer {
  return (request) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const path = PATH.exec(url);
    if (path === null) return undefined;
    const [, folder, id = '', extension = ''] = path;
    const part: Part = folder === 'i' ? 'original' : 'thumbnail';
    const nowMs = deps.clock.now();
    const image = snapshot.peekImage(id, nowMs);
    if (image === undefined || formatOfExtension(extension)?.name !== image.format) return undefined;
    const representation = representationOf(image, part);
    if (representation === undefined) return undefined;
    const answered = answerDelivery(image, representation, { method, headers }, nowMs);
    const { status, fixed, range } = answered;
    if (status === 416) return undefined;
    const found = { route: ROUTES[part], caller: undefined, status, fixed, headers: answered.headers };
    const file = deps.fileHead(request, answered);
    if (file !== undefined) {
      if (part === 'original') deps.views.count(id);
      return { ...found, ...file, body: undefined };
    }
    const bytes = deps.smallBlobs.get(representation.blobKey);
    if (bytes === undefined) return undefined;
    if (method === 'HEAD' || status === 304) return { ...found, body: undefined };
    if (part === 'original') deps.views.count(id);
    const body = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    return { ...found, body };
  };
}
