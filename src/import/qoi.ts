import { PassThrough } from 'node:stream';
import { crc32, createDeflate } from 'node:zlib';
import { SourceError } from './port.ts';

const HEADER_BYTES = 14;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels of a picture at most; larger ones are refused at the upload anyway. */
const MAX_PIXELS = 1_000_000_000;

/**
 * Turns a picture in the Quite OK Image format (version 1.0 of its specification) into a PNG with the same pixels, row by
 * row: the memory is that of the file and of a few rows.
 * @throws SourceError UNREADABLE_FILE for a file that is none, or is cut short
 */
export async function* qoiToPng(file: Buffer): AsyncGenerator<Buffer> {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'qoif') throw broken();
  const [width, height, channels] = [file.readUInt32BE(4), file.readUInt32BE(8), file[12]];
  if (width === 0 || height === 0 || width * height > MAX_PIXELS || (channels !== 3 && channels !== 4)) throw broken();
  yield SIGNATURE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2], 8);
  yield chunk('IHDR', header);
  const deflate = createDeflate({ level: 6 });
  const packed = deflate.pipe(new PassThrough());
  const writing = (async () => {
    for (const row of rowsOf(file, width, height, channels)) {
      if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  })();
  writing.catch((error: Error) => packed.destroy(error));
  for await (const data of packed) yield chunk('IDAT', data as Buffer);
  await writing;
  yield chunk('IEND', Buffer.alloc(0));
}

const broken = () => new SourceError('UNREADABLE_FILE', 'The QOI picture is broken or cut short.');

/** A chunk of PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}

/** The rows of the picture, each behind the byte of the filter `none`. */
function* rowsOf(file: Buffer, width: number, height: number, channels: number): Generator<Buffer> {
  const seen = Buffer.alloc(64 * 4);
  let [r, g, b, a] = [0, 0, 0, 255];
  let at = HEADER_BYTES;
  let run = 0;
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(1 + width * channels);
    for (let out = 1; out < row.length; out += channels) {
      if (run > 0) run--;
      else {
        const tag = file[at++] ?? -1;
        if (tag < 0 || at + 4 > file.length) throw broken();
        if (tag >= 0xfe) {
          [r, g, b] = [file[at] as number, file[at + 1] as number, file[at + 2] as number];
          at += 3;
          if (tag === 0xff) a = file[at++] as number;
        } else if (tag < 0x40) {
          [r, g, b, a] = seen.subarray(tag * 4, tag * 4 + 4) as unknown as [number, number, number, number];
        } else if (tag < 0x80) {
          r = (r + ((tag >> 4) & 3) - 2) & 255;
          g = (g + ((tag >> 2) & 3) - 2) & 255;
          b = (b + (tag & 3) - 2) & 255;
        } else if (tag < 0xc0) {
          const next = file[at++] as number;
          const green = (tag & 63) - 32;
          r = (r + green + (next >> 4) - 8) & 255;
          g = (g + green) & 255;
          b = (b + green + (next & 15) - 8) & 255;
        } else run = tag & 63;
        seen.set([r, g, b, a], ((r * 3 + g * 5 + b * 7 + a * 11) % 64) * 4);
      }
      row[out] = r;
      row[out + 1] = g;
      row[out + 2] = b;
      if (channels === 4) row[out + 3] = a;
    }
    yield row;
  }
}
