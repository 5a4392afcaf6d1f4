import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { ZipFile } from 'yazl';
import { smallPng } from '../../support/requests.ts';
import { place, rowsOf, runImport } from './import-support.ts';
import { imgd } from './support.ts';

const UUID = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

/** One pixel in the Quite OK Image format. */
const QOI = Buffer.from([...Buffer.from('qoif'), 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0xfe, 9, 8, 7, 0, 0, 0, 0, 0, 0, 0, 1]);

async function writeZip(path: string, files: Record<string, Buffer | string>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

describe('imgd import --from zip', () => {
  it('refuses hostile entries one by one: paths, encryption, bombs, wrong checksums', async () => {
    await using at = await place();
    const path = join(at.path, 'all.zip');
    const bomb = Buffer.concat([await smallPng(1), Buffer.alloc(4_000_000)]);
    await writeZip(path, {
      'Trip/good.png': await smallPng(2),
      'xx/slip.png': await smallPng(3),
      '.hidden/x.png': await smallPng(3),
      'locked.png': await smallPng(4),
      'bomb.png': bomb,
      'wrong.png': await smallPng(5),
    });
    const bytes = await readFile(path);
    for (let i = bytes.indexOf('xx/slip'); i >= 0; i = bytes.indexOf('xx/slip', i + 1)) bytes.write('../slip', i);
    const central = (name: string) => bytes.lastIndexOf(name) - 46;
    bytes.writeUInt16LE(bytes.readUInt16LE(central('locked.png') + 8) | 1, central('locked.png') + 8);
    bytes.writeUInt32LE(1, central('wrong.png') + 16);
    await writeFile(path, bytes);
    const env = { ...at.env, IMGD_PLANS: '{"free":{"maxFileBytes":1000000}}' };
    const { report, stderr } = await runImport({ env }, path, '--from', 'zip', '--into', 'me@example.org');
    assert.deepEqual(report.problems, { UNSAFE_NAME: 1, ENCRYPTED: 1, FILE_TOO_LARGE: 1, CHECKSUM: 1 }, stderr);
    assert.deepEqual(
      (await rowsOf(at)).images.map(({ filename, album }) => [filename, album]),
      [['good.png', 'Trip']],
    );
    const lifted = await runImport({ env }, path, '--from', 'zip', '--into', 'me@example.org', '--lift-limits');
    assert.equal(lifted.report.problems.FILE_TOO_LARGE, undefined, 'the bytes behind the picture are cut off');
  });
});

describe('imgd import --from lsky', () => {
  it('reads its SQLite database, with local times and the addresses of its storage', async () => {
    await using at = await place();
    const path = join(at.path, 'database.sqlite');
    const db = new DatabaseSync(path);
    db.exec(`CREATE TABLE users (id INTEGER, name TEXT, email TEXT, status INTEGER, email_verified_at TEXT, created_at TEXT);
      CREATE TABLE albums (id INTEGER, user_id INTEGER, name TEXT, intro TEXT, created_at TEXT);
      CREATE TABLE strategies (id INTEGER, configs TEXT);
      CREATE TABLE images (id INTEGER, user_id INTEGER, album_id INTEGER, strategy_id INTEGER, key TEXT, path TEXT, name TEXT,
        origin_name TEXT, alias_name TEXT, md5 TEXT, is_unhealthy INTEGER, created_at TEXT);
      INSERT INTO users VALUES (1, 'Me', 'me@example.org', 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00'),
        (2, 'You', 'you@example.org', 0, NULL, '2020-01-01 00:00:00');
      INSERT INTO albums VALUES (1, 1, 'Cats', 'Many cats', '2020-01-01 00:00:00');
      INSERT INTO strategies VALUES (3, '{"url":"http://old.example.org/files","root":"uploads"}');
      INSERT INTO images VALUES (1, 1, 1, 3, 'AbCdEf', '2022/05/06', 'one.png', 'Katze.png', '', 'abc', 0, '2022-05-06 08:00:00'),
        (2, 2, NULL, NULL, NULL, '', 'two.png', '', '', NULL, 0, '2022-05-06 08:00:00'),
        (3, 1, NULL, NULL, NULL, '', 'bad.png', '', '', NULL, 1, '2022-05-06 08:00:00');`);
    db.close();
    await mkdir(join(at.path, 'uploads/2022/05/06'), { recursive: true });
    await writeFile(join(at.path, 'uploads/2022/05/06/one.png'), await smallPng(1));
    await writeFile(join(at.path, 'uploads/two.png'), await smallPng(2));
    const files = ['--files', join(at.path, 'uploads'), '--utc-offset', '+08:00'];
    const { report, stderr } = await runImport(at, path, '--from', 'lsky', ...files);
    assert.deepEqual(report.problems, { PROTECTED: 1 }, stderr);
    const { images, accounts } = await rowsOf(at);
    assert.deepEqual(
      images.map(({ filename, album, email }) => [filename, album, email]),
      [
        ['Katze.png', 'Cats', 'me@example.org'],
        ['two.png', null, 'you@example.org'],
      ],
    );
    assert.equal(new Date(Number(images[0]?.uploaded_at)).toISOString(), '2022-05-06T00:00:00.000Z');
    assert.deepEqual([accounts[1]?.email_verified_at, accounts[1]?.suspended_at === null], [null, false]);
    const { stdout } = await imgd(['redirects'], { ...at.env, IMGD_BASE_URL: 'https://new.example.org' });
    assert.match(
      stdout,
      /^"\/AbCdEf\.png" "https:\/\/new\.example\.org\/i\/\w{12}\.png";\n"\/files\/2022\/05\/06\/one\.png" "https:.*;\n"\/i\/two\.png" .*;\n"\/thumbnails\/abc\.png" "https:\/\/new\.example\.org\/t\/\w{12}\.png";\n$/,
    );
  });
});

describe('imgd import --from picsur', () => {
  it('reads the files out of the dump, originals before masters, and QOI as PNG', async () => {
    await using at = await place();
    const hex = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`;
    const original = await smallPng(1);
    const dump = `-- PostgreSQL database dump
COPY public.e_image_backend (id, user_id, created, file_name, expires_at) FROM stdin;
${UUID(1)}\t${UUID(8)}\t2022-08-09 10:11:12.5+00\tholiday\t\\N
${UUID(2)}\t${UUID(9)}\t2022-08-09 10:11:12+02\timage\t\\N
${UUID(3)}\t${UUID(8)}\t2022-08-09 10:11:12+00\tlost\t\\N
\\.
COPY public.e_image_file_backend (_id, image_id, variant, filetype, data) FROM stdin;
${UUID(4)}\t${UUID(1)}\tmaster\timage:qoi\t${hex(QOI)}
${UUID(5)}\t${UUID(1)}\toriginal\timage:png\t${hex(original)}
${UUID(6)}\t${UUID(2)}\tmaster\timage:qoi\t${hex(QOI)}
\\.
COPY public.e_user_backend (id, username, roles) FROM stdin;
${UUID(8)}\tann\t{user}
${UUID(9)}\tguest\t{guest}
\\.
`;
    const path = join(at.path, 'picsur.sql');
    await writeFile(path, dump);
    const args = [path, '--from', 'picsur', '--anonymous', '--email-domain', 'example.net'];
    const { report, stderr } = await runImport(at, ...args);
    assert.deepEqual(report.problems, { MISSING_FILE: 1 }, stderr);
    const { images } = await rowsOf(at);
    assert.deepEqual(
      images.map(({ filename, email, uploaded_at }) => [filename, email, new Date(Number(uploaded_at)).toISOString()]),
      [
        ['holiday.png', 'ann@example.net', '2022-08-09T10:11:12.500Z'],
        ['image.png', null, '2022-08-09T08:11:12.000Z'],
      ],
    );
    assert.equal((await runImport(at, ...args)).report.images.present, 2);
  });
});

describe('imgd import --from imgur', () => {
  it('takes titles, dates and albums of the JSON files that lie beside the pictures', async () => {
    await using at = await place();
    const path = join(at.path, 'account.zip');
    const cat = {
      id: 'aBcDeF1',
      title: 'Cat',
      description: 'A cat.',
      datetime: 1_400_000_000,
      name: 'IMG_1',
      views: 3,
    };
    await writeZip(path, {
      'albums.json': JSON.stringify({ data: [{ id: 'alb12', title: 'Pets', images: [cat] }] }),
      'images/001 - aBcDeF1.png': await smallPng(1),
      'images/zzzzzzz.png': await smallPng(2),
    });
    const { report, stderr } = await runImport(at, path, '--from', 'imgur', '--into', 'me@example.org');
    assert.deepEqual(report.problems, {}, stderr);
    const { images } = await rowsOf(at);
    assert.deepEqual(
      images.map(({ filename, album, uploaded_at, views }) => [filename, album, uploaded_at < 1.5e12, Number(views)]),
      [
        ['IMG_1.png', 'Pets', true, 3],
        ['zzzzzzz.png', 'images', false, 0],
      ],
    );
  });
});
