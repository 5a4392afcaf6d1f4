import { createHash } from 'node:crypto';
import { isBlobKey } from '../blobs/port.ts';
import type { CorruptBlob } from '../catalog/blobs/blob-integrity.ts';
import type { NewBlob } from '../catalog/blobs/blobs.ts';

const FORMAT = 1;
/** Written last: a backup without it is unfinished. */
export const MANIFEST_FILE = 'manifest.json';

/** Facts about one finished backup, and the checksums of its files. */
export interface Manifest {
  format: typeof FORMAT;
  /** The time of the start; names sort by it. */
  name: string;
  /** The version of imgd that wrote it. */
  imgd: string;
  /** Backups of two catalogs never share a target. */
  catalogId: string;
  engine: 'sqlite' | 'postgres';
  lastMigration: string;
  startedAt: string;
  finishedAt: string;
  /** The file of the catalog: its key in the target. */
  catalog: NewBlob;
  /** The list of the blobs that the catalog needs: its key in the target. */
  blobList: NewBlob;
  images: number;
  accounts: number;
  blobs: { count: number; bytes: number; newCount: number; newBytes: number };
  /** Blobs that were deleted between the copy of the catalog and their own copy. */
  deletedDuring: number;
  /** Blobs that the store had lost, or with wrong bytes. */
  lost: CorruptBlob[];
}

/** @returns the text of the file, which ends in a checksum of its own */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 2)}\n`;
}

/** @throws Error without the name of the file, when the text is corrupt or of a later format */
export function parseManifest(text: string): Manifest {
  let read: Manifest & { sha256?: string };
  try {
    read = JSON.parse(text) as Manifest;
  } catch {
    throw new Error('is corrupt: it is no complete JSON document.');
  }
  const { sha256, ...manifest } = read;
  if (sha256 !== checksumOf(manifest)) throw new Error('is corrupt: its checksum is wrong.');
  if (manifest.format !== FORMAT) {
    throw new Error(
      `has format ${manifest.format}, which this version cannot read: it was written by imgd ${manifest.imgd}.`,
    );
  }
  return manifest;
}

const checksumOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** A line of the list of blobs. The lines are sorted by the checksum. */
export function formatBlobLine({ sha256, sizeBytes, key }: NewBlob): string {
  return `${sha256} ${sizeBytes} ${key}\n`;
}

/** @throws Error when the line has another form */
export function parseBlobLine(line: string): NewBlob {
  const [, sha256 = '', size, key = ''] = /^([0-9a-f]{64}) (\d+) (\S+)$/.exec(line) ?? [];
  if (!isBlobKey(key)) throw new Error(`The list of blobs has a line of another form: ${line.slice(0, 200)}`);
  return { sha256, sizeBytes: Number(size), key };
}
