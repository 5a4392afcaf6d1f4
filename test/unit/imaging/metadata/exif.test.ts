import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isMinimalExif, orientationTiff, readExif } from '../../../../src/imaging/metadata/exif.ts';
import { tiff } from '../scrub/parts.ts';

describe('reading EXIF', () => {
  it('finds the kinds of data, in either byte order', () => {
    for (const bigEndian of [false, true]) {
      const block = tiff(
        [
          [0x010f, 2, 1, 0],
          [0x0132, 2, 1, 0],
          [0x0112, 3, 1, 5],
          [0x8825, 4, 1, 0],
        ],
        bigEndian,
      );
      const { orientation, kinds } = readExif(block);
      assert.equal(orientation, 5);
      assert.deepEqual([...kinds].sort(), ['camera', 'gps', 'timestamps']);
    }
  });

  it('follows the directories of EXIF and of the thumbnail', () => {
    const main = tiff([[0x8769, 4, 1, 26]]);
    main.writeUInt32LE(44, 22);
    const directory = (tag: number) => tiff([[tag, 4, 1, 0]]).subarray(8);
    const { kinds } = readExif(Buffer.concat([main, directory(0x927c), directory(0x0201)]));
    assert.deepEqual([...kinds].sort(), ['maker_notes', 'thumbnail']);
  });

  it('ignores an orientation outside the first directory', () => {
    const main = tiff([[0x0100, 4, 1, 1]]);
    main.writeUInt32LE(26, 22);
    assert.equal(readExif(Buffer.concat([main, tiff([[0x0112, 3, 1, 6]]).subarray(8)])).orientation, 1);
  });

  it('ends for directories that point at each other', () => {
    const loop = tiff([[0x8769, 4, 1, 8]]);
    loop.writeUInt32LE(8, 22);
    assert.deepEqual([...readExif(loop).kinds], ['other']);
  });

  it('reports `other` for bytes that are not EXIF', () => {
    for (const bytes of ['', 'II', 'II*\0', 'garbage-garbage', 'MM\0*\xff\xff\xff\xff']) {
      assert.deepEqual([...readExif(Buffer.from(bytes, 'latin1')).kinds], ['other'], bytes);
    }
  });

  it('never throws and always finds a kind, for any bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('II*\0', 'MM\0*'), fc.uint8Array({ maxLength: 300 }), (order, rest) => {
        const { orientation, kinds } = readExif(Buffer.concat([Buffer.from(order, 'latin1'), rest]));
        assert.ok(orientation >= 1 && orientation <= 8);
        assert.ok(kinds.size > 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('recognises its own smallest block', () => {
    for (const value of [2, 3, 4, 5, 6, 7, 8] as const) {
      assert.equal(readExif(orientationTiff(value)).orientation, value);
      assert.equal(isMinimalExif(orientationTiff(value)), true);
    }
    assert.equal(isMinimalExif(orientationTiff(1)), false);
    assert.equal(isMinimalExif(tiff([[0x0112, 3, 1, 6]], true)), false);
  });
});
