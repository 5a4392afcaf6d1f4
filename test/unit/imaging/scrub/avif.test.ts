import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { ALPHA, box, DEPTH, FTYP, fullBox, heif, ISPE, type ItemPart, u16, u32 } from './iso-parts.ts';
import { exifTags, picture, tiff, xmpPacket } from './parts.ts';
import { assertClean, exiftoolMissing, privateTagsOf, SECRET, scrub } from './support.ts';

const SHOWN: ItemPart = { id: 1, type: 'av01', data: Buffer.from('shown-picture'), properties: [1] };
const EXIF: ItemPart = {
  id: 2,
  type: 'Exif',
  data: Buffer.concat([u32(0), tiff([[0x8825, 4, 1, 0]]), Buffer.from(SECRET)]),
  refersTo: ['cdsc', 1],
};

describe('scrubbing AVIF', () => {
  let plain: Buffer;
  let rich: Buffer;
  before(async () => {
    plain = await picture(48, 32, 4).avif({ effort: 0 }).toBuffer();
    rich = await picture(48, 32, 4)
      .withIccProfile('p3')
      .withExif(exifTags(SECRET))
      .withXmp(xmpPacket(SECRET))
      .avif({ effort: 0 })
      .toBuffer();
  });

  it('removes EXIF and XMP in place, reports the kinds, and keeps pixels and profile', async () => {
    const result = scrub(rich, 'AVIF');
    await assertClean(rich, result, 'AVIF');
    assert.equal(result.output.length, rich.length);
    assert.deepEqual(result.removed, ['gps', 'camera', 'timestamps', 'software', 'author', 'xmp', 'comment']);
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    assert.ok(privateTagsOf(rich).includes('GPS:GPSLatitude'), 'control: exiftool finds the tags before the scrub');
    assert.deepEqual(privateTagsOf(scrub(rich, 'AVIF').output), []);
  });

  it('does not change a clean file', () => {
    const result = scrub(plain, 'AVIF');
    assert.deepEqual([result.removed, result.changed], [[], false]);
  });

  it('removes unknown and trailing boxes and bytes, and zeroes free space', async () => {
    const dirty = Buffer.concat([
      plain,
      box('free', SECRET),
      box('uuid', Buffer.alloc(16, 7), SECRET),
      Buffer.from(`PK\x03\x04${SECRET}`),
    ]);
    const result = scrub(dirty, 'AVIF');
    await assertClean(dirty, result, 'AVIF');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['trailing_data']);
    const between = Buffer.concat([heif([SHOWN], [ISPE]), box('uuid', SECRET), box('mdat', SECRET)]);
    const cleaned = scrub(between, 'AVIF');
    assert.deepEqual(
      [cleaned.output.length, cleaned.output.includes(SECRET), cleaned.removed],
      [between.length, false, ['other']],
    );
  });

  it('keeps the items that the image needs and removes thumbnails, depth maps and other images', () => {
    const file = heif(
      [
        SHOWN,
        { id: 3, type: 'av01', data: Buffer.from('alpha-plane'), properties: [1, 2], refersTo: ['auxl', 1] },
        { id: 4, type: 'av01', data: Buffer.from(`depth ${SECRET}`), properties: [1, 3], refersTo: ['auxl', 1] },
        { id: 5, type: 'av01', data: Buffer.from(`small ${SECRET}`), properties: [1], refersTo: ['thmb', 1] },
        { id: 6, type: 'av01', data: Buffer.from(`burst ${SECRET}`), properties: [1], name: SECRET },
      ],
      [ISPE, ALPHA, DEPTH, fullBox('udes', 0, 0, `en\0${SECRET}\0`)],
    );
    const { output, removed, facts } = scrub(file, 'AVIF');
    assert.equal(output.length, file.length);
    assert.equal(output.includes(SECRET), false);
    for (const kept of ['shown-picture', 'alpha-plane']) assert.equal(output.indexOf(kept), file.indexOf(kept), kept);
    assert.deepEqual(removed, ['thumbnail', 'secondary_images', 'other']);
    assert.equal(facts.hasAlpha, true);
    assert.equal(scrub(output, 'AVIF').changed, false);
  });

  it('fills a gap too small for a box, so that no offset moves', () => {
    const alpha: ItemPart = {
      id: 3,
      type: 'av01',
      data: Buffer.from('alpha'),
      properties: [1, 2],
      refersTo: ['auxl', 1, 99],
    };
    const file = heif([SHOWN, alpha], [ISPE, ALPHA]);
    const { output, changed } = scrub(file, 'AVIF');
    assert.deepEqual([changed, output.length], [true, file.length]);
    assert.equal(output.indexOf('mdat'), file.indexOf('mdat'));
    assert.equal(scrub(output, 'AVIF').changed, false);
  });

  it('zeroes item data that no item refers to', () => {
    const { output, removed } = scrub(heif([SHOWN], [ISPE], { extra: [box('idat', SECRET)] }), 'AVIF');
    assert.equal(output.includes(SECRET), false);
    assert.deepEqual(removed, ['other']);
  });

  it('keeps the tiles of a grid', () => {
    const file = heif(
      [
        { id: 1, type: 'grid', data: Buffer.from('\0\0\0\0\0\x30\0\x20'), properties: [1], refersTo: ['dimg', 2] },
        { id: 2, type: 'av01', data: Buffer.from('tile'), properties: [1] },
      ],
      [ISPE],
    );
    assert.equal(scrub(file, 'AVIF').changed, false);
  });

  it('removes the brand of a removed gain map', () => {
    const file = heif([SHOWN], [ISPE]);
    file.write('tmap', file.indexOf('mif1'), 'latin1');
    assert.ok(
      scrub(file, 'AVIF')
        .output.subarray(0, FTYP.length)
        .equals(box('ftyp', 'avif', u32(0), 'avifavif')),
    );
  });

  it('zeroes names and free text of kept items', () => {
    const { output, removed } = scrub(heif([{ ...SHOWN, name: SECRET }], [ISPE]), 'AVIF');
    assert.equal(output.includes(SECRET), false);
    assert.deepEqual(removed, ['text']);
  });

  it('computes the orientation from rotation and mirroring', () => {
    const turn = (angle: number) => box('irot', angle);
    const flip = (axis: number) => box('imir', axis);
    const cases: [Buffer[], number][] = [
      [[], 1],
      [[flip(1)], 2],
      [[turn(2)], 3],
      [[flip(0)], 4],
      [[turn(1), flip(0)], 5],
      [[turn(3)], 6],
      [[turn(3), flip(0)], 7],
      [[turn(1)], 8],
      [[flip(0), turn(3)], 5],
    ];
    for (const [transforms, expected] of cases) {
      const properties = [1, ...transforms.map((_, index) => index + 2)];
      const file = heif([{ ...SHOWN, properties }], [ISPE, ...transforms]);
      assert.equal(scrub(file, 'AVIF').facts.orientation, expected);
    }
  });

  it('refuses metadata that shares bytes with the image', () => {
    assert.throws(() => scrub(heif([SHOWN, EXIF], [ISPE], { overlap: 4 }), 'AVIF'), /shares bytes/);
    assert.deepEqual(scrub(heif([SHOWN, EXIF], [ISPE]), 'AVIF').removed, ['gps']);
  });

  it('refuses incomplete image data', () => {
    for (let length = 0; length < plain.length; length += 5) {
      assert.throws(() => scrub(plain.subarray(0, length), 'AVIF'), CorruptImageError, `cut at ${length}`);
    }
  });

  it('refuses a colour profile of more than 4 MiB and removes an invalid one', () => {
    const profile = (bytes: Buffer) => heif([{ ...SHOWN, properties: [1, 2] }], [ISPE, box('colr', 'prof', bytes)]);
    assert.throws(() => scrub(profile(Buffer.alloc((4 << 20) + 1)), 'AVIF'), /colour profile/);
    assert.equal(scrub(profile(Buffer.from(SECRET.repeat(9))), 'AVIF').output.includes(SECRET), false);
    assert.equal(scrub(profile(Buffer.concat([Buffer.alloc(36), Buffer.from('acsp')])), 'AVIF').changed, false);
  });

  it('keeps descriptive metadata on request', () => {
    const { output, removed } = scrub(rich, 'AVIF', true);
    assert.ok(output.equals(rich));
    assert.deepEqual(removed, []);
  });
});

describe('scrubbing AVIF sequences', () => {
  const samples = ['first-frame', 'second-frame'];

  function sequence({ name = '', time = 0, extra = [] as Buffer[] } = {}): Buffer {
    const moovAt = (first: number): Buffer => {
      const entry = box(
        'av01',
        Buffer.alloc(24),
        u16(48, 32),
        Buffer.alloc(14),
        name.padEnd(32, '\0'),
        Buffer.alloc(4),
      );
      const table = box(
        'stbl',
        fullBox('stsd', 0, 0, u32(1), entry),
        fullBox('stts', 0, 0, u32(1, 2, 1)),
        fullBox('stsc', 0, 0, u32(1, 1, 2, 1)),
        fullBox('stsz', 0, 0, u32(0, 2, ...samples.map((sample) => sample.length))),
        fullBox('stco', 0, 0, u32(1, first)),
      );
      const media = box(
        'mdia',
        fullBox('mdhd', 0, 0, u32(time, time, 10, 20, 0)),
        fullBox('hdlr', 0, 0, u32(0), 'pict', Buffer.alloc(12), `${name}\0`),
        box('minf', fullBox('vmhd', 0, 1, Buffer.alloc(8)), table),
      );
      return box(
        'moov',
        fullBox('mvhd', 0, 0, u32(time, time, 10, 20), Buffer.alloc(80)),
        box('trak', fullBox('tkhd', 0, 7, u32(time, time, 1), Buffer.alloc(68)), media),
        ...extra,
      );
    };
    const first = FTYP.length + moovAt(0).length + 8;
    return Buffer.concat([FTYP, moovAt(first), box('mdat', ...samples, name)]);
  }

  it('clears times, names, user data and unreferenced media bytes, and keeps the samples', () => {
    const dirty = sequence({ name: SECRET, time: 0xdeadbeef, extra: [box('udta', box('©xyz', SECRET))] });
    const { output, removed, facts } = scrub(dirty, 'AVIF');
    assert.equal(output.length, dirty.length);
    assert.equal(output.includes(SECRET), false);
    assert.equal(output.includes(u32(0xdeadbeef)), false);
    for (const sample of samples) assert.equal(output.indexOf(sample), dirty.indexOf(sample));
    assert.deepEqual(removed, ['timestamps', 'software', 'other']);
    assert.deepEqual(facts, { width: 48, height: 32, frames: 2, orientation: 1, progressive: true, hasAlpha: false });
    assert.equal(scrub(output, 'AVIF').changed, false);
  });

  it('does not change a clean sequence', () => {
    assert.equal(scrub(sequence(), 'AVIF').changed, false);
  });

  it('refuses samples outside the file', () => {
    const file = sequence();
    assert.throws(() => scrub(file.subarray(0, -1), 'AVIF'), CorruptImageError);
  });
});
