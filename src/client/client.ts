import type {
  AccountChange,
  DeletedAccount,
  EndedSession,
  NewAccount,
  OwnAccount,
  PasswordChange,
  PasswordChanged,
  Registered,
  ResetRequested,
  SessionInfo,
  SignedIn,
  SignedOut,
} from '../api/accounts.ts';
import type {
  AdminAccount,
  AdminAccountChange,
  AuditEntry,
  JobInfo,
  RemovedJob,
  StatisticsInfo,
} from '../api/admin.ts';
import type { Album, AlbumChange, AlbumPage, DeletedAlbum, NewAlbum } from '../api/albums.ts';
import type { PageEnd } from '../api/envelope.ts';
import type {
  BulkResult,
  DeletedImage,
  Deletion,
  EachResult,
  ImageChange,
  ImageInfo,
  ImagePage,
  UploadResult,
} from '../api/images.ts';
import type { IssuedKey, KeyChange, KeyInfo, NewKey, RevokedKey } from '../api/keys.ts';
import type {
  BlockInfo,
  Decision,
  NewReport,
  QuarantinedImage,
  ReleasedImage,
  Reported,
  ReportInfo,
  Takedown,
  TakenDown,
  Unblocked,
} from '../api/moderation.ts';
import type { Health, PlanInfo, SiteInfo, Usage } from '../api/service.ts';
import type { PlanName } from '../core/plans.ts';
import type { JobState, ReportState } from '../core/states.ts';
import { multipartBody, openSource, type UploadSource } from './multipart.ts';
import { type Call, type ImageListOptions, type PageOptions, queryOf, send, type Transport } from './send.ts';

const MAX_WAIT_SECONDS = 60;

export interface ClientOptions {
  /** `{base_url}`: the address of the service, without `/api/v1`. */
  baseUrl: string;
  /** An API key, or the token of a session. Without one the caller is anonymous. */
  apiKey?: string | undefined;
  fetch?: typeof fetch;
  /** How often to retry after 429 and 503, each time after Retry-After; 0 = never. */
  retries?: number;
  /** The longest Retry-After to wait for. */
  maxWaitSeconds?: number;
}

export interface UploadOptions {
  album?: string | undefined;
  /** Hours until deletion; 0 = permanent. */
  expiryHours?: number | undefined;
  /** Called with the bytes that were handed to the network; starts at 0 again with each retry. */
  onProgress?: ((sentBytes: number) => void) | undefined;
  /** Retries with the same key store the image once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface BulkOptions extends UploadOptions {
  /** All or nothing. */
  atomic?: boolean;
}

/** The API of the service. Every call may throw ApiError (refused or failed) or NetworkError (no response). */
export interface Client {
  /** Uploads one image in constant memory. @throws the system error of a file that cannot be read */
  upload(source: UploadSource, options?: UploadOptions): Promise<UploadResult>;
  /** Uploads several images in one request. @throws ApiError when none was stored */
  uploadBulk(sources: readonly UploadSource[], options?: BulkOptions): Promise<BulkResult>;
  image(id: string): Promise<ImageInfo>;
  images(options?: ImageListOptions): Promise<ImagePage>;
  changeImage(id: string, change: ImageChange): Promise<ImageInfo>;
  /** Changes at most 100 images. @throws ApiError when none was changed */
  changeImages(ids: readonly string[], change: Pick<ImageChange, 'album' | 'expiry'>): Promise<EachResult<ImageInfo>>;
  deleteImages(ids: readonly string[]): Promise<EachResult<DeletedImage>>;
  /** Moves anonymous images into the account. */
  claimImages(images: readonly { id: string; delete_token: string }[]): Promise<EachResult<ImageInfo>>;
  claimImage(id: string, deleteToken: string): Promise<ImageInfo>;
  albums: AlbumCalls;
  /** @param credential a delete token instead of the client's key */
  deleteImage(id: string, credential?: string): Promise<DeletedImage>;
  /** The progress of a deletion. @param id of the deletion */
  deletion(id: string): Promise<Deletion>;
  register(account: NewAccount): Promise<Registered>;
  /** The token of the session is the `apiKey` of another client. */
  login(account: { email: string; password: string }): Promise<SignedIn>;
  /** Ends the client's session. */
  logout(): Promise<SignedOut>;
  account: {
    get(): Promise<OwnAccount>;
    /** @param changes.password required to change the email address */
    change(changes: AccountChange): Promise<OwnAccount>;
    /** Ends all other sessions. */
    changePassword(passwords: PasswordChange): Promise<PasswordChanged>;
    /** @param images deletes the images too, or keeps them as anonymous images */
    delete(password?: string, images?: 'delete' | 'keep'): Promise<DeletedAccount>;
    forgotPassword(email: string): Promise<ResetRequested>;
    /** @param token of the mailed link */
    resetPassword(token: string, password: string): Promise<PasswordChanged>;
  };
  sessions: {
    list(): Promise<SessionInfo[]>;
    end(id: string): Promise<EndedSession>;
  };
  site(): Promise<SiteInfo>;
  /** Reports an image to the operator. */
  report(id: string, report: NewReport): Promise<Reported>;
  /** Calls that need the scope `admin`. */
  admin: AdminClient;
  keys: {
    list(): Promise<KeyInfo[]>;
    create(key: NewKey): Promise<IssuedKey>;
    /** Renames a key, or removes scopes from it. */
    change(id: string, changes: KeyChange): Promise<KeyInfo>;
    /** @param graceHours how long the old key stays valid */
    rotate(id: string, graceHours?: number): Promise<IssuedKey>;
    revoke(id: string): Promise<RevokedKey>;
  };
  usage(): Promise<Usage>;
  plans(): Promise<PlanInfo[]>;
  health(): Promise<Health>;
}

/** Creates a client; it sends nothing yet. */
export function createClient(options: ClientOptions): Client {
  const transport: Transport = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    fetch: options.fetch ?? fetch,
    retries: options.retries ?? 0,
    maxWaitSeconds: options.maxWaitSeconds ?? MAX_WAIT_SECONDS,
  };
  const call = <T>(method: Call['method'], path: string, rest: Omit<Call, 'method' | 'path'> = {}) =>
    send<T>(transport, { method, path, ...rest });

  async function postFiles<T>(
    path: string,
    fieldName: string,
    sources: readonly UploadSource[],
    { onProgress, idempotencyKey, signal, ...fields }: BulkOptions,
  ): Promise<T> {
    const files = await Promise.all(sources.map(openSource));
    const form = multipartBody(fieldName, files, fieldsOf(fields), onProgress);
    return call<T>('POST', path, { form, idempotencyKey, signal });
  }

  return {
    upload: (source, uploadOptions = {}) => postFiles('/upload', 'file', [source], uploadOptions),
    uploadBulk: (sources, bulkOptions = {}) => postFiles('/upload/bulk', 'files', sources, bulkOptions),
    image: (id) => call('GET', `/image/${encodeURIComponent(id)}`),
    images: (listOptions = {}) => call('GET', `/images${queryOf(listOptions)}`),
    changeImage: (id, change) => call('PATCH', `/image/${encodeURIComponent(id)}`, { json: change }),
    changeImages: (ids, change) => call('POST', '/images/update', { json: { ids, ...change } }),
    deleteImages: (ids) => call('POST', '/images/delete', { json: { ids } }),
    claimImages: (images) =>
      call('POST', '/images/claim', { json: { images: images.map(({ id, delete_token }) => ({ id, delete_token })) } }),
    claimImage: (id, deleteToken) =>
      call('POST', `/image/${encodeURIComponent(id)}/claim`, { json: { delete_token: deleteToken } }),
    albums: albumCalls(call),
    deleteImage: (id, credential) => call('DELETE', `/image/${encodeURIComponent(id)}`, { credential }),
    deletion: (id) => call('GET', `/deletions/${encodeURIComponent(id)}`),
    register: (account) => call('POST', '/auth/register', { json: account }),
    login: (account) => call('POST', '/auth/login', { json: account }),
    logout: () => call('POST', '/auth/logout'),
    account: {
      get: () => call('GET', '/account'),
      change: (changes) => call('PATCH', '/account', { json: changes }),
      changePassword: (passwords) => call('POST', '/account/password', { json: passwords }),
      delete: (password, images = 'delete') =>
        call('DELETE', `/account?images=${images}`, { json: password === undefined ? {} : { password } }),
      forgotPassword: (email) => call('POST', '/auth/password/forgot', { json: { email } }),
      resetPassword: (token, password) => call('POST', '/auth/password/reset', { json: { token, password } }),
    },
    sessions: {
      list: async () => (await call<{ sessions: SessionInfo[] }>('GET', '/auth/sessions')).sessions,
      end: (id) => call('DELETE', `/auth/sessions/${encodeURIComponent(id)}`),
    },
    site: () => call('GET', '/site'),
    report: (id, report) => call('POST', `/image/${encodeURIComponent(id)}/report`, { json: report }),
    admin: adminClient(call),
    keys: {
      list: async () => (await call<{ keys: KeyInfo[] }>('GET', '/keys')).keys,
      create: (key) => call('POST', '/keys', { json: key }),
      change: (id, changes) => call('PATCH', `/keys/${encodeURIComponent(id)}`, { json: changes }),
      rotate: (id, graceHours = 0) =>
        call('POST', `/keys/${encodeURIComponent(id)}/rotate`, { json: { grace_hours: graceHours } }),
      revoke: (id) => call('DELETE', `/keys/${encodeURIComponent(id)}`),
    },
    usage: () => call('GET', '/usage'),
    plans: async () => (await call<{ plans: PlanInfo[] }>('GET', '/plans')).plans,
    health: () => call('GET', '/health'),
  };
}

function fieldsOf({ album, expiryHours, atomic }: BulkOptions): Record<string, string> {
  return {
    ...(album === undefined ? {} : { album }),
    ...(expiryHours === undefined ? {} : { expiry: String(expiryHours) }),
    ...(atomic === undefined ? {} : { atomic: String(atomic) }),
  };
}

/** Calls about the account's albums. */
export interface AlbumCalls {
  /** The newest first. */
  list(options?: PageOptions): Promise<AlbumPage>;
  create(album: NewAlbum): Promise<Album>;
  get(id: string): Promise<Album>;
  change(id: string, change: AlbumChange): Promise<Album>;
  /** @param options.images `delete` deletes its images too; default `keep` */
  delete(id: string, options?: { images?: 'keep' | 'delete' }): Promise<DeletedAlbum>;
  images(id: string, options?: Omit<ImageListOptions, 'album' | 'album_id'>): Promise<ImagePage>;
}

/** @param call sends a request and resolves to `data` of the response */
export function albumCalls(
  call: <T>(method: Call['method'], path: string, rest?: Omit<Call, 'method' | 'path'>) => Promise<T>,
): AlbumCalls {
  const pathOf = (id: string) => `/albums/${encodeURIComponent(id)}`;
  return {
    list: (options = {}) => call('GET', `/albums${queryOf(options)}`),
    create: (album) => call('POST', '/albums', { json: album }),
    get: (id) => call('GET', pathOf(id)),
    change: (id, change) => call('PATCH', pathOf(id), { json: change }),
    delete: (id, options = {}) => call('DELETE', `${pathOf(id)}${queryOf(options)}`),
    images: (id, options = {}) => call('GET', `${pathOf(id)}/images${queryOf(options)}`),
  };
}

/** Sends a request and resolves to `data` of the response. */
type Caller = <T>(method: Call['method'], path: string, rest?: { json?: unknown }) => Promise<T>;

/** Calls that need the scope `admin`. */
export interface AdminClient {
  /** Lists open reports by default. */
  reports(options?: PageOptions & { state?: ReportState | 'all' }): Promise<{ reports: ReportInfo[] } & PageEnd>;
  /** Resolves all open reports of the image. */
  resolveReport(id: string, decision: Decision): Promise<ReportInfo>;
  /** Removes the image and its duplicates. Blocks the picture unless `block` is false. */
  takeDown(id: string, takedown: Takedown): Promise<TakenDown>;
  blocks(options?: PageOptions): Promise<{ blocks: BlockInfo[] } & PageEnd>;
  /** Removes a block. */
  unblock(id: string): Promise<Unblocked>;
  quarantine(options?: PageOptions): Promise<{ images: QuarantinedImage[] } & PageEnd>;
  /** Hides the image from everybody but administrators. */
  quarantineImage(id: string, why?: { reason?: string }): Promise<QuarantinedImage>;
  /** Ends the quarantine of an image. */
  release(id: string): Promise<ReleasedImage>;
  accounts(
    options?: PageOptions & { q?: string; plan?: PlanName; suspended?: boolean },
  ): Promise<{ accounts: AdminAccount[] } & PageEnd>;
  account(id: string): Promise<AdminAccount>;
  changeAccount(id: string, change: AdminAccountChange): Promise<AdminAccount>;
  /** Lists jobs in all states by default. */
  jobs(options?: PageOptions & { state?: JobState }): Promise<{ jobs: JobInfo[] } & PageEnd>;
  /** Runs a job now, with its attempts counted anew. */
  retryJob(id: string): Promise<JobInfo>;
  removeJob(id: string): Promise<RemovedJob>;
  /** Figures of the last 30 days by default. */
  statistics(options?: { days?: number }): Promise<StatisticsInfo>;
  audit(options?: PageOptions): Promise<{ entries: AuditEntry[] } & PageEnd>;
}

export function adminClient(call: Caller): AdminClient {
  const path = (kind: string, id: string, act = '') => `/admin/${kind}/${encodeURIComponent(id)}${act}`;
  return {
    reports: (options = {}) => call('GET', `/admin/reports${queryOf(options)}`),
    resolveReport: (id, json) => call('POST', path('reports', id, '/resolve'), { json }),
    takeDown: (id, json) => call('POST', path('images', id, '/takedown'), { json }),
    blocks: (options = {}) => call('GET', `/admin/blocks${queryOf(options)}`),
    unblock: (id) => call('DELETE', path('blocks', id)),
    quarantine: (options = {}) => call('GET', `/admin/quarantine${queryOf(options)}`),
    quarantineImage: (id, json = {}) => call('POST', path('images', id, '/quarantine'), { json }),
    release: (id) => call('POST', path('images', id, '/release')),
    accounts: (options = {}) => call('GET', `/admin/accounts${queryOf(options)}`),
    account: (id) => call('GET', path('accounts', id)),
    changeAccount: (id, json) => call('PATCH', path('accounts', id), { json }),
    jobs: (options = {}) => call('GET', `/admin/jobs${queryOf(options)}`),
    retryJob: (id) => call('POST', path('jobs', id, '/retry')),
    removeJob: (id) => call('DELETE', path('jobs', id)),
    statistics: (options = {}) => call('GET', `/admin/statistics${queryOf(options)}`),
    audit: (options = {}) => call('GET', `/admin/audit${queryOf(options)}`),
  };
}
