import type { UploadedImage } from './contract.ts';
import { ApiError, type ErrorFields } from './errors.ts';
import type { Answer } from './exchange.ts';
import { dataOf, pauseSeconds, retrying, sendOnce, sleep, type Transport } from './send.ts';
import { nameOf, partOf, sizeOf, type UploadSource } from './sources.ts';

const VERSION = { 'tus-resumable': '1.0.0' };
const CHUNK_BYTES = 16 * 2 ** 20;

export interface Resumption {
  /** Bytes of one request. Default: 16 MiB, which proxies in front must let through. */
  chunkBytes?: number | undefined;
  /** Continues an upload of the same bytes that began earlier; where it is gone, another one begins. */
  uploadId?: string | undefined;
  /** Called when the upload exists. Keep the id to continue after a restart; it is as secret as a key. */
  onUploadId?: ((uploadId: string) => void) | undefined;
}

/** The members of the state of an upload that count here. */
interface UploadState {
  status: string;
  image: UploadedImage | null;
  error: ErrorFields | null;
}

interface ResumableUpload extends Resumption {
  source: UploadSource;
  /** Text fields by name. */
  fields: Readonly<Record<string, string>>;
  onProgress?: ((sentBytes: number) => void) | undefined;
  credential?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Uploads in parts by tus 1.0.0. After a failure it continues where the service has stored the last byte; only failures
 * without progress in between count against the retries.
 * @param transport with the number of retries
 * @throws ApiError, NetworkError, the error of the source, and the reason of `signal`
 */
export async function sendResumable(transport: Transport, upload: ResumableUpload): Promise<UploadedImage> {
  const { source, fields, onProgress, credential, signal, chunkBytes = CHUNK_BYTES } = upload;
  const sizeBytes = sizeOf(source);
  const once = (method: string, path: string, headers = {}, rest = {}) =>
    sendOnce(transport, {
      method,
      path,
      headers: { ...VERSION, ...headers },
      credential,
      signal,
      isRepeatable: true,
      ...rest,
    });
  const options = { ...transport, signal, isRepeatable: true };

  let id = upload.uploadId;
  let offset: number | undefined;
  if (id !== undefined) {
    offset = await retrying(options, () => once('HEAD', `/uploads/${id}`).then(offsetOf)).catch(undefinedIfGone);
  }
  if (offset === undefined) {
    const metadata = Object.entries({ filename: nameOf(source), ...fields }).map(
      ([name, text]) => `${name} ${base64(text)}`,
    );
    const headers = { 'upload-length': String(sizeBytes), 'upload-metadata': metadata.join() };
    // The host and scheme of the Location may be those behind a proxy.
    const location = await retrying(options, () => once('POST', '/uploads', headers));
    id = location.headers.get('location')?.split('/').at(-1) ?? '';
    offset = 0;
  }
  upload.onUploadId?.(id ?? '');

  let isKnown = true;
  for (let failures = 0; ; ) {
    try {
      if (!isKnown) {
        const stored = offsetOf(await once('HEAD', `/uploads/${id}`));
        if (stored > offset) failures = 0;
        offset = stored;
        isKnown = true;
      }
      while (offset < sizeBytes) {
        const start = offset;
        const end = Math.min(start + chunkBytes, sizeBytes);
        const report = onProgress && ((sent: number) => onProgress(start + Math.min(sent, end - start)));
        const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(start) };
        const body = partOf(source, start, end, report);
        offset = offsetOf(await once('PATCH', `/uploads/${id}`, headers, { body, onProgress: report }));
        if (offset > start) failures = 0;
      }
      return await imageOf(id ?? '');
    } catch (error) {
      const seconds = failures < transport.retries ? pauseSeconds(error, failures, options) : undefined;
      if (seconds === undefined) throw error;
      failures += 1;
      isKnown = false;
      await sleep(seconds * 1_000, signal);
    }
  }

  /** @throws ApiError the refusal of the image; UPLOAD_LOCKED while the image is being made */
  async function imageOf(uploadId: string): Promise<UploadedImage> {
    const answer = await once('GET', `/uploads/${uploadId}`);
    const { status, image, error } = dataOf<UploadState>(transport, answer);
    if (image !== null) return image;
    if (error !== null) throw new ApiError(400, error);
    const code = status === 'complete' ? 'IMAGE_NOT_FOUND' : 'UPLOAD_LOCKED';
    throw new ApiError(status === 'complete' ? 404 : 423, { code, message: `The upload is ${status}.` });
  }
}

/** A response may be hidden by a proxy; then the next request asks again. */
function offsetOf({ headers }: Answer): number {
  const offset = Number(headers.get('upload-offset') ?? Number.NaN);
  if (Number.isNaN(offset))
    throw new ApiError(502, { code: 'UNEXPECTED_RESPONSE', message: 'There is no Upload-Offset.' });
  return offset;
}

/** An upload of another account, one that is gone or has expired, and one whose image was refused. */
function undefinedIfGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return undefined;
  throw error;
}

/** Base64 of the text in UTF-8. */
function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
