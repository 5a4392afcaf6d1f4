import { CorruptImageError } from '../../errors.ts';
import { type ImageFacts, mirrored, type Orientation, rotated } from '../../metadata/image-facts.ts';
import type { Meta, MetaItem } from './read-meta.ts';

const ALPHA = new Set([
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha',
  'urn:mpeg:hevc:2015:auxid:1',
  'urn:mpeg:avc:2015:auxid:1',
]);

/**
 * The items that the image consists of: the primary item, the items it is derived from (tiles, overlays), and the alpha
 * planes of all these, but no thumbnails, gain maps, depth maps, bursts and metadata. With `keepMetadata` also the EXIF
 * and XMP items.
 */
export function neededItems(meta: Meta, keepMetadata: boolean): Set<number> {
  const inputs = new Map<number, number[]>();
  const alphas = new Map<number, number[]>();
  for (const { type, from, to } of meta.references) {
    if (type === 'dimg') append(inputs, from, to);
    else if (type === 'auxl' && isAlpha(meta, from)) for (const master of to) append(alphas, master, [from]);
  }
  const needed = new Set<number>();
  const waiting = meta.primary === undefined ? [] : [meta.primary];
  while (waiting.length > 0) {
    const id = waiting.pop() as number;
    if (needed.has(id) || !meta.items.has(id)) continue;
    needed.add(id);
    for (const next of inputs.get(id) ?? []) waiting.push(next);
    for (const next of alphas.get(id) ?? []) waiting.push(next);
  }
  if (keepMetadata) for (const item of meta.items.values()) if (isExif(item) || isXmp(item)) needed.add(item.id);
  return needed;
}

/** Facts of the primary item from its properties (ISO/IEC 23008-12, 6.5). @throws CorruptImageError if it has no size */
export function readItemFacts(meta: Meta, needed: ReadonlySet<number>): ImageFacts {
  const { buffer, base, primary } = meta;
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation = 1;
  for (const index of meta.associations.get(primary ?? -1) ?? []) {
    const box = meta.properties[index];
    if (!box) continue;
    if (box.type === 'ispe' && box.end - box.data >= 12) {
      size = { width: buffer.readUInt32BE(box.data + 4), height: buffer.readUInt32BE(box.data + 8) };
    } else if (box.type === 'irot' && box.end > box.data) {
      orientation = rotated(orientation, -(buffer.readUInt8(box.data) & 3));
    } else if (box.type === 'imir' && box.end > box.data) {
      orientation = mirrored(orientation, (buffer.readUInt8(box.data) & 1) === 0 ? 'top-bottom' : 'left-right');
    }
  }
  if (!size || size.width === 0 || size.height === 0) throw new CorruptImageError(base, 'picture without area');
  const hasAlpha = meta.references.some(({ type, from }) => type === 'auxl' && needed.has(from) && isAlpha(meta, from));
  return { ...size, frames: 1, orientation, progressive: true, hasAlpha };
}

export function isExif({ type }: MetaItem): boolean {
  return type === 'Exif';
}

export function isXmp({ type, contentType }: MetaItem): boolean {
  return type === 'mime' && contentType === 'application/rdf+xml';
}

function isAlpha(meta: Meta, id: number): boolean {
  return (meta.associations.get(id) ?? []).some((index) => {
    const box = meta.properties[index];
    if (box?.type !== 'auxC') return false;
    return ALPHA.has(meta.buffer.toString('latin1', box.data + 4, box.end).split('\0', 1)[0] ?? '');
  });
}

function append(map: Map<number, number[]>, key: number, values: number[]): void {
  const list = map.get(key);
  if (list) for (const value of values) list.push(value);
  else map.set(key, [...values]);
}
