import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { bmpFile } from './bmp-file.ts';
import { heifFile } from './heif-file.ts';
import { LOSSLESS } from './jxl-samples.ts';
import { runLimited } from './limited-process.ts';
import { workDir } from './picture-file.ts';

test('a decoder process of 2.5 GB of address space transcodes every format, one after another', async (t) => {
  const dir = workDir(t);
  const [width, height] = [4000, 3000];
  const tiff = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer();
  const files = [
    // As many tiles as libheif allows.
    ['HEIC', heifFile({ columns: 30, rows: 33 })],
    ['HEIC', heifFile()],
    ['TIFF', tiff],
    ['BMP', bmpFile({ width, height, bits: 24, pixels: Buffer.alloc(width * height * 3, 0x5a) })],
    ['JXL', LOSSLESS],
  ] as const;
  const jobs = files.map(([format, bytes], i) => {
    const path = join(dir, `${i}`);
    writeFileSync(path, bytes);
    return [format, path, `${path}.out`] as const;
  });
  const { results, ended } = runLimited(jobs);
  assert.deepEqual(
    results.map((result) => result.error ?? result.format),
    files.map(() => 'JPEG'),
    ended,
  );
});
