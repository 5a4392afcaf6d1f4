import { rmSync, writeFileSync } from 'node:fs';
import { type ByteReader, withReader } from './file-bytes.ts';
import { sharp } from './libvips.ts';
import type { ImageFacts } from './metadata/image-facts.ts';
import { createChunkBudget, walkWebpChunks } from './scrub/plan-webp.ts';

/** libjpeg decodes a JPEG at an eighth of its size without most of the arithmetic. */
const JPEG_SHRINK = 8;
const EOI_MARKER = 'd9';

/**
 * Whether the decoder skips bytes in the scans of a progressive JPEG, or warns of anything else. Zeros and 0xFF before the
 * end marker are padding, as cameras write it. Of a baseline JPEG, libvips reads nothing behind the last row.
 * One decode at an eighth of the size.
 * @param facts of the scrubbed file at `path`
 */
export async function hidesInJpeg(path: string, { width, progressive }: ImageFacts): Promise<boolean> {
  if (!progressive) return false;
  const warning = await decodeError(path, 'warning', Math.ceil(width / JPEG_SHRINK));
  if (warning === undefined) return false;
  const skipped = /^VipsJpeg: Corrupt JPEG data: (\d+) extraneous bytes before marker 0x(..)\s*$/.exec(warning);
  return !(skipped?.[2] === EOI_MARKER && withReader(path, (reader) => endsWithPadding(reader, Number(skipped[1]))));
}

function endsWithPadding(reader: ByteReader, count: number): boolean {
  for (let at = reader.size - 2 - count; at < reader.size - 2; at++) {
    const byte = reader.u8(at);
    if (byte !== 0 && byte !== 0xff) return false;
  }
  return true;
}

/** Of a bitstream without hidden data, libwebp misses even the last four bytes. */
const CUT_BYTES = 16;
const VP8_TAG_BYTES = 10;
const CHUNK_START = 20;

/**
 * Whether a still WebP decodes without the last bytes of its VP8 or VP8L chunk, or of the first partition of VP8, so that
 * what stands there is no part of the picture. At most two decodes. It does not find bytes behind alpha data, at the end
 * of another partition of VP8, and in animations.
 * @param path of the scrubbed file
 * @param probePath where it writes and removes a file for the decoder
 */
export async function hidesInWebp(path: string, probePath: string, { frames, width }: ImageFacts): Promise<boolean> {
  if (frames > 1) return false;
  const chunk = withReader(path, readBitstream);
  if (chunk === undefined) return false;
  const probes = [chunk.data.subarray(0, -CUT_BYTES)];
  if (chunk.type === 'VP8 ') probes.push(cutFirstPartition(chunk.data));
  try {
    for (const data of probes) {
      if (data.length <= VP8_TAG_BYTES) continue;
      writeFileSync(probePath, simpleWebp(chunk.type, data), { mode: 0o600 });
      if ((await decodeError(probePath, 'error', width)) === undefined) return true;
    }
    return false;
  } finally {
    rmSync(probePath, { force: true });
  }
}

function readBitstream(reader: ByteReader): { type: string; data: Buffer } | undefined {
  for (const { type, data } of walkWebpChunks(reader, 12, reader.size, createChunkBudget())) {
    if (type === 'VP8 ' || type === 'VP8L') return { type, data: reader.bytes(data.offset, data.length) };
  }
  return undefined;
}

/** Cuts the end of the first partition, whose length is in bits 5 to 23 of the frame tag (RFC 6386, 9.1). */
function cutFirstPartition(data: Buffer): Buffer {
  const tag = data.readUIntLE(0, 3);
  const length = tag >>> 5;
  const end = VP8_TAG_BYTES + length;
  if (length <= CUT_BYTES || end > data.length) return Buffer.alloc(0);
  const cut = Buffer.concat([data.subarray(0, end - CUT_BYTES), data.subarray(end)]);
  cut.writeUIntLE((tag & 0x1f) | ((length - CUT_BYTES) << 5), 0, 3);
  return cut;
}

function simpleWebp(type: string, data: Buffer): Buffer {
  const file = Buffer.alloc(CHUNK_START + data.length + (data.length & 1));
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write(`WEBP${type}`, 8, 'latin1');
  file.writeUInt32LE(data.length, 16);
  data.copy(file, CHUNK_START);
  return file;
}

async function decodeError(path: string, failOn: 'warning' | 'error', width: number): Promise<string | undefined> {
  try {
    await sharp(path, { failOn, limitInputPixels: false, sequentialRead: true }).resize({ width }).raw().toBuffer();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
