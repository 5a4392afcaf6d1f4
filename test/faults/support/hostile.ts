import { crc32, deflateSync } from 'node:zlib';
import { scanBomb } from '../../fixtures/costly/jpeg.ts';

/** A file that is small to send and expensive to decode. */
export interface Bomb {
  name: string;
  bytes: Buffer;
}

/** Files with too many pixels, frames or metadata. The service must refuse each or decode it within the limits. */
export function bombs(): Bomb[] {
  return [
    { name: 'a PNG that declares 8,000,000 x 12', bytes: png(8_000_000, 12, Buffer.alloc(0)) },
    { name: 'a PNG that declares 65,535 x 65,535', bytes: png(65_535, 65_535, Buffer.alloc(0)) },
    { name: 'a PNG of 30,000 x 30,000 zeros', bytes: png(30_000, 30_000, zeros(64 * 2 ** 20)) },
    { name: 'a PNG of 9,900 x 9,900 zeros', bytes: png(9_900, 9_900, zeros(9_900 * 9_901)) },
    {
      name: 'an interlaced PNG of 9,900 x 9,900 zeros',
      bytes: png(9_900, 9_900, zeros(9_900 * 10_000), { interlace: 1 }),
    },
    { name: 'a PNG with a text of 64 MiB', bytes: png(1, 1, zeros(2), { text: zeros(64 * 2 ** 20) }) },
    { name: 'a JPEG of 250 scans', bytes: scanBomb(250) },
    { name: 'a JPEG of 880 scans', bytes: scanBomb(880) },
    { name: 'a GIF of 5,000 frames', bytes: gif(5_000, 16) },
    { name: 'a GIF of 900 frames of 4,000 x 4,000', bytes: gif(900, 4_000) },
    { name: 'a GIF whose screen is 65,535 x 65,535', bytes: gif(1, 65_535) },
  ];
}

function zeros(length: number): Buffer {
  return deflateSync(Buffer.alloc(length), { level: 9 });
}

/** A grayscale PNG of one byte a pixel with compressed data. */
function png(width: number, height: number, data: Buffer, more: { interlace?: number; text?: Buffer } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, more.interlace ?? 0], 8);
  const text = more.text === undefined ? [] : [chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), more.text]))];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...text,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A GIF of one-pixel frames on a square screen. */
function gif(frames: number, side: number): Buffer {
  const screen = Buffer.from('474946383961ffffffff800000000000ffffff', 'hex');
  screen.writeUInt16LE(side, 6);
  screen.writeUInt16LE(side, 8);
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}
