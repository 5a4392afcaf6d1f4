import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { crc32 } from 'node:zlib';

const BLOCK_BYTES = 65_535;
const ADLER = 65_521;

/**
 * Writes a real PNG whose pixels are not compressed (deflate's stored blocks, RFC 1951), row by row: RGBA, noise.
 * @param bits of a sample, 8 or 16
 * @returns the size of the file in bytes
 */
export async function writeStoredPng(path: string, width: number, height: number, bits: 8 | 16): Promise<number> {
  const file = createWriteStream(path);
  let bytes = 0;
  const write = async (part: Buffer) => {
    bytes += part.length;
    if (!file.write(part)) await once(file, 'drain');
  };
  const chunk = async (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(data, crc32(type)));
    await write(Buffer.concat([head, data, tail]));
  };

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([bits, 6, 0, 0, 0], 8);
  await write(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  await chunk('IHDR', header);

  const row = Buffer.alloc(1 + (width * 4 * bits) / 8);
  let a = 1;
  let b = 0;
  for (let y = 0; y < height; y++) {
    for (let i = 1; i < row.length; i++) row[i] = (i * 31 + y * 17) & 0xff;
    for (const byte of row) {
      a = (a + byte) % ADLER;
      b = (b + a) % ADLER;
    }
    const blocks: Buffer[] = y === 0 ? [Buffer.from([0x78, 0x01])] : [];
    for (let at = 0; at < row.length; at += BLOCK_BYTES) {
      const part = row.subarray(at, at + BLOCK_BYTES);
      const last = y === height - 1 && at + BLOCK_BYTES >= row.length;
      const head = Buffer.alloc(5);
      head.writeUInt8(last ? 1 : 0);
      head.writeUInt16LE(part.length, 1);
      head.writeUInt16LE(~part.length & 0xffff, 3);
      blocks.push(head, Buffer.from(part));
    }
    await chunk('IDAT', Buffer.concat(blocks));
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(((b << 16) | a) >>> 0);
  await chunk('IDAT', sum);
  await chunk('IEND', Buffer.alloc(0));
  file.end();
  await once(file, 'close');
  return bytes;
}
