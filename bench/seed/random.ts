/** A seeded random generator (mulberry32): two libraries of one size have the same names and dates. */
export function createDraw(seed: number) {
  let state = seed >>> 0;
  /** From 0 (included) to 1 (excluded). */
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
    /** One of the items; with `bias` above 1 the first ones are more frequent. */
    of: <T>(items: readonly T[], bias = 1): T => items[Math.floor(next() ** bias * items.length)] as T,
  };
}

export type Draw = ReturnType<typeof createDraw>;
