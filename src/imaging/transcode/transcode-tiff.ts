import type { StoredPicture } from './foreign-image.ts';
import { sharp } from './foreign-libvips.ts';
import type { TiffFacts } from './inspect-tiff.ts';
import { storePixels } from './store-pixels.ts';
import { jpegOptions, PNG_OPTIONS, storedFormat } from './stored-format.ts';
import { usableIcc } from './usable-icc.ts';

const PALETTE = 3;

/**
 * Stores the first page of a TIFF. An RGB or gray picture keeps its samples and its ICC profile; CMYK, Lab and
 * floating point are brought to sRGB. 8-bit transparency is looked at in memory, all else streams.
 * @throws Error from libvips for what does not decode
 */
export async function transcodeTiff(inputPath: string, outputPath: string, facts: TiffFacts): Promise<StoredPicture> {
  const { width, height, orientation, bits, float, photometric } = facts;
  const open = () =>
    sharp(inputPath, {
      page: 0,
      pages: 1,
      failOn: 'error',
      // Exactly what the header announced and the limits have seen.
      limitInputPixels: width * height,
      sequentialRead: orientation === 1,
    }).autoOrient();
  const { space, channels, hasAlpha, icc, autoOrient } = await open().metadata();
  if (autoOrient.width !== width || autoOrient.height !== height) throw new Error('libvips sees another size');
  const isDeep = bits === 16 && !float;
  const isGray = space === 'b-w' || space === 'grey16';
  const keepsColors = isGray || space === 'srgb' || space === 'rgb16' || space === 'rgb';
  const profile = keepsColors ? usableIcc(icc, channels) : undefined;
  const target = isGray ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  const keepExact = isDeep || bits < 8 || photometric === PALETTE;
  let image = open().toColourspace(target);
  if (profile !== undefined) image = image.keepIccProfile();

  if (hasAlpha && !isDeep) {
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return storePixels(
      { data, width, height, channels: info.channels as 2 | 4, bits: 8, icc: profile, keepExact },
      outputPath,
    );
  }
  const format = storedFormat({ width, height, hasAlpha, keepExact });
  await (format === 'JPEG' ? image.jpeg(jpegOptions(facts)) : image.png(PNG_OPTIONS)).toFile(outputPath);
  return { format, width, height, hasAlpha };
}
