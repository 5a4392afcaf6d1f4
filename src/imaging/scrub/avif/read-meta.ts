import { CorruptImageError } from '../../errors.ts';
import { childBoxes, fieldReader, type IsoBox } from '../../metadata/iso-boxes.ts';
import type { Range } from './ranges.ts';

/** An item of a `meta` box (ISO/IEC 14496-12, 8.11): an image, a tile, an alpha plane, a metadata block. */
export interface MetaItem {
  id: number;
  type: string;
  /** Content type of a `mime` item. */
  contentType: string;
  /** Its `infe` box. */
  entry: IsoBox;
  /** Range of its name in the buffer. */
  name: Range;
}

/** Where the bytes of an item are. */
export interface ItemLocation {
  id: number;
  /** 0: in the file. 1: in `idat`. */
  method: number;
  external: boolean;
  extents: Range[];
  /** Range of the entry itself in the buffer. */
  entry: Range;
}

export interface ItemReference {
  type: string;
  from: number;
  to: number[];
}

/** The content of a `meta` box. Offsets refer to `buffer`, which holds the whole box. */
export interface Meta {
  buffer: Buffer;
  /** Offset of the buffer in the file. */
  base: number;
  children: IsoBox[];
  primary: number | undefined;
  items: Map<number, MetaItem>;
  locations: ItemLocation[];
  references: ItemReference[];
  properties: IsoBox[];
  /** Indices into `properties`, from 0, by item, in the order in which they apply. */
  associations: Map<number, number[]>;
}

const MAX_ITEMS = 20_000;
const MAX_EXTENTS = 100_000;

/** Reads a `meta` box whose payload starts at `data` in the buffer. @throws CorruptImageError */
export function readMeta(buffer: Buffer, data: number, base: number): Meta {
  const children = childBoxes(buffer, data + 4, buffer.length, base);
  const meta: Meta = {
    buffer,
    base,
    children,
    primary: undefined,
    items: new Map(),
    locations: [],
    references: [],
    properties: [],
    associations: new Map(),
  };
  const seen = new Set<string>();
  for (const box of children) {
    const read = READERS[box.type];
    if (!read) continue;
    if (seen.has(box.type)) throw new CorruptImageError(base + box.offset, `second ${box.type} box`);
    seen.add(box.type);
    read(meta, box);
  }
  return meta;
}

const READERS: Record<string, (meta: Meta, box: IsoBox) => void> = {
  pitm: readPrimary,
  iinf: readItems,
  iloc: readLocations,
  iref: readReferences,
  iprp: readProperties,
};

function fieldsOf({ buffer, base }: Meta, box: IsoBox) {
  const fields = fieldReader(buffer, box.data, box.end, base);
  const version = fields.number(1);
  fields.skip(2);
  return { fields, version, flags: fields.number(1) };
}

function readPrimary(meta: Meta, box: IsoBox): void {
  const { fields, version } = fieldsOf(meta, box);
  meta.primary = fields.number(version === 0 ? 2 : 4);
}

/** Bytes of the item count in an `iinf` payload. */
export function itemCountBytes(version: number): number {
  return version === 0 ? 2 : 4;
}

function readItems(meta: Meta, box: IsoBox): void {
  const { fields, version } = fieldsOf(meta, box);
  fields.skip(itemCountBytes(version));
  for (const entry of childBoxes(meta.buffer, fields.at(), box.end, meta.base)) {
    if (entry.type !== 'infe') continue;
    const { fields: info, version: entryVersion } = fieldsOf(meta, entry);
    const id = info.number(entryVersion > 2 ? 4 : 2);
    info.skip(2);
    const type = entryVersion >= 2 ? info.type() : '';
    const name = { offset: info.at(), end: endOfText(meta.buffer, info.at(), entry.end) };
    const contentEnd = endOfText(meta.buffer, name.end + 1, entry.end);
    const contentType = type === 'mime' ? meta.buffer.toString('latin1', name.end + 1, contentEnd) : '';
    if (meta.items.has(id) || meta.items.size >= MAX_ITEMS) {
      throw new CorruptImageError(meta.base + entry.offset, 'item listed twice or too many items');
    }
    meta.items.set(id, { id, type, contentType, entry, name });
  }
}

function readLocations(meta: Meta, box: IsoBox): void {
  const { fields, version } = fieldsOf(meta, box);
  const sizes = fields.number(2);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    sizes & 15,
  ];
  for (const size of [offsetBytes, lengthBytes, baseBytes, version > 0 ? indexBytes : 0]) {
    if (size !== 0 && size !== 4 && size !== 8)
      throw new CorruptImageError(meta.base + box.offset, 'odd field size in iloc');
  }
  const count = fields.number(version < 2 ? 2 : 4);
  const seen = new Set<number>();
  let extentsLeft = MAX_EXTENTS;
  for (let index = 0; index < count; index++) {
    const start = fields.at();
    const id = fields.number(version < 2 ? 2 : 4);
    const method = version > 0 ? fields.number(2) & 15 : 0;
    const external = fields.number(2) !== 0;
    const from = fields.number(baseBytes);
    const extentCount = fields.number(2);
    extentsLeft -= extentCount;
    if (seen.has(id) || extentsLeft < 0 || seen.size >= MAX_ITEMS) {
      throw new CorruptImageError(meta.base + start, 'item located twice or too many extents');
    }
    seen.add(id);
    const extents: Range[] = [];
    for (let extent = 0; extent < extentCount; extent++) {
      if (version > 0) fields.skip(indexBytes);
      const offset = from + fields.number(offsetBytes);
      extents.push({ offset, end: offset + fields.number(lengthBytes) });
    }
    meta.locations.push({ id, method, external, extents, entry: { offset: start, end: fields.at() } });
  }
}

function readReferences(meta: Meta, box: IsoBox): void {
  const { fields, version } = fieldsOf(meta, box);
  const idBytes = version === 0 ? 2 : 4;
  for (const entry of childBoxes(meta.buffer, fields.at(), box.end, meta.base)) {
    const list = fieldReader(meta.buffer, entry.data, entry.end, meta.base);
    const from = list.number(idBytes);
    const to = Array.from({ length: list.number(2) }, () => list.number(idBytes));
    meta.references.push({ type: entry.type, from, to });
  }
}

function readProperties(meta: Meta, box: IsoBox): void {
  for (const child of childBoxes(meta.buffer, box.data, box.end, meta.base)) {
    if (child.type === 'ipco') meta.properties = childBoxes(meta.buffer, child.data, child.end, meta.base);
    if (child.type !== 'ipma') continue;
    for (const { id, indices } of readAssociations(meta, child)) meta.associations.set(id, indices);
  }
}

/** The entries of an `ipma` box, with their ranges in the buffer. */
export function* readAssociations(meta: Meta, box: IsoBox): Generator<{ id: number; indices: number[]; entry: Range }> {
  const { fields, version, flags } = fieldsOf(meta, box);
  const wide = (flags & 1) === 1;
  const count = fields.number(4);
  for (let index = 0; index < count; index++) {
    const start = fields.at();
    const id = fields.number(version < 1 ? 2 : 4);
    // The top bit marks a property that readers must understand. Indices count from 1.
    const indices = Array.from({ length: fields.number(1) }, () =>
      wide ? (fields.number(2) & 0x7fff) - 1 : (fields.number(1) & 0x7f) - 1,
    );
    yield { id, indices, entry: { offset: start, end: fields.at() } };
  }
}

function endOfText(buffer: Buffer, start: number, end: number): number {
  const zero = buffer.indexOf(0, start);
  return zero < 0 || zero > end ? end : zero;
}
