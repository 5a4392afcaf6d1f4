import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** An image with an edge, so that a rotation or a shift is visible. */
export function picture(width = 48, height = 32, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let index = 0; index < data.length; index++) data[index] = (index * 7 + (index >> 5) * 13) & 0xff;
  return sharp(data, { raw: { width, height, channels } });
}

/** EXIF with one tag of each kind: camera, owner, time, software, position. */
export function exifTags(secret: string) {
  return {
    IFD0: {
      Make: `${secret} make`,
      Model: 'M1',
      Software: 'Editor',
      Artist: 'A. Person',
      DateTime: '2020:01:02 03:04:05',
    },
    IFD2: {
      DateTimeOriginal: '2020:01:02 03:04:05',
      BodySerialNumber: `${secret}-sn`,
      UserComment: `ASCII\0\0\0${secret}`,
    },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
  };
}

export function xmpPacket(secret: string): string {
  return (
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    `xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,30N" exif:UserComment="${secret}"/>` +
    '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  );
}

/** A TIFF block with one directory. Entries: tag, type, count, 4-byte value. */
export function tiff(entries: [tag: number, type: number, count: number, value: number][], bigEndian = false): Buffer {
  const block = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  const u16 = (value: number, at: number) =>
    bigEndian ? block.writeUInt16BE(value, at) : block.writeUInt16LE(value, at);
  const u32 = (value: number, at: number) =>
    bigEndian ? block.writeUInt32BE(value, at) : block.writeUInt32LE(value, at);
  block.write(bigEndian ? 'MM' : 'II', 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    if (type === 3 && count === 1) u16(value, at + 8);
    else u32(value, at + 8);
  }
  return block;
}

export const orientation = (value: number, bigEndian = false): Buffer => tiff([[0x0112, 3, 1, value]], bigEndian);

export function jpegSegment(marker: number, ...data: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The JPEG with more segments after its start marker. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** The chunks of a PNG, with length and CRC. */
export function pngChunks(png: Buffer): { type: string; whole: Buffer; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      whole: png.subarray(at, at + 12 + length),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of these chunks. */
export function makePng(...chunks: Buffer[]): Buffer {
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** The PNG with more chunks after IHDR, or before IEND. */
export function withChunks(png: Buffer, place: 'before' | 'after', ...chunks: Buffer[]): Buffer {
  const at = place === 'before' ? 33 : png.length - 12;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

/** An animation of still PNGs of equal size (W3C PNG, third edition). */
export function makeApng(frames: Buffer[], sequence: (index: number) => number = (index) => index): Buffer {
  const [first] = frames.map(pngChunks);
  const header = first?.[0]?.data as Buffer;
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length, 0);
  let number = 0;
  const parts = [pngChunk('IHDR', header), pngChunk('acTL', animation)];
  for (const [index, frame] of frames.entries()) {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence(number++), 0);
    header.copy(control, 4, 0, 8);
    control.writeUInt16BE(1, 20);
    control.writeUInt16BE(10, 22);
    parts.push(pngChunk('fcTL', control));
    for (const { type, whole, data } of pngChunks(frame)) {
      if (type !== 'IDAT') continue;
      if (index === 0) parts.push(whole);
      else {
        const head = Buffer.alloc(4);
        head.writeUInt32BE(sequence(number++), 0);
        parts.push(pngChunk('fdAT', Buffer.concat([head, data])));
      }
    }
  }
  return makePng(...parts, pngChunk('IEND'));
}
