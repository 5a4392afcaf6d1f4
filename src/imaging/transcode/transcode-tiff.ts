import { CorruptImageError } from '../errors.ts';
import { withReader } from '../file-bytes.ts';
import { sharp } from '../libvips.ts';
import { usableIcc } from '../metadata/icc.ts';
import { uprightSize } from '../metadata/image-facts.ts';
import { openTiff, TAG } from '../metadata/tiff-directory.ts';
import type { ForeignFacts, TranscodedImage } from './foreign-image.ts';
import { jpegOptions, PNG_OPTIONS, storedFormat, storePixels } from './store-pixels.ts';

/** Facts from the first directory of a TIFF. */
export interface TiffFacts extends ForeignFacts {
  /** Bits of the widest sample. */
  bits: number;
  /** The samples are floating point (SampleFormat 3). */
  float: boolean;
  photometric: number;
}

const UNSIGNED_INTEGER = 1;
const FLOAT = 3;
const PALETTE = 3;
const ALPHA_SAMPLES = [1, 2];
/** Colour samples by PhotometricInterpretation: white is zero, black is zero, RGB, palette, mask, CMYK, YCbCr, CIELab. */
const COLOUR_SAMPLES = [1, 1, 3, 1, 1, 4, 3, undefined, 3];

/** Reads the first directory of a TIFF 6.0 or BigTIFF file. @throws CorruptImageError */
export function inspectTiff(path: string): TiffFacts {
  return withReader(path, (reader) => {
    const magic = reader.text(0, 4);
    if (!/^(II[*+]\0|MM\0[*+])$/.test(magic)) throw new CorruptImageError(0, 'not a TIFF');
    const tiff = openTiff(reader);
    const first = tiff.directory(tiff.first);
    const width = first.number(TAG.width, 0);
    const height = first.number(TAG.height, 0);
    if (width === 0 || height === 0) throw new CorruptImageError(tiff.first, 'TIFF without width or height');
    const found = first.number(TAG.orientation, 1);
    const orientation = found >= 1 && found <= 8 ? found : 1;
    const photometric = first.number(TAG.photometric, 0);
    const samples = first.number(TAG.samplesPerPixel, 1);
    const extra = first.numbers(TAG.extraSamples);
    return {
      ...uprightSize(width, height, orientation),
      frames: 1,
      orientation,
      // libvips shows one sample more than the colour needs as alpha, declared or not.
      hasAlpha:
        extra.some((kind) => ALPHA_SAMPLES.includes(kind)) || samples === (COLOUR_SAMPLES[photometric] ?? 3) + 1,
      // libvips streams an upright image, and holds any other in memory to rotate it.
      progressive: orientation !== 1,
      bits: Math.max(1, ...first.numbers(TAG.bitsPerSample)),
      float: first.number(TAG.sampleFormat, UNSIGNED_INTEGER) === FLOAT,
      photometric,
    };
  });
}

/**
 * Stores the first page of a TIFF. An RGB or grey image keeps its samples and its ICC profile; CMYK, Lab and floating
 * point become sRGB. An image with 8-bit alpha is decoded in memory, to find out whether it is opaque; any other streams.
 * @throws Error of libvips for an image that does not decode
 */
export async function transcodeTiff(inputPath: string, outputPath: string, facts: TiffFacts): Promise<TranscodedImage> {
  const { width, height, orientation, bits, float, photometric } = facts;
  const open = () =>
    sharp(inputPath, {
      page: 0,
      pages: 1,
      failOn: 'error',
      // The size for which the limits were checked.
      limitInputPixels: width * height,
      sequentialRead: orientation === 1,
    }).autoOrient();
  const { space, channels, hasAlpha, icc, autoOrient } = await open().metadata();
  if (autoOrient.width !== width || autoOrient.height !== height) throw new Error('libvips reads another size');
  const isDeep = bits === 16 && !float;
  const isGrey = space === 'b-w' || space === 'grey16';
  const keepsColours = isGrey || space === 'srgb' || space === 'rgb16' || space === 'rgb';
  const profile = keepsColours ? usableIcc(icc, channels) : undefined;
  const target = isGrey ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
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
