import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cheveretoPath, type OtherImage, writeChevereto, writeZipline } from '../../support/other-hosts.ts';
import { smallPng } from '../../support/requests.ts';
import { until } from '../../support/until.ts';
import { answering, startValidator } from '../../support/validator.ts';
import { place, rowsOf, runImport } from './import-support.ts';
import { imgd, serve, start } from './support.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function pictures(count: number): Promise<OtherImage[]> {
  const made: OtherImage[] = [];
  for (let id = 1; id <= count; id++) {
    const place = { user: id === 3 ? null : 1 + (id % 2), album: id % 2 === 0 ? 1 : null };
    made.push({ id, bytes: await smallPng(id), name: `pic ${id}`, day: 1 + (id % 28), ...place });
  }
  return made;
}

describe('imgd import --from folder', () => {
  it('makes albums of folders and dates of times, and imports nothing twice', async () => {
    await using at = await place();
    const source = join(at.path, 'source');
    await mkdir(join(source, 'trip/day 1'), { recursive: true });
    await writeFile(join(source, 'a.png'), await smallPng(1));
    await writeFile(join(source, 'trip/day 1/b%20ü.png'), await smallPng(2));
    await utimes(join(source, 'a.png'), 1_500_000_000, 1_500_000_000);
    await writeFile(join(source, 'notes.txt'), 'no picture');
    await writeFile(join(source, 'empty.png'), '');
    await symlink('/etc/hostname', join(source, 'link.png'));
    await writeFile(join(source, 'evil\nname.png'), await smallPng(3));
    const args = [source, '--from', 'folder', '--into', 'me@example.org', '--old-prefix', '/up'];
    const dry = await runImport(at, ...args, '--dry-run');
    assert.deepEqual([dry.report.images.imported, dry.report.images.refused], [2, 4]);
    assert.deepEqual((await rowsOf(at)).images, []);
    const first = await runImport(at, ...args);
    assert.equal(first.code, 1, 'something was refused');
    assert.deepEqual(first.report.problems, {
      INVALID_FILE_TYPE: 1,
      EMPTY_FILE: 1,
      UNREADABLE_FILE: 1,
      UNSAFE_NAME: 1,
    });
    assert.match(first.stderr, /source:notes\.txt: Only image files are allowed/);
    const { images } = await rowsOf(at);
    assert.deepEqual(
      images.map(({ filename, album, uploaded_at, email }) => [filename, album, email, uploaded_at < 1.6e12]),
      [
        ['a.png', null, 'me@example.org', true],
        ['b%20ü.png', 'trip/day 1', 'me@example.org', false],
      ],
    );
    const second = await runImport(at, ...args);
    assert.deepEqual([second.report.images.imported, second.report.images.present], [0, 2]);
    assert.equal((await rowsOf(at)).images.length, 2);
    assert.equal((await imgd(['doctor'], at.env)).code, 0);
  });

  it('refuses images without an account unless they may be anonymous, and a catalog that is not there', async () => {
    await using at = await place();
    await writeFile(join(at.path, 'a.png'), await smallPng(1));
    const { report } = await runImport(at, at.path, '--from', 'folder', '--dry-run');
    assert.equal(report.problems.UNKNOWN_ACCOUNT, report.images.refused);
    const nowhere = { IMGD_DATA_DIR: join(at.path, 'typo') };
    const { code, stderr } = await imgd(['import', at.path, '--from', 'folder', '--anonymous'], nowhere);
    assert.equal(code, 1);
    assert.match(stderr, /There is no catalog/);
  });
});

describe('imgd import --from chevereto', () => {
  it('takes accounts, albums, names, dates and expiry over, and old addresses answer', async () => {
    await using at = await place();
    const images = await pictures(6);
    images[2]!.id = 212_347;
    images[3]!.expires = "'2001-01-01 00:00:00'";
    images[4]!.expires = "'2100-01-01 00:00:00'";
    const users = [
      { id: 1, email: 'ME@example.org' },
      { id: 2, email: 'new@example.org' },
      { id: 3, email: 'me@example.org', status: 'awaiting-confirmation' },
      { id: 4, email: 'out@example.org', status: 'banned' },
    ];
    const { dump, files } = await writeChevereto(join(at.path, 'chevereto'), images, users);
    await rm(join(files, '2021/03/07/pic 6.png'));
    await using server = await serve(at.dataDir, { IMGD_REDIRECTS: '1', IMGD_MIN_FREE_BYTES: '0' });
    const args = [dump, '--from', 'chevereto', '--files', files, '--anonymous'];
    const { report, stderr } = await runImport(at, ...args);
    assert.deepEqual(report.accounts, { created: 2, matched: 1 }, stderr);
    assert.deepEqual(report.problems, { UNPROVED_EMAIL: 1, MISSING_FILE: 1 });
    assert.match(stderr, /dump\.sql:\d+: There is no file "2021\/03\/07\/pic 6\.png"\. \(MISSING_FILE\)/);
    const { accounts, images: rows } = await rowsOf(at);
    assert.deepEqual([report.images.imported, report.images.expired, rows.length], [4, 1, 4]);
    const [one] = rows;
    assert.equal(one?.filename, 'It\'s "pic 1" ü.png');
    assert.equal(one?.email, 'new@example.org');
    assert.equal(new Date(Number(one?.uploaded_at)).toISOString(), '2021-03-02T08:09:10.000Z');
    assert.equal(Number(one?.views), 1);
    assert.deepEqual(
      rows.map(({ email }) => email),
      ['new@example.org', 'me@example.org', null, 'new@example.org'],
    );
    assert.equal(rows[1]?.album, 'Cats; and (dogs)');
    assert.equal(new Date(Number(rows[3]?.expires_at)).getUTCFullYear(), 2100);
    assert.deepEqual(
      accounts.map(({ email, password_hash, suspended_at }) => [email, password_hash, suspended_at !== null]),
      [
        ['me@example.org', null, false],
        ['new@example.org', null, false],
        ['out@example.org', null, true],
      ],
    );
    const ask = (path: string, method = 'GET') => fetch(server.url + path, { redirect: 'manual', method });
    for (const [index, target] of [
      [0, 'i'],
      [1, 'i'],
      [2, 'i'],
    ] as const) {
      const answer = await ask(cheveretoPath(images[index]!));
      assert.equal(answer.status, 301);
      assert.match(answer.headers.get('location') ?? '', new RegExp(`/${target}/\\w{12}\\.png$`));
      const bytes = Buffer.from(
        await (await fetch(server.url + new URL(answer.headers.get('location')!).pathname)).arrayBuffer(),
      );
      assert.equal(sha256(bytes), rows[index]?.sha256);
    }
    assert.match(
      (await ask(cheveretoPath(images[0]!, '.th'), 'HEAD')).headers.get('location') ?? '',
      /\/t\/\w{12}\.png$/,
    );
    assert.match((await ask('/image/a-title.csr')).headers.get('location') ?? '', /\/image\/\w{12}$/);
    assert.equal((await ask(cheveretoPath(images[3]!))).status, 404, 'it had expired');
    assert.equal((await ask(cheveretoPath(images[0]!), 'POST')).status, 404);
    const again = await runImport(at, ...args);
    assert.deepEqual([again.report.images.imported, again.report.images.present], [0, 4]);
    assert.deepEqual(again.report.accounts, { created: 0, matched: 3 });
    assert.equal((await rowsOf(at)).images.length, 4);
  });

  it('reports broken rows and a truncated dump by line, and the rest goes on', async () => {
    await using at = await place();
    const images = await pictures(5);
    const { dump, files } = await writeChevereto(join(at.path, 'chevereto'), images, [
      { id: 1, email: 'x@example.org' },
      { id: 2, email: 'y@example.org' },
    ]);
    const text = await readFile(dump, 'utf8');
    const broken = text
      .replace("(2,'pic 2'", "(2,'pic 2','extra'")
      .replace("'pic 4'", "'../../../etc/passwd'")
      .replace("(1,'Cats", "(7,'lost quote,1,'2020-01-01','public',NULL);\nINSERT INTO `chv_albums` VALUES (1,'Cats");
    await writeFile(dump, broken.slice(0, broken.lastIndexOf("('id_padding'") + 8));
    const { report, stderr } = await runImport(
      at,
      dump,
      '--from',
      'chevereto',
      '--files',
      files,
      '--into',
      'me@example.org',
    );
    assert.equal(report.images.imported, 3, stderr);
    assert.equal(report.problems.BROKEN_ROW, 2, stderr);
    assert.equal(report.problems.UNSAFE_NAME, 1, stderr);
    assert.equal(report.problems.TRUNCATED, 1, stderr);
    assert.match(stderr, /dump\.sql:\d+: The row has 13 values instead of 12\./);
  });
});

describe('an import that is killed', () => {
  it('goes on where it was, beside a server that starts during it', async () => {
    await using at = await place();
    // It stops to answer, so that the import is in the middle when it is killed.
    await using validator = await startValidator();
    validator.answer = (response, request) => {
      if (validator.asked.length <= 8) answering({ decision: 'accept' })(response, request);
    };
    const { dump, files } = await writeChevereto(join(at.path, 'chevereto'), await pictures(40), []);
    const args = [dump, '--from', 'chevereto', '--files', files, '--into', 'me@example.org'];
    const first = start(['import', ...args], { ...at.env, IMGD_VALIDATOR_URL: validator.url });
    const ended = new Promise((resolve) => first.on('close', resolve));
    await until(async () => (await rowsOf(at)).images.length === 8);
    await using server = await serve(at.dataDir, { IMGD_REDIRECTS: '1' });
    const busy = await imgd(['import', ...args], at.env);
    assert.match(busy.stderr, /Another import uses the data directory/);
    first.kill('SIGKILL');
    await ended;
    const { report } = await runImport(at, ...args);
    assert.deepEqual([report.images.present, report.images.imported], [8, 32]);
    const { images } = await rowsOf(at);
    assert.equal(new Set(images.map((one) => one.sha256)).size, 40);
    const answer = await fetch(`${server.url}/images/2021/03/02/pic%201.png`, { redirect: 'manual' });
    assert.equal(answer.status, 301);
  });
});

describe('imgd import --from zipline', () => {
  it('gives its accounts addresses by a file or a domain', async () => {
    await using at = await place();
    const images = await pictures(4);
    const { dump, files } = await writeZipline(join(at.path, 'zipline'), images, ['ann', 'bob']);
    const args = [dump, '--from', 'zipline', '--files', files, '--old-host', 'OLD.example.org'];
    const none = await runImport(at, ...args, '--dry-run');
    assert.deepEqual(none.report.problems, { NO_EMAIL: 2, UNKNOWN_ACCOUNT: 4 });
    const map = join(at.path, 'accounts.json');
    await writeFile(map, JSON.stringify({ ann: 'me@example.org' }));
    const { report, stderr } = await runImport(
      at,
      ...args,
      '--accounts',
      map,
      '--email-domain',
      'example.net',
      '--anonymous',
    );
    assert.deepEqual(report.problems, {}, stderr);
    const { images: rows } = await rowsOf(at);
    assert.deepEqual(
      rows.map(({ filename, email, album }) => [filename, email, album]),
      [
        ['original 1.png', 'bob@example.net', null],
        ['original 2.png', 'me@example.org', 'Holiday'],
        ['original 3.png', null, null],
        ['original 4.png', 'me@example.org', 'Holiday'],
      ],
    );
    await using server = await serve(at.dataDir, { IMGD_REDIRECTS: '1' });
    const ask = (path: string, host: string) =>
      fetch(server.url + path, { redirect: 'manual', headers: { 'x-forwarded-host': host } });
    assert.equal((await ask('/u/pic%201.png', 'other.example.org')).status, 404, 'an address of another host');
  });
});
