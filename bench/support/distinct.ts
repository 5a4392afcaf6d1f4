import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** The end of a PNG's IHDR chunk, which is the first. */
const HEADER_BYTES = 25;
/** Two quantization tables without the first value: 63 values, 6 bytes of the second table's head and value, 63 values. */
const TABLES_BYTES = 132;
/** The three lowest frequencies of brightness and of colour, in these bytes. */
const LOWEST = [0, 1, 2, 69, 70, 71];
/** The eight highest frequencies of brightness. */
const HIGHEST = [55, 56, 57, 58, 59, 60, 61, 62];
/** Values of one low frequency: a greater change would make another picture. */
const SHADES = 8;
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
 * Where a picture may differ: in a JPEG's quantization (ITU-T T.81 B.2.4.1), in a PNG's gAMA chunk. Repeated uploads would
 * otherwise be deduplicated. The lowest frequencies of a JPEG differ too: with equal ones the thumbnails would be equal,
 * and each upload would make garbage, which ordinary pictures do not.
 */
export function distinct(file: Buffer): Distinct {
  if (file[0] === 0xff) {
    const first = file.indexOf(Buffer.from([0xff, 0xdb])) + 6;
    const end = first + TABLES_BYTES;
    const tables = file.subarray(first, end);
    return { before: file.subarray(0, first), after: file.subarray(end), mark: (number) => steps(tables, number) };
  }
  const end = SIGNATURE_BYTES + HEADER_BYTES;
  return { before: file.subarray(0, end), after: file.subarray(end), mark: gamma };
}

/** Numbers of one run of a load program; runs do not overlap. */
export function firstNumber(): number {
  return Math.floor(Date.now() / 1_000) * 100_000;
}

/** The lowest and the highest frequencies are digits of the number. */
function steps(tables: Buffer, number: number): Buffer {
  const bytes = Buffer.from(tables);
  let rest = number;
  for (const at of LOWEST) {
    bytes[at] = Math.min(255, (tables[at] as number) + (rest % SHADES));
    rest = Math.floor(rest / SHADES);
  }
  rest = number;
  for (const at of HIGHEST) {
    bytes[at] = 1 + (rest % DIGITS);
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
