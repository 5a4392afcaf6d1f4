import type { ByteReader } from '../file-bytes.ts';
import type { BmpHeader } from './bmp-header.ts';

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const DELTA = 2;

/**
 * Decodes RLE4, RLE8 or OS/2's RLE24 into RGBA. Pixels that the data skips stay transparent. Every command has at least
 * two bytes, so the size of the file limits the work.
 * @throws CorruptImageError if the data ends before the image does
 */
export function decodeRle(reader: ByteReader, header: BmpHeader): Uint8Array {
  const { width, height, topDown, packing, palette } = header;
  const pixels = new Uint8Array(width * height * 4);
  let at = header.dataOffset;
  let x = 0;
  let y = 0;

  function put(red: number, green: number, blue: number): void {
    // Runs may extend beyond the row. The pixels outside are dropped.
    if (x < width) {
      const target = ((topDown ? y : height - 1 - y) * width + x) * 4;
      pixels[target] = red;
      pixels[target + 1] = green;
      pixels[target + 2] = blue;
      pixels[target + 3] = 255;
    }
    x++;
  }

  const putIndex = (index: number) =>
    put(palette[3 * index] ?? 0, palette[3 * index + 1] ?? 0, palette[3 * index + 2] ?? 0);
  const nibble = (byte: number, i: number) => (i % 2 === 0 ? byte >> 4 : byte & 15);

  function run(count: number): void {
    const value = reader.u8(at++);
    if (packing === 'rle24') {
      const [green, red] = [reader.u8(at++), reader.u8(at++)];
      for (let i = 0; i < count; i++) put(red, green, value);
    } else for (let i = 0; i < count; i++) putIndex(packing === 'rle4' ? nibble(value, i) : value);
  }

  function literal(count: number): void {
    const start = at;
    for (let i = 0; i < count; i++) {
      if (packing === 'rle24') {
        put(reader.u8(at + 2), reader.u8(at + 1), reader.u8(at));
        at += 3;
      } else if (packing === 'rle8') putIndex(reader.u8(at++));
      else {
        putIndex(nibble(reader.u8(at), i));
        if (i % 2 === 1 || i === count - 1) at++;
      }
    }
    // Literals are padded to 16 bits.
    at += (at - start) % 2;
  }

  while (y < height) {
    const count = reader.u8(at++);
    if (count > 0) {
      run(count);
      continue;
    }
    const command = reader.u8(at++);
    if (command === END_OF_BITMAP) break;
    if (command === END_OF_LINE) {
      x = 0;
      y++;
    } else if (command === DELTA) {
      x += reader.u8(at++);
      y += reader.u8(at++);
    } else literal(command);
  }
  return pixels;
}
