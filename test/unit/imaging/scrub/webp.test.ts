import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { exifTags, orientation, picture, tiff, xmpPacket } from './parts.ts';
import { assertClean, exiftoolMissing, privateTagsOf, SECRET, scrub } from './support.ts';

function chunk(type: string, ...data: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function extended(flags: number): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(47, 4, 3);
  data.writeUIntLE(31, 7, 3);
  return chunk('VP8X', data);
}

function chunksOf(webp: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 12; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    chunks.push({ type: webp.toString('latin1', at, at + 4), data: webp.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length & 1);
  }
  return chunks;
}

describe('scrubbing WebP', () => {
  let plain: Buffer;
  let bitstream: Buffer;
  let rich: Buffer;
  before(async () => {
    plain = await picture().webp({ lossless: true }).toBuffer();
    bitstream = plain.subarray(12);
    const tagged = await picture(48, 32, 4)
      .withIccProfile('p3')
      .withExif(exifTags(SECRET))
      .withXmp(xmpPacket(SECRET))
      .webp()
      .toBuffer();
    const longer = Buffer.concat([tagged, chunk('UNKN', SECRET)]);
    longer.writeUInt32LE(longer.length - 8, 4);
    rich = Buffer.concat([longer, Buffer.from(`<script>${SECRET}`)]);
  });

  it('removes every kind of metadata, reports the kinds, and keeps pixels and profile', async () => {
    const result = scrub(rich, 'WEBP');
    await assertClean(rich, result, 'WEBP');
    assert.deepEqual(result.removed, [
      'gps',
      'camera',
      'timestamps',
      'software',
      'author',
      'xmp',
      'comment',
      'trailing_data',
      'other',
    ]);
    assert.deepEqual(
      chunksOf(result.output).map(({ type }) => type),
      ['VP8X', 'ICCP', 'ALPH', 'VP8 '],
    );
    assert.equal(chunksOf(result.output)[0]?.data[0], 0x30, 'flags: profile and alpha');
    assert.equal(result.output.readUInt32LE(4), result.output.length - 8);
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    assert.ok(privateTagsOf(rich).includes('GPS:GPSLatitude'), 'control: exiftool finds the tags before the scrub');
    assert.deepEqual(privateTagsOf(scrub(rich, 'WEBP').output), []);
  });

  it('does not change a clean file', () => {
    const result = scrub(plain, 'WEBP');
    assert.deepEqual([result.removed, result.changed], [[], false]);
    assert.ok(result.output.equals(plain));
  });

  it('keeps the orientation as the only EXIF tag, with or without the prefix of JPEG', async () => {
    const tags = tiff(
      [
        [0x0112, 3, 1, 8],
        [0x0131, 2, 4, 65],
      ],
      true,
    );
    const expected = riff(extended(0x08), bitstream, chunk('EXIF', orientation(8)));
    for (const prefix of ['', 'Exif\0\0']) {
      const turned = riff(extended(0x08), bitstream, chunk('EXIF', prefix, tags));
      const result = scrub(turned, 'WEBP');
      await assertClean(turned, result, 'WEBP');
      assert.equal(result.facts.orientation, 8);
      assert.ok(result.output.equals(expected));
    }
  });

  it('removes EXIF that the flags do not announce, which viewers ignore', () => {
    const result = scrub(riff(extended(0), bitstream, chunk('EXIF', orientation(8))), 'WEBP');
    assert.equal(result.facts.orientation, 1);
    assert.ok(result.output.equals(riff(extended(0), bitstream)));
  });

  it('keeps frames and timing of an animation and removes hidden data inside frames', async () => {
    const frames = await Promise.all([0, 90, 200].map((hue) => picture().modulate({ hue }).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 3, delay: [50, 60, 70] })
      .toBuffer();
    assert.deepEqual([scrub(animated, 'WEBP').changed, scrub(animated, 'WEBP').facts.frames], [false, 3]);
    const dirty = riff(
      ...chunksOf(animated).map(({ type, data }) =>
        type === 'ANMF' ? chunk(type, data, chunk('UNKN', SECRET)) : chunk(type, data),
      ),
      chunk('XMP ', xmpPacket(SECRET)),
    );
    const result = scrub(dirty, 'WEBP');
    await assertClean(dirty, result, 'WEBP');
    assert.ok(result.output.equals(animated));
    assert.deepEqual(result.removed, ['gps', 'xmp', 'other']);
  });

  it('removes hidden data before the bitstream inside a frame', () => {
    const head = Buffer.alloc(16);
    head.writeUIntLE(47, 6, 3);
    head.writeUIntLE(31, 9, 3);
    const animation = (...inside: Buffer[]) =>
      riff(extended(2), chunk('ANIM', '\0'.repeat(6)), chunk('ANMF', head, ...inside));
    const { output } = scrub(animation(chunk('UNKN', SECRET), bitstream), 'WEBP');
    assert.ok(output.equals(animation(bitstream)));
  });

  it('removes chunks after the bitstream of a simple file, and corrects the size', () => {
    const { output, removed } = scrub(riff(bitstream, chunk('EXIF', SECRET)), 'WEBP');
    assert.ok(output.equals(plain));
    assert.deepEqual(removed, ['other']);
  });

  it('removes an invalid colour profile', () => {
    assert.ok(
      scrub(riff(extended(0x20), chunk('ICCP', SECRET.repeat(9)), bitstream), 'WEBP').output.equals(
        riff(extended(0), bitstream),
      ),
    );
  });

  it('zeroes padding', () => {
    const odd = riff(extended(0x20), chunk('ICCP', '\0'.repeat(36), 'acsp', 'x'), bitstream);
    const dirty = Buffer.from(odd);
    dirty[dirty.indexOf('acspx') + 5] = 0x41;
    assert.ok(scrub(dirty, 'WEBP').output.equals(odd));
  });

  it('returns the facts without decoding', async () => {
    const facts = { width: 48, height: 32, frames: 1, orientation: 1, progressive: true, hasAlpha: false } as const;
    assert.deepEqual(scrub(plain, 'WEBP').facts, facts);
    assert.deepEqual(scrub(await picture().webp().toBuffer(), 'WEBP').facts, facts);
    assert.deepEqual(scrub(rich, 'WEBP').facts, { ...facts, hasAlpha: true });
  });

  it('keeps descriptive metadata on request, and still removes hidden data', () => {
    const { output, removed } = scrub(rich, 'WEBP', true);
    assert.deepEqual(
      chunksOf(output).map(({ type }) => type),
      ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'EXIF', 'XMP '],
    );
    assert.deepEqual(removed, ['trailing_data', 'other']);
  });

  it('refuses a file truncated anywhere', () => {
    for (let length = 0; length < plain.length; length += 3) {
      assert.throws(() => scrub(plain.subarray(0, length), 'WEBP'), CorruptImageError, `cut at ${length}`);
    }
  });

  it('refuses a bitstream whose size differs from the canvas, and a frame outside the canvas', () => {
    const wrong = extended(0);
    wrong.writeUIntLE(10, 12, 3);
    assert.throws(() => scrub(riff(wrong, bitstream), 'WEBP'), /differ in size/);
    const frame = Buffer.alloc(16);
    frame.writeUIntLE(1, 0, 3);
    frame.writeUIntLE(47, 6, 3);
    frame.writeUIntLE(31, 9, 3);
    assert.throws(() => scrub(riff(extended(2), chunk('ANMF', frame, bitstream)), 'WEBP'), /outside the canvas/);
  });
});
