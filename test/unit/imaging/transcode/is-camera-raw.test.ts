import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { isCameraRaw } from '../../../../src/imaging/transcode/store-transcoded.ts';
import { workDir } from './picture-file.ts';

type Entry = [tag: number, type: 1 | 2 | 3 | 4, value: number];

/** Consecutive little-endian directories, each linked to the next, from offset 16. Values are inline. */
function tiffFile(directories: Entry[][], next?: number): Buffer {
  const head = Buffer.from('II*\0\x10\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  let at = head.length;
  const parts = directories.map((entries, i) => {
    const bytes = Buffer.alloc(2 + 12 * entries.length + 4);
    bytes.writeUInt16LE(entries.length);
    for (const [n, [tag, type, value]] of entries.entries()) {
      bytes.writeUInt16LE(tag, 2 + 12 * n);
      bytes.writeUInt16LE(type, 4 + 12 * n);
      bytes.writeUInt32LE(1, 6 + 12 * n);
      bytes.writeUInt32LE(value, 10 + 12 * n);
    }
    at += bytes.length;
    bytes.writeUInt32LE(i < directories.length - 1 ? at : (next ?? 0), bytes.length - 4);
    return bytes;
  });
  return Buffer.concat([head, ...parts]);
}

const SIDES: Entry[] = [
  [256, 4, 100],
  [257, 4, 100],
];
const MAKE: Entry = [271, 2, 0x4e];

async function judge(t: TestContext, bytes: Buffer): Promise<boolean> {
  const path = join(workDir(t), 'file');
  writeFileSync(path, bytes);
  return isCameraRaw(path);
}

for (const [name, bytes] of [
  ['DNG, by its version tag', tiffFile([[...SIDES, [0xc612, 1, 0x00000401]]])],
  [
    'CR2, by its mark',
    Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0\0\0\0\0', 'latin1'), tiffFile([SIDES]).subarray(16)]),
  ],
  [
    'NEF, by the compression of a further directory',
    tiffFile([
      [...SIDES, MAKE],
      [...SIDES, [259, 3, 34_713]],
    ]),
  ],
  ['ARW, by a preview with directories below it', tiffFile([[[254, 4, 1], ...SIDES, MAKE, [330, 4, 16]]])],
  ['a colour filter array in a directory below', tiffFile([[...SIDES, [330, 4, 16 + 2 + 36 + 4]], [[262, 3, 32_803]]])],
  ['ORF, by its header', Buffer.from('IIRO\x08\0\0\0', 'latin1')],
  ['RW2, by its header', Buffer.from('IIU\0\x18\0\0\0', 'latin1')],
  ['RAF, by its header', Buffer.from('FUJIFILMCCD-RAW 0201')],
] as const) {
  test(`a camera raw file is detected: ${name}`, async (t) => {
    assert.equal(await judge(t, bytes), true);
  });
}

test('an ordinary TIFF is not a raw file, even with a camera in its metadata', async (t) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  const bytes = await picture
    .withExif({ IFD0: { Make: 'NIKON', Model: 'Z 9' } })
    .tiff()
    .toBuffer();
  assert.equal(await judge(t, bytes), false);
  assert.equal(await judge(t, await picture.tiff({ pyramid: true, tile: true }).toBuffer()), false);
});

test('corrupt, circular and empty files are not raw files', async (t) => {
  const first = tiffFile([SIDES, SIDES], 16);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('II'),
    first,
    first.subarray(0, 20),
    tiffFile([[[330, 4, 0xffffffff]]]),
  ]) {
    assert.equal(await judge(t, bytes), false);
  }
});
