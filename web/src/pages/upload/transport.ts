import type { UploadResult } from '../../../../src/api/images.ts';
import { type ApiError, errorOf, networkError } from '../../api/api-error.ts';
import { csrfHeaders } from '../../api/csrf.ts';
import { noteRemaining } from '../../usage.ts';

/** Form fields besides the file, and the idempotency key. */
export interface SendOptions {
  /** Album name; empty = none. */
  album: string;
  /** 0 = no expiry. */
  expiryHours: number;
  /** Retries of an upload send the same key, so that they create no second image. */
  idempotencyKey: string;
}

interface TransportEvents {
  onProgress(itemId: string, bytesSent: number): void;
  onDone(itemId: string, image: UploadResult): void;
  onFailed(itemId: string, error: ApiError): void;
}

/** Sends each file immediately in a request of its own, and never retries. */
export interface Transport {
  send(itemId: string, file: File, options: SendOptions): void;
  /** Aborts the request of a file. No event follows. */
  abort(itemId: string): void;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function createTransport({ onProgress, onDone, onFailed }: TransportEvents): Transport {
  const requests = new Map<string, XMLHttpRequest>();

  function send(itemId: string, file: File, { album, expiryHours, idempotencyKey }: SendOptions): void {
    const form = new FormData();
    // Fields must precede the file, because the server processes the file as soon as it arrives.
    form.append('album', album);
    form.append('expiry', String(expiryHours));
    form.append('file', file);

    // No timeout: a large file may take long on a slow connection, and the browser detects a broken one.
    const xhr = new XMLHttpRequest();
    requests.set(itemId, xhr);
    xhr.open('POST', '/api/v1/upload');
    xhr.setRequestHeader('idempotency-key', `"${idempotencyKey}"`);
    for (const [name, value] of Object.entries(csrfHeaders())) xhr.setRequestHeader(name, value);
    // `total` is the size of the form, which is larger than the file.
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(itemId, (loaded / total) * file.size);
    xhr.onabort = () => requests.delete(itemId);
    xhr.onerror = xhr.onload = () => {
      requests.delete(itemId);
      const remaining = xhr.getResponseHeader('x-ratelimit-remaining');
      if (remaining !== null) noteRemaining(Number(remaining));
      const body = parse(xhr.responseText) as { data?: UploadResult } | undefined;
      const succeeded = xhr.status >= 200 && xhr.status < 300;
      if (succeeded && body?.data !== undefined) onDone(itemId, body.data);
      // After a success with an unreadable body the image may exist, so a retry needs the same idempotency key.
      else onFailed(itemId, succeeded || xhr.status === 0 ? networkError() : errorOf(xhr.status, body));
    };
    xhr.send(form);
  }

  return { send, abort: (itemId) => requests.get(itemId)?.abort() };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
