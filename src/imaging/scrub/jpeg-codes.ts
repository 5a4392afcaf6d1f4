import type { ByteReader } from '../file-bytes.ts';

/** Bits that one look into a table decodes. Longer codes are rare. */
const FAST_BITS = 9;
const MAX_CODE_BITS = 16;

export interface Range {
  offset: number;
  length: number;
}

/** A component in the order of the scan: its blocks in an MCU, and the offsets of its DC and AC tables in the file. */
export interface ScanComponent {
  blocks: number;
  dc: number;
  ac: number;
}

/** The only scan of a sequential JPEG with Huffman codes. */
export interface SequentialScan {
  /** The entropy-coded data, up to the next marker that is no RST. */
  data: Range;
  components: ScanComponent[];
  mcus: number;
  /** MCUs between two RST markers; 0 for none. */
  restartInterval: number;
}

/**
 * Finds the bytes of a scan that decoders skip: those behind the last MCU, and behind the last MCU before an RST marker
 * (ITU-T T.81, annex F). It reads the lengths of the codes and computes no coefficient. Bytes of 0x00 and 0xFF are padding,
 * as cameras write it, and stay. Linear time, constant memory.
 * @returns no range after the place where the codes are broken or end early
 */
export function findSkippedInScan(reader: ByteReader, scan: SequentialScan): Range[] {
  const tables = new Map<number, HuffmanTable>();
  for (const at of scan.components.flatMap(({ dc, ac }) => [dc, ac])) {
    if (!tables.has(at)) tables.set(at, readTable(reader, at));
  }
  const blocks = scan.components.flatMap(({ blocks: count, dc, ac }) =>
    Array.from({ length: count }, () => ({ dc: tables.get(dc) as HuffmanTable, ac: tables.get(ac) as HuffmanTable })),
  );
  if (blocks.length === 0) return [];
  const end = scan.data.offset + scan.data.length;
  const interval = scan.restartInterval || scan.mcus;
  const skipped: Range[] = [];
  let at = scan.data.offset;

  for (let left = scan.mcus; left > 0; left -= interval) {
    const used = endOfMcus(reader, { offset: at, length: end - at }, blocks, Math.min(left, interval));
    if (used === undefined) return skipped;
    const marker = left > interval ? findRestart(reader, used, end) : end;
    if (hasContent(reader, used, marker)) skipped.push({ offset: used, length: marker - used });
    at = marker + 2;
  }
  return skipped;
}

interface HuffmanTable {
  /** For the next FAST_BITS bits: length of the code and its symbol, `length << 8 | symbol`; 0 for a longer code. */
  fast: Uint16Array;
  /** By length: the first code that is too large for it, aligned to 16 bits, and what leads from a code to its symbol. */
  limits: Int32Array;
  deltas: Int32Array;
  symbols: Buffer;
}

/** @param offset of the 16 counts of a table (B.2.4.2), whose segment lies within the file */
function readTable(reader: ByteReader, offset: number): HuffmanTable {
  const counts = reader.bytes(offset, MAX_CODE_BITS);
  const symbols = reader.bytes(
    offset + MAX_CODE_BITS,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const fast = new Uint16Array(2 ** FAST_BITS);
  const limits = new Int32Array(MAX_CODE_BITS + 1);
  const deltas = new Int32Array(MAX_CODE_BITS + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    deltas[length] = index - code;
    for (let n = counts[length - 1] as number; n > 0; n--) {
      if (length <= FAST_BITS) {
        const from = code << (FAST_BITS - length);
        fast.fill((length << 8) | (symbols[index] as number), from, from + 2 ** (FAST_BITS - length));
      }
      code += 1;
      index += 1;
    }
    limits[length] = code << (MAX_CODE_BITS - length);
    code <<= 1;
  }
  return { fast, limits, deltas, symbols };
}

/** The offset after the last byte that these MCUs use; undefined if the data ends before or a code is unknown. */
function endOfMcus(
  reader: ByteReader,
  data: Range,
  blocks: { dc: HuffmanTable; ac: HuffmanTable }[],
  mcus: number,
): number | undefined {
  const end = data.offset + data.length;
  let at = data.offset;
  let buffer = 0;
  let count = 0;
  let padding = 0;
  // Offsets of the last four bytes.
  const starts = [0, 0, 0, 0];
  let bytes = 0;

  function fill(): void {
    while (count <= MAX_CODE_BITS) {
      let byte = 0;
      const start = at;
      if (at < end) byte = reader.u8(at);
      if (at < end && byte === 0xff) {
        let next = at + 1;
        while (next < end && reader.u8(next) === 0xff) next += 1;
        // A marker ends the data: zeros follow, which no MCU may use.
        if (next < end && reader.u8(next) === 0) at = next + 1;
        else byte = 0;
      } else if (at < end) at += 1;
      if (at === start) padding += 8;
      else starts[bytes++ & 3] = start;
      buffer = (buffer << 8) | byte;
      count += 8;
    }
  }

  function skip(length: number): void {
    count -= length;
    buffer &= (1 << count) - 1;
  }

  /** The next symbol, or -1. */
  function symbol({ fast, limits, deltas, symbols }: HuffmanTable): number {
    fill();
    const found = fast[buffer >>> (count - FAST_BITS)] as number;
    if (found !== 0) {
      skip(found >> 8);
      return found & 0xff;
    }
    const next = buffer >>> (count - MAX_CODE_BITS);
    for (let length = FAST_BITS + 1; length <= MAX_CODE_BITS; length++) {
      if (next >= (limits[length] as number)) continue;
      skip(length);
      return symbols[(next >>> (MAX_CODE_BITS - length)) + (deltas[length] as number)] ?? -1;
    }
    return -1;
  }

  function skipBlock(dc: HuffmanTable, ac: HuffmanTable): boolean {
    const bits = symbol(dc);
    if (bits < 0 || bits > MAX_CODE_BITS) return false;
    fill();
    skip(bits);
    for (let k = 1; k < 64; k++) {
      const runAndBits = symbol(ac);
      if (runAndBits < 0) return false;
      const size = runAndBits & 15;
      if (size === 0 && runAndBits !== 0xf0) return true;
      k += runAndBits >> 4;
      fill();
      skip(size);
    }
    return true;
  }

  for (let done = 0; done < mcus; done++) {
    for (const { dc, ac } of blocks) if (!skipBlock(dc, ac)) return undefined;
    if (count < padding) return undefined;
  }
  const unread = (count - padding) >> 3;
  return unread === 0 ? at : (starts[(bytes - unread) & 3] as number);
}

/** The offset of the next RST marker, or `end`. */
function findRestart(reader: ByteReader, from: number, end: number): number {
  for (let at = from; at + 1 < end; at++) {
    if (reader.u8(at) !== 0xff) continue;
    const next = reader.u8(at + 1);
    if (next >= 0xd0 && next <= 0xd7) return at;
  }
  return end;
}

function hasContent(reader: ByteReader, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = reader.u8(at);
    if (byte !== 0 && byte !== 0xff) return true;
  }
  return false;
}
