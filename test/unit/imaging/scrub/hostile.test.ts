import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../../src/core/formats.ts';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { exifTags, makeApng, picture, pngChunk, xmpPacket } from './parts.ts';
import { SECRET, scrub } from './support.ts';

// Far more than a scrub of these small files needs, far less than an endless loop. CPU time, which does not depend on other
// processes.
const MAX_CPU_MS = 2000;

describe('scrubbing hostile files', () => {
  const seeds: [FormatName, Buffer][] = [];
  before(async () => {
    const tagged = () => picture(24, 16, 4).withIccProfile('p3').withExif(exifTags(SECRET)).withXmp(xmpPacket(SECRET));
    const stills = await Promise.all([0, 90].map((hue) => picture(24, 16).modulate({ hue }).png().toBuffer()));
    const animation = (): Sharp => sharp(stills, { join: { animated: true } });
    seeds.push(
      ['JPEG', await tagged().jpeg().toBuffer()],
      ['JPEG', await tagged().jpeg({ progressive: true }).toBuffer()],
      ['PNG', await tagged().png().toBuffer()],
      ['PNG', makeApng(stills)],
      ['GIF', await animation().gif().toBuffer()],
      ['WEBP', await tagged().webp().toBuffer()],
      ['WEBP', await animation().webp().toBuffer()],
      ['AVIF', await tagged().avif({ effort: 0 }).toBuffer()],
    );
  });

  /** Scrubs or refuses within MAX_CPU_MS. A second scrub of the output must change nothing. */
  function survives(format: FormatName, file: Buffer): void {
    const start = process.cpuUsage();
    try {
      const result = scrub(file, format);
      assert.deepEqual([scrub(result.output, format).removed, scrub(result.output, format).changed], [[], false]);
    } catch (error) {
      if (!(error instanceof CorruptImageError)) throw error;
    }
    const { user, system } = process.cpuUsage(start);
    assert.ok((user + system) / 1_000 < MAX_CPU_MS, 'too slow');
  }

  const anySeed = () => fc.integer({ min: 0, max: 7 });

  it('throws only CorruptImageError for changed bytes', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      to: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(anySeed(), fc.array(change, { minLength: 1, maxLength: 6 }), (index, changes) => {
        const [format, seed] = seeds[index]!;
        const file = Buffer.from(seed);
        for (const { at, to } of changes) file[Math.floor(at * file.length)] = to;
        survives(format, file);
      }),
      { numRuns: 1500 },
    );
  });

  it('throws only CorruptImageError for changed bytes of the structure', () => {
    // Walkers follow the sizes, counts and offsets in the headers at the start.
    fc.assert(
      fc.property(
        anySeed(),
        fc.nat(600),
        fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0xfe),
        fc.nat(3),
        (index, at, to, more) => {
          const [format, seed] = seeds[index]!;
          const file = Buffer.from(seed);
          file.fill(to, Math.min(at, file.length), Math.min(at + 1 + more, file.length));
          survives(format, file);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('throws only CorruptImageError for removed, repeated or swapped parts', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anySeed(), place, place, place, (index, a, b, c) => {
        const [format, seed] = seeds[index]!;
        const [from, to, into] = [a, b, c].map((part) => Math.floor(part * seed.length)) as [number, number, number];
        survives(
          format,
          Buffer.concat([
            seed.subarray(0, into),
            seed.subarray(Math.min(from, to), Math.max(from, to)),
            seed.subarray(into),
          ]),
        );
        survives(format, Buffer.concat([seed.subarray(0, Math.min(from, to)), seed.subarray(Math.max(from, to))]));
      }),
      { numRuns: 600 },
    );
  });

  it('throws only CorruptImageError for random bytes after a valid signature', () => {
    const signatures: [FormatName, string][] = [
      ['JPEG', '\xff\xd8\xff'],
      ['PNG', '\x89PNG\r\n\x1a\n'],
      ['GIF', 'GIF89a'],
      ['WEBP', 'RIFF\x40\0\0\0WEBPVP8X'],
      ['AVIF', '\0\0\0\x14ftypavif\0\0\0\0mif1'],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 400 }), ([format, signature], rest) => {
        survives(format, Buffer.concat([Buffer.from(signature, 'latin1'), rest]));
      }),
      { numRuns: 800 },
    );
  });

  it('refuses very many tiny parts in bounded time', async () => {
    const swarm = (head: Buffer, part: Buffer, count: number, tail: Buffer): Buffer =>
      Buffer.concat([head, Buffer.alloc(part.length * count, part), tail]);
    const [, jpeg] = seeds[0]!;
    const [, png] = seeds[2]!;
    const [, gif] = seeds[4]!;
    const files: [FormatName, Buffer][] = [
      ['JPEG', swarm(jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 2]), 300_000, jpeg.subarray(2))],
      ['PNG', swarm(png.subarray(0, 33), pngChunk('tEXt', ''), 300_000, png.subarray(33))],
      ['GIF', swarm(gif.subarray(0, -1), Buffer.from([0x21, 0xfe, 0]), 300_000, gif.subarray(-1))],
      ['AVIF', swarm(seeds[7]![1], Buffer.from('\0\0\0\x08free', 'latin1'), 300_000, Buffer.alloc(0))],
    ];
    for (const [format, file] of files) assert.throws(() => scrub(file, format), /too many/, format);
    // Many bytes that look like markers also take only one pass.
    for (const filler of [
      [0xff, 0xff],
      [0xff, 0x00],
      [0x00, 0x01],
      [0xff, 0xd0],
    ]) {
      survives('JPEG', swarm(jpeg.subarray(0, 2), Buffer.from(filler), 1_000_000, jpeg.subarray(2)));
      survives('JPEG', swarm(jpeg.subarray(0, -2), Buffer.from(filler), 1_000_000, jpeg.subarray(-2)));
    }
    survives('GIF', swarm(gif.subarray(0, -2), Buffer.from([1, 0x55]), 1_000_000, gif.subarray(-2)));
  });

  it('accepts a valid image of very many parts', () => {
    const [, png] = seeds[2]!;
    const at = png.indexOf('IDAT') - 4;
    const many = Buffer.concat([
      png.subarray(0, at),
      Buffer.alloc(12 * 150_000, pngChunk('IDAT', '')),
      png.subarray(at),
    ]);
    assert.equal(scrub(many, 'PNG').facts.width, 24);
  });
});
