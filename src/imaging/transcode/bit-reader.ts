import { CorruptImageError } from '../errors.ts';

/** Reads little-endian bit fields as JPEG XL headers have them (ISO/IEC 18181-1, 9.2). */
export interface BitReader {
  /** An unsigned number of up to 32 bits. */
  u(bits: number): number;
  bool(): boolean;
  /** One of four alternatives chosen by two bits: a constant, or [bits, offset]. */
  u32(...choices: [Choice, Choice, Choice, Choice]): number;
  /** A number of the standard's `Enum` coding. */
  enumeration(): number;
  skip(bits: number): void;
}

type Choice = number | [bits: number, offset: number];

/** @throws CorruptImageError from every reading past the end of `bytes` */
export function createBitReader(bytes: Uint8Array): BitReader {
  let position = 0;

  function u(bits: number): number {
    if (position + bits > bytes.length * 8) throw new CorruptImageError(bytes.length, 'header ends early');
    let value = 0;
    for (let i = 0; i < bits; i++, position++) {
      value += (((bytes[position >> 3] as number) >> (position & 7)) & 1) * 2 ** i;
    }
    return value;
  }

  function u32(...choices: [Choice, Choice, Choice, Choice]): number {
    const choice = choices[u(2)] as Choice;
    return typeof choice === 'number' ? choice : u(choice[0]) + choice[1];
  }

  return {
    u,
    bool: () => u(1) === 1,
    u32,
    enumeration: () => u32(0, 1, [4, 2], [6, 18]),
    skip: (bits) => {
      position += bits;
    },
  };
}
