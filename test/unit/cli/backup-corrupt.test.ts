import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Filled, filesBelow, fill, flipBit, rowsOf, run } from './backup-support.ts';

let filled: Filled;
let backup: { name: string };
before(async () => {
  filled = await fill(['#a52', '#2a5']);
  backup = await filled.backUp(filled.place('good'));
});
after(() => filled[Symbol.asyncDispose]());
const place = (name: string) => filled.place(name);

/** A copy of the backup, for one test to change. */
async function copyOfBackup(name: string): Promise<string> {
  await cp(place('good'), place(name), { recursive: true });
  return place(name);
}

describe('check and restore name the file, and write nothing, when of a backup', () => {
  const CHANGES = {
    truncated: (path: string) => truncate(path, 5),
    changed: flipBit,
    longer: (path: string) => appendFile(path, 'x'),
    missing: (path: string) => rm(path),
  };
  for (const kind of ['catalog.sqlite', 'blobs.txt', 'manifest.json', 'blob'] as const) {
    for (const [change, apply] of Object.entries(CHANGES)) {
      // A backup without a manifest is unfinished.
      if (kind === 'manifest.json' && change === 'missing') continue;
      it(`the ${kind} is ${change}`, async () => {
        const target = await copyOfBackup(`${kind}-${change}`);
        const [blob = ''] = await filesBelow(join(target, 'blobs'));
        const file = kind === 'blob' ? join('blobs', blob) : join('backups', backup.name, kind);
        await apply(join(target, file));
        const checked = await run(['backup', '--check', target], filled.env);
        assert.equal(checked.code, 1, checked.stdout);
        assert.ok((checked.stdout + checked.stderr).includes(file), checked.stdout + checked.stderr);
        const into = place(`${kind}-${change}-restored`);
        const restored = await run(['restore', target], { IMGD_DATA_DIR: into });
        assert.equal(restored.code, 1);
        assert.ok(restored.stderr.includes(file), restored.stderr);
        assert.equal(existsSync(join(into, 'imgd.sqlite')), false);
        assert.deepEqual(await filesBelow(join(into, 'blobs')), []);
      });
    }
  }
});

describe('imgd restore', () => {
  it('leaves corrupt blobs out with --partial, and deletes their images', async () => {
    const target = await copyOfBackup('partial');
    const originals = rowsOf(filled.dataDir, 'SELECT sha256 FROM blobs JOIN images ON original_key = key');
    const [first] = originals.map(({ sha256 }) => String(sha256));
    await rm(join(target, 'blobs', (first as string).slice(0, 2), first as string));
    const { stdout, dataDir } = await filled.restore(target, 'partial-restored', ['--partial']);
    assert.match(stdout, new RegExp(`^left out {2}blobs/../${first} \\(missing\\)$`, 'm'));
    assert.match(stdout, /^missing image \w+$/m);
    assert.match(stdout, /^1 image and 0 accounts restored/m);
    assert.equal(rowsOf(dataDir, 'SELECT * FROM images').length, 1);
    assert.equal((await run(['doctor'], { IMGD_DATA_DIR: dataDir })).code, 0);
  });

  it('never takes an unfinished backup for a good one', async () => {
    const target = await copyOfBackup('unfinished');
    await rm(join(target, 'backups', backup.name, 'manifest.json'));
    const { code, stderr } = await run(['restore', target], { IMGD_DATA_DIR: place('unfinished-restored') });
    assert.deepEqual([code, stderr], [1, `imgd: There is no finished backup in ${target}.\n`]);
  });

  it('refuses a place that is not empty, and says what it found', async () => {
    const used = await run(['restore', place('good')], filled.env);
    assert.deepEqual([used.code, used.stdout], [1, '']);
    assert.match(used.stderr, /data\/imgd\.sqlite exists already: restore into an empty data directory/);
    const half = place('half');
    await cp(join(filled.dataDir, 'blobs'), join(half, 'blobs'), { recursive: true });
    const { code, stderr } = await run(['restore', place('good')], { IMGD_DATA_DIR: half });
    assert.equal(code, 1);
    assert.match(stderr, /half\/blobs \(IMGD_DATA_DIR\) is not empty: it holds \d{8}\//);
    assert.equal(existsSync(join(half, 'imgd.sqlite')), false);
  });

  it('refuses a source that does not exist, and makes nothing', async () => {
    const into = place('from-nowhere');
    const { code, stderr } = await run(['restore', place('nowhere')], { IMGD_DATA_DIR: into });
    assert.deepEqual([code, stderr], [1, `imgd: ${place('nowhere')} does not exist.\n`]);
    assert.equal(existsSync(into), false);
  });

  it('refuses a backup of a newer version, and names it', async () => {
    const target = await copyOfBackup('newer');
    const path = join(target, 'backups', backup.name, 'manifest.json');
    const { sha256: _, ...manifest } = JSON.parse(await readFile(path, 'utf8'));
    Object.assign(manifest, { imgd: '99.0.0', lastMigration: '9999-later' });
    const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    await writeFile(path, JSON.stringify({ ...manifest, sha256 }));
    const { code, stderr } = await run(['restore', target], { IMGD_DATA_DIR: place('newer-restored') });
    assert.equal(code, 1);
    assert.match(stderr, /is of imgd 99\.0\.0 \(9999-later\), which is newer than this version/);
  });
});
