import type { UploadResult } from '../../../src/api/images.ts';
import { errorOf, networkError } from '../api/api-error.ts';
import { csrfHeaders } from '../api/csrf.ts';
import { noteRemaining } from '../usage.ts';
import type { SendOptions, Transport, TransportEvents } from './port.ts';

/** A connection that takes no byte for so long is broken, even if the operating system does not know it yet. */
const MAX_STALL_MS = 60_000;

/** Larger files are sent so that they continue where they stopped. */
const RESUMABLE_BYTES = 16 * 2 ** 20;

/** Sends small files in one request, and large files so that they can continue; the code for these is loaded on demand. */
export function createTransport(events: TransportEvents): Transport {
  const small = createFormTransport(events);
  let large: Promise<Transport> | undefined;
  /** Large files that wait for the code, or are sent. */
  const started = new Map<string, object>();

  function sendLarge(itemId: string, file: File, options: SendOptions): void {
    const mark = {};
    started.set(itemId, mark);
    large ??= import('./resumable.ts').then(({ createResumableTransport }) => createResumableTransport(events));
    large.then(
      (transport) => {
        if (started.get(itemId) === mark) transport.send(itemId, file, options);
      },
      () => {
        large = undefined;
        if (started.get(itemId) === mark) events.onFailed(itemId, networkError());
      },
    );
  }

  return {
    send(itemId, file, options) {
      if (file.size > RESUMABLE_BYTES) sendLarge(itemId, file, options);
      else small.send(itemId, file, options);
    },
    abort(itemId, isFinal) {
      small.abort(itemId, isFinal);
      started.delete(itemId);
      void large?.then((transport) => transport.abort(itemId, isFinal));
    },
  };
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function createFormTransport({ onProgress, onDone, onFailed }: TransportEvents): Transport {
  const requests = new Map<string, XMLHttpRequest>();

  function send(itemId: string, file: File, { album, expiryHours, idempotencyKey, proof }: SendOptions): void {
    const form = new FormData();
    // Fields must precede the file, because the server processes the file as soon as it arrives.
    form.append('album', album);
    form.append('expiry', String(expiryHours));
    form.append('file', file);

    const xhr = new XMLHttpRequest();
    requests.set(itemId, xhr);
    xhr.open('POST', '/api/v1/upload');
    xhr.setRequestHeader('idempotency-key', `"${idempotencyKey}"`);
    for (const [name, value] of Object.entries({ ...csrfHeaders(), ...proof })) xhr.setRequestHeader(name, value);
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = (stillSending: boolean) => {
      clearTimeout(stalled);
      if (stillSending) stalled = setTimeout(() => xhr.dispatchEvent(new Event('stall')), MAX_STALL_MS);
    };
    const end = () => {
      watch(false);
      return requests.get(itemId) === xhr && requests.delete(itemId);
    };
    // `total` is the size of the form, which is larger than the file.
    xhr.upload.onprogress = ({ loaded, total }) => {
      watch(loaded < total);
      onProgress(itemId, (loaded / total) * file.size);
    };
    xhr.onabort = end;
    xhr.addEventListener('stall', () => {
      if (!end()) return;
      xhr.abort();
      onFailed(itemId, networkError());
    });
    xhr.onerror = xhr.onload = () => {
      if (!end()) return;
      const remaining = xhr.getResponseHeader('x-ratelimit-remaining');
      if (remaining !== null) noteRemaining(Number(remaining));
      const body = parse(xhr.responseText) as { data?: UploadResult } | undefined;
      const succeeded = xhr.status >= 200 && xhr.status < 300;
      if (succeeded && body?.data !== undefined) onDone(itemId, body.data);
      // After a success with an unreadable body the image may exist, so a retry needs the same idempotency key.
      else onFailed(itemId, succeeded || xhr.status === 0 ? networkError() : errorOf(xhr.status, body));
    };
    watch(true);
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
