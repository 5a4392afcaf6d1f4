import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** The end of a PNG's IHDR chunk, which is the first. */
const HEADER_BYTES = 25;
const TABLE_STEPS = 64;
const MARK_STEPS = 8;
/** Values of a quantization table are 1 to 255. */
const DIGITS = 200;

/** A file in which a few bytes make a different picture of the same appearance and cost. */
export interface Distinct {
  before: Buffer;
  after: Buffer;
  /** The bytes between them, always of the same length. @param number from 0, unique for each picture */
  mark(number: number): Buffer;
}

/**
 * Where a picture may differ: in a JPEG's quantization of the highest frequencies (ITU-T T.81 B.2.4.1), in a PNG's gAMA
 * chunk. Repeated uploads would otherwise be deduplicated.
 */
export function distinct(file: Buffer): Distinct {
  if (file[0] === 0xff) {
    const table = file.indexOf(Buffer.from([0xff, 0xdb])) + 5;
    const end = table + TABLE_STEPS;
    return { before: file.subarray(0, end - MARK_STEPS), after: file.subarray(end), mark: steps };
  }
  const end = SIGNATURE_BYTES + HEADER_BYTES;
  return { before: file.subarray(0, end), after: file.subarray(end), mark: gamma };
}

/** Numbers of one run of a load program; runs do not overlap. */
export function firstNumber(): number {
  return Math.floor(Date.now() / 1_000) * 100_000;
}

function steps(number: number): Buffer {
  const bytes = Buffer.alloc(MARK_STEPS);
  let rest = number;
  for (let i = 0; i < MARK_STEPS; i++) {
    bytes[i] = 1 + (rest % DIGITS);
    rest = Math.floor(rest / DIGITS);
  }
  return bytes;
}

function gamma(number: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(4, 0);
  bytes.write('gAMA', 4, 'latin1');
  bytes.writeUInt32BE((number + 1) % 2 ** 31, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 12)), 12);
  return bytes;
}
