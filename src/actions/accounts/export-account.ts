import type { BlobStore } from '../../blobs/port.ts';
import { listAccountDays } from '../../catalog/accounts/account-days.ts';
import { type AccountCredentials, findAccountCredentials, findPreferences } from '../../catalog/accounts/accounts.ts';
import { findExport, insertExport, setExportLease, takeExport } from '../../catalog/accounts/exports.ts';
import { type Key, listKeys } from '../../catalog/accounts/keys.ts';
import { listFactors } from '../../catalog/accounts/second-factors.ts';
import { listSessions, type Session } from '../../catalog/accounts/sessions.ts';
import { type AlbumSummary, listAlbums } from '../../catalog/images/albums.ts';
import { findImages, type ListedImage, listAnonymousImages, listImages } from '../../catalog/images/image-lists.ts';
import { storageOf } from '../../catalog/images/images.ts';
import { listTrash } from '../../catalog/images/trash.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Db } from '../../catalog/schema.ts';
import type { AccountCaller } from '../../core/caller.ts';
import type { Position } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { hashToken, newToken, tokenKind } from '../../core/ids.ts';
import { splitTags } from '../../core/image-texts.ts';
import { linksOf, type PublicUrls, publicAlbumUrl } from '../../core/links.ts';
import { downloadName } from '../../core/names.ts';
import { readPreferences } from '../../core/preferences.ts';
import { coversAll } from '../../core/scopes.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { type ArchiveFile, safeArchiveName } from '../../lib/zip-archive.ts';
import { requireAccount } from '../moderation/suspend-account.ts';
import type { Statistics } from '../operations/statistics.ts';
import { type IdleDeps, sessionTime } from './sessions.ts';

/** The version of the format that docs/export.md describes. */
const FORMAT = { format: 'imgd-export', version: 1 } as const;
/** An export holds what these scopes permit to read. */
const NEEDED_SCOPES = ['account:read', 'images:read', 'albums:read', 'keys:manage'] as const;
const PERMISSION_MS = 5 * 60_000;
const LEASE_MS = 90_000;
const RENEW_MS = 30_000;
const PAGE = 200;
/** Leaves bytes for the id and the extension in the name of a file. */
const MAX_STEM_BYTES = 150;

export interface ExportDeps extends IdleDeps, PublicUrls {
  db: Db;
  blobs: Pick<BlobStore, 'open'>;
  statistics: Pick<Statistics, 'flush'>;
}

/** A permission to download the data of an account once. */
export interface ExportPermission {
  token: string;
  /** The download begins before. */
  expiresAt: number;
  images: number;
  bytes: number;
}

/**
 * Permits one download of the data of the caller's account. An earlier permission ends.
 * @throws AppError INSUFFICIENT_SCOPE for a key that may not read all of the data, EXPORT_IN_PROGRESS
 */
export async function requestExport(deps: ExportDeps, { accountId, grants }: AccountCaller): Promise<ExportPermission> {
  if (!coversAll(grants, NEEDED_SCOPES)) {
    throw new AppError('INSUFFICIENT_SCOPE', {
      detail: `An export needs ${NEEDED_SCOPES.join(', ')}.`,
      details: { scopes: [...NEEDED_SCOPES] },
    });
  }
  return permitExport(deps, accountId, null);
}

/**
 * Permits an administrator one download of the data of another account, with its entry in the audit log. Only this
 * administrator can use it. An earlier permission for the account ends.
 * @throws AppError ACCOUNT_NOT_FOUND, EXPORT_IN_PROGRESS
 */
export async function requestExportAsAdmin(
  deps: ExportDeps,
  actorId: string,
  accountId: string,
): Promise<ExportPermission> {
  const { id } = await requireAccount(deps.db, accountId);
  return permitExport(deps, id, actorId);
}

async function permitExport(
  { db, clock }: ExportDeps,
  accountId: string,
  actorId: string | null,
): Promise<ExportPermission> {
  const now = clock.now();
  const token = newToken('export');
  const expiresAt = now + PERMISSION_MS;
  const { images: shown, bytes, trash } = await storageOf(db, accountId, now);
  const images = shown + trash.images;
  await db.transaction().execute(async (tx) => {
    if (!(await insertExport(tx, accountId, { tokenHash: hashToken(token), actorId, expiresAt }, now))) {
      throw inProgress();
    }
    if (actorId === null) return;
    await addAudit(tx, { actorId, action: 'account.export', subject: accountId, details: { images, bytes } }, now);
  });
  return { token, expiresAt, images, bytes };
}

/**
 * Checks a permission without using it up.
 * @param actorId the administrator who asked for it; null = the owner
 * @returns the account
 * @throws AppError EXPORT_NOT_FOUND, EXPORT_IN_PROGRESS
 */
export async function requireExport(
  { db, clock }: ExportDeps,
  token: string,
  actorId: string | null,
): Promise<{ accountId: string }> {
  if (tokenKind(token) !== 'export') throw new AppError('EXPORT_NOT_FOUND');
  return requireFree(await findExport(db, { tokenHash: hashToken(token), actorId }, clock.now()));
}

/**
 * Uses a permission up and begins an export. An account has one at a time, on all nodes: a lease, which is renewed until
 * the caller ends it.
 * @param actorId the administrator who asked for it; null = the owner
 * @returns the files of the archive, and a function that ends the lease
 * @throws AppError EXPORT_NOT_FOUND, EXPORT_IN_PROGRESS; ACCOUNT_SUSPENDED for the owner
 */
export async function exportAccount(
  deps: ExportDeps,
  token: string,
  actorId: string | null,
): Promise<{ files: AsyncIterable<ArchiveFile>; end(): void }> {
  const { db, clock } = deps;
  const now = clock.now();
  const { accountId } = requireFree(await takeExport(db, { tokenHash: hashToken(token), actorId }, now, LEASE_MS));
  const lease = (untilMs: number) => void setExportLease(db, accountId, untilMs).catch(() => {});
  const renewal = setInterval(() => lease(clock.now() + LEASE_MS), RENEW_MS).unref();
  const end = () => {
    clearInterval(renewal);
    lease(0);
  };
  try {
    const account = await findAccountCredentials(db, { id: accountId });
    if (account === undefined) throw new AppError('EXPORT_NOT_FOUND');
    if (account.isSuspended && actorId === null) throw new AppError('ACCOUNT_SUSPENDED');
    return { files: accountFiles(deps, account, now, { forService: false }), end };
  } catch (error) {
    end();
    throw error;
  }
}

function requireFree<T extends object>(found: T | 'running' | undefined): T {
  if (found === undefined) throw new AppError('EXPORT_NOT_FOUND');
  if (found === 'running') throw inProgress();
  return found;
}

function inProgress(): AppError {
  return new AppError('EXPORT_IN_PROGRESS', { retryAfterSeconds: RENEW_MS / 1_000 });
}

/** What an export is for. */
export interface ExportPurpose {
  /** Whether it moves the service: it then has delete token hashes, which an owner does not get. */
  forService: boolean;
  /** Whether it has the password hash, too. */
  withPassword?: boolean;
}

/**
 * The files of an export in the order of docs/export.md.
 * @param account null = the images without an account
 * @param now images that were uploaded later are left out
 */
export async function* accountFiles(
  deps: ExportDeps,
  account: AccountCredentials | null,
  now: number,
  purpose: ExportPurpose,
): AsyncGenerator<ArchiveFile> {
  const id = account?.id ?? null;
  if (account !== null) {
    const json = Buffer.from(`${JSON.stringify(await describe(deps, account, now, purpose), null, 2)}\n`);
    yield { path: ['export.json'], modifiedMs: now, sizeBytes: json.length, open: async () => json };
    yield linesFile('albums.jsonl', now, () => albumLines(deps, account.id, now));
  }
  yield linesFile('images.jsonl', now, () => imageLines(deps, id, now, purpose));
  const missing: string[] = [];
  for await (const image of imagesOf(deps, id, now)) {
    const path = pathOf(image);
    if (path === null) continue;
    yield {
      path,
      modifiedMs: image.uploaded_at,
      sizeBytes: undefined,
      sha256: image.sha256,
      async open() {
        const body = await deps.blobs.open(image.original_key);
        // The image may have been deleted since it was listed: its file is then empty.
        if (body === undefined) missing.push(`${JSON.stringify({ id: image.id, path: path.join('/') })}\n`);
        return body ?? Buffer.alloc(0);
      },
    };
  }
  yield linesFile('missing.jsonl', now, async function* () {
    for (const line of missing) yield Buffer.from(line);
  });
}

/** A file of lines. */
export function linesFile(name: string, modifiedMs: number, lines: () => AsyncIterable<Uint8Array>): ArchiveFile {
  return { path: [name], modifiedMs, sizeBytes: undefined, open: async () => lines() };
}

/** `export.json`: everything but albums and images. */
async function describe(deps: ExportDeps, account: AccountCredentials, now: number, purpose: ExportPurpose) {
  const { db, baseUrl } = deps;
  const { images, albums, bytes, trash } = await storageOf(db, account.id, now);
  const factors = await listFactors(db, account.id);
  // What was counted until now belongs to the daily figures.
  await deps.statistics.flush();
  return {
    ...FORMAT,
    exported_at: timestamp(now),
    source: baseUrl,
    account: {
      id: account.id,
      email: account.email,
      email_verified: account.emailVerifiedAt !== null,
      pending_email: account.pendingEmail,
      name: account.name,
      plan: account.plan,
      created_at: timestamp(account.createdAt),
      ...(purpose.forService && { suspended: account.isSuspended }),
      ...(purpose.withPassword === true && { password_hash: account.passwordHash }),
    },
    preferences: readPreferences(await findPreferences(db, account.id)),
    keys: (await listKeys(db, account.id, now)).map(keyLine),
    sessions: (await listSessions(db, account.id, sessionTime(deps))).map(sessionLine),
    second_factors: factors.map(({ kind, name, createdAt, lastUsedAt }) => ({
      kind,
      name,
      created_at: timestamp(createdAt),
      last_used_at: timestampOrNull(lastUsedAt),
    })),
    usage: (await listAccountDays(db, account.id, '')).map(({ account_id: _, ...day }) => day),
    totals: { images, albums, bytes, trash },
  };
}

function keyLine({ id, name, prefix, last4, grants, createdAt, lastUsedAt, expiresAt }: Key) {
  const times = { created_at: timestamp(createdAt), last_used_at: timestampOrNull(lastUsedAt) };
  return { id, name, prefix, last4, scopes: grants, ...times, expires_at: timestampOrNull(expiresAt) };
}

function sessionLine({ id, userAgent, network, createdAt, lastUsedAt, expiresAt }: Session) {
  const times = { created_at: timestamp(createdAt), last_used_at: timestamp(lastUsedAt) };
  return { id, user_agent: userAgent, network, ...times, expires_at: timestamp(expiresAt) };
}

async function* albumLines({ db, imageHost }: ExportDeps, accountId: string, now: number): AsyncGenerator<Buffer> {
  let after: Position | undefined;
  for (let page: AlbumSummary[] = []; after === undefined || page.length === PAGE; ) {
    page = await listAlbums(db, accountId, after, now, PAGE);
    const lines = page.map(({ id, name, description, cover_image_id, public_token, created_at, updated_at }) => ({
      id,
      name,
      description,
      cover: cover_image_id,
      public_url: public_token === null ? null : publicAlbumUrl(imageHost, public_token),
      created_at: timestamp(created_at),
      updated_at: timestamp(updated_at),
    }));
    const last = page.at(-1);
    if (last === undefined) return;
    yield toLines(lines);
    after = { value: last.created_at, id: last.id };
  }
}

async function* imageLines(
  deps: ExportDeps,
  accountId: string | null,
  now: number,
  { forService }: ExportPurpose,
): AsyncGenerator<Buffer> {
  for await (const image of imagesOf(deps, accountId, now)) {
    const secret = forService ? { delete_token_hash: image.delete_token_hash } : {};
    yield toLines([{ ...imageLine(deps, image), ...secret }]);
  }
}

function imageLine({ imageHost }: ExportDeps, image: ListedImage) {
  return {
    id: image.id,
    path: pathOf(image)?.join('/') ?? null,
    filename: image.filename,
    title: image.title,
    alt: image.alt,
    description: image.description,
    tags: splitTags(image.tags),
    album: image.album_name,
    album_id: image.album_id,
    uploaded_at: timestamp(image.uploaded_at),
    expires_at: timestampOrNull(image.expires_at),
    trashed_at: timestampOrNull(image.trashed_at),
    purge_at: timestampOrNull(image.purge_at),
    quarantined: image.quarantined_at !== null,
    format: image.format,
    mime_type: FORMATS[image.format].mimeType,
    width: image.width,
    height: image.height,
    frames: image.frames,
    bytes: image.size_bytes,
    sha256: image.sha256,
    uploaded_sha256: image.uploaded_sha256,
    views: image.views,
    metadata_removed: image.metadata_removed.split(' ').filter((kind) => kind !== ''),
    link: linksOf(imageHost, image.id, image.format).direct,
  };
}

/** Records as JSON Lines. */
export function toLines(records: readonly object[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** The images of an account, oldest first, then those in the trash, in pages. */
async function* imagesOf({ db }: ExportDeps, accountId: string | null, now: number): AsyncGenerator<ListedImage> {
  if (accountId === null) return yield* anonymousImages(db, now);
  const list = { accountId, albumId: undefined, order: 'oldest' } as const;
  for (let after: Position | undefined; ; ) {
    const page = await listImages(db, list, after, now, PAGE);
    const ids = page.filter(({ value }) => value <= now).map(({ id }) => id);
    yield* await findImages(db, ids, now);
    after = page.at(-1);
    if (page.length < PAGE || ids.length < page.length) break;
  }
  for (let after: Position | undefined; ; ) {
    const page = await listTrash(db, accountId, after, now, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = { value: last.trashed_at, id: last.id };
  }
}

/** The images without an account, in the order of their ids. Their albums are labels. */
async function* anonymousImages(db: Db, now: number): AsyncGenerator<ListedImage> {
  for (let after = ''; ; ) {
    const page = await listAnonymousImages(db, after, now, PAGE);
    for (const image of page) if (image.uploaded_at <= now) yield image;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}

/**
 * Where the original of an image is in the archive: the id makes the name unique. null for quarantined images, whose
 * bytes only administrators see.
 */
function pathOf(image: ListedImage): string[] | null {
  if (image.quarantined_at !== null) return null;
  const { extension } = FORMATS[image.format];
  const name = downloadName(image.filename, extension);
  const own = name.slice(name.lastIndexOf('.'));
  const file = `${cutBytes(safeArchiveName(name.slice(0, -own.length)))}-${image.id}${own}`;
  if (image.trashed_at !== null) return ['trash', file];
  const folder = image.album_name === null ? [] : [safeArchiveName(image.album_name)];
  return ['images', ...folder, file];
}

function cutBytes(text: string): string {
  let cut = text;
  while (Buffer.byteLength(cut) > MAX_STEM_BYTES) cut = [...cut].slice(0, -1).join('');
  return cut;
}
