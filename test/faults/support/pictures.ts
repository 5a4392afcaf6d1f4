import sharp from 'sharp';
import type { Random } from './random.ts';

/** A small unique picture of noise. */
export function noisePng(random: Random, width = 40, height = 30): Promise<Buffer> {
  return sharp(random.bytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A smooth JPEG that compresses like a photograph. */
export function photoJpeg(random: Random, width: number, height: number): Promise<Buffer> {
  const small = { width: 64, height: 48, channels: 3 as const };
  return sharp(random.bytes(small.width * small.height * 3), { raw: small })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
