import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { picture, xmpPacket } from './parts.ts';
import { assertClean, exiftoolMissing, privateTagsOf, SECRET, scrub } from './support.ts';

/** An extension with its sub-blocks. */
function extension(label: number, ...subBlocks: string[]): Buffer {
  const body = subBlocks.map((block) => Buffer.from(String.fromCharCode(block.length) + block, 'latin1'));
  return Buffer.concat([Buffer.from([0x21, label]), ...body, Buffer.alloc(1)]);
}

// XMP in GIF is not in sub-blocks: after it, 256 bytes lead a reader of sub-blocks to the end.
function xmpExtension(): Buffer {
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  return Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), Buffer.from(xmpPacket(SECRET)), trailer]);
}

const LOOP = extension(0xff, 'NETSCAPE2.0', '\x01\x05\0');
const CONTROL = extension(0xf9, '\x05\x0a\0\x03');

describe('scrubbing GIF', () => {
  let plain: Buffer;
  let animated: Buffer;
  let body: number;
  before(async () => {
    plain = await picture().gif().toBuffer();
    body = 13 + ((plain[10] as number) & 0x80 ? 3 * 2 ** (((plain[10] as number) & 7) + 1) : 0);
    const frames = await Promise.all([0, 90, 200].map((hue) => picture().modulate({ hue }).png().toBuffer()));
    animated = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3, delay: [50, 60, 70] })
      .toBuffer();
  });

  const withBlocks = (...blocks: Buffer[]): Buffer =>
    Buffer.concat([plain.subarray(0, body), ...blocks, plain.subarray(body)]);

  it('removes comments, text, XMP, unknown extensions and trailing bytes, and keeps the pixels', async () => {
    const rich = Buffer.concat([
      withBlocks(
        extension(0xfe, SECRET),
        extension(0x01, '\0'.repeat(12), SECRET),
        xmpExtension(),
        extension(0xff, 'ICCRGBG1012', SECRET),
        extension(0x77, SECRET),
      ),
      Buffer.from(`PK\x03\x04${SECRET}`),
    ]);
    const result = scrub(rich, 'GIF');
    await assertClean(rich, result, 'GIF');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['gps', 'xmp', 'comment', 'text', 'trailing_data', 'other']);
  });

  /** Offsets of the code size byte and of the empty sub-block of the only frame of `plain`. */
  const codesOf = (): { start: number; terminator: number } => {
    let start = body;
    while (plain[start] !== 0x2c) start += plain[start + 1] === 0xf9 ? 8 : 19;
    start += 10;
    let terminator = start + 1;
    while (plain[terminator] !== 0) terminator += 1 + (plain[terminator] as number);
    return { start, terminator };
  };
  const subBlock = (bytes: Buffer): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);

  it('cuts sub-blocks after the end code, in still images and animations', async () => {
    const { terminator } = codesOf();
    const hidden = subBlock(Buffer.from(SECRET));
    const dirty = Buffer.concat([plain.subarray(0, terminator), hidden, hidden, plain.subarray(terminator)]);
    const result = scrub(dirty, 'GIF');
    await assertClean(dirty, result, 'GIF');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['trailing_data']);
    assert.deepEqual(scrub(dirty, 'GIF', true).removed, ['trailing_data']);

    const atEnd = Buffer.concat([animated.subarray(0, -2), hidden, animated.subarray(-2)]);
    const moving = scrub(atEnd, 'GIF');
    await assertClean(atEnd, moving, 'GIF');
    assert.ok(moving.output.equals(animated));
  });

  it('cuts bytes after the end code within its sub-block', async () => {
    const { start, terminator } = codesOf();
    let last = start + 1;
    while (last + 1 + (plain[last] as number) < terminator) last += 1 + (plain[last] as number);
    const data = plain.subarray(last + 1, terminator);
    const dirty = Buffer.concat([
      plain.subarray(0, last),
      subBlock(Buffer.concat([data, Buffer.from(SECRET)])),
      plain.subarray(terminator),
    ]);
    const result = scrub(dirty, 'GIF');
    await assertClean(dirty, result, 'GIF');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['trailing_data']);
  });

  it('cuts codes after the last pixel', async () => {
    // 2 x 1 pixels of two bits, in codes of three bits: clear, 0, 1, then no end code but text. After it a frame without it.
    const head = Buffer.from('GIF89a\x02\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x02\0\x01\0\0\x02', 'latin1');
    const frame = (codes: Buffer): Buffer => Buffer.concat([head, subBlock(codes), Buffer.of(0, 0x3b)]);
    const dirty = frame(Buffer.concat([Buffer.of(0b01_000_100, 0b0), Buffer.from(SECRET)]));
    const result = scrub(dirty, 'GIF');
    await assertClean(dirty, result, 'GIF');
    assert.deepEqual(result.removed, ['trailing_data']);
    const clean = frame(Buffer.of(0b01_000_100, 0b1010));
    assert.deepEqual(scrub(clean, 'GIF').changed, false);
  });

  it('keeps frames as encoders of all depths and sizes write them', async () => {
    for (const colours of [2, 3, 5, 16, 33, 128, 256]) {
      for (const side of [1, 2, 17, 300]) {
        const noise = picture(side, side).linear(colours, 0);
        const gif = await noise.gif({ colours, dither: 1 }).toBuffer();
        assert.equal(scrub(gif, 'GIF').changed, false, `${colours} colours, ${side} pixels`);
      }
    }
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    const rich = withBlocks(extension(0xfe, SECRET), xmpExtension());
    assert.ok(privateTagsOf(rich).length > 0, 'control: exiftool finds the tags before the scrub');
    assert.deepEqual(privateTagsOf(scrub(rich, 'GIF').output), []);
  });

  it('keeps every frame, delay and the loop count of an animation', async () => {
    const dirty = Buffer.concat([animated.subarray(0, -1), extension(0xfe, SECRET), animated.subarray(-1)]);
    const result = scrub(dirty, 'GIF');
    await assertClean(dirty, result, 'GIF');
    assert.ok(result.output.equals(animated));
    assert.equal(result.facts.frames, 3);
    const { pages, loop, delay } = await sharp(result.output, { animated: true }).metadata();
    assert.deepEqual({ pages, loop, delay }, { pages: 3, loop: 3, delay: [50, 60, 70] });
  });

  it('keeps looping and graphic control, without the sub-blocks after them', () => {
    const clean = withBlocks(LOOP, CONTROL);
    assert.ok(scrub(clean, 'GIF').output.equals(clean));
    const dirty = withBlocks(
      extension(0xff, 'NETSCAPE2.0', '\x01\x05\0', SECRET),
      extension(0xf9, '\x05\x0a\0\x03', SECRET),
    );
    const { output, removed } = scrub(dirty, 'GIF');
    assert.ok(output.equals(clean));
    assert.deepEqual(removed, ['other']);
  });

  it('adds a missing trailer', () => {
    const { output, changed, removed } = scrub(plain.subarray(0, -1), 'GIF');
    assert.ok(output.equals(plain));
    assert.deepEqual({ changed, removed }, { changed: true, removed: [] });
  });

  it('returns the facts without decoding', () => {
    assert.deepEqual(scrub(plain, 'GIF').facts, {
      width: 48,
      height: 32,
      frames: 1,
      orientation: 1,
      progressive: false,
      hasAlpha: false,
    });
    assert.equal(scrub(withBlocks(CONTROL), 'GIF').facts.hasAlpha, true);
  });

  it('enlarges the size to a frame that extends beyond the screen', () => {
    const large = Buffer.from(plain);
    large.writeUInt16LE(10, 6);
    assert.equal(scrub(large, 'GIF').facts.width, 48);
  });

  it('keeps comments on request', () => {
    const dirty = Buffer.concat([withBlocks(extension(0xfe, SECRET)), Buffer.from(SECRET)]);
    const { output, removed } = scrub(dirty, 'GIF', true);
    assert.ok(output.equals(withBlocks(extension(0xfe, SECRET))));
    assert.deepEqual(removed, ['trailing_data']);
  });

  it('refuses a file truncated inside a block', () => {
    for (let length = 0; length < plain.length - 1; length++) {
      assert.throws(() => scrub(plain.subarray(0, length), 'GIF'), CorruptImageError, `cut at ${length}`);
    }
  });

  it('refuses bytes that start no block', () => {
    assert.throws(() => scrub(withBlocks(Buffer.from('<script>')), 'GIF'), /no GIF block starts with 0x3c/);
  });
});
