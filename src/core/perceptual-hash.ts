const BANDS = 8;
const BITS_OF_A_BAND = 8;

/** Hashes that differ in fewer bits than there are bands share at least one band. */
export const MAX_DISTANCE = BANDS - 1;

/** The number of bits, of 64, in which two perceptual hashes differ. */
export function hammingDistance(one: string, other: string): number {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; differing !== 0n; differing &= differing - 1n) count++;
  return count;
}

/** The eight bytes of a hash as numbers for an index. Each number includes the position of its byte. */
export function bandsOf(hash: string): number[] {
  return [...Buffer.from(hash, 'hex')].map((byte, i) => i * 2 ** BITS_OF_A_BAND + byte);
}
