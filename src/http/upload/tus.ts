import { DataStore, type Lock, Server, Upload } from '@tus/server';
import type { UploadRow } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import { TUS_EXTENSIONS, UPLOADS_PATH } from '../protocol/tus-headers.ts';

/** Media type of the bytes of an upload. */
export const PART_TYPE = 'application/offset+octet-stream';

/** The header fields that the protocol reads. Others are none of its business, and some of them it would refuse. */
const FIELDS = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset', 'content-type', 'content-length'];

/** What the protocol needs of the uploads, for one request of one caller. All methods throw AppError. */
export interface TusUploads {
  create(id: string, lengthBytes: number, metadata: Record<string, string | null>): Promise<UploadRow>;
  /** Takes the upload over for this request. */
  hold(id: string): Promise<UploadRow>;
  /** Stores the body of the request. @returns the new offset */
  write(upload: UploadRow): Promise<number>;
  remove(id: string): Promise<void>;
}

export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
}

/**
 * Runs one request of the protocol tus 1.0.0.
 * @param request.id of the upload; empty for a new one
 * @param options.hours until an unfinished upload expires
 * @throws AppError UPLOAD_NOT_FOUND, UPLOAD_OFFSET_MISMATCH, REQUEST_TOO_LARGE, INVALID_PARAMETER, the errors of `uploads`
 */
export async function runTus(
  request: { method: string; id: string; headers: Readonly<Record<string, string | string[] | undefined>> },
  uploads: TusUploads,
  options: { hours: number },
): Promise<TusAnswer> {
  let held: UploadRow | undefined;
  const store = Object.assign(new DataStore(), {
    extensions: [...TUS_EXTENSIONS],
    getExpiration: () => options.hours * 3_600_000,
    async create(file: Upload) {
      held = await uploads.create(file.id, file.size ?? 0, file.metadata ?? {});
      return Object.assign(file, uploadOf(file.id, held, options.hours));
    },
    async getUpload(id: string) {
      if (held === undefined) throw new AppError('UPLOAD_NOT_FOUND');
      return uploadOf(id, held, options.hours);
    },
    // The body is read from the request itself: the package would pass it through four streams, and would not wait for
    // the end of a write whose connection breaks.
    write: async () => uploads.write(held as UploadRow),
    remove: (id: string) => uploads.remove(id),
  });
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: store,
    locker: {
      newLock: (id: string): Lock => ({
        async lock() {
          if (request.method !== 'POST') held = await uploads.hold(id);
        },
        async unlock() {},
      }),
    },
    namingFunction: () => newToken('upload'),
    onResponseError(_request, error) {
      throw errorOf(error, held);
    },
  });
  const headers = new Headers();
  for (const name of FIELDS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  const url = `http://localhost${UPLOADS_PATH}/${encodeURIComponent(request.id)}`;
  const response = await server.handleWeb(new Request(url, { method: request.method, headers }));
  if (response.status >= 400) throw new AppError('INVALID_PARAMETER', { detail: (await response.text()).trim() });
  return { status: response.status, headers: ownHeaders(response.headers) };
}

function uploadOf(id: string, row: UploadRow, hours: number): Upload {
  return new Upload({
    id,
    size: row.length_bytes,
    offset: row.offset_bytes,
    metadata: JSON.parse(row.metadata) as Record<string, string | null>,
    creation_date: new Date(row.expires_at - hours * 3_600_000).toISOString(),
  });
}

/** The header fields of an answer without those that the API sets itself. */
function ownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => /^(location|upload-|tus-)/.test(name)));
}

/** The error of the API for an error of the package, which throws objects with a status and a text. */
function errorOf(error: Error | { status_code: number; body: string }, held: UploadRow | undefined): Error {
  if (!('status_code' in error)) return error;
  const detail = error.body.trim();
  if (error.status_code === 404 || error.status_code === 410) return new AppError('UPLOAD_NOT_FOUND');
  if (error.status_code === 409) {
    return new AppError('UPLOAD_OFFSET_MISMATCH', { details: { offset: held?.offset_bytes ?? 0 } });
  }
  if (error.status_code === 413) {
    const details = held && { limit_bytes: held.length_bytes };
    return new AppError('REQUEST_TOO_LARGE', { detail, ...(details && { details }) });
  }
  return new AppError('INVALID_PARAMETER', { detail });
}
