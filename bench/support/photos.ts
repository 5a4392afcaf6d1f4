import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Pictures of one kind on disk. */
export interface Photos {
  paths: string[];
  bytes: number;
}

/**
 * Draws different pictures that compress like photographs, about as large as told.
 * @param wanted.bytes of a JPEG; of a PNG what its noise gives
 * @param wanted.noise the amount of noise where it is known, instead of searching it
 */
export async function drawPhotos(
  directory: string,
  wanted: { format: 'jpeg' | 'png'; width: number; height: number; bytes: number; count: number; noise?: number },
): Promise<Photos> {
  const { format, width, height, bytes, count } = wanted;
  let [low, high] = [wanted.noise ?? 0, 60];
  // Noise is what a photograph's size comes from: the amount that gives the size is searched on one picture.
  for (let step = 0; step < 9 && wanted.noise === undefined; step++) {
    const sigma = (low + high) / 2;
    if ((await photo(wanted, 0, sigma)).length < bytes) low = sigma;
    else high = sigma;
  }
  const paths: string[] = [];
  let all = 0;
  for (let i = 0; i < count; i++) {
    const file = await photo(wanted, i, low);
    const path = join(directory, `${width}x${height}-${i}.${format === 'jpeg' ? 'jpg' : 'png'}`);
    await writeFile(path, file);
    paths.push(path);
    all += file.length;
  }
  return { paths, bytes: Math.round(all / count) };
}

async function photo(
  { format, width, height }: { format: 'jpeg' | 'png'; width: number; height: number },
  seed: number,
  sigma: number,
): Promise<Buffer> {
  const cells = Buffer.from({ length: 12 * 9 * 3 } as ArrayLike<number>);
  for (let i = 0; i < cells.length; i++) cells[i] = (Math.imul(i + 1 + seed * 97, 2_654_435_761) >>> 24) & 0xff;
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: Math.max(sigma, 0.1) },
    },
  });
  const scene = sharp(cells, { raw: { width: 12, height: 9, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
    fit: 'fill',
  });
  const drawn = sharp(await scene.png({ compressionLevel: 1 }).toBuffer()).composite([
    { input: await noise.png({ compressionLevel: 1 }).toBuffer(), blend: 'soft-light' },
  ]);
  return format === 'jpeg' ? drawn.jpeg({ quality: 80 }).toBuffer() : drawn.png({ compressionLevel: 6 }).toBuffer();
}
