/** Draws that are the same in every run (mulberry32), so that two libraries of one size have the same names and dates. */
export function createDraw(seed: number) {
  let state = seed >>> 0;
  /** From 0 up to, not including, 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from `min` to `max`, both included. */
    integer: (min: number, max: number): number => min + Math.floor(next() * (max - min + 1)),
    /** One of some, the first of them oftener than the last where `bias` is above 1. */
    of: <T>(items: readonly T[], bias = 1): T => items[Math.floor(next() ** bias * items.length)] as T,
  };
}

export type Draw = ReturnType<typeof createDraw>;
