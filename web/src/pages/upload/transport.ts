import Uppy, { type Body, type Meta } from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import type { UploadedImage } from '../../../../src/client/types.ts';
import { type ApiError, errorOf, networkError } from '../../api/api-error.ts';
import { csrfHeaders } from '../../api/csrf.ts';
import { noteRemaining } from '../../usage.ts';

const AT_ONCE = 3;

/** What fails is shown on the page. */
const SILENT = { debug: () => {}, warn: () => {}, error: () => {} };

/** What goes along with a file. */
export interface SendOptions {
  album: string;
  expiryHours: number;
  /** The same for every try of the same upload, so that none of them makes a second image. */
  idempotencyKey: string;
}

interface TransportEvents {
  onProgress(itemId: string, bytesSent: number): void;
  onDone(itemId: string, image: UploadedImage): void;
  onFailed(itemId: string, error: ApiError): void;
}

/** Sends files, a few at once. A failed file is kept until it is sent again or dropped; nothing is tried again unasked. */
export interface Transport {
  send(itemId: string, file: File, options: SendOptions): void;
  /** Stops a file wherever it is. */
  drop(itemId: string): void;
}

interface FileMeta extends Meta {
  itemId: string;
  /** Empty = none. */
  album: string;
  /** Hours; 0 = kept for good. */
  expiry: string;
  idempotencyKey: string;
}

type Answer = Body & { data: UploadedImage };

/** Uppy with one POST /upload for each file. */
export function createTransport({ onProgress, onDone, onFailed }: TransportEvents): Transport {
  const uppy = new Uppy<FileMeta, Answer>({ autoProceed: true, allowMultipleUploadBatches: true, logger: SILENT });
  const fileOf = new Map<string, string>();

  uppy.use(XHRUpload, {
    endpoint: '/api/v1/upload',
    fieldName: 'file',
    limit: AT_ONCE,
    // A large file on a slow line is no failure; a dead line is reported by the browser.
    timeout: 0,
    allowedMetaFields: ['album', 'expiry'],
    headers: ({ meta }) => ({ 'idempotency-key': `"${meta.idempotencyKey}"`, ...csrfHeaders() }),
    // Whether and when to try again is decided by what the service said.
    shouldRetry: () => false,
    onAfterResponse(xhr) {
      const remaining = xhr.getResponseHeader('x-ratelimit-remaining');
      if (remaining !== null) noteRemaining(Number(remaining));
    },
  });

  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file !== undefined && typeof bytesUploaded === 'number') onProgress(file.meta.itemId, bytesUploaded);
  });
  uppy.on('upload-success', (file, { body }) => {
    if (file === undefined || body === undefined) return;
    forget(file.meta.itemId);
    onDone(file.meta.itemId, body.data);
  });
  uppy.on('upload-error', (file, _error, xhr) => {
    if (file === undefined) return;
    forget(file.meta.itemId);
    onFailed(file.meta.itemId, failureOf(xhr as unknown as XMLHttpRequest | undefined));
  });

  /** Uppy keeps what it has had; here a file that is over is no longer its business. */
  function forget(itemId: string): void {
    const fileId = fileOf.get(itemId);
    fileOf.delete(itemId);
    // Its own bookkeeping of the event comes first.
    if (fileId !== undefined) queueMicrotask(() => uppy.getFile(fileId) && uppy.removeFile(fileId));
  }

  return {
    send(itemId, file, { album, expiryHours, idempotencyKey }) {
      const fileId = uppy.addFile({
        name: file.name,
        type: file.type,
        data: file,
        source: 'imgd',
        meta: {
          itemId,
          idempotencyKey,
          // Makes the same file a new one for Uppy each time.
          relativePath: `${itemId}/${Math.random()}`,
          album,
          expiry: String(expiryHours),
        },
      });
      fileOf.set(itemId, fileId);
    },
    drop(itemId) {
      const fileId = fileOf.get(itemId);
      fileOf.delete(itemId);
      if (fileId !== undefined) uppy.removeFile(fileId);
    },
  };
}

function failureOf(xhr: XMLHttpRequest | undefined): ApiError {
  if (xhr === undefined || xhr.status === 0) return networkError();
  try {
    return errorOf(xhr.status, JSON.parse(xhr.responseText));
  } catch {
    return errorOf(xhr.status, undefined);
  }
}
