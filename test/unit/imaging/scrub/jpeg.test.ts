import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { jpegFile } from '../../../fixtures/costly/jpeg.ts';
import { exifTags, jpegSegment, orientation, picture, tiff, withSegments, xmpPacket } from './parts.ts';
import { assertClean, exiftoolMissing, privateTagsOf, SECRET, scrub } from './support.ts';

const JFIF_WITH_THUMBNAIL = jpegSegment(0xe0, 'JFIF\0\x01\x02\x01\0\x48\0\x48\x02\x02', SECRET.slice(0, 12));
const EXIF = 'Exif\0\0';

describe('scrubbing JPEG', () => {
  let plain: Buffer;
  let progressive: Buffer;
  let rich: Buffer;
  before(async () => {
    plain = await picture().jpeg().toBuffer();
    progressive = await picture().jpeg({ progressive: true }).toBuffer();
    const tagged = await picture()
      .withIccProfile('p3')
      .withExif(exifTags(SECRET))
      .withXmp(xmpPacket(SECRET))
      .jpeg({ progressive: true })
      .toBuffer();
    rich = Buffer.concat([
      withSegments(
        tagged,
        JFIF_WITH_THUMBNAIL,
        jpegSegment(0xe0, 'JFXX\0\x10', SECRET),
        jpegSegment(0xfe, SECRET),
        jpegSegment(0xed, 'Photoshop 3.0\0', SECRET),
        jpegSegment(0xe2, 'MPF\0', SECRET),
        jpegSegment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', SECRET),
        jpegSegment(0xeb, SECRET),
      ),
      Buffer.from(`PK\x03\x04${SECRET}`),
    ]);
  });

  it('removes every kind of metadata, reports the kinds, and keeps pixels and profile', async () => {
    const result = scrub(rich, 'JPEG');
    await assertClean(rich, result, 'JPEG');
    assert.deepEqual(result.removed, [
      'gps',
      'camera',
      'timestamps',
      'software',
      'author',
      'thumbnail',
      'xmp',
      'iptc',
      'comment',
      'secondary_images',
      'trailing_data',
      'other',
    ]);
    assert.ok(result.output.includes('ICC_PROFILE'));
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    assert.ok(privateTagsOf(rich).includes('GPS:GPSLatitude'), 'control: exiftool finds the tags before the scrub');
    assert.deepEqual(privateTagsOf(scrub(rich, 'JPEG').output), []);
  });

  it('does not change a clean file', () => {
    const result = scrub(plain, 'JPEG');
    assert.deepEqual(result.removed, []);
    assert.equal(result.changed, false);
    assert.ok(result.output.equals(plain));
  });

  for (const value of [2, 3, 4, 5, 6, 7, 8] as const) {
    it(`keeps orientation ${value} as the only EXIF tag`, async () => {
      const turned = withSegments(
        plain,
        jpegSegment(
          0xe1,
          EXIF,
          tiff(
            [
              [0x0112, 3, 1, value],
              [0x9c9c, 1, 4, 65],
            ],
            true,
          ),
        ),
      );
      const result = scrub(turned, 'JPEG');
      await assertClean(turned, result, 'JPEG');
      assert.equal(result.facts.orientation, value);
      assert.deepEqual(result.removed, ['comment']);
      assert.ok(result.output.equals(withSegments(plain, jpegSegment(0xe1, EXIF, orientation(value)))));
    });
  }

  it('removes EXIF with orientation 1', () => {
    const result = scrub(withSegments(plain, jpegSegment(0xe1, EXIF, orientation(1))), 'JPEG');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['other']);
  });

  it('uses the first of two EXIF segments, as browsers do', () => {
    const first = jpegSegment(0xe1, EXIF, orientation(1));
    const second = jpegSegment(0xe1, EXIF, orientation(6));
    assert.equal(scrub(withSegments(plain, first, second), 'JPEG').facts.orientation, 1);
    assert.equal(scrub(withSegments(plain, second, first), 'JPEG').facts.orientation, 6);
  });

  it('reads an orientation only from one SHORT of 1 to 8, as browsers do', () => {
    for (const entry of [
      [0x0112, 4, 1, 6],
      [0x0112, 3, 2, 6],
      [0x0112, 3, 1, 9],
      [0x0112, 3, 1, 0],
    ] as const) {
      const file = withSegments(plain, jpegSegment(0xe1, EXIF, tiff([[...entry]])));
      assert.equal(scrub(file, 'JPEG').facts.orientation, 1, String(entry));
    }
  });

  it('keeps JFIF density and Adobe transform, without the bytes after them', () => {
    const adobe = 'Adobe\0\x64\0\0\0\0\x01';
    const file = withSegments(plain, JFIF_WITH_THUMBNAIL, jpegSegment(0xee, adobe, SECRET));
    const expected = withSegments(
      plain,
      jpegSegment(0xe0, 'JFIF\0\x01\x02\x01\0\x48\0\x48\0\0'),
      jpegSegment(0xee, adobe),
    );
    assert.ok(scrub(file, 'JPEG').output.equals(expected));
  });

  it('keeps CMYK images unchanged, with their Adobe segment', async () => {
    const cmyk = await picture().toColourspace('cmyk').jpeg().toBuffer();
    const file = withSegments(cmyk, jpegSegment(0xfe, SECRET));
    const result = scrub(file, 'JPEG');
    await assertClean(file, result, 'JPEG');
    assert.ok(result.output.includes('Adobe'));
  });

  it('removes and reports a second image', () => {
    const result = scrub(Buffer.concat([plain, plain]), 'JPEG');
    assert.ok(result.output.equals(plain));
    assert.deepEqual(result.removed, ['secondary_images']);
  });

  it('removes application segments and bytes between the scans of a progressive file', async () => {
    const progressive = await picture().jpeg({ progressive: true }).toBuffer();
    const scan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
    const file = Buffer.concat([
      progressive.subarray(0, scan),
      jpegSegment(0xe5, SECRET),
      Buffer.from('stray'),
      progressive.subarray(scan),
    ]);
    assert.ok(scrub(file, 'JPEG').output.equals(progressive));
  });

  it('removes an invalid or incomplete colour profile', () => {
    const part = (number: number, total: number) =>
      jpegSegment(0xe2, 'ICC_PROFILE\0', Buffer.from([number, total]), Buffer.alloc(36), 'acsp', SECRET);
    const kept = withSegments(plain, part(1, 1));
    assert.ok(scrub(kept, 'JPEG').output.equals(kept));
    for (const parts of [[part(1, 2)], [part(2, 2), part(2, 2)], [part(0, 1)], [part(1, 1), part(1, 1)]]) {
      assert.ok(scrub(withSegments(plain, ...parts), 'JPEG').output.equals(plain));
    }
    assert.ok(
      scrub(withSegments(plain, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01', SECRET)), 'JPEG').output.equals(plain),
    );
  });

  it('refuses a colour profile of more than 4 MiB', () => {
    const parts = Array.from({ length: 65 }, (_, index) =>
      jpegSegment(0xe2, 'ICC_PROFILE\0', Buffer.from([index + 1, 65]), Buffer.alloc(65000)),
    );
    assert.throws(() => scrub(withSegments(plain, ...parts), 'JPEG'), CorruptImageError);
  });

  it('returns the facts without decoding', () => {
    assert.deepEqual(scrub(rich, 'JPEG').facts, {
      width: 48,
      height: 32,
      frames: 1,
      orientation: 1,
      progressive: true,
      hasAlpha: false,
      scans: { count: 10, samples: 48 * 32 * 8 },
    });
    assert.equal(scrub(plain, 'JPEG').facts.progressive, false);
  });

  it('keeps descriptive metadata on request, and still removes hidden data', () => {
    const { output, removed } = scrub(rich, 'JPEG', true);
    for (const kept of ['Exif\0', 'http://ns.adobe.com/xap/1.0/', 'Photoshop 3.0'])
      assert.ok(output.includes(kept), kept);
    assert.deepEqual(removed, ['thumbnail', 'secondary_images', 'trailing_data', 'other']);
  });

  it('finds the end of a scan that is larger than the buffer, wherever a buffer ends', () => {
    const scan = Buffer.alloc(600_000, Buffer.from([0xff, 0x00]));
    for (const shift of ['', 'x']) {
      const file = Buffer.concat([progressive.subarray(0, -2), Buffer.from(shift), scan, Buffer.from([0xff, 0xd9])]);
      const result = scrub(file, 'JPEG');
      assert.equal(result.changed, false);
      assert.ok(scrub(Buffer.concat([file, Buffer.from(SECRET)]), 'JPEG').output.equals(file));
    }
  });

  it('finds a marker whose two bytes are in two buffers', () => {
    const bufferBytes = 128 * 1024;
    const filler = Buffer.alloc(bufferBytes + 1 - progressive.length, 0x55);
    const file = Buffer.concat([progressive.subarray(0, -2), filler, progressive.subarray(-2)]);
    assert.equal(file.length, bufferBytes + 1);
    assert.equal(scrub(file, 'JPEG').changed, false);
  });

  it('treats restart markers as part of the scan', () => {
    const file = Buffer.concat([
      progressive.subarray(0, -2),
      Buffer.from([0xff, 0xd0, 0x55, 0xff, 0xd7, 0x55]),
      progressive.subarray(-2),
    ]);
    assert.equal(scrub(file, 'JPEG').changed, false);
  });

  it('removes application segments after the first scan, also of kinds that are kept before it', () => {
    const late = [
      jpegSegment(0xe0, 'JFIF\0\x01\x02\x01\0\x48\0\x48\0\0'),
      jpegSegment(0xee, 'Adobe\0\x64\0\0\0\0\x01'),
      jpegSegment(0xe1, EXIF, orientation(6)),
    ];
    const { output, facts } = scrub(Buffer.concat([plain.subarray(0, -2), ...late, plain.subarray(-2)]), 'JPEG');
    assert.ok(output.equals(plain));
    assert.equal(facts.orientation, 1);
  });

  it('reports a baseline image in several scans as progressive', () => {
    const scan = plain.indexOf(Buffer.from([0xff, 0xda]));
    const single = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
    const file = Buffer.concat([plain.subarray(0, scan), single, Buffer.from([0x55]), single, plain.subarray(-3)]);
    assert.equal(scrub(file, 'JPEG').facts.progressive, true);
  });

  it('refuses a second frame header, a scan without one, and markers that no decoder supports', () => {
    const frame = jpegSegment(0xc0, Buffer.from([8, 0, 32, 0, 48, 1, 1, 0x11, 0]));
    assert.throws(() => scrub(withSegments(plain, frame), 'JPEG'), /second JPEG frame/);
    assert.throws(() => scrub(withSegments(plain, jpegSegment(0xda, Buffer.alloc(10))), 'JPEG'), /without a frame/);
    assert.throws(() => scrub(withSegments(plain, jpegSegment(0xde, Buffer.alloc(6))), 'JPEG'), /marker 0xde/);
  });

  it('refuses a file truncated anywhere', () => {
    for (let length = 0; length < plain.length; length++) {
      assert.throws(() => scrub(plain.subarray(0, length), 'JPEG'), CorruptImageError, `cut at ${length}`);
    }
  });

  it('gives offset and problem in the error', () => {
    assert.throws(() => scrub(plain.subarray(0, plain.length - 2), 'JPEG'), {
      name: 'CorruptImageError',
      message: `corrupt image at byte ${plain.length - 2}: JPEG ends without its end marker`,
      offset: plain.length - 2,
    });
  });

  it('counts the scans and the samples that they pass over', () => {
    const scan = { band: [1, 63], bits: [0, 0], data: 'flat' } as const;
    const scans = [
      { ...scan, components: [0, 1, 2], band: [0, 0] },
      ...[0, 0, 1].map((i) => ({ ...scan, components: [i] })),
    ];
    const file = jpegFile({
      width: 160,
      height: 80,
      sampling: [
        [2, 2],
        [1, 1],
        [1, 1],
      ],
      scans,
    } as never);
    assert.deepEqual(scrub(file, 'JPEG').facts.scans, { count: 4, samples: 160 * 80 * (1.5 + 1 + 1 + 0.25) });
    assert.deepEqual(scrub(plain, 'JPEG').facts.scans?.count, 1);
  });
});
