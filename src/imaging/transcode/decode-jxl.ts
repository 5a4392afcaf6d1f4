import { readFileSync } from 'node:fs';
import { CorruptImageError } from '../errors.ts';
import { sharp } from './foreign-libvips.ts';
import type { JxlFacts } from './inspect-jxl.ts';
import { loadJxlOxide } from './jxl-oxide.ts';
import type { Pixels } from './pixels.ts';
import { UnsupportedImageError } from './unsupported-image-error.ts';

const FEED_BYTES = 1024 * 1024;
const STRIP_ROWS = 512;
/** Beyond it the decoder runs out of its memory or of the 30 seconds that a job has. */
const MAX_PIXELS = 40_000_000;

/**
 * Decodes the first frame of a JPEG XL, upright, strip by strip: the decoder keeps floating-point samples, so the
 * whole picture at once would take several times the memory. HDR and linear pictures come as sRGB.
 * @throws UnsupportedImageError above MAX_PIXELS; Error for whatever does not decode
 */
export async function decodeJxl(path: string, facts: JxlFacts): Promise<Pixels> {
  // Nothing is freed afterwards: the process is spent (see loadJxlOxide), and a broken instance would hide its reason.
  const { width, height, hasAlpha, bits, lossy, needsSrgb } = facts;
  if (width * height > MAX_PIXELS) throw new UnsupportedImageError(`JPEG XL of more than ${MAX_PIXELS} pixels`);
  const keepDeep = bits > 8 && !lossy;
  const { JxlImage } = await loadJxlOxide(width * height * (hasAlpha ? 4 : 3) * (keepDeep ? 2 : 1));
  const image = new JxlImage();
  try {
    feed(image, readFileSync(path));
    if (image.width !== width || image.height !== height) {
      throw new Error(`decodes to ${image.width} x ${image.height}, announced ${width} x ${height}`);
    }
    image.forceSrgb = needsSrgb;
    const strips = await renderStrips(image, width, height, keepDeep);
    return { ...strips, width, height, bits: keepDeep ? 16 : 8, keepExact: keepDeep };
  } catch (error) {
    // The library throws its complaints as plain text.
    throw error instanceof Error ? error : new CorruptImageError(0, String(error));
  }
}

type Image = InstanceType<Awaited<ReturnType<typeof loadJxlOxide>>['JxlImage']>;

function feed(image: Image, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += FEED_BYTES) {
    image.feedBytes(bytes.subarray(at, at + FEED_BYTES));
    if (!image.loaded) image.tryInit();
  }
  if (!image.loaded) throw new Error('JPEG XL ends early');
}

async function renderStrips(
  image: Image,
  width: number,
  height: number,
  deep: boolean,
): Promise<Pick<Pixels, 'data' | 'channels' | 'icc'>> {
  let data: Buffer | undefined;
  let channels = 0;
  let icc: Buffer | undefined;
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    image.renderingRegion = { left: 0, top, width, height: rows };
    const result = image.render(0);
    icc ??= Buffer.from(result.iccProfile);
    const strip = sharp(result.encodeToPng(), { ignoreIcc: true, limitInputPixels: false });
    const { data: samples, info } = await (deep ? strip.toColourspace('rgb16') : strip.toColourspace('srgb'))
      .raw({ depth: deep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.width !== width || info.height !== rows) throw new Error('JPEG XL strip of another size');
    data ??= Buffer.allocUnsafe((samples.length / rows) * height);
    channels = info.channels;
    samples.copy(data, (samples.length / rows) * top);
  }
  return { data: data as Buffer, channels: channels as Pixels['channels'], icc };
}
