import { readFileSync } from 'node:fs';
import { CorruptImageError, UnsupportedImageError } from '../errors.ts';
import { sharp } from '../libvips.ts';
import type { Pixels } from './foreign-image.ts';
import type { JxlFacts } from './inspect-jxl.ts';
import { limitWasmMemory, retireProcess } from './wasm-memory.ts';

type JxlOxide = typeof import('jxl-oxide-wasm');

const FEED_BYTES = 1024 * 1024;
const STRIP_PIXELS = 6_000_000;
/** A larger image exceeds the memory of the decoder or the default time limit of a job. */
const MAX_PIXELS = 40_000_000;

/**
 * Decodes the first frame of a JPEG XL, upright, in strips: the decoder has floating-point samples, so the whole image at
 * once would take several times the memory. HDR and linear images become sRGB.
 * @throws UnsupportedImageError above MAX_PIXELS; Error for an image that does not decode
 */
export async function decodeJxl(path: string, facts: JxlFacts): Promise<Pixels> {
  // Frees nothing: the process retires anyway, and freeing a broken instance would hide the error.
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
    // The library throws strings.
    throw error instanceof Error ? error : new CorruptImageError(0, String(error));
  }
}

let loaded: Promise<JxlOxide> | undefined;

/**
 * Loads the decoder at its first use. The library keeps its one instance, and with it the address space of the largest
 * image allowed, until the process ends: the process must retire.
 * @param pixelBytes size of the decoded image outside the decoder
 */
function loadJxlOxide(pixelBytes: number): Promise<JxlOxide> {
  retireProcess();
  loaded ??= instantiate(pixelBytes);
  return loaded;
}

async function instantiate(pixelBytes: number): Promise<JxlOxide> {
  const library = await import('jxl-oxide-wasm');
  limitWasmMemory(pixelBytes);
  // The package exports only its script. The WebAssembly file is beside it.
  const program = new URL('jxl_oxide_wasm_bg.wasm', import.meta.resolve('jxl-oxide-wasm'));
  library.initSync({ module: readFileSync(program) });
  return library;
}

type Image = InstanceType<JxlOxide['JxlImage']>;

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
  const stripRows = Math.ceil(STRIP_PIXELS / width);
  for (let top = 0; top < height; top += stripRows) {
    const rows = Math.min(stripRows, height - top);
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
