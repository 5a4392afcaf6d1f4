import type { Random } from './random.ts';

const INTERESTING = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];

/** A copy with up to six mutations: bits flipped, bytes changed, pieces removed, doubled, cut off or appended. */
export function mutate(random: Random, bytes: Buffer, others: readonly Buffer[]): Buffer {
  let result: Buffer = Buffer.from(bytes);
  for (let i = 1 + random.below(6); i > 0 && result.length > 8; i--) result = mutateOnce(random, result, others);
  return result;
}

function mutateOnce(random: Random, bytes: Buffer, others: readonly Buffer[]): Buffer {
  const at = random.below(bytes.length);
  const length = Math.min(1 + random.below(random.below(4) === 0 ? 4_096 : 16), bytes.length - at);
  const piece = bytes.subarray(at, at + length);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at + length);
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([
        before,
        Buffer.from([(piece[0] as number) ^ (1 << random.below(8))]),
        bytes.subarray(at + 1),
      ]);
    case 1:
      return Buffer.concat([before, random.bytes(length), after]);
    case 2:
      return Buffer.concat([before, Buffer.alloc(length, random.pick(INTERESTING)), after]);
    case 3:
      return Buffer.concat([before, after]);
    case 4:
      return Buffer.concat([before, piece, piece, after]);
    case 5:
      return Buffer.from(before.subarray(0, Math.max(8, at)));
    case 6: {
      const other = random.pick(others);
      return Buffer.concat([before, other.subarray(random.below(other.length))]);
    }
    default:
      return Buffer.concat([bytes, random.bytes(random.below(2_000)), Buffer.from('<script>alert(1)</script>')]);
  }
}
