import { CorruptImageError } from '../../errors.ts';
import type { Meta } from './read-meta.ts';

/** A grid of an overlay of rotated items is three deep. */
const MAX_DEPTH = 8;

/**
 * The pixels that a decoder decodes for the primary item of a HEIF file: of the item itself and, each time that it is
 * referred to, of every item that it is derived from or that is its alpha plane. A derived item takes few bytes and can
 * refer to the same item thousands of times.
 * @throws CorruptImageError for items that are derived from themselves, or through too many others
 */
export function decodedItemPixels(meta: Meta): number {
  const inputs = new Map<number, number[]>();
  for (const { type, from, to } of meta.references) {
    if (type === 'dimg') add(from, to);
    else if (type === 'auxl') for (const master of to) add(master, [from]);
  }
  const known = new Map<number, number>();
  return meta.primary === undefined ? 0 : pixelsOf(meta.primary, 0);

  function add(id: number, more: number[]): void {
    const list = inputs.get(id) ?? [];
    for (const one of more) list.push(one);
    inputs.set(id, list);
  }

  function pixelsOf(id: number, depth: number): number {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (depth > MAX_DEPTH) throw new CorruptImageError(meta.base, 'items derived through too many others');
    let sum = areaOf(meta, id);
    for (const input of inputs.get(id) ?? []) sum += pixelsOf(input, depth + 1);
    known.set(id, sum);
    return sum;
  }
}

/** Width x height of an item, from its `ispe` property (ISO/IEC 23008-12, 6.5.3); 0 without one. */
function areaOf({ associations, properties, buffer }: Meta, id: number): number {
  for (const index of associations.get(id) ?? []) {
    const box = properties[index];
    if (box?.type !== 'ispe' || box.end - box.data < 12) continue;
    return buffer.readUInt32BE(box.data + 4) * buffer.readUInt32BE(box.data + 8);
  }
  return 0;
}
