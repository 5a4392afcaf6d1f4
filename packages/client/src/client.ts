import type { DeletedImage, Image, UploadedImage } from './contract.ts';
import { type NoInput, type Operations, PATHS, type UploadImageRequest, type UploadImagesRequest } from './contract.ts';
import { type Resumption, sendResumable } from './resumable.ts';
import { dataOf, send, type Transport } from './send.ts';
import { formOf, randomHex, sizeOf, type UploadSource } from './sources.ts';

export type * from './contract.ts';
export { ApiError, NetworkError } from './errors.ts';
export type { Resumption } from './resumable.ts';
export type { NamedStream, UploadSource } from './sources.ts';

const RETRIES = 2;
/** Without progress in between: about a minute. */
const RESUMPTIONS = 10;
const MAX_WAIT_SECONDS = 60;

export interface ClientOptions {
  /** The address of the service, with or without `/api/v1`. */
  baseUrl: string;
  /** An API key, the token of a session, or an upload ticket. Without one the caller is anonymous. */
  apiKey?: string | undefined;
  /** Sends the requests in place of the global one. It tells browsers no progress. */
  fetch?: typeof fetch | undefined;
  /** How often a failed request is sent again, if that can help and repeats nothing; 0 = never. Default: 2. */
  retries?: number | undefined;
  /** The longest Retry-After to wait for, in seconds. Default: 60. */
  maxWaitSeconds?: number | undefined;
}

/** How one request is sent. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** A bearer credential in place of the client's, such as a delete token. */
  credential?: string | undefined;
  /** Requests with the same key have their effect once. By default every call has a key of its own. */
  idempotencyKey?: string | undefined;
}

/** Options of an upload: the text fields of its form. */
export type UploadFields = Omit<UploadImageRequest, 'file'>;

export interface UploadOptions extends UploadFields, RequestOptions {
  /** Called with the bytes of the files that were handed to the network; starts at 0 again with each retry. */
  onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export type ResumableOptions = Omit<UploadOptions, 'idempotencyKey'> & Resumption;

export type BulkOptions = UploadOptions & Omit<UploadImagesRequest, 'files'>;

/** Operations with a JSON body or none. */
export type OperationId = keyof typeof PATHS;
export type Input<Id extends keyof Operations> = Operations[Id]['input'];
export type Data<Id extends keyof Operations> = Operations[Id]['data'];

/** Operations that answer a page of a list. */
export type ListId = { [Id in OperationId]: Data<Id> extends { has_more: boolean } ? Id : never }[OperationId];
/** An item of such a list. */
export type Item<Id extends ListId> = {
  [Name in keyof Data<Id>]: Data<Id>[Name] extends readonly (infer One)[] ? One : never;
}[keyof Data<Id>];

/** The input may be left out where every member may. */
type Arguments<Id extends keyof Operations> =
  NoInput extends Input<Id>
    ? [input?: Input<Id>, options?: RequestOptions]
    : [input: Input<Id>, options?: RequestOptions];

/**
 * The API of a service. Every call may throw ApiError (refused or failed), NetworkError (no response), or the reason of its
 * aborted signal.
 */
export interface Client {
  /**
   * Calls an operation of the API by its name in the API description.
   * @param args parameters of path and query, and the JSON `body`
   * @returns `data` of the response
   */
  request<Id extends OperationId>(operationId: Id, ...args: Arguments<Id>): Promise<Data<Id>>;
  /** The items of all pages of a list. A page is fetched when its first item is needed. */
  each<Id extends ListId>(operationId: Id, ...args: Arguments<Id>): AsyncGenerator<Item<Id>, void, undefined>;
  /** Uploads one image; a retry never stores it twice. */
  upload(source: UploadSource, options?: UploadOptions): Promise<UploadedImage>;
  /**
   * Uploads one image in parts, which survive broken connections and restarts of both sides. For large files.
   * Without `retries` of the client it tries ten times between two stored bytes.
   */
  uploadResumable(source: UploadSource, options?: ResumableOptions): Promise<UploadedImage>;
  /** Uploads several images in one request. @throws ApiError when none was stored */
  uploadBulk(sources: readonly UploadSource[], options?: BulkOptions): Promise<Data<'uploadImages'>>;
  image(id: string): Promise<Image>;
  /** The images of the account, the newest first unless `order` says otherwise. */
  images(filter?: Input<'listImages'>): AsyncGenerator<Image, void, undefined>;
  changeImage(id: string, change: Input<'changeImage'>['body']): Promise<Image>;
  /** @param deleteToken of an anonymous image, in place of the client's key */
  deleteImage(id: string, deleteToken?: string): Promise<DeletedImage>;
}

/** Creates a client; it sends nothing yet. */
export function createClient(options: ClientOptions): Client {
  const transport: Transport = {
    baseUrl: options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    apiKey: options.apiKey,
    proof: {},
    fetch: options.fetch,
    retries: options.retries ?? RETRIES,
    maxWaitSeconds: options.maxWaitSeconds ?? MAX_WAIT_SECONDS,
  };

  async function request<Id extends OperationId>(operationId: Id, ...[input, more = {}]: Arguments<Id>) {
    const [, takesKey, method = '', path = ''] = /^(\+?)(\w+) (.*)/.exec(PATHS[operationId]) ?? [];
    const { body, ...parameters } = (input ?? {}) as { body?: unknown };
    const { signal, credential, idempotencyKey = randomHex() } = more;
    const answer = await send(transport, {
      method,
      path: withParameters(path, parameters),
      credential,
      signal,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(takesKey && { 'idempotency-key': `"${idempotencyKey}"` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      isRepeatable: takesKey === '+' || method === 'GET' || method === 'PATCH',
    });
    return dataOf<Data<Id>>(transport, answer);
  }

  async function* each<Id extends ListId>(operationId: Id, ...[input, more]: Arguments<Id>) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const given = { ...input, ...(cursor !== undefined && { cursor }) };
      const page = await request(operationId, ...([given, more] as unknown as Arguments<Id>));
      yield* (Object.values(page).find(Array.isArray) ?? []) as Item<Id>[];
      cursor = page.has_more ? page.next_cursor : null;
    }
  }

  async function postFiles<T>(path: string, fieldName: string, sources: readonly UploadSource[], given: BulkOptions) {
    const { onProgress, idempotencyKey = randomHex(), signal, credential, ...fields } = given;
    const totalBytes = sources.reduce((sum, source) => sum + sizeOf(source), 0);
    const report = onProgress && ((sent: number) => onProgress(Math.min(sent, totalBytes), totalBytes));
    const { body, headers } = formOf(fieldName, sources, textOf(fields), report);
    const answer = await send(transport, {
      method: 'POST',
      path,
      body,
      headers: { ...headers, 'idempotency-key': `"${idempotencyKey}"` },
      onProgress: report,
      signal,
      credential,
      isRepeatable: true,
    });
    return dataOf<T>(transport, answer);
  }

  return {
    request,
    each,
    upload: (source, given = {}) => postFiles('/upload', 'file', [source], given),
    uploadBulk: (sources, given = {}) => postFiles('/upload/bulk', 'files', sources, given),
    uploadResumable(source, { chunkBytes, uploadId, onUploadId, onProgress, signal, credential, ...fields } = {}) {
      const report = onProgress && ((sent: number) => onProgress(sent, sizeOf(source)));
      const how = { chunkBytes, uploadId, onUploadId, onProgress: report, signal, credential };
      const retries = options.retries ?? RESUMPTIONS;
      return sendResumable({ ...transport, retries }, { source, fields: textOf(fields), ...how });
    },
    image: (id) => request('getImage', { id }),
    images: (filter = {}) => each('listImages', filter),
    changeImage: (id, body) => request('changeImage', { id, body }),
    deleteImage: (id, credential) => request('deleteImage', { id }, { credential }) as Promise<DeletedImage>,
  };
}

/** A path with its parameters filled in, and the others as the query. */
function withParameters(template: string, parameters: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(parameters)) {
    const filled = path.replace(`{${name}}`, () => encodeURIComponent(String(value)));
    if (filled === path && value !== undefined) query.set(name, String(value));
    path = filled;
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Fields of a form, without those that are undefined. */
function textOf(fields: object): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
