import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { ForeignFormat } from '../../../../src/imaging/transcode/foreign-image.ts';
import { inspectForeign } from '../../../../src/imaging/transcode/store-transcoded.ts';
import { bmpFile } from './bmp-file.ts';
import { heifFile, irot, nclx } from './heif-file.ts';
import { DEEP, DISPLAY_P3, LOSSLESS, WITH_ALPHA } from './jxl-samples.ts';
import { runLimited } from './limited-process.ts';
import { quadrants, workDir } from './picture-file.ts';

const PALETTE = [0, 0, 255, 0, 0, 160, 0, 0];
const SOUND: readonly [ForeignFormat, Buffer][] = [
  ['HEIC', heifFile({ properties: [irot(1), nclx(12, 13)], alpha: true })],
  ['HEIC', heifFile({ columns: 2 })],
  ['BMP', bmpFile({ width: 4, height: 4, bits: 24, pixels: Buffer.alloc(48) })],
  [
    'BMP',
    bmpFile({ width: 4, height: 2, bits: 8, compression: 1, palette: PALETTE, pixels: [4, 0, 0, 0, 4, 1, 0, 1] }),
  ],
  ['JXL', LOSSLESS],
  ['JXL', WITH_ALPHA],
  ['JXL', DEEP],
  ['JXL', DISPLAY_P3],
];

async function soundFiles(): Promise<[ForeignFormat, Buffer][]> {
  const pixels = sharp(quadrants(32, 24), { raw: { width: 32, height: 24, channels: 3 } });
  return [['TIFF', await pixels.tiff({ compression: 'lzw' }).toBuffer()], ...SOUND];
}

/** Reproducible random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The bytes truncated, with a few bytes changed, or with a range of 0xff. */
function corrupted(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const place = () => Math.floor(random() * copy.length);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return copy.subarray(0, place());
  if (kind === 1) return copy.fill(0xff, place(), place());
  for (let i = 0; i <= random() * 6; i++) copy[place()] = Math.floor(random() * 256);
  return copy;
}

test('the header of a corrupt file is inspected or refused with an Error, quickly', async (t) => {
  const path = join(workDir(t), 'input');
  const random = randomFrom(1);
  let [inspected, refused] = [0, 0];
  const sound = await soundFiles();
  const start = process.cpuUsage();
  for (let round = 0; round < 1_000; round++) {
    const [format, bytes] = sound[round % sound.length] as [ForeignFormat, Buffer];
    writeFileSync(path, corrupted(bytes, random));
    await inspectForeign(path, format).then(
      () => inspected++,
      (error) => {
        assert.ok(error instanceof Error, String(error));
        refused++;
      },
    );
  }
  assert.ok(inspected > 100 && refused > 100, `${inspected} inspected, ${refused} refused`);
  assert.ok(process.cpuUsage(start).user < 20_000_000);
});

test('a corrupt file gives an image or an Error, and never ends the process', async (t) => {
  const dir = workDir(t);
  const sound = await soundFiles();
  const random = randomFrom(2);
  const jobs = Array.from({ length: 90 }, (_, i) => {
    const [format, bytes] = sound[i % sound.length] as [ForeignFormat, Buffer];
    const path = join(dir, `${i}`);
    writeFileSync(path, corrupted(bytes, random));
    return [format, path, `${path}.out`] as const;
  });
  const { results, ended } = runLimited(jobs);
  assert.equal(results.length, jobs.length, ended);
  for (const { error } of results) assert.doesNotMatch(error ?? '', /^not an Error/);
});
