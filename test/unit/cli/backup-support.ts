import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { uploadPlain } from '../../support/served.ts';
import { type Finished, imgd, serve, tempDir } from './support.ts';

const SUMMARY = /^backup (\S+): (\d+) images?, (\d+) blobs? \(.+\), (\d+) of them new/;

/** Runs a command without the line that names its catalog. */
export const run = (args: readonly string[], env: Record<string, string>): Promise<Finished> =>
  imgd(['--quiet', ...args], env);

/** A service's data directory, and the pictures that it should have. */
export interface Filled extends AsyncDisposable {
  env: Record<string, string>;
  dataDir: string;
  /** Path of the direct link -> SHA-256 of the stored file. */
  uploaded: Map<string, string>;
  /** A path beside the data directory. */
  place(name: string): string;
  upload(colours: readonly string[]): Promise<void>;
  /** @throws AssertionError unless it succeeds */
  backUp(target: string): Promise<{ name: string; images: number; count: number; copied: number }>;
  /** @throws AssertionError unless it succeeds */
  restore(target: string, into: string, options?: string[]): Promise<{ stdout: string; dataDir: string }>;
}

export async function fill(colours: readonly string[]): Promise<Filled> {
  const directory = await tempDir();
  const place = (name: string) => join(directory.path, name);
  const dataDir = place('data');
  const env = { IMGD_DATA_DIR: dataDir, IMGD_DECODER_PROCESSES: '1' };
  const uploaded = new Map<string, string>();
  const filled: Filled = {
    env,
    dataDir,
    uploaded,
    place,
    async upload(more) {
      await using server = await serve(dataDir, env);
      for (const colour of more) {
        const path = await uploadPlain(server.url, colour);
        uploaded.set(path, await sha256At(server.url + path));
      }
    },
    async backUp(target) {
      const { code, stdout, stderr } = await imgd(['backup', target], env);
      assert.equal(code, 0, stderr);
      const [, name = '', ...figures] = SUMMARY.exec(stdout) ?? assert.fail(stdout);
      const [images = 0, count = 0, copied = 0] = figures.map(Number);
      return { name, images, count, copied };
    },
    async restore(target, into, options = []) {
      const { code, stdout, stderr } = await imgd(['restore', target, ...options], {
        ...env,
        IMGD_DATA_DIR: place(into),
      });
      assert.equal(code, 0, stderr);
      return { stdout, dataDir: place(into) };
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
  await filled.upload(colours);
  return filled;
}

/** Starts a service on a restored data directory, and compares every picture. */
export async function assertServes(dataDir: string, uploaded: ReadonlyMap<string, string>): Promise<void> {
  await using server = await serve(dataDir, { IMGD_DECODER_PROCESSES: '1' });
  for (const [path, sha256] of uploaded) assert.equal(await sha256At(server.url + path), sha256, path);
}

async function sha256At(url: string): Promise<string> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return createHash('sha256')
    .update(await response.bytes())
    .digest('hex');
}

/** Paths of all files below a directory, relative to it, sorted; none when it does not exist. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(directory.length + 1)).sort();
}

/** Changes one bit in the middle of a file. */
export async function flipBit(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const at = Math.floor((await file.stat()).size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([(buffer[0] as number) ^ 1]), 0, 1, at);
}

/** Rows of a statement in the catalog of a data directory. */
export function rowsOf(dataDir: string, statement: string): Record<string, unknown>[] {
  const file = new DatabaseSync(join(dataDir, 'imgd.sqlite'), { timeout: 5_000 });
  try {
    return file.prepare(statement).all();
  } finally {
    file.close();
  }
}
