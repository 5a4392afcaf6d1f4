import { inflateSync } from 'node:zlib';
import type { ByteReader } from '../file-bytes.ts';
import { limitIcc, looksLikeIcc, MAX_ICC_BYTES } from '../metadata/icc.ts';
import { makePngChunk, type PngChunk } from './png-chunks.ts';

// What programs name profiles; anything else is free text, or markup.
const PLAIN_NAME = /^[\w .,()+-]{1,79}$/;

/**
 * The iCCP chunk to write (W3C PNG, 11.3.2.3: name, zero, method 0, zlib stream): the same one where nothing hides in
 * it, else with a neutral name and without the bytes behind its stream. Undefined when there is no profile inside that
 * a decoder would use. Throws CorruptImageError for a profile that is too large, packed or unpacked.
 */
export function cleanProfileChunk(reader: ByteReader, { offset, length, data }: PngChunk): Buffer | undefined {
  limitIcc(data.offset, data.length);
  const whole = reader.bytes(offset, length);
  const content = whole.subarray(8, 8 + data.length);
  const nameEnd = content.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79 || content[nameEnd + 1] !== 0) return undefined;
  const stream = content.subarray(nameEnd + 2);
  const packedBytes = measure(stream, data.offset);
  if (packedBytes === undefined) return undefined;
  if (packedBytes === stream.length && PLAIN_NAME.test(content.toString('latin1', 0, nameEnd))) return whole;
  return makePngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), stream.subarray(0, packedBytes)]));
}

// Bytes of the zlib stream, or undefined when no profile comes out of it.
function measure(stream: Buffer, offset: number): number | undefined {
  try {
    const { buffer, engine } = inflateSync(stream, { maxOutputLength: MAX_ICC_BYTES, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return looksLikeIcc(buffer) ? engine.bytesWritten : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') limitIcc(offset, MAX_ICC_BYTES + 1);
    return undefined;
  }
}
