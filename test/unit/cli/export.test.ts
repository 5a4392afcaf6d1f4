import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { smallPng } from '../../support/requests.ts';
import { type Place, place, rowsOf, runImport } from './import-support.ts';
import { imgd } from './support.ts';

/** A catalog with two images of an account, in an album and in none, and an anonymous one. */
async function filled(): Promise<Place> {
  const at = await place();
  const [own, none] = [join(at.path, 'own'), join(at.path, 'none')];
  await mkdir(join(own, 'Trip'), { recursive: true });
  await mkdir(join(none, 'Label'), { recursive: true });
  await writeFile(join(own, 'a.png'), await smallPng(1));
  await utimes(join(own, 'a.png'), 1_500_000_000, 1_500_000_000);
  await writeFile(join(own, 'Trip', 'b.png'), await smallPng(2));
  await writeFile(join(none, 'Label', 'c.png'), await smallPng(3));
  assert.equal((await runImport(at, own, '--from', 'folder', '--into', 'me@example.org')).code, 0);
  assert.equal((await runImport(at, none, '--from', 'folder', '--anonymous')).code, 0);
  return at;
}

/** What a move keeps: everything but the ids, and times in whole seconds. */
const kept = ({ images }: Awaited<ReturnType<typeof rowsOf>>) =>
  images.map(({ id: _, uploaded_at, ...rest }) => ({ ...rest, uploaded_at: Math.floor(Number(uploaded_at) / 1_000) }));

async function runExport({ env }: Place, ...args: string[]) {
  const { code, stdout, stderr } = await imgd(['export', ...args, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as { images: number; present: number };
}

describe('imgd export', () => {
  it('writes the service to a folder, goes on where it was, and imgd import reads all of it', async () => {
    await using from = await filled();
    const folder = join(from.path, 'export');
    assert.deepEqual(await runExport(from, folder), { images: 3, bytes: 717, present: 0, corrupt: [] });
    const lost = (await readdir(join(folder, 'anonymous', 'images', 'Label')))[0] as string;
    await writeFile(join(folder, 'anonymous', 'images', 'Label', lost), 'cut');
    const again = await runExport(from, folder);
    assert.deepEqual([again.images, again.present], [1, 2]);
    const text = await readFile(join(folder, 'accounts.jsonl'), 'utf8');
    assert.match(text, /"email":"me@example\.org"/);

    await using to = await place();
    const args = [folder, '--from', 'imgd', '--anonymous'];
    const { report, stderr } = await runImport(to, ...args);
    assert.deepEqual(report.problems, {}, stderr);
    assert.deepEqual([report.images.imported, report.accounts], [3, { created: 0, matched: 1 }]);
    assert.deepEqual(kept(await rowsOf(to)), kept(await rowsOf(from)), 'also the hashes of the delete tokens');
    assert.equal((await runImport(to, ...args)).report.images.present, 3);
  });

  it('writes an account to a ZIP archive; changed and missing bytes are reported, and the rest goes on', async () => {
    await using from = await filled();
    const zip = join(from.path, 'me.zip');
    assert.equal((await runExport(from, zip, '--account', 'me@example.org')).images, 2);
    await using to = await place();
    const { report } = await runImport(to, zip, '--from', 'imgd', '--into', 'me@example.org');
    assert.equal(report.images.imported, 2);
    assert.deepEqual(kept(await rowsOf(to)), kept(await rowsOf(from)).slice(0, 2));

    const folder = join(from.path, 'export');
    await runExport(from, folder, '--account', 'me@example.org');
    const [loose] = (await readdir(join(folder, 'images'))).filter((name) => name.endsWith('.png'));
    await writeFile(join(folder, 'images', loose as string), await smallPng(9));
    await rm(join(folder, 'images', 'Trip'), { recursive: true });
    await writeFile(join(folder, 'images.jsonl'), `${await readFile(join(folder, 'images.jsonl'), 'utf8')}{"id":\n`);
    await using other = await place();
    const broken = await runImport(other, folder, '--from', 'imgd', '--into', 'me@example.org');
    assert.deepEqual(broken.report.problems, { CHECKSUM: 1, MISSING_FILE: 1, BROKEN_ROW: 1 });
    assert.match(broken.stderr, /images\.jsonl:3: The line is no JSON object\. \(BROKEN_ROW\)/);
  });

  it('refuses an export of a later version, and an archive that is none', async () => {
    await using at = await place();
    await writeFile(join(at.path, 'export.json'), '{"format":"imgd-export","version":2}');
    const { code, stderr } = await imgd(['import', at.path, '--from', 'imgd'], at.env);
    assert.deepEqual([code, /is an export of version 2; this imgd reads version 1/.test(stderr)], [1, true], stderr);
    await writeFile(join(at.path, 'cut.zip'), 'PK\x03\x04 and nothing more');
    const cut = await imgd(['import', join(at.path, 'cut.zip'), '--from', 'zip', '--anonymous'], at.env);
    assert.deepEqual([cut.code, /is not a complete ZIP archive/.test(cut.stderr)], [1, true], cut.stderr);
  });
});
