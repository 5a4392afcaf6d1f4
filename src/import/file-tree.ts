import { createReadStream } from 'node:fs';
import { type FileHandle, lstat, open, opendir, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { SourceError, type SourceProblem } from './port.ts';
import { openScratch } from './scratch.ts';

/** A file of a folder or archive. */
export interface TreeFile {
  /** Relative, with `/`. */
  path: string;
  sizeBytes: number;
  modifiedMs: number;
  /** @throws SourceError */
  open(): Promise<AsyncIterable<Buffer>>;
}

/** A folder, or a ZIP archive in the form of one. */
export interface FileTree extends AsyncDisposable {
  /** As the operator named it. */
  name: string;
  /** All files except hidden ones, in no particular order. */
  files(): AsyncIterable<TreeFile | SourceProblem>;
  /** @returns undefined when there is no such file @throws SourceError UNSAFE_NAME for a path that leads elsewhere */
  find(path: string): Promise<TreeFile | undefined>;
}

const MAX_DEPTH = 64;

/**
 * Why a path of another host is not opened: it is absolute, leads out of its folder, or has a name that no file has.
 * @returns undefined for a safe path
 */
function unsafety(path: string): string | undefined {
  const shown = JSON.stringify(path.slice(0, 300));
  if (/[\p{Control}\p{Surrogate}\ufffd]/u.test(path))
    return `The name ${shown} has control characters or is not UTF-8.`;
  const parts = path.split('/');
  const isOutside = /^([a-z]:|[/\\])/i.test(path) || path.includes('\\') || parts.includes('..');
  if (isOutside) return `The path ${shown} leads out of its folder.`;
  if (path === '' || parts.length > MAX_DEPTH || Buffer.byteLength(path) > 4_096)
    return `The path ${shown} is too long.`;
  return undefined;
}

function requireSafe(path: string): void {
  const reason = unsafety(path);
  if (reason !== undefined) throw new SourceError('UNSAFE_NAME', reason);
}

/** What systems leave beside pictures. */
const isHidden = (name: string) => /^\.|^(__MACOSX|Thumbs\.db|desktop\.ini)$/i.test(name);

/** @param path of a folder or a ZIP archive @param tempDir of a scratch for an archive @throws Error in one line */
export async function openFileTree(path: string, tempDir: string): Promise<FileTree> {
  const stats = await lstat(await realpath(path).catch(() => path)).catch(() => undefined);
  if (stats?.isDirectory() === true) return openFolder(path);
  if (stats?.isFile() === true) return openZip(path, tempDir);
  throw new Error(`${path} is neither a folder nor a ZIP archive.`);
}

/** Symbolic links are not followed: they may lead anywhere. */
async function openFolder(given: string): Promise<FileTree> {
  const root = await realpath(given);

  async function* below(folder: string): AsyncGenerator<TreeFile | SourceProblem> {
    for await (const entry of await opendir(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isHidden(entry.name)) continue;
      const reason = unsafety(path);
      if (reason !== undefined) yield { where: join(given, path), code: 'UNSAFE_NAME', reason };
      else if (entry.isDirectory()) yield* below(path);
      else if (entry.isFile()) {
        const file = await find(path);
        if (file !== undefined) yield file;
      } else yield { where: join(given, path), code: 'UNREADABLE_FILE', reason: 'It is neither a file nor a folder.' };
    }
  }

  async function find(path: string): Promise<TreeFile | undefined> {
    requireSafe(path);
    const full = join(root, ...path.split('/'));
    const real = await realpath(full).catch(() => undefined);
    if (real === undefined) return undefined;
    if (!real.startsWith(root + sep)) throw new SourceError('UNSAFE_NAME', `The path ${path} leads out of its folder.`);
    const stats = await lstat(real);
    if (!stats.isFile()) return undefined;
    return {
      path,
      sizeBytes: stats.size,
      modifiedMs: Math.round(stats.mtimeMs),
      open: async () => streamOf(await openFile(real, path)),
    };
  }

  return { name: given, files: () => below(''), find, async [Symbol.asyncDispose]() {} };
}

/** Opened before it is read, so that a missing file is noticed here. @throws SourceError UNREADABLE_FILE */
async function openFile(full: string, path: string): Promise<FileHandle> {
  return open(full).catch((cause: NodeJS.ErrnoException) => {
    throw new SourceError('UNREADABLE_FILE', `${path} cannot be opened (${cause.code}).`, { cause });
  });
}

function streamOf(handle: FileHandle): Readable {
  return createReadStream('', { fd: handle, autoClose: true });
}

const ENTRY_COLUMNS = ['path', 'offset', 'compressed', 'size', 'method', 'flags', 'crc', 'modified'] as const;

/**
 * Names are checked one by one: a hostile one refuses its entry, not the archive. The list of entries is kept on disk.
 * @throws Error for a file that is no ZIP archive, or is cut short
 */
async function openZip(path: string, tempDir: string): Promise<FileTree> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, lazyEntries: true }).catch((cause) => {
    throw new Error(`${path} is not a complete ZIP archive:`, { cause });
  });
  const scratch = openScratch(tempDir);
  const problems: SourceProblem[] = [];
  try {
    scratch.createTable('entries', ENTRY_COLUMNS);
    for await (const entry of zip.eachEntry()) {
      const found = describe(path, entry);
      if (found === undefined) continue;
      if ('reason' in found) problems.push(found);
      else scratch.insert('entries', ENTRY_COLUMNS, found.values);
    }
  } catch (cause) {
    problems.push({
      where: path,
      code: 'TRUNCATED',
      reason: `Its list of files is broken: ${(cause as Error).message}.`,
    });
  }
  const columns = ENTRY_COLUMNS.join(', ');
  return {
    name: path,
    async *files() {
      yield* problems;
      for (const row of scratch.each(`SELECT ${columns} FROM entries`)) yield toFile(zip, row as unknown as EntryRow);
    },
    async find(wanted) {
      requireSafe(wanted);
      const row = scratch.first(`SELECT ${columns} FROM entries WHERE path = ?`, wanted);
      return row === undefined ? undefined : toFile(zip, row as unknown as EntryRow);
    },
    async [Symbol.asyncDispose]() {
      zip.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

interface EntryRow {
  path: string;
  offset: number;
  compressed: number;
  size: number;
  method: number;
  flags: number;
  crc: number;
  modified: number;
}

/** @returns undefined for folders and hidden files */
function describe(archive: string, entry: Entry): { values: (string | number)[] } | SourceProblem | undefined {
  const raw = entry.fileName as unknown as Buffer;
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true);
  if (path.endsWith('/')) return undefined;
  const where = `${archive}:${path.slice(0, 300)}`;
  const reason = unsafety(path);
  if (reason !== undefined) return { where, code: 'UNSAFE_NAME', reason };
  if (path.split('/').some(isHidden)) return undefined;
  if (entry.isEncrypted()) return { where, code: 'ENCRYPTED', reason: 'The entry is encrypted.' };
  const modified = entry.getLastModDate({ timezone: 'UTC' }).getTime();
  const { relativeOffsetOfLocalHeader: offset, compressedSize, uncompressedSize, crc32: crc } = entry;
  const { compressionMethod: method, generalPurposeBitFlag: flags } = entry;
  return { values: [path, offset, compressedSize, uncompressedSize, method, flags, crc, modified || 0] };
}

function toFile(zip: ZipFile, row: EntryRow): TreeFile {
  const { path, size } = row;
  return { path, sizeBytes: size, modifiedMs: row.modified, open: () => openEntry(zip, row) };
}

/** The library refuses an entry that has more bytes than its header says; here its checksum is compared. */
async function openEntry(zip: ZipFile, row: EntryRow): Promise<AsyncIterable<Buffer>> {
  // The library reads only these members.
  const entry = {
    relativeOffsetOfLocalHeader: row.offset,
    compressedSize: row.compressed,
    uncompressedSize: row.size,
    compressionMethod: row.method,
    generalPurposeBitFlag: row.flags,
    isEncrypted: () => false,
    isCompressed: () => row.method !== 0,
    canDecodeFileData: () => row.method === 0 || row.method === 8,
  } as unknown as Entry;
  const stream = await zip.openReadStreamPromise(entry).catch((cause: Error) => {
    throw new SourceError('UNREADABLE_FILE', `${row.path} cannot be read: ${cause.message}.`, { cause });
  });
  return checked(stream, row);
}

async function* checked(stream: Readable, { path, crc }: EntryRow): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } finally {
    stream.destroy();
  }
  if (sum !== crc) throw new SourceError('CHECKSUM', `The bytes of ${path} do not have the checksum of the archive.`);
}

/** The name of a file without its folders. */
export const nameOf = (path: string): string => basename(path);
