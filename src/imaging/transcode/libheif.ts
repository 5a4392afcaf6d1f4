import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CorruptImageError, UnsupportedImageError } from '../errors.ts';
import { limitWasmMemory } from './wasm-memory.ts';

/** The used part of the C interface of libheif, compiled to WebAssembly by libheif-js. Pointers are numbers. */
interface Libheif {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory_without_copy(error: number, context: number, bytes: number, size: number, _: 0): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handleOut: number): void;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, out: number): void;
  _heif_decode_image(error: number, handle: number, out: number, space: number, chroma: number, options: 0): void;
  _heif_image_get_primary_width(image: number): number;
  _heif_image_get_primary_height(image: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, strideOut: number): number;
}

/** Interleaved pixel layouts (heif_chroma). */
export const LAYOUT = { rgb8: 10, rgba8: 11, rgb16: 14, rgba16: 15 } as const;

/** Coding-independent code points (ITU-T H.273). */
export interface Cicp {
  primaries: number;
  transfer: number;
}

/** The primary item of a HEIF file, opened in its own WebAssembly instance. */
export interface HeifPicture {
  hasAlpha: boolean;
  isPremultiplied: boolean;
  bits: number;
  /** The embedded ICC profile, not validated. */
  icc: Buffer | undefined;
  cicp: Cicp | undefined;
  /**
   * Decodes, upright. Call it once. `data` holds rows without gaps, 1 or 2 (little-endian) bytes a sample, in the memory
   * of the instance.
   * @throws CorruptImageError, UnsupportedImageError
   */
  decode(layout: keyof typeof LAYOUT): { data: Uint8Array; width: number; height: number };
}

/** heif_error_code: unsupported file type, unsupported feature, no decoder for the coding. */
const UNSUPPORTED = new Set([3, 4, 11]);
const RGB_SPACE = 1;
const INTERLEAVED = 10;
const SCRATCH_BYTES = 64;
// More than any display or camera profile has. Printer tables do not belong into photographs.
const MAX_ICC_BYTES = 1024 * 1024;

/**
 * Opens a HEIF file with a new instance of libheif, so that a corrupt file cannot affect the next one.
 * @throws CorruptImageError or UnsupportedImageError with the message of libheif; RuntimeError if libheif itself crashes
 */
export function openHeif(bytes: Buffer): HeifPicture {
  const lib = load();
  const error = lib._malloc(SCRATCH_BYTES);
  const out = lib._malloc(SCRATCH_BYTES);
  const word = (at: number) => lib.HEAPU32[at >>> 2] as number;

  function check(step: string): void {
    if (word(error) === 0) return;
    const start = word(error + 8);
    const message = Buffer.from(lib.HEAPU8.subarray(start, lib.HEAPU8.indexOf(0, start))).toString('latin1');
    if (UNSUPPORTED.has(word(error))) throw new UnsupportedImageError(`${step}: ${message}`);
    throw new CorruptImageError(0, `${step}: ${message}`);
  }

  const input = allocate(lib, bytes.length);
  lib.HEAPU8.set(bytes, input);
  const context = lib._heif_context_alloc();
  lib._heif_context_read_from_memory_without_copy(error, context, input, bytes.length, 0);
  check('reading');
  lib._heif_context_get_primary_image_handle(error, context, out);
  check('primary item');
  const handle = word(out);

  function readIcc(): Buffer | undefined {
    const size = lib._heif_image_handle_get_raw_color_profile_size(handle);
    if (size === 0 || size > MAX_ICC_BYTES) return undefined;
    const target = allocate(lib, size);
    lib._heif_image_handle_get_raw_color_profile(error, handle, target);
    return word(error) === 0 ? Buffer.from(lib.HEAPU8.slice(target, target + size)) : undefined;
  }

  function readCicp(): Cicp | undefined {
    lib._heif_image_handle_get_nclx_color_profile(error, handle, out);
    if (word(error) !== 0) return undefined;
    const profile = word(out);
    return { primaries: word(profile + 4), transfer: word(profile + 8) };
  }

  return {
    hasAlpha: lib._heif_image_handle_has_alpha_channel(handle) !== 0,
    isPremultiplied: lib._heif_image_handle_is_premultiplied_alpha(handle) !== 0,
    bits: lib._heif_image_handle_get_luma_bits_per_pixel(handle),
    icc: readIcc(),
    cicp: readCicp(),
    decode(layout) {
      lib._heif_decode_image(error, handle, out, RGB_SPACE, LAYOUT[layout], 0);
      check('decoding');
      const image = word(out);
      const width = lib._heif_image_get_primary_width(image);
      const height = lib._heif_image_get_primary_height(image);
      const plane = lib._heif_image_get_plane_readonly(image, INTERLEAVED, out);
      if (plane === 0 || width < 1 || height < 1) throw new CorruptImageError(0, 'decoding: no pixels');
      const rowBytes = width * { rgb8: 3, rgba8: 4, rgb16: 6, rgba16: 8 }[layout];
      closeGaps(lib.HEAPU8, plane, word(out), rowBytes, height);
      return { data: lib.HEAPU8.subarray(plane, plane + rowBytes * height), width, height };
    },
  };
}

function load(): Libheif {
  // The decoded image stays in the memory of libheif.
  limitWasmMemory(0);
  const require = createRequire(import.meta.url);
  const quiet = () => undefined;
  return require('libheif-js/libheif-wasm/libheif.js')({
    wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
    print: quiet,
    printErr: quiet,
  });
}

function allocate(lib: Libheif, bytes: number): number {
  const at = lib._malloc(bytes);
  if (at === 0) throw new RangeError(`no memory for ${bytes} bytes of a HEIF file`);
  return at;
}

/** Removes the alignment of the rows, in place: a second copy of the image would cost memory. */
function closeGaps(memory: Uint8Array, start: number, stride: number, rowBytes: number, rows: number): void {
  if (stride === rowBytes) return;
  for (let row = 1; row < rows; row++) {
    memory.copyWithin(start + row * rowBytes, start + row * stride, start + row * stride + rowBytes);
  }
}
