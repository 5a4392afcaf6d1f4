import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { newBlobKey } from '../../src/blobs/port.ts';
import { request } from './support/client.ts';
import { type Diagnosis, runDoctor } from './support/doctor.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';
import { filesBelow, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';

const IMAGES = times(1_000, 150);
const REMOVED_PART = 0.05;
const ORPHAN_PART = 0.05;
const TRUNCATED_PART = 0.02;
const FLIPPED = times(100, 10);
const AT_ONCE = 8;

/** Keys of the planted differences. */
interface Planted {
  removed: string[];
  orphans: string[];
  truncated: string[];
  flipped: string[];
}

test('imgd doctor reports all planted differences, changes nothing without --repair, and repairs all of them', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  const dataDir = directory.path;
  const journal = await fill(dataDir, random);
  assert.deepEqual(summary(await runDoctor(dataDir, '--verify-checksums')), {
    code: 0,
    missing: [],
    corrupt: [],
    orphans: [],
  });

  const planted = await plant(dataDir, random);
  const before = await digestOf(dataDir);
  const found = summary(await runDoctor(dataDir, '--verify-checksums'));
  assert.equal(await digestOf(dataDir), before, 'the dry run changes nothing');
  assert.deepEqual(found, {
    code: 1,
    missing: planted.removed.toSorted(),
    corrupt: [...planted.truncated, ...planted.flipped].toSorted(),
    orphans: planted.orphans.toSorted(),
  });

  assert.equal((await runDoctor(dataDir, '--verify-checksums', '--repair')).code, 0);
  const after = await runDoctor(dataDir, '--verify-checksums', '--repair');
  assert.deepEqual(summary(after), { code: 0, missing: [], corrupt: [], orphans: [] });

  await using service = await startService({ dataDir });
  const statuses = new Map<number, number>();
  for (const { served } of journal.live.values()) {
    for (const path of served.keys()) {
      const { status } = await request(service.url + path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 404),
    [],
  );
  const { removed, orphans, truncated, flipped } = planted;
  record(
    t,
    'imgd doctor finds divergence and corruption',
    'finds all, the dry run changes nothing, a second repair finds nothing',
    `${removed.length} removed, ${orphans.length} orphans, ${truncated.length} truncated, ${flipped.length} bits flipped among ${IMAGES * 2} blobs: all found, no others; 0 bytes changed by the dry run; second repair 0`,
  );
});

test('control: without checksums the doctor finds no flipped bit, and one changed byte changes the digest', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await fill(directory.path, random, 3);
  const [key] = await keysIn(directory.path);
  assert.ok(key !== undefined);
  const before = await digestOf(directory.path);
  await flipBit(join(directory.path, 'blobs', key), random);
  assert.notEqual(await digestOf(directory.path), before);
  assert.equal((await runDoctor(directory.path)).code, 0);
  assert.equal((await runDoctor(directory.path, '--verify-checksums')).code, 1);
});

async function fill(dataDir: string, random: Random, images = IMAGES) {
  await using service = await startService({ dataDir });
  const journal = createJournal();
  let left = images;
  const client = async () => {
    while (left-- > 0) await uploadAndRecord(journal, service.url, { bytes: await noisePng(random) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  assert.equal(journal.live.size, images);
  await service.kill('SIGTERM');
  return journal;
}

async function plant(dataDir: string, random: Random): Promise<Planted> {
  const keys = (await keysIn(dataDir)).toSorted(() => random.next() - 0.5);
  const blobs = join(dataDir, 'blobs');
  const some = (part: number) => keys.splice(0, Math.ceil(part * IMAGES * 2));
  const planted: Planted = {
    removed: some(REMOVED_PART),
    truncated: some(TRUNCATED_PART),
    flipped: keys.splice(0, FLIPPED),
    orphans: Array.from({ length: IMAGES * 2 * ORPHAN_PART }, () => newBlobKey(Date.now() - random.below(86_400_000))),
  };
  for (const key of planted.removed) await rm(join(blobs, key));
  for (const key of planted.truncated)
    await truncate(join(blobs, key), random.below((await stat(join(blobs, key))).size));
  for (const key of planted.flipped) await flipBit(join(blobs, key), random);
  for (const key of planted.orphans) {
    await mkdir(dirname(join(blobs, key)), { recursive: true });
    await writeFile(join(blobs, key), random.bytes(100));
  }
  return planted;
}

async function flipBit(path: string, random: Random): Promise<void> {
  const bytes = await readFile(path);
  const at = random.below(bytes.length);
  bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
  await writeFile(path, bytes);
}

async function keysIn(dataDir: string): Promise<string[]> {
  const blobs = join(dataDir, 'blobs');
  const paths = (await filesBelow(blobs)).map((path) => relative(blobs, path));
  return paths.filter((path) => /\/\w{22}$/.test(path));
}

/** Digest of the catalog and of every blob, without SQLite's shared memory. */
async function digestOf(dataDir: string): Promise<string> {
  await using copy = await makeTempDir();
  const hash = createHash('sha256');
  await cp(join(dataDir, 'imgd.sqlite'), join(copy.path, 'imgd.sqlite'));
  hash.update(await readFile(join(copy.path, 'imgd.sqlite')));
  for (const key of await keysIn(dataDir)) hash.update(key).update(await readFile(join(dataDir, 'blobs', key)));
  return hash.digest('hex');
}

function summary({ code, findings: { missing, corrupt, orphans } }: Diagnosis) {
  return {
    code,
    missing: missing.toSorted(),
    corrupt: corrupt.map(({ key }) => key).toSorted(),
    orphans: orphans.toSorted(),
  };
}
