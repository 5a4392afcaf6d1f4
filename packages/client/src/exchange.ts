/** A body whose bytes are made while it is sent; every attempt opens it anew. */
export interface StreamBody {
  /** Bytes of the whole body. */
  length: number;
  open(): AsyncIterable<Uint8Array>;
  /** The error of a source that could not be read; fetch reports it as a network error. */
  failure(): unknown;
}

export interface Exchange {
  method: string;
  url: string;
  headers: Headers;
  body?: string | Blob | FormData | StreamBody | undefined;
  /** Called with the bytes of the body that were handed to the network. */
  onProgress?: ((sentBytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The part of XMLHttpRequest (WHATWG XHR) that is used; Node.js has none, and fetch tells no progress. */
interface Xhr {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
  getAllResponseHeaders(): string;
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
}
export const BrowserRequest = (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;

/** Whether `fetch` sends a body as a stream over any version of HTTP, which browsers do not. */
export const sendsStreams = 'process' in globalThis && BrowserRequest === undefined;

/**
 * Sends a request and reads the whole response.
 * @throws the error of fetch or of a source, and the reason of `signal` when it is aborted
 */
export async function exchange(request: Exchange, send: typeof fetch | undefined): Promise<Answer> {
  const { signal, body } = request;
  signal?.throwIfAborted();
  const { onProgress } = request;
  if (send === undefined && onProgress && BrowserRequest !== undefined && !isStream(body)) {
    return byXhr({ ...request, onProgress }, BrowserRequest);
  }
  try {
    const response = await (send ?? fetch)(request.url, initOf(request));
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw (isStream(body) ? body.failure() : undefined) ?? error;
  }
}

function initOf({ method, headers, body, signal }: Exchange): RequestInit {
  // A followed redirect would turn an upload into a GET, or send it to another host.
  const init: RequestInit = { method, headers, redirect: 'manual', ...(signal && { signal }) };
  if (body === undefined || !isStream(body)) return body === undefined ? init : { ...init, body };
  headers.set('content-length', String(body.length));
  return { ...init, body: readable(body.open()), duplex: 'half' } as RequestInit;
}

function isStream(body: Exchange['body']): body is StreamBody {
  return typeof body === 'object' && 'open' in body;
}

/** ReadableStream.from, which only some browsers have. */
function readable(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function byXhr(request: Exchange & { onProgress: (sentBytes: number) => void }, Request: new () => Xhr) {
  const { method, url, headers, body, onProgress, signal } = request;
  return new Promise<Answer>((resolve, reject) => {
    const xhr = new Request();
    const abort = () => {
      xhr.abort();
      reject(signal?.reason);
    };
    const done = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    xhr.open(method, url);
    for (const [name, value] of headers) xhr.setRequestHeader(name, value);
    onProgress(0);
    xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
    xhr.onload = () => {
      done();
      resolve({ status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()), text: xhr.responseText });
    };
    xhr.onerror = () => {
      done();
      reject(new TypeError('the connection failed or broke'));
    };
    xhr.send(body);
  });
}

function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
