import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Pictures of one kind on disk. */
export interface Photos {
  paths: string[];
  bytes: number;
}

/** How to draw a photograph. */
export interface PhotoKind {
  format: 'jpeg' | 'png';
  width: number;
  height: number;
  /** Noise in steps of brightness, which determines the file size. */
  noise: number;
}

/** About 184 KB. */
export const SMALL_JPEG: PhotoKind = { format: 'jpeg', width: 1_600, height: 1_200, noise: 14.7 };
/** About 1.3 MB. */
export const LARGE_JPEG: PhotoKind = { format: 'jpeg', width: 4_000, height: 3_000, noise: 19 };
/** About 2.8 MB. */
export const PNG: PhotoKind = { format: 'png', width: 1_200, height: 900, noise: 0.1 };
/** Wide enough for a thumbnail of about 5 KB. */
export const PANORAMA: PhotoKind = { format: 'jpeg', width: 1_600, height: 640, noise: 14.7 };

/** Draws different pictures that compress like photographs. */
export async function drawPhotos(directory: string, kind: PhotoKind, count: number): Promise<Photos> {
  const { format, width, height } = kind;
  const paths: string[] = [];
  let all = 0;
  for (let i = 0; i < count; i++) {
    const file = await photo(kind, i);
    const path = join(directory, `${width}x${height}-${i}.${format === 'jpeg' ? 'jpg' : 'png'}`);
    await writeFile(path, file);
    paths.push(path);
    all += file.length;
  }
  return { paths, bytes: Math.round(all / count) };
}

async function photo({ format, width, height, noise: sigma }: PhotoKind, seed: number): Promise<Buffer> {
  const cells = Buffer.from({ length: 12 * 9 * 3 } as ArrayLike<number>);
  for (let i = 0; i < cells.length; i++) cells[i] = (Math.imul(i + 1 + seed * 97, 2_654_435_761) >>> 24) & 0xff;
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
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
