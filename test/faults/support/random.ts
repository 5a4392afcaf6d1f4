/** Reproducible random numbers (xorshift, 32 bits). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
