import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore, StoredBlob } from '../blobs/port.ts';
import type { NewBlob } from '../catalog/blobs/blobs.ts';
import { MANIFEST_FILE, type Manifest, parseBlobLine, parseManifest } from './manifest.ts';

const BACKUPS = 'backups/';
const POOL = 'blobs/';

/**
 * A place of backups: a directory or a prefix of a bucket. Each backup has a folder `backups/NAME/`; all of them share one
 * pool of blobs, which are named after their SHA-256.
 */
export interface BackupTarget {
  /** For messages. */
  name: string;
  store: BlobStore;
}

/** A target that is locked for one run. */
export interface WritableTarget extends BackupTarget {
  /** Exists, and is on the file system of the store if that is a directory. */
  tempDir: string;
}

/** A backup in a target, finished or not. */
export interface FoundBackup {
  name: string;
  /** Keys in the target. */
  files: string[];
  isFinished: boolean;
}

/** What a target holds: backups, the pool, locks and temporary files. */
const OWN_KEYS = /^(backups|blobs|locks|tmp)\/|^lock(-journal)?$/;

/** @throws Error that names what was found, when a place holds anything but backups */
export async function requireBackupsOnly({ name, store }: BackupTarget): Promise<void> {
  for await (const { key } of store.list()) {
    if (!OWN_KEYS.test(key)) throw new Error(`${name} is no place of backups: it holds ${key}. Choose an empty one.`);
    // The rest may be millions of blobs.
    if (key.startsWith(BACKUPS)) return;
  }
}

/** The place of a blob in the pool. */
export function poolKey(sha256: string): string {
  return `${POOL}${sha256.slice(0, 2)}/${sha256}`;
}

/** The place of a file of one backup. */
export function fileKey(name: string, file: string): string {
  return `${BACKUPS}${name}/${file}`;
}

/** All blobs of the pool, in the order of their checksums. */
export function listPool({ store }: BackupTarget): AsyncIterable<StoredBlob> {
  return listBelow(store, POOL);
}

/** All backups, oldest first. */
export async function listBackups({ store }: BackupTarget): Promise<FoundBackup[]> {
  const found = new Map<string, string[]>();
  for await (const { key } of listBelow(store, BACKUPS)) {
    const name = key.slice(BACKUPS.length).split('/')[0] as string;
    found.set(name, [...(found.get(name) ?? []), key]);
  }
  return [...found].map(([name, files]) => ({ name, files, isFinished: files.includes(fileKey(name, MANIFEST_FILE)) }));
}

async function* listBelow(store: BlobStore, prefix: string): AsyncGenerator<StoredBlob> {
  for await (const blob of store.list(prefix)) {
    if (!blob.key.startsWith(prefix)) return;
    yield blob;
  }
}

/**
 * The newest finished backup, or the named one.
 * @throws Error that names the file when the manifest is corrupt, or the backups that there are
 */
export async function chooseBackup(target: BackupTarget, at?: string): Promise<Manifest> {
  const finished = (await listBackups(target)).filter(({ isFinished }) => isFinished).map(({ name }) => name);
  const name = at ?? finished.at(-1);
  if (name === undefined) throw new Error(`There is no finished backup in ${target.name}.`);
  if (!finished.includes(name)) {
    throw new Error(
      `There is no finished backup ${name} in ${target.name}; there are: ${finished.join(', ') || 'none'}.`,
    );
  }
  return readManifest(target, name);
}

/** @throws Error that names the file */
export async function readManifest({ name: place, store }: BackupTarget, name: string): Promise<Manifest> {
  const key = fileKey(name, MANIFEST_FILE);
  const text = (await store.read(key))?.toString();
  try {
    if (text === undefined) throw new Error('is missing.');
    return parseManifest(text);
  } catch (error) {
    throw new Error(
      `${key} in ${place} ${error instanceof Error ? error.message : error} Choose another backup by --at.`,
    );
  }
}

/** The blobs that a backup needs, in the order of their checksums. @throws Error when the list is missing */
export async function* readBlobList({ name, store }: BackupTarget, { key }: NewBlob): AsyncGenerator<NewBlob> {
  const body = await store.open(key);
  if (body === undefined) throw new Error(`${key} is missing in ${name}.`);
  for await (const line of createInterface({ input: Readable.from(body) })) yield parseBlobLine(line);
}

/** Lines of a local list of blobs. */
export async function* readLocalList(path: string): AsyncGenerator<NewBlob> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield parseBlobLine(line);
}

/** Stores a local file, which may be gone afterwards. @returns its facts */
export async function putFile({ store }: WritableTarget, key: string, path: string): Promise<NewBlob> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    sizeBytes += (chunk as Buffer).length;
  }
  await store.put(key, path);
  return { key, sha256: hash.digest('hex'), sizeBytes };
}

/** Stores a text as a file. */
export async function putText(target: WritableTarget, key: string, text: string): Promise<void> {
  const path = join(target.tempDir, randomUUID());
  await writeFile(path, text);
  await target.store.put(key, path);
  await rm(path, { force: true });
}

/** Why bytes were not taken over. */
export type CopyProblem = 'missing' | 'size' | 'sha256';

/**
 * Copies bytes into a local file and compares size and checksum on the way. The file is complete only when nothing is wrong.
 * @returns undefined when the bytes are right
 */
export async function fetchVerified(
  from: BlobStore,
  key: string,
  { sha256, sizeBytes }: Pick<NewBlob, 'sha256' | 'sizeBytes'>,
  path: string,
): Promise<CopyProblem | undefined> {
  const body = await from.open(key);
  if (body === undefined) return 'missing';
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  if (size !== sizeBytes) return 'size';
  return hash.digest('hex') === sha256 ? undefined : 'sha256';
}

/** Works on the items of a sequence, some at once. The first failure ends it. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one: Promise<void> = work(item).finally(() => running.delete(one));
    running.add(one);
    one.catch(() => {});
    if (running.size >= atOnce) await Promise.race(running);
  }
  await Promise.all(running);
}
