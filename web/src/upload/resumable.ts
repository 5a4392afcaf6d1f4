import { type DetailedError, Upload } from 'tus-js-client';
import type { UploadResult } from '../../../src/api/images.ts';
import { ApiError, errorOf, networkError } from '../api/api-error.ts';
import { csrfHeaders } from '../api/csrf.ts';
import { noteRemaining } from '../usage.ts';
import type { SendOptions, Transport, TransportEvents } from './port.ts';

/** One request; a proxy that stores whole requests before it passes them on costs at most so much. */
const CHUNK_BYTES = 16 * 2 ** 20;
/** A connection that takes no byte for so long is broken. */
const MAX_STALL_MS = 60_000;
const RETRY_AFTER_SECONDS = 2;
/** Where the browser remembers the addresses of unfinished uploads, by idempotency key. */
const PREFIX = 'tus::';
const MAX_AGE_MS = 24 * 3_600_000;

/** Sends large files so that they continue where they stopped: after a pause, a lost connection or a reload. */
export function createResumableTransport({ onProgress, onResumed, onDone, onFailed }: TransportEvents): Transport {
  forgetOld();
  /** Also those that were stopped and may continue. */
  const uploads = new Map<string, Upload>();
  const active = new Map<string, { end(): void }>();

  function send(itemId: string, file: File, { album, expiryHours, idempotencyKey, proof }: SendOptions): void {
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const run = {
      end() {
        clearTimeout(stalled);
        active.delete(itemId);
      },
    };
    active.set(itemId, run);
    const isCurrent = () => active.get(itemId) === run;
    const fail = (error: ApiError) => {
      if (!isCurrent()) return;
      run.end();
      onFailed(itemId, error);
    };
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        void upload.abort();
        fail(networkError());
      }, MAX_STALL_MS);
    };
    const upload = new Upload(file, {
      endpoint: '/api/v1/uploads',
      chunkSize: CHUNK_BYTES,
      // The queue decides when to try again.
      retryDelays: null,
      metadata: { filename: file.name, album, expiry: String(expiryHours) },
      headers: { ...csrfHeaders(), ...proof },
      fingerprint: async () => idempotencyKey,
      removeFingerprintOnSuccess: true,
      onAfterResponse(request, response) {
        const remaining = response.getHeader('x-ratelimit-remaining');
        if (remaining !== undefined && remaining !== null) noteRemaining(Number(remaining));
        const offset = response.getHeader('upload-offset');
        if (isCurrent() && request.getMethod() === 'HEAD' && response.getStatus() === 200 && offset) {
          onResumed(itemId, Number(offset));
        }
      },
      onProgress(bytesSent) {
        if (!isCurrent()) return;
        if (bytesSent < file.size) watch();
        else clearTimeout(stalled);
        onProgress(itemId, bytesSent);
      },
      onError: (error) => fail(problemOf(error as DetailedError)),
      onSuccess: () =>
        void imageAt(upload.url as string).then(
          (image) => {
            if (!isCurrent()) return;
            run.end();
            uploads.delete(itemId);
            onDone(itemId, image);
          },
          (error: ApiError) => fail(error),
        ),
    });
    uploads.set(itemId, upload);
    watch();
    void upload.findPreviousUploads().then(([previous]) => {
      if (!isCurrent()) return;
      if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
      upload.start();
    });
  }

  return {
    send,
    abort(itemId, isFinal) {
      active.get(itemId)?.end();
      const upload = uploads.get(itemId);
      if (upload === undefined) return;
      // The server forgets the bytes at once; without an answer it does so later.
      void upload.abort(isFinal).catch(() => undefined);
      if (isFinal) uploads.delete(itemId);
    },
  };
}

/** The image of a complete upload. @throws ApiError */
async function imageAt(url: string): Promise<UploadResult> {
  const response = await fetch(url, { headers: csrfHeaders() }).catch(() => undefined);
  if (response === undefined) throw networkError();
  const body = (await response.json().catch(() => undefined)) as { data?: { image: UploadResult | null } } | undefined;
  if (!response.ok) throw errorOf(response.status, body);
  if (body?.data?.image == null) throw networkError();
  return body.data.image;
}

function problemOf({ originalResponse: response }: DetailedError): ApiError {
  if (response == null || response.getStatus() === 0) return networkError();
  const status = response.getStatus();
  const error = errorOf(status, parse(response.getBody()));
  if (status !== 409 && status !== 423) return error;
  // An earlier request for the file has not ended at the server.
  return new ApiError(409, { code: error.code, message: error.message, retry_after: RETRY_AFTER_SECONDS });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Forgets addresses of uploads that the server has forgotten. */
function forgetOld(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const { creationTime } = JSON.parse(localStorage.getItem(key) ?? '{}') as { creationTime?: string };
      if (!(Date.now() - Date.parse(creationTime ?? '') < MAX_AGE_MS)) localStorage.removeItem(key);
    }
  } catch {
    // Without local storage, uploads continue until the page is closed.
  }
}
