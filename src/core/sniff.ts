import type { InputFormat } from './formats.ts';

/** The number of bytes at the start of a file that are enough to detect its type. */
export const SNIFF_BYTES = 128;

/** The detected type: an accepted format, or the name of another well-known type, or neither. */
export interface Sniffed {
  format?: InputFormat;
  detected?: string;
}

// Other types that people upload, so that the error can name the type. The first match counts.
const OTHERS: [name: string, offset: number, signature: string][] = [
  ['JP2', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['PSD', 0, '8BPS'],
  ['PDF', 0, '%PDF'],
  ['ICO', 0, '\0\0\x01\0'],
  ['ZIP', 0, 'PK\x03\x04'],
  ['GZIP', 0, '\x1f\x8b'],
  ['MP4', 4, 'ftyp'],
  ['WEBM', 0, '\x1aE\xdf\xa3'],
  ['AVI', 0, 'RIFF'],
  ['PNM', 0, 'P6\n'],
];

const BMP_HEADER_BYTES = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/**
 * Detects the type of a file from its first bytes, independent of file name and declared type. Runs in browsers too.
 * @param head the first SNIFF_BYTES bytes, or all of a shorter file
 */
export function sniff(head: Uint8Array): Sniffed {
  const format = pictureFormat(head);
  if (format !== undefined) return { format };
  const other = OTHERS.find(([, offset, signature]) => startsWith(head, signature, offset));
  if (other !== undefined) return { detected: other[0] };
  const text = latin1(head)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('<svg')) return { detected: 'SVG' };
  if (text.startsWith('<?xml')) return { detected: 'XML' };
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return { detected: 'HTML' };
  return {};
}

function pictureFormat(head: Uint8Array): InputFormat | undefined {
  if (startsWith(head, '\xff\xd8\xff')) return 'JPEG';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'PNG';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'GIF';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'WEBP';
  if (startsWith(head, '\xff\x0a') || startsWith(head, '\0\0\0\x0cJXL \r\n\x87\n')) return 'JXL';
  // Classic and big TIFF, in either byte order.
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((signature) => startsWith(head, signature))) return 'TIFF';
  if (isBmp(head)) return 'BMP';
  const found = brands(head);
  if (found.some((brand) => AVIF_BRANDS.has(brand))) return 'AVIF';
  if (found.some((brand) => HEIF_BRANDS.has(brand))) return 'HEIC';
  return undefined;
}

/** Two letters would also match text, so the size of the header after them must be a known one. */
function isBmp(head: Uint8Array): boolean {
  return startsWith(head, 'BM') && head.length >= 18 && BMP_HEADER_BYTES.has(viewOf(head).getUint32(14, true));
}

/** The major and compatible brands of an ISO base media file (ISO/IEC 14496-12) that are in the head. */
function brands(head: Uint8Array): string[] {
  if (!startsWith(head, 'ftyp', 4)) return [];
  const end = Math.min(viewOf(head).getUint32(0), head.length);
  const found: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) found.push(latin1(head, at, at + 4));
  return found;
}

function startsWith(head: Uint8Array, signature: string, offset = 0): boolean {
  return latin1(head, offset, offset + signature.length) === signature;
}

function latin1(head: Uint8Array, start?: number, end?: number): string {
  return String.fromCharCode(...head.subarray(start, end));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
