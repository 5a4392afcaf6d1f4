import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, call, patch, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, login, newPerson, PASSWORD, request, type SignedIn } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const NO_UNZIP = spawnSync('unzip', ['-v']).status === 0 ? false : 'no unzip';
const clock = createFakeClock();

interface ExportLink {
  url: string;
  expires_at: string;
  images: number;
  bytes: number;
}

interface ImageLine {
  id: string;
  path: string | null;
  filename: string;
  album: string | null;
  bytes: number;
  sha256: string;
  expires_at: string | null;
  quarantined: boolean;
  trashed_at: string | null;
  purge_at: string | null;
}

let app: TestApp;
let folder: string;
before(async () => {
  app = await startApp({ clock, env: { IMGD_WINDOWS: '{"archives":{"account":4}}' } });
  folder = await mkdtemp(join(tmpdir(), 'imgd-export-'));
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The lease of an earlier download ends shortly after its last byte. */
const linkOf = (token: string) =>
  until(async () => {
    const answer = await request(app, 'POST', '/account/export', { token });
    return answer.status !== 409 && dataOf<ExportLink>(answer);
  });
const download = (link: ExportLink) => fetch(at(app, link.url));

/** The files of a ZIP archive, as an independent program unpacks it. */
async function unpack(answer: Response): Promise<(path: string) => Promise<Buffer>> {
  const target = await mkdtemp(join(folder, 'unpacked-'));
  const zip = join(target, 'export.zip');
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  const { status, stdout } = spawnSync('unzip', ['-q', zip, '-d', join(target, 'all')], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  return (path) => readFile(join(target, 'all', path));
}

const linesOf = <T>(file: Buffer): T[] =>
  String(file)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('POST /api/v1/account/export', { skip: NO_UNZIP }, () => {
  it('gives an address for a ZIP file with all data of the account', async () => {
    const person = await newPerson(app);
    const own = bearer(person.key);
    const loose = await uploaded(upload(app, await smallPng(1), {}, own, 'same.png'));
    const twin = await uploaded(upload(app, await smallPng(2), { album: 'A/B: "trips"' }, own, 'same.png'));
    const ends = await uploaded(upload(app, await smallPng(3), { album: 'Zoo', expiry: '5' }, own, '日本語.png'));
    const hidden = await uploaded(upload(app, await smallPng(4), {}, own));
    await uploaded(upload(app, await smallPng(5), {}, bearer((await newPerson(app)).key), 'of-another.png'));
    const storage = await storageBeside(app);
    const quarantine = { quarantined_at: 1, quarantine_cause: 'administrator', quarantine_reason: 'x' } as const;
    await storage.db.updateTable('images').set(quarantine).where('id', '=', hidden.id).execute();
    await storage.close();
    await dataOf(patch(app, '/account/preferences', { theme: 'dark' }, person.key));
    const { session } = await dataOf<SignedIn>(login(app, person.email));

    const link = await linkOf(session.token);
    assert.deepEqual([link.images, link.bytes], [4, loose.size + twin.size + ends.size + hidden.size]);
    const answer = await download(link);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="imgd-export-\d{4}-\d\d-\d\d\.zip"$/,
    );
    const read = await unpack(answer);

    const about = JSON.parse(String(await read('export.json')));
    assert.deepEqual([about.format, about.version], ['imgd-export', 1]);
    assert.deepEqual([about.account.id, about.account.email], [person.id, person.email]);
    assert.equal(about.preferences.theme, 'dark');
    assert.deepEqual(
      about.keys.map((key: { name: string }) => key.name),
      ['default'],
    );
    assert.equal(about.sessions.length, 1);
    assert.deepEqual(about.totals, { images: 4, albums: 2, bytes: link.bytes, trash: { images: 0, bytes: 0 } });
    // Each node writes its figures every ten seconds.
    if (!['distributed', 'processes'].includes(process.env.TEST_ENGINE ?? ''))
      assert.equal(about.usage.at(-1).uploads, 4);
    assert.deepEqual(
      linesOf<{ name: string }>(await read('albums.jsonl'))
        .map(({ name }) => name)
        .sort(),
      ['A/B: "trips"', 'Zoo'],
    );

    const images = linesOf<ImageLine>(await read('images.jsonl'));
    assert.deepEqual(images.map(({ id }) => id).sort(), [loose.id, twin.id, ends.id, hidden.id].sort());
    const byId = new Map(images.map((image) => [image.id, image]));
    assert.equal(byId.get(loose.id)?.path, `images/same-${loose.id}.png`);
    assert.equal(byId.get(twin.id)?.path, `images/A_B_ _trips_/same-${twin.id}.png`);
    assert.equal(byId.get(ends.id)?.path, `images/Zoo/日本語-${ends.id}.png`);
    assert.equal(byId.get(ends.id)?.expires_at, ends.expires_at);
    assert.deepEqual([byId.get(hidden.id)?.path, byId.get(hidden.id)?.quarantined], [null, true]);
    for (const image of images.filter(({ path }) => path !== null)) {
      const bytes = await read(String(image.path));
      assert.equal(bytes.length, image.bytes);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), image.sha256);
    }
    assert.equal(String(await read('missing.jsonl')), '');

    const everything = (await Promise.all(['export.json', 'albums.jsonl', 'images.jsonl'].map(read))).join('');
    assert.doesNotMatch(everything, /imgd[a-z]?_[0-9A-Za-z]{38}|scrypt|hash"/);
  });

  it('includes the trash, marked and in a folder of its own', async () => {
    const { key } = await newPerson(app);
    const kept = await uploaded(upload(app, await smallPng(50), {}, bearer(key), 'kept.png'));
    const thrown = await uploaded(upload(app, await smallPng(51), { album: 'Zoo' }, bearer(key), 'thrown.png'));
    await dataOf(call(app, 'DELETE', `/image/${thrown.id}?trash=true`, key));
    const link = await linkOf(key);
    assert.deepEqual([link.images, link.bytes], [2, kept.size + thrown.size]);
    const read = await unpack(await download(link));
    const images = linesOf<ImageLine>(await read('images.jsonl'));
    assert.deepEqual(
      images.map(({ id, path, album, trashed_at, purge_at }) => [
        id,
        path,
        album,
        trashed_at !== null,
        purge_at !== null,
      ]),
      [
        [kept.id, `images/kept-${kept.id}.png`, null, false, false],
        [thrown.id, `trash/thrown-${thrown.id}.png`, 'Zoo', true, true],
      ],
    );
    assert.equal((await read(String(images[1]?.path))).length, thrown.size);
    assert.deepEqual(JSON.parse(String(await read('export.json'))).totals.trash, { images: 1, bytes: thrown.size });
  });

  it('gives an address that works once, for five minutes, and for HEAD before', async () => {
    const { key } = await newPerson(app);
    const link = await linkOf(key);
    const head = await fetch(at(app, link.url), { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/zip']);
    await (await download(link)).arrayBuffer();
    await assertRefused(download(link), 404, 'EXPORT_NOT_FOUND');
    const replaced = await linkOf(key);
    const late = await linkOf(key);
    await assertRefused(download(replaced), 404, 'EXPORT_NOT_FOUND');
    clock.advance(5 * 60_000);
    await assertRefused(download(late), 404, 'EXPORT_NOT_FOUND');
    await assertRefused(call(app, 'GET', '/account/export/nothing'), 404, 'EXPORT_NOT_FOUND');
    await assertRefused(call(app, 'GET', `/account/export/${key}`), 404, 'EXPORT_NOT_FOUND');
  });

  it('gives an address that ends with the sessions, the password and the account', async () => {
    const { email, key } = await newPerson(app);
    const { session } = await dataOf<SignedIn>(login(app, email));
    const first = await linkOf(session.token);
    await dataOf(call(app, 'DELETE', '/auth/sessions', session.token));
    await assertRefused(download(first), 404, 'EXPORT_NOT_FOUND');
    const second = await linkOf(key);
    const body = { current_password: PASSWORD, new_password: 'another good one' };
    await dataOf(request(app, 'POST', '/account/password', { token: key, body }));
    await assertRefused(download(second), 404, 'EXPORT_NOT_FOUND');
    const third = await linkOf(key);
    await dataOf(request(app, 'DELETE', '/account', { token: key, body: { password: 'another good one' } }));
    await assertRefused(download(third), 404, 'EXPORT_NOT_FOUND');
  });

  it('needs a credential that may read all of it', async () => {
    const { key } = await newPerson(app);
    const scopes = ['account:read', 'images:read', 'albums:read'];
    const narrow = await dataOf<{ key: string }>(
      request(app, 'POST', '/keys', { body: { name: 'n', scopes }, token: key }),
    );
    await assertRefused(request(app, 'POST', '/account/export', { token: narrow.key }), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(request(app, 'POST', '/account/export'), 401, 'MISSING_API_KEY');
  });

  it('is refused while another download runs, which ends when the client goes away', async () => {
    const { key } = await newPerson(app);
    for (let shade = 10; shade < 40; shade++) {
      await uploaded(upload(app, await bigPng(shade), {}, bearer(key)));
    }
    const link = await linkOf(key);
    const leave = await beginSlowly(at(app, link.url));
    const again = () => request(app, 'POST', '/account/export', { token: key });
    const refused = await assertRefused(again(), 409, 'EXPORT_IN_PROGRESS');
    assert.equal(refused.retry_after, 30);
    leave();
    await until(async () => (await again()).status === 200);
  });

  it('is counted for each account', async () => {
    const { key } = await newPerson(app);
    for (let i = 0; i < 4; i++) assert.equal((await download(await linkOf(key))).status, 200);
    await assertRefused(request(app, 'POST', '/account/export', { token: key }), 429, 'TOO_MANY_ATTEMPTS');
  });
});

/** Begins a download and reads nothing. @returns a function that closes the connection */
function beginSlowly(url: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asking = get(url, (answer) => {
      answer.pause();
      resolve(() => asking.destroy());
    });
    asking.on('error', reject);
  });
}

/** A PNG of noise: about 750 KB. */
async function bigPng(seed: number): Promise<Buffer> {
  const raw = Buffer.alloc(500 * 500 * 3);
  let state = seed;
  for (let i = 0; i < raw.length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    raw[i] = state >> 16;
  }
  return sharp(raw, { raw: { width: 500, height: 500, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
