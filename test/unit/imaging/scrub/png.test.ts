import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import {
  exifTags,
  makeApng,
  makePng,
  orientation,
  picture,
  pngChunk,
  pngChunks,
  tiff,
  withChunks,
  xmpPacket,
} from './parts.ts';
import { assertClean, exiftoolMissing, privateTagsOf, SECRET, scrub } from './support.ts';

describe('scrubbing PNG', () => {
  let plain: Buffer;
  let rich: Buffer;
  before(async () => {
    plain = await picture(48, 32, 4).png().toBuffer();
    const tagged = await picture(48, 32, 4)
      .withIccProfile('p3')
      .withExif(exifTags(SECRET))
      .withXmp(xmpPacket(SECRET))
      .png()
      .toBuffer();
    rich = Buffer.concat([
      withChunks(
        withChunks(
          tagged,
          'before',
          pngChunk('tEXt', `Author\0${SECRET}`),
          pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(SECRET)])),
          pngChunk('iTXt', `Title\0\0\0\0\0${SECRET}`),
          pngChunk('tIME', Buffer.from([7, 228, 1, 2, 3, 4, 5])),
          pngChunk('sPLT', `${SECRET}\0\x08`),
          pngChunk('vpAg', SECRET),
        ),
        'after',
        pngChunk('tEXt', `Software\0${SECRET}`),
        pngChunk(
          'eXIf',
          tiff([
            [0x0112, 3, 1, 6],
            [0x8825, 4, 1, 0],
          ]),
        ),
      ),
      Buffer.from(`<html><script>${SECRET}</script>`),
    ]);
  });

  it('removes every kind of metadata, reports the kinds, and keeps pixels and profile', async () => {
    const result = scrub(rich, 'PNG');
    await assertClean(rich, result, 'PNG');
    assert.deepEqual(result.removed, [
      'gps',
      'camera',
      'timestamps',
      'software',
      'author',
      'xmp',
      'comment',
      'text',
      'trailing_data',
      'other',
    ]);
    assert.deepEqual(
      pngChunks(result.output).map(({ type }) => type),
      ['IHDR', 'iCCP', 'pHYs', 'IDAT', 'IEND'],
    );
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    assert.ok(privateTagsOf(rich).includes('GPS:GPSLatitude'), 'control: exiftool finds the tags before the scrub');
    assert.deepEqual(privateTagsOf(scrub(rich, 'PNG').output), []);
  });

  it('does not change a clean file', () => {
    const result = scrub(plain, 'PNG');
    assert.deepEqual([result.removed, result.changed], [[], false]);
    assert.ok(result.output.equals(plain));
  });

  it('keeps the chunks that change how the image is shown', () => {
    const look = withChunks(
      plain,
      'before',
      pngChunk('cICP', Buffer.from([9, 16, 0, 1])),
      pngChunk('mDCV', Buffer.alloc(24, 1)),
      pngChunk('cLLI', Buffer.alloc(8, 1)),
      pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
      pngChunk('sRGB', Buffer.from([0])),
      pngChunk('sBIT', Buffer.from([8, 8, 8, 8])),
      pngChunk('bKGD', Buffer.alloc(6)),
    );
    assert.ok(scrub(look, 'PNG').output.equals(look));
  });

  it('removes such a chunk if it has a wrong length, is the second of its kind, or has a wrong CRC', () => {
    const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
    const broken = Buffer.from(pngChunk('sRGB', Buffer.from([0])));
    broken[broken.length - 1]! ^= 1;
    const file = withChunks(
      plain,
      'before',
      gamma,
      pngChunk('gAMA', SECRET.slice(0, 4)),
      broken,
      pngChunk('cHRM', SECRET),
    );
    assert.ok(scrub(file, 'PNG').output.equals(withChunks(plain, 'before', gamma)));
  });

  it('keeps the orientation as the only tag of an eXIf chunk before IDAT', async () => {
    const turned = withChunks(
      plain,
      'before',
      pngChunk(
        'eXIf',
        tiff(
          [
            [0x0112, 3, 1, 6],
            [0x0131, 2, 4, 65],
          ],
          true,
        ),
      ),
    );
    const result = scrub(turned, 'PNG');
    await assertClean(turned, result, 'PNG');
    assert.equal(result.facts.orientation, 6);
    assert.ok(result.output.equals(withChunks(plain, 'before', pngChunk('eXIf', orientation(6)))));
  });

  it('removes an eXIf chunk after IDAT, which viewers ignore', () => {
    const result = scrub(withChunks(plain, 'after', pngChunk('eXIf', orientation(6))), 'PNG');
    assert.equal(result.facts.orientation, 1);
    assert.ok(result.output.equals(plain));
  });

  it('removes an invalid colour profile and refuses one that inflates to more than 4 MiB', () => {
    const profile = (bytes: Buffer) =>
      withChunks(plain, 'before', pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(bytes)])));
    assert.ok(scrub(profile(Buffer.from(SECRET.repeat(20))), 'PNG').output.equals(plain));
    const usable = profile(Buffer.concat([Buffer.alloc(36), Buffer.from('acsp'), Buffer.alloc(88)]));
    assert.ok(scrub(usable, 'PNG').output.equals(usable));
    assert.throws(() => scrub(profile(Buffer.alloc(5 << 20)), 'PNG'), CorruptImageError);
  });

  it('keeps a colour profile without its name and the bytes after its stream', () => {
    const stream = deflateSync(Buffer.concat([Buffer.alloc(36), Buffer.from('acsp'), Buffer.alloc(88)]));
    const named = (name: string, behind: string) =>
      withChunks(
        plain,
        'before',
        pngChunk('iCCP', Buffer.concat([Buffer.from(`${name}\0\0`), stream, Buffer.from(behind)])),
      );
    for (const dirty of [named('<script>', ''), named('icc', SECRET), named('', ''), named('a'.repeat(80), '')]) {
      const { output } = scrub(dirty, 'PNG');
      assert.ok(output.equals(named('icc', '')) || output.equals(plain));
      assert.equal(output.includes('<script>') || output.includes(SECRET), false);
      assert.equal(scrub(output, 'PNG').changed, false);
    }
    assert.ok(scrub(named('icc', SECRET), 'PNG').output.equals(named('icc', '')));
    assert.equal(scrub(named('Photoshop ICC profile', ''), 'PNG').changed, false);
  });

  it('returns the facts without decoding', async () => {
    const interlaced = await picture().png({ progressive: true }).toBuffer();
    assert.deepEqual(scrub(interlaced, 'PNG').facts, {
      width: 48,
      height: 32,
      frames: 1,
      orientation: 1,
      progressive: true,
      hasAlpha: false,
      interlacedPixelBytes: 3,
    });
    assert.equal(scrub(plain, 'PNG').facts.hasAlpha, true);
    assert.equal(scrub(plain, 'PNG').facts.progressive, false);
  });

  it('keeps descriptive metadata on request, and still removes hidden data', () => {
    const { output, removed } = scrub(rich, 'PNG', true);
    for (const type of ['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf']) assert.ok(output.includes(type), type);
    assert.deepEqual(removed, ['trailing_data', 'other']);
  });

  it('refuses a file truncated anywhere', () => {
    for (let length = 0; length < plain.length; length += 7) {
      assert.throws(() => scrub(plain.subarray(0, length), 'PNG'), CorruptImageError, `cut at ${length}`);
    }
    assert.throws(() => scrub(plain.subarray(0, plain.length - 1), 'PNG'), CorruptImageError);
  });

  it('refuses a flipped bit in any critical chunk', () => {
    for (const at of [20, plain.indexOf('IDAT') + 10, plain.length - 1]) {
      const flipped = Buffer.from(plain);
      flipped[at]! ^= 0x10;
      assert.throws(() => scrub(flipped, 'PNG'), CorruptImageError, `bit at ${at}`);
    }
  });

  it('refuses an unknown critical chunk, IDAT in two places, and data in IEND', () => {
    const [header, ...rest] = pngChunks(plain).map(({ whole }) => whole) as [Buffer, ...Buffer[]];
    const picturePart = pngChunks(plain).find(({ type }) => type === 'IDAT')!.whole;
    assert.throws(() => scrub(withChunks(plain, 'before', pngChunk('CgBI', SECRET)), 'PNG'), /unknown PNG chunk/);
    assert.throws(() => scrub(withChunks(plain, 'after', pngChunk('tEXt', 'a\0b'), picturePart), 'PNG'), /two places/);
    assert.throws(() => scrub(makePng(header, ...rest.slice(0, -1), pngChunk('IEND', SECRET)), 'PNG'), /end chunk/);
  });
});

describe('scrubbing APNG', () => {
  let frames: Buffer[];
  before(async () => {
    frames = await Promise.all([0, 90, 200].map((hue) => picture().modulate({ hue }).png().toBuffer()));
  });

  it('keeps all frames byte for byte and counts them', () => {
    const animation = makeApng(frames);
    const dirty = withChunks(animation, 'after', pngChunk('tEXt', `Comment\0${SECRET}`));
    const result = scrub(dirty, 'PNG');
    assert.equal(result.facts.frames, 3);
    assert.ok(result.output.equals(animation));
    assert.deepEqual(result.removed, ['comment']);
  });

  it('accepts the first frame control before the animation header', () => {
    const chunks = pngChunks(makeApng(frames)).map(({ whole }) => whole);
    [chunks[1], chunks[2]] = [chunks[2]!, chunks[1]!];
    const swapped = makePng(...chunks);
    assert.ok(scrub(swapped, 'PNG').output.equals(swapped));
  });

  it('refuses frames out of sequence, without data, or outside the canvas', () => {
    assert.throws(
      () =>
        scrub(
          makeApng(frames, (index) => index + (index > 2 ? 1 : 0)),
          'PNG',
        ),
      /out of sequence/,
    );
    const animation = makeApng(frames);
    const withoutLast = makePng(
      ...pngChunks(animation)
        .map(({ whole }) => whole)
        .filter((_, index, all) => index !== all.length - 2),
    );
    assert.throws(() => scrub(withoutLast, 'PNG'), /before its last frame/);
    const control = Buffer.alloc(26);
    control.writeUInt32BE(9999, 4);
    control.writeUInt32BE(1, 8);
    const first = pngChunks(animation).map(({ type, whole }, index) =>
      type === 'fcTL' && index === 2 ? pngChunk('fcTL', control) : whole,
    );
    assert.throws(() => scrub(makePng(...first), 'PNG'), /outside the canvas/);
  });

  it('removes animation chunks from a still image', () => {
    const still = frames[0] as Buffer;
    const file = withChunks(still, 'after', pngChunk('fdAT', `\0\0\0\x01${SECRET}`));
    assert.ok(scrub(file, 'PNG').output.equals(still));
  });
});
