import { closeSync, openSync, writevSync } from 'node:fs';
import { embedIcc } from './embed-icc.ts';
import type { StoredPicture } from './foreign-image.ts';
import { sharp } from './foreign-libvips.ts';
import type { Pixels } from './pixels.ts';
import { jpegOptions, PNG_OPTIONS, storedFormat } from './stored-format.ts';
import { usableIcc } from './usable-icc.ts';

/**
 * Writes decoded pixels as the file that is stored: no metadata but the colour profile, alpha only where it shows.
 * The samples are read where they lie; with a profile, the encoded file is held in memory too.
 */
export async function storePixels(pixels: Pixels, outputPath: string): Promise<StoredPicture> {
  const { width, height, channels, bits } = pixels;
  const declaresAlpha = channels === 2 || channels === 4;
  const hasAlpha = declaresAlpha && !isOpaque(pixels);
  const format = storedFormat({ width, height, hasAlpha, keepExact: pixels.keepExact });
  const { buffer, byteOffset, byteLength } = pixels.data;
  const samples = bits === 16 ? new Uint16Array(buffer, byteOffset, byteLength / 2) : pixels.data;
  let image = sharp(samples, { raw: { width, height, channels }, limitInputPixels: false });
  if (declaresAlpha && !hasAlpha) image = image.removeAlpha();
  if (bits === 16) image = image.toColourspace(channels >= 3 ? 'rgb16' : 'grey16');
  image = format === 'JPEG' ? image.jpeg(jpegOptions(pixels)) : image.png(PNG_OPTIONS);
  const icc = usableIcc(pixels.icc, channels);
  // libvips could convert to a profile but not name one, so the profile is put in afterwards.
  if (icc === undefined) await image.toFile(outputPath);
  else writePieces(outputPath, embedIcc(format, await image.toBuffer(), icc));
  return { format, width, height, hasAlpha };
}

function isOpaque({ data, channels, bits }: Pixels): boolean {
  const sampleBytes = bits / 8;
  const step = channels * sampleBytes;
  for (let at = step - sampleBytes; at < data.length; at += step) {
    if (data[at] !== 255 || (sampleBytes === 2 && data[at + 1] !== 255)) return false;
  }
  return true;
}

function writePieces(path: string, pieces: Buffer[]): void {
  const fd = openSync(path, 'w');
  try {
    for (const piece of pieces)
      for (let done = 0; done < piece.length; ) done += writevSync(fd, [piece.subarray(done)]);
  } finally {
    closeSync(fd);
  }
}
