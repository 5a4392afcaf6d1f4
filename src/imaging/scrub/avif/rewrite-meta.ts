import { CorruptImageError } from '../../errors.ts';
import { limitIcc, looksLikeIcc } from '../../metadata/icc.ts';
import { childBoxes, freeBox, type IsoBox } from '../../metadata/iso-boxes.ts';
import type { Removed } from '../../metadata/removed.ts';
import { gapsBetween, type Range } from './ranges.ts';
import { itemCountBytes, type Meta, readAssociations } from './read-meta.ts';

// Properties that decide how the image is decoded and shown. All others are descriptive and are removed.
const RENDERING_PROPERTIES = new Set(
  (
    'ispe pixi colr pasp clap irot imir rloc iscl av1C hvcC avcC vvcC evcC jpgC j2kH uncC cmpd cmpC icef cpat snuc ' +
    'auxC a1op a1lx lsel tols reve ndwt clli mdcv amve cclv lhvC oinf tois'
  ).split(' '),
);

const STANDARD_DINF_BYTES = 36;
// Names that encoders give to colour and alpha planes.
const PLAIN_NAME = /^(Color|Alpha|Image|primary|)$/;

/**
 * The `meta` box without the items that are not needed. A `free` box keeps its length, so that all offsets into the file
 * stay valid.
 * @param idatNeeded the needed ranges of the `idat` payload
 */
export function rewriteMeta(
  meta: Meta,
  needed: ReadonlySet<number>,
  idatNeeded: readonly Range[],
  removed: Set<Removed>,
): Buffer {
  const { buffer, base, children } = meta;
  const head = buffer.subarray(0, children[0]?.offset ?? buffer.length);
  const parts: Buffer[] = [];
  let handler: number | undefined;
  for (const box of children) {
    const whole = copyBox(buffer, box);
    const local = { ...box, offset: 0, data: box.data - box.offset, end: whole.length };
    if (box.type === 'hdlr') {
      handler = parts.length;
      clearHandlerName(whole, local, removed);
      parts.push(whole);
    } else if (box.type === 'pitm' || (box.type === 'dinf' && whole.length === STANDARD_DINF_BYTES)) parts.push(whole);
    else if (box.type === 'iinf') parts.push(rewriteItems(meta, box, needed, removed));
    else if (box.type === 'iloc') parts.push(rewriteLocations(meta, box, needed));
    else if (box.type === 'iref') parts.push(...rewriteReferences(meta, box, needed));
    else if (box.type === 'iprp') parts.push(rewriteProperties(meta, box, needed, removed));
    else if (box.type === 'idat') {
      for (const gap of gapsBetween({ offset: 0, end: whole.length - local.data }, idatNeeded)) {
        const unused = whole.subarray(local.data + gap.offset, local.data + gap.end);
        // The bytes of a removed item are reported with it, so `other` is only for the rest.
        if (needed.size === meta.items.size && unused.some((byte) => byte !== 0)) removed.add('other');
        unused.fill(0);
      }
      parts.push(whole);
    } else if (box.type === 'grpl') removed.add('secondary_images');
    else if (freeBox(whole, local)) removed.add('other');
  }
  if (handler === undefined) throw new CorruptImageError(base, 'meta box without handler');
  const missing = buffer.length - head.length - parts.reduce((sum, part) => sum + part.length, 0);
  // Too few bytes for a `free` box. Zeros at the end of the handler box are part of its empty name.
  if (missing > 0 && missing < 8) parts[handler] = lengthen(parts[handler] as Buffer, missing);
  if (missing >= 8) parts.push(makeBox('free', Buffer.alloc(missing - 8)));
  return Buffer.concat([head, ...parts]);
}

/** Fills the name of an `hdlr` box, after 24 bytes of fields, with zeros. */
export function clearHandlerName(buffer: Buffer, box: IsoBox, removed: Set<Removed>): void {
  const name = buffer.subarray(Math.min(box.data + 24, box.end), box.end);
  if (name.some((byte) => byte !== 0)) removed.add('software');
  name.fill(0);
}

function rewriteItems(meta: Meta, box: IsoBox, needed: ReadonlySet<number>, removed: Set<Removed>): Buffer {
  const { buffer, base } = meta;
  const countBytes = itemCountBytes(buffer.readUInt8(box.data));
  const entries: Buffer[] = [];
  const items = new Map([...meta.items.values()].map((item) => [item.entry.offset, item]));
  for (const entry of childBoxes(buffer, box.data + 4 + countBytes, box.end, base)) {
    const item = items.get(entry.offset);
    if (!item || !needed.has(item.id)) continue;
    const whole = Buffer.from(buffer.subarray(entry.offset, entry.end));
    // Text after the name has no meaning, except for the content type of a `mime` item.
    const end = item.type === 'mime' ? item.name.end : entry.end;
    const plain = PLAIN_NAME.test(buffer.toString('latin1', item.name.offset, item.name.end));
    const text = whole.subarray((plain ? item.name.end : item.name.offset) - entry.offset, end - entry.offset);
    if (text.some((byte) => byte !== 0)) removed.add('text');
    text.fill(0);
    entries.push(whole);
  }
  const head = Buffer.from(buffer.subarray(box.data, box.data + 4 + countBytes));
  head.writeUIntBE(entries.length, 4, countBytes);
  return makeBox('iinf', head, ...entries);
}

function rewriteLocations({ buffer, locations }: Meta, box: IsoBox, needed: ReadonlySet<number>): Buffer {
  const kept = locations.filter(({ id }) => needed.has(id));
  const countBytes = buffer.readUInt8(box.data) < 2 ? 2 : 4;
  const head = Buffer.from(buffer.subarray(box.data, box.data + 6 + countBytes));
  head.writeUIntBE(kept.length, 6, countBytes);
  return makeBox('iloc', head, ...kept.map(({ entry }) => buffer.subarray(entry.offset, entry.end)));
}

function rewriteReferences({ buffer, references }: Meta, box: IsoBox, needed: ReadonlySet<number>): Buffer[] {
  const idBytes = buffer.readUInt8(box.data) === 0 ? 2 : 4;
  const lists: Buffer[] = [];
  for (const { type, from, to } of references) {
    const targets = to.filter((id) => needed.has(id));
    if (!needed.has(from) || targets.length === 0) continue;
    const list = Buffer.alloc(idBytes + 2 + targets.length * idBytes);
    list.writeUIntBE(from, 0, idBytes);
    list.writeUInt16BE(targets.length, idBytes);
    for (const [index, id] of targets.entries()) list.writeUIntBE(id, idBytes + 2 + index * idBytes, idBytes);
    lists.push(makeBox(type, list));
  }
  return lists.length === 0 ? [] : [makeBox('iref', buffer.subarray(box.data, box.data + 4), ...lists)];
}

function rewriteProperties(meta: Meta, box: IsoBox, needed: ReadonlySet<number>, removed: Set<Removed>): Buffer {
  const parts: Buffer[] = [];
  for (const child of childBoxes(meta.buffer, box.data, box.end, meta.base)) {
    if (child.type === 'ipco') parts.push(clearProperties(meta, child, needed, removed));
    else if (child.type === 'ipma') parts.push(rewriteAssociations(meta, child, needed));
  }
  return makeBox('iprp', ...parts);
}

/** Properties are identified by their index, so a removed one becomes `free` and keeps its index. */
function clearProperties(meta: Meta, ipco: IsoBox, needed: ReadonlySet<number>, removed: Set<Removed>): Buffer {
  const { buffer, base } = meta;
  const used = new Set([...needed].flatMap((id) => meta.associations.get(id) ?? []));
  const whole = copyBox(buffer, ipco);
  for (const [index, box] of meta.properties.entries()) {
    const isProfile = box.type === 'colr' && /^(prof|rICC)$/.test(buffer.toString('latin1', box.data, box.data + 4));
    if (isProfile) limitIcc(base + box.offset, box.end - box.data);
    const fake = isProfile && !looksLikeIcc(buffer.subarray(box.data + 4, box.data + 44));
    if (used.has(index) && RENDERING_PROPERTIES.has(box.type) && !fake) continue;
    const shift = ipco.offset;
    const local = { ...box, offset: box.offset - shift, data: box.data - shift, end: box.end - shift };
    // The properties of a removed item are reported with it.
    if (freeBox(whole, local) && !RENDERING_PROPERTIES.has(box.type)) removed.add('other');
  }
  return whole;
}

function rewriteAssociations(meta: Meta, box: IsoBox, needed: ReadonlySet<number>): Buffer {
  const { buffer } = meta;
  const kept = [...readAssociations(meta, box)].filter(({ id }) => needed.has(id));
  const head = Buffer.from(buffer.subarray(box.data, box.data + 8));
  head.writeUInt32BE(kept.length, 4);
  return makeBox('ipma', head, ...kept.map(({ entry }) => buffer.subarray(entry.offset, entry.end)));
}

/** Replaces a size of 0 (`to the end`), because another box may follow the copy. */
function copyBox(buffer: Buffer, box: IsoBox): Buffer {
  const copy = Buffer.from(buffer.subarray(box.offset, box.end));
  if (copy.readUInt32BE(0) === 0) copy.writeUInt32BE(copy.length, 0);
  return copy;
}

function makeBox(type: string, ...parts: Buffer[]): Buffer {
  const box = Buffer.concat([Buffer.alloc(8), ...parts]);
  box.writeUInt32BE(box.length, 0);
  box.write(type, 4, 'latin1');
  return box;
}

function lengthen(box: Buffer, bytes: number): Buffer {
  const longer = Buffer.concat([box, Buffer.alloc(bytes)]);
  longer.writeUInt32BE(longer.length, 0);
  return longer;
}
