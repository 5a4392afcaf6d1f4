import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ArchiveFile, createZipArchive, safeArchiveName } from '../../../src/lib/zip-archive.ts';

const run = promisify(execFile);
const MODIFIED = Date.UTC(2026, 10, 22, 12);
/** Reads an archive by another implementation: checks every CRC, and prints names, sizes and the first bytes. */
const READER = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    infos = archive.infolist()
    print(json.dumps([[i.filename, i.file_size, i.compress_type, archive.read(i)[:8].hex()] for i in infos]))
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const skip = hasPython ? false : 'python3 is not installed';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imgd-zip-'));
});
after(() => rm(directory, { recursive: true }));

type Read = [name: string, size: number, method: number, begin: string][];

async function readBack(stream: Readable): Promise<{ files: Read; bytes: number }> {
  const path = join(directory, `${randomBytes(6).toString('hex')}.zip`);
  const sink = createWriteStream(path);
  await pipeline(stream, sink);
  const { stdout } = await run('python3', ['-c', READER, path], { maxBuffer: 2 ** 26 });
  await rm(path);
  return { files: JSON.parse(stdout), bytes: sink.bytesWritten };
}

function file(path: string | string[], body: Buffer): ArchiveFile {
  return {
    path: [path].flat(),
    modifiedMs: MODIFIED,
    sizeBytes: body.length,
    open: async () => body,
  };
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield item;
}

describe('a ZIP archive', { skip }, () => {
  it('is stored, opens in another program, and has the announced length', async () => {
    const large = randomBytes(300_000);
    const path = join(directory, 'large');
    writeFileSync(path, large);
    const { stream, sizeBytes } = createZipArchive([
      file('Übersicht 日本 🐈.png', Buffer.from('first')),
      {
        path: ['b', 'large.bin'],
        modifiedMs: MODIFIED,
        sizeBytes: large.length,
        open: async () => createReadStream(path),
      },
      {
        path: ['c'],
        modifiedMs: MODIFIED,
        sizeBytes: 6,
        open: async () => each([Buffer.from('abc'), Buffer.from('def')]),
      },
      file('empty', Buffer.alloc(0)),
    ]);
    const { files, bytes } = await readBack(stream);
    assert.deepEqual(files, [
      ['Übersicht 日本 🐈.png', 5, 0, Buffer.from('first').toString('hex')],
      ['b/large.bin', 300_000, 0, large.subarray(0, 8).toString('hex')],
      ['c', 6, 0, Buffer.from('abcdef').toString('hex')],
      ['empty', 0, 0, ''],
    ]);
    assert.equal(bytes, sizeBytes);
  });

  it('without files is a valid archive', async () => {
    for (const files of [[], each<ArchiveFile>([])]) {
      assert.deepEqual((await readBack(createZipArchive(files).stream)).files, []);
    }
  });

  it('has names that are unique on every system', async () => {
    const names = [
      'a.jpg',
      'A.JPG',
      'a (2).jpg',
      'a.jpg',
      'image',
      'image',
      '../../etc/passwd',
      '..',
      '/root',
      'x\0y\n.png',
    ];
    const { files } = await readBack(createZipArchive(names.map((name) => file(name, Buffer.from(name)))).stream);
    assert.deepEqual(
      files.map(([name]) => name),
      [
        'a.jpg',
        'A (2).JPG',
        'a (2) (2).jpg',
        'a (3).jpg',
        'image',
        'image (2)',
        '.._.._etc_passwd',
        '_',
        '_root',
        'x_y_.png',
      ],
    );
  });

  it('has 3,000 files of 100 KiB in constant memory, as fast as its reader', async () => {
    const body = randomBytes(100 * 1024);
    let open = 0;
    let maxOpen = 0;
    const files = Array.from(
      { length: 3_000 },
      (): ArchiveFile => ({
        path: ['photo.jpg'],
        modifiedMs: MODIFIED,
        sizeBytes: body.length,
        async open() {
          maxOpen = Math.max(maxOpen, ++open);
          return Readable.from(
            (async function* () {
              for (let at = 0; at < body.length; at += 16_384) yield Buffer.from(body.subarray(at, at + 16_384));
              open--;
            })(),
            { objectMode: false },
          );
        },
      }),
    );
    const { stream, sizeBytes } = createZipArchive(files);
    const { rss } = process.memoryUsage();
    let growth = 0;
    let bytes = 0;
    const path = join(directory, 'many.zip');
    const watched = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        assert.ok(stream.readableLength < 2 ** 20, `${stream.readableLength} bytes wait`);
        growth = Math.max(growth, process.memoryUsage.rss() - rss);
        yield chunk;
      }
    };
    await pipeline(stream, watched, createWriteStream(path));
    assert.equal(bytes, sizeBytes);
    assert.equal(maxOpen, 1, 'one file is open at a time');
    assert.ok(growth < 100 * 2 ** 20, `memory grew by ${growth} bytes for ${bytes}`);
    const { stdout } = await run('python3', ['-c', READER, path], { maxBuffer: 2 ** 26 });
    const found = JSON.parse(stdout) as Read;
    assert.equal(new Set(found.map(([name]) => name)).size, 3_000);
    assert.ok(found.every(([, size]) => size === body.length));
    await rm(path);
  });

  it('has the announced length for every number of files', async () => {
    for (const count of [1, 400, 470, 475, 700, 790, 800, 1_200]) {
      const files = Array.from({ length: count }, (_, i) => file(`${'n'.repeat(i % 50)}${i}`, Buffer.from('x')));
      const { stream, sizeBytes } = createZipArchive(files);
      let bytes = 0;
      for await (const chunk of stream) bytes += chunk.length;
      assert.equal(bytes, sizeBytes, `${count} files`);
    }
  });

  it('of a sequence of 66,000 files needs ZIP64, which is written', async () => {
    const body = Buffer.from('x');
    const sequence = (function* () {
      for (let i = 0; i < 66_000; i++) yield file([String(i % 7), String(i)], body);
    })();
    const { stream, sizeBytes } = createZipArchive(each(sequence));
    assert.equal(sizeBytes, undefined);
    const { files } = await readBack(stream);
    assert.equal(files.length, 66_000);
    assert.equal(files.at(-1)?.[0], '3/65999');
  });
});

describe('an archive that cannot be completed', () => {
  const sound = file('sound', randomBytes(1_000));

  for (const [name, broken] of [
    ['is missing', { ...sound, open: async () => undefined }],
    ['is shorter than announced', { ...sound, sizeBytes: 1_001 }],
    ['is longer than announced', { ...sound, sizeBytes: 999 }],
    [
      'cannot be read',
      {
        ...sound,
        async open() {
          throw new Error('no disk');
        },
      },
    ],
    [
      'fails half way',
      {
        ...sound,
        open: async () =>
          (async function* () {
            yield Buffer.alloc(500);
            throw new Error('no disk');
          })(),
      },
    ],
  ] as [string, ArchiveFile][]) {
    it(`fails without a central directory when a file ${name}`, async () => {
      for (const files of [[sound, broken, sound], each([sound, broken, sound])]) {
        const chunks: Buffer[] = [];
        await assert.rejects(async () => {
          for await (const chunk of createZipArchive(files).stream) chunks.push(chunk);
        });
        assert.equal(Buffer.concat(chunks).indexOf('PK\u0001\u0002'), -1);
        assert.equal(Buffer.concat(chunks).indexOf('PK\u0005\u0006'), -1);
      }
    });
  }

  it('closes the open file and the sequence when its reader goes', async () => {
    let closed = 0;
    let ended = 0;
    const body = Buffer.alloc(65_536);
    const endless: ArchiveFile = {
      path: ['endless'],
      modifiedMs: MODIFIED,
      sizeBytes: 2 ** 40,
      open: async () =>
        (async function* () {
          try {
            for (;;) yield body;
          } finally {
            closed++;
          }
        })(),
    };
    const sequence = async function* () {
      try {
        for (;;) yield endless;
      } finally {
        ended++;
      }
    };
    for (const files of [[endless], sequence()]) {
      const { stream } = createZipArchive(files);
      for await (const chunk of stream) if (chunk.length > 1_000) break;
      assert.ok(stream.destroyed);
      await setImmediate();
      await setImmediate();
    }
    assert.equal(closed, 2);
    assert.equal(ended, 1);
  });
});

describe('a safe name', () => {
  for (const [given, safe] of [
    ['photo.jpg', 'photo.jpg'],
    ['', '_'],
    ['.', '_'],
    ['..', '_'],
    ['...', '_'],
    ['a/b\\c', 'a_b_c'],
    ['C:x', 'C_x'],
    ['con', '_con'],
    ['NUL.png', '_NUL.png'],
    ['console.png', 'console.png'],
    [' a. ', 'a'],
    ['gpj\u202eexe.jpg', 'gpjexe.jpg'],
    ['tab\tline\u2028', 'tab_line_'],
    ['lone\ud800', 'lone_'],
    ['Cafe\u0301', 'Caf\u00e9'],
  ]) {
    it(`of ${JSON.stringify(given)} is ${JSON.stringify(safe)}`, () =>
      assert.equal(safeArchiveName(given as string), safe));
  }

  it('has at most 200 bytes and keeps its extension', () => {
    const name = safeArchiveName(`${'語'.repeat(100)}.jpeg`);
    assert.ok(Buffer.byteLength(name) <= 200 && name.endsWith('語.jpeg'), name);
  });
});
