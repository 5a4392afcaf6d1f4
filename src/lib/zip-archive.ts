import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ArchiveFile {
  /** Folders and the name of the file. The archive makes each of them safe, and the whole path unique. */
  path: readonly string[];
  modifiedMs: number;
  /** When the bytes are not as many, the archive fails. undefined = not known in advance. */
  sizeBytes: number | undefined;
  /** Hex SHA-256 of the bytes, where it is known. */
  sha256?: string;
  /** Opens the bytes. The archive calls it when their turn comes. @returns undefined when they are missing */
  open(): Promise<Buffer | AsyncIterable<Uint8Array> | undefined>;
}

export interface Archive {
  /**
   * The bytes of the archive. It fails with the error of a file that is missing or cut short; then the central directory
   * at the end of the archive is missing, so that no program takes the archive for complete. Destroying it closes the
   * file that is being read.
   */
  stream: Readable;
  /** Length of the archive; undefined where the files are not known in advance. */
  sizeBytes: number | undefined;
}

const MIN_ZIP64_DIRECTORY_BYTES = 0xffff;
/** Bytes of a file in the central directory at most, without its name. */
const MAX_RECORD_BYTES = 46 + 9 + 28;

type Files = readonly ArchiveFile[] | AsyncIterable<ArchiveFile>;

/**
 * A ZIP archive (APPNOTE 6.3.10) that is made while it is read: stored without compression, UTF-8 names, ZIP64 where
 * sizes or the number of files need it. It opens one file at a time and reads it only as fast as the archive is read. Its
 * memory is some kilobytes of buffers, and some hundred bytes for each file.
 * @param files all files, for an archive of known length; or a sequence that is read as the archive grows
 */
export function createZipArchive(files: Files): Archive {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const uniquePath = createUniquePaths();
  let centralBytes = 0;
  let reading: Readable | undefined;
  const fail = (error: Error) => void stream.destroy(error);
  zip.on('error', fail);
  stream.once('close', () => reading?.destroy());

  /** @param onOpen called when the turn of the file has come */
  function add(file: ArchiveFile, onOpen?: () => void): void {
    const path = uniquePath(file.path);
    centralBytes += MAX_RECORD_BYTES + Buffer.byteLength(path);
    const size = file.sizeBytes === undefined ? {} : { size: file.sizeBytes };
    const options = { ...size, mtime: new Date(file.modifiedMs), mode: 0o100644, compress: false };
    zip.addReadStreamLazy(path, options, (give) => {
      onOpen?.();
      openFile(file, path).then((opened) => {
        reading = opened;
        opened.on('error', fail);
        if (stream.destroyed) opened.destroy();
        else give(null, opened);
      }, fail);
    });
  }

  if (isList(files)) {
    for (const file of files) add(file);
    let sizeBytes: number | undefined;
    const onSize = (total: number) => {
      sizeBytes = total;
    };
    // The library announces the records of ZIP64 for a central directory of 64 KiB, but writes them only from 65,535 files.
    const forceZip64Format = centralBytes >= MIN_ZIP64_DIRECTORY_BYTES;
    // Called at once, because all sizes are known. The types of the library lack its argument.
    zip.end({ forceZip64Format, comment: '' }, onSize as () => void);
    return { stream, sizeBytes };
  }

  // The next file is asked for when the one before it has been opened: all others are complete.
  const feed = async () => {
    const listed = zip as unknown as { entries: object[] };
    const complete: object[] = [];
    for await (const file of files) {
      if (stream.destroyed) return;
      // The library looks through its list for each file, which would take minutes for 100,000 of them.
      complete.push(...listed.entries.splice(0, listed.entries.length - 1));
      await new Promise<void>((resolve) => {
        stream.once('close', resolve);
        add(file, () => {
          stream.off('close', resolve);
          resolve();
        });
      });
    }
    listed.entries = complete.concat(listed.entries);
    zip.end();
  };
  feed().catch(fail);
  return { stream, sizeBytes: undefined };
}

function isList(files: Files): files is readonly ArchiveFile[] {
  return Array.isArray(files);
}

async function openFile({ open }: ArchiveFile, path: string): Promise<Readable> {
  const body = await open();
  if (body === undefined) throw new Error(`the bytes of ${path} are missing`);
  // A file stream is read unwrapped: a wrapper keeps the file open when it is destroyed before the first read.
  return body instanceof Readable ? body : Readable.from(body, { objectMode: false });
}

const MAX_NAME_BYTES = 200;
// Separators, characters that Windows refuses, control characters, and characters that make a name look like another.
const UNSAFE = /[/\\:*?"<>|\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}]/gu;
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * A name of a file or folder that is safe to unpack on every system: NFC, without separators and control characters, not
 * `.` or `..`, no device of Windows, no dot or space at its end, at most 200 bytes.
 */
export function safeArchiveName(given: string): string {
  const clean = given.normalize('NFC').replace(INVISIBLE, '').replace(UNSAFE, '_').trim();
  const name = shorten(clean).replace(/[. ]+$/, '');
  if (name === '') return '_';
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Cuts a name to a number of bytes and keeps its extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const extension = /\.[0-9A-Za-z]{1,8}$/.exec(name)?.[0] ?? '';
  let bytes = extension.length;
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}

/** Gives each path once: a second `a.jpg` becomes `a (2).jpg`. Case does not matter, as on Windows and macOS. */
function createUniquePaths(): (path: readonly string[]) => string {
  /** The paths that are taken, each with the number of the last copy of it. */
  const taken = new Map<string, number>();
  const keyOf = (path: string) => path.toUpperCase().normalize('NFC');
  return (path) => {
    const wanted = path.map(safeArchiveName).join('/');
    const [, stem = wanted, extension = ''] = /^(.+?)(\.[^./]{1,8})?$/su.exec(wanted) ?? [];
    let copy = taken.get(keyOf(wanted)) ?? 0;
    let unique = wanted;
    while (taken.has(keyOf(unique))) unique = `${stem} (${++copy + 1})${extension}`;
    taken.set(keyOf(wanted), copy);
    taken.set(keyOf(unique), taken.get(keyOf(unique)) ?? 0);
    return unique;
  };
}
