import { CorruptImageError } from '../errors.ts';
import { openTiff } from '../metadata/tiff-directory.ts';
import { withReader } from '../with-reader.ts';
import type { ForeignFacts } from './foreign-image.ts';
import { uprightSides } from './orientation.ts';
import { TAG } from './tiff-tags.ts';

/** What the first directory of a TIFF says, beyond what every foreign picture has. */
export interface TiffFacts extends ForeignFacts {
  /** Bits of the widest sample. */
  bits: number;
  /** True when samples are floating point (SampleFormat 3). */
  float: boolean;
  photometric: number;
}

const UNSIGNED_INTEGER = 1;
const FLOAT = 3;
const ALPHA_SAMPLES = [1, 2];
/** Colour samples by PhotometricInterpretation: white is zero, black is zero, RGB, palette, mask, CMYK, YCbCr, CIELab. */
const COLOR_SAMPLES = [1, 1, 3, 1, 1, 4, 3, undefined, 3];

/** Reads the first directory of a TIFF 6.0 or BigTIFF file. @throws CorruptImageError */
export function inspectTiff(path: string): TiffFacts {
  return withReader(path, (reader) => {
    const magic = reader.text(0, 4);
    if (!/^(II[*+]\0|MM\0[*+])$/.test(magic)) throw new CorruptImageError(0, 'not a TIFF');
    const tiff = openTiff(reader);
    const first = tiff.directory(tiff.first);
    const width = first.number(TAG.width, 0);
    const height = first.number(TAG.height, 0);
    if (width === 0 || height === 0) throw new CorruptImageError(tiff.first, 'no sides');
    const found = first.number(TAG.orientation, 1);
    const orientation = found >= 1 && found <= 8 ? found : 1;
    const photometric = first.number(TAG.photometric, 0);
    const samples = first.number(TAG.samplesPerPixel, 1);
    const extra = first.numbers(TAG.extraSamples);
    return {
      ...uprightSides(width, height, orientation),
      frames: 1,
      orientation,
      // libvips shows one sample more than the colour needs as alpha, declared or not.
      hasAlpha: extra.some((kind) => ALPHA_SAMPLES.includes(kind)) || samples === (COLOR_SAMPLES[photometric] ?? 3) + 1,
      // An upright picture streams from top to bottom; any other is turned in memory.
      progressive: orientation !== 1,
      bits: Math.max(1, ...first.numbers(TAG.bitsPerSample)),
      float: first.number(TAG.sampleFormat, UNSIGNED_INTEGER) === FLOAT,
      photometric,
    };
  });
}
