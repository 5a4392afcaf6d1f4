import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { assertServes, type Filled, filesBelow, fill, rowsOf, run } from './backup-support.ts';

let filled: Filled;
before(async () => {
  filled = await fill(['#a52', '#2a5', '#52a']);
});
after(() => filled[Symbol.asyncDispose]());
const place = (name: string) => filled.place(name);

describe('imgd backup and imgd restore', () => {
  it('bring everything back, byte for byte, and a second run copies only new blobs', async () => {
    const target = place('target');
    const first = await filled.backUp(target);
    assert.deepEqual([first.images, first.count, first.copied], [3, 6, 6]);
    const known = new Map(filled.uploaded);
    await filled.upload(['#aa2']);
    const second = await filled.backUp(target);
    assert.deepEqual([second.images, second.count, second.copied], [4, 8, 2]);
    const checked = await run(['backup', '--check', target], filled.env);
    assert.match(checked.stdout, /is complete: 4 images, 8 blobs, .*every byte was read/);
    assert.equal(checked.code, 0, checked.stderr);

    const { stdout, dataDir } = await filled.restore(target, 'restored');
    assert.match(stdout, /^4 images and 0 accounts restored, 8 blobs/m);
    assert.match(stdout, /^0 images deleted during the backup, 0 images missing, 0 thumbnails made again/m);
    await assertServes(dataDir, filled.uploaded);
    assert.equal((await run(['doctor'], { IMGD_DATA_DIR: dataDir })).code, 0);

    const earlier = await filled.restore(target, 'earlier', ['--at', first.name]);
    assert.match(earlier.stdout, /^3 images and/m);
    await assertServes(earlier.dataDir, known);
    const never = await run(['restore', target, '--at', 'never'], { IMGD_DATA_DIR: place('never') });
    assert.equal(never.code, 1);
    assert.match(never.stderr, new RegExp(`no finished backup never in .*there are: ${first.name}, ${second.name}\\.`));
  });

  it('keep the newest backups, and remove blobs that none of them needs', async () => {
    const target = place('kept');
    await filled.backUp(target);
    const [path = ''] = await filesBelow(join(target, 'blobs'));
    await writeFile(join(target, 'blobs', path, '..', 'f'.repeat(64)), 'of a run that was killed');
    await mkdir(join(target, 'backups/20200101T000000.000Z'));
    await writeFile(join(target, 'backups/20200101T000000.000Z/catalog.sqlite'), 'of a run that was killed');
    const blobs = (await filesBelow(join(target, 'blobs'))).length;
    const { stdout } = await run(['backup', target, '--keep', '1'], filled.env);
    assert.match(stdout, /^1 backup kept, 1 removed with 1 blob$/m);
    assert.equal((await filesBelow(join(target, 'blobs'))).length, blobs - 1);
    assert.equal((await readdir(join(target, 'backups'))).length, 1);
    assert.equal((await run(['backup', '--check', target], filled.env)).code, 0);
  });

  it('repair a blob that the store has corrupt since the first backup', async () => {
    const target = place('repairing');
    await filled.backUp(target);
    const copy = await corruptCopy('corrupt-store');
    const { stdout } = await run(['backup', target], { ...filled.env, IMGD_DATA_DIR: copy });
    assert.match(stdout, /, 0 of them new/);
    const { dataDir } = await filled.restore(target, 'repaired');
    await assertServes(dataDir, filled.uploaded);
  });

  it('tell of a blob that is corrupt in the store, and record it for doctor and health', async () => {
    const copy = await corruptCopy('lossy-store');
    const { code, stdout, stderr } = await run(['backup', place('lossy')], { ...filled.env, IMGD_DATA_DIR: copy });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /, 1 lost$/m);
    assert.match(stderr, /the store has lost a blob: \S+ \(size\); run imgd doctor/);
    assert.equal(rowsOf(copy, `SELECT key FROM ${'damage'}`).length, 1);
    const restored = await filled.restore(place('lossy'), 'lossy-restored');
    assert.match(restored.stdout, /^missing image \w+$/m);
    assert.match(restored.stdout, /0 images deleted during the backup, 1 image missing/);
  });

  it('record each run in the catalog', async () => {
    const copy = await copyOfData('recorded');
    const env = { ...filled.env, IMGD_DATA_DIR: copy };
    rowsOf(copy, 'DELETE FROM backups');
    const target = place('recorded-target');
    await run(['backup', target], env);
    await run(['backup', join(target, 'not/there')], env);
    const rows = rowsOf(copy, 'SELECT outcome, target, blobs, error FROM backups ORDER BY finished_at');
    const error = `${join(target, 'not')} does not exist.`;
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { outcome: 'ok', target, blobs: 2 * filled.uploaded.size, error: null },
        { outcome: 'failed', target: join(target, 'not/there'), blobs: 0, error },
      ],
    );
  });
});

describe('imgd backup refuses', () => {
  it('a data directory without a catalog, and makes none', async () => {
    const [target, typo] = [place('unused'), place('typo')];
    const { code, stderr } = await run(['backup', target], { IMGD_DATA_DIR: typo });
    assert.equal(code, 1);
    assert.match(stderr, /There is no catalog in .*typo \(IMGD_DATA_DIR\)/);
    assert.deepEqual([existsSync(target), existsSync(typo)], [false, false]);
  });

  it('a directory that holds anything else, and changes nothing', async () => {
    const target = place('holiday');
    await mkdir(target);
    await writeFile(join(target, 'diary.txt'), '');
    const { code, stderr } = await run(['backup', target], filled.env);
    const message = `imgd: ${target} is no place of backups: it holds diary.txt. Choose an empty one.\n`;
    assert.deepEqual([code, stderr], [1, message]);
    assert.deepEqual(await readdir(target), ['diary.txt']);
  });

  it('a directory below one that does not exist: its disk may not be mounted', async () => {
    const { code, stderr } = await run(['backup', place('unmounted/backups')], filled.env);
    assert.deepEqual([code, stderr], [1, `imgd: ${place('unmounted')} does not exist.\n`]);
  });

  it('the backups of another catalog', async () => {
    const target = place('of-another');
    await filled.backUp(target);
    const other = { IMGD_DATA_DIR: place('other') };
    await run(['migrate'], other);
    const { code, stderr } = await run(['backup', target], other);
    assert.equal(code, 1);
    assert.match(stderr, /holds backups of another catalog/);
  });

  it('a target that another run uses', async () => {
    const target = place('busy');
    await filled.backUp(target);
    const lock = new DatabaseSync(join(target, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
    const { code, stderr } = await run(['backup', target], filled.env);
    lock.close();
    assert.deepEqual([code, stderr], [1, `imgd: Another backup into ${target} runs.\n`]);
  });

  it('to run without a target', async () => {
    const { code, stderr } = await run(['backup'], filled.env);
    assert.equal(code, 2);
    assert.match(stderr, /IMGD_BACKUP_TARGET/);
    assert.equal((await run(['backup'], { ...filled.env, IMGD_BACKUP_TARGET: place('of-setting') })).code, 0);
  });
});

async function copyOfData(name: string): Promise<string> {
  await cp(filled.dataDir, place(name), { recursive: true });
  return place(name);
}

/** A copy of the data directory with other bytes in the original of an image. */
async function corruptCopy(name: string): Promise<string> {
  const copy = await copyOfData(name);
  const [row] = rowsOf(copy, 'SELECT original_key FROM images LIMIT 1');
  await writeFile(join(copy, 'blobs', row?.original_key as string), 'other bytes');
  return copy;
}
