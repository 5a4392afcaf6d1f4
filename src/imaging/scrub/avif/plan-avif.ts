import { CorruptImageError } from '../../errors.ts';
import type { ByteReader } from '../../file-bytes.ts';
import { MAX_EXIF_BYTES, readExif } from '../../metadata/exif.ts';
import { type ImageFacts, mirrored, type Orientation, rotated } from '../../metadata/image-facts.ts';
import { type IsoBox, MAX_TABLE_BYTES, readBoxHeader } from '../../metadata/iso-boxes.ts';
import { noteXmp, type Removed } from '../../metadata/removed.ts';
import { createPlan, type ScrubOptions, type ScrubPlan } from '../plan.ts';
import { decodedItemPixels } from './decoded-items.ts';
import { covers, gapsBetween, joinRanges, overlaps, type Range } from './ranges.ts';
import { type ItemLocation, type Meta, type MetaItem, readMeta } from './read-meta.ts';
import { rewriteMeta } from './rewrite-meta.ts';
import { rewriteTracks, type Tracks } from './rewrite-tracks.ts';

const MAX_TOP_BOXES = 10_000;
const STRUCTURE = new Set(['ftyp', 'meta', 'moov', 'mdat']);

/**
 * Plans the scrub of an AVIF (or other HEIF) file, still image or sequence (ISO/IEC 14496-12, 23008-12, AVIF 1.1). No byte
 * moves: a `free` box fills up a table that gets shorter, so all offsets stay valid. It keeps the primary item, its tiles
 * and alpha planes, image and alpha tracks, and the properties that decide how the image is shown (the orientation is one
 * of them; that of EXIF does not count). It removes all other items, boxes and tracks, also gain maps, and fills every
 * byte of `mdat` and `idat` that no kept item refers to with zeros.
 * @throws CorruptImageError, also if metadata and image share bytes, so that the metadata cannot be removed
 */
export function planAvif(reader: ByteReader, { keepMetadata }: ScrubOptions): ScrubPlan {
  const plan = createPlan(reader);
  const { removed } = plan;
  const boxes = readTopBoxes(reader, removed);
  const metaBox = boxes.find(({ type }) => type === 'meta');
  const movieBox = boxes.find(({ type }) => type === 'moov');
  const media = joinRanges(boxes.filter(({ type }) => type === 'mdat').map(({ data, end }) => ({ offset: data, end })));

  const tracks =
    movieBox && rewriteTracks(readTable(reader, movieBox), movieBox.data - movieBox.offset, movieBox.offset, removed);
  const items = metaBox && scrubItems(reader, metaBox, keepMetadata, removed);
  const needed = joinRanges([...(items?.needed ?? []), ...(tracks?.samples ?? [])]);
  for (const range of needed) {
    if (!covers(media, range)) {
      throw new CorruptImageError(range.offset, 'picture data outside the media box');
    }
  }
  for (const range of items?.metadata ?? []) {
    if (overlaps(needed, range)) throw new CorruptImageError(range.offset, 'metadata shares bytes with the picture');
  }

  for (const box of boxes) {
    if (box === metaBox && items) plan.replace(box.offset, box.end - box.offset, items.box);
    else if (box === movieBox && tracks) plan.replace(box.offset, box.end - box.offset, tracks.box);
    else if (box.type === 'ftyp')
      plan.replace(box.offset, box.end - box.offset, withoutGainMapBrand(readTable(reader, box)));
    else if (box.type === 'mdat') {
      plan.copy(box.offset, box.data - box.offset);
      let at = box.data;
      for (const gap of gapsBetween({ offset: box.data, end: box.end }, needed)) {
        plan.copy(at, gap.offset - at);
        if (plan.zero(gap.offset, gap.end - gap.offset) && !items?.dropped) removed.add('other');
        at = gap.end;
      }
      plan.copy(at, box.end - at);
    } else {
      plan.copy(box.offset, 4);
      plan.replace(box.offset + 4, 4, Buffer.from('free'));
      plan.copy(box.offset + 8, box.data - box.offset - 8);
      if (plan.zero(box.data, box.end - box.data) || !/^(free|skip)$/.test(box.type)) removed.add('other');
    }
  }
  return plan.finish(factsOf(items?.facts, tracks));
}

/** The boxes of the file up to the last one with a meaning. Boxes after it, and bytes that form no box, are removed. */
function readTopBoxes(reader: ByteReader, removed: Set<Removed>): IsoBox[] {
  const boxes: IsoBox[] = [];
  let at = 0;
  while (at < reader.size) {
    const box = readBoxHeader(reader.bytes(at, Math.min(16, reader.size - at)), at, reader.size);
    const isFirst = boxes.length === 0;
    if (!box) {
      const type = reader.size - at >= 8 ? reader.text(at + 4, 4) : '';
      if (isFirst || STRUCTURE.has(type)) throw new CorruptImageError(at, 'box longer than the file');
      removed.add('trailing_data');
      break;
    }
    if (isFirst !== (box.type === 'ftyp')) throw new CorruptImageError(at, 'ftyp box missing or repeated');
    if (box.type === 'moof') throw new CorruptImageError(at, 'image sequence in fragments');
    if (boxes.length >= MAX_TOP_BOXES) throw new CorruptImageError(at, 'too many boxes');
    if ((box.type === 'meta' || box.type === 'moov') && boxes.some(({ type }) => type === box.type)) {
      throw new CorruptImageError(at, `second ${box.type} box`);
    }
    boxes.push(box);
    at = box.end;
  }
  const last = boxes.findLastIndex(({ type }) => STRUCTURE.has(type));
  if (boxes.splice(last + 1).length > 0) removed.add('trailing_data');
  return boxes;
}

interface Items {
  box: Buffer;
  facts: ImageFacts | undefined;
  /** Ranges of the file that the image needs. */
  needed: Range[];
  /** Ranges of the file with metadata. */
  metadata: Range[];
  /** An item was removed, so bytes of it are filled with zeros. */
  dropped: boolean;
}

function scrubItems(reader: ByteReader, box: IsoBox, keepMetadata: boolean, removed: Set<Removed>): Items {
  const meta = readMeta(readTable(reader, box), box.data - box.offset, box.offset);
  const needed = neededItems(meta, keepMetadata);
  const idat = meta.children.find(({ type }) => type === 'idat');
  const inFile: Range[] = [];
  const inIdat: Range[] = [];
  const metadata: Range[] = [];
  const dropped: ItemLocation[] = [];
  for (const location of meta.locations) {
    if (needed.has(location.id)) {
      checkLocation(location, idat, box.offset);
      for (const extent of location.extents) (location.method === 1 ? inIdat : inFile).push(extent);
    } else {
      dropped.push(location);
      const type = meta.items.get(location.id)?.type;
      if (location.method === 0 && (type === 'Exif' || type === 'mime')) metadata.push(...location.extents);
    }
  }
  noteItems(reader, meta, needed, dropped, removed);
  const facts = meta.primary !== undefined && needed.has(meta.primary) ? readItemFacts(meta, needed) : undefined;
  return {
    box: rewriteMeta(meta, needed, joinRanges(inIdat), removed),
    facts,
    needed: inFile,
    metadata,
    dropped: [...meta.items.keys()].some((id) => !needed.has(id)),
  };
}

function checkLocation({ method, external, extents }: ItemLocation, idat: IsoBox | undefined, at: number): void {
  if (external || method > 1)
    throw new CorruptImageError(at, 'picture data by a reference that browsers do not follow');
  for (const { offset, end } of extents) {
    if (end <= offset) throw new CorruptImageError(offset, 'picture data without a length');
    if (method === 1 && (!idat || end > idat.end - idat.data)) {
      throw new CorruptImageError(at, 'picture data outside the item data box');
    }
  }
}

function noteItems(
  reader: ByteReader,
  meta: Meta,
  needed: ReadonlySet<number>,
  dropped: ItemLocation[],
  removed: Set<Removed>,
): void {
  const thumbnails = new Set(meta.references.filter(({ type }) => type === 'thmb').map(({ from }) => from));
  const locations = new Map(dropped.map((location) => [location.id, location]));
  for (const item of meta.items.values()) {
    if (needed.has(item.id)) continue;
    const [extent] = locations.get(item.id)?.extents ?? [];
    const inFile = locations.get(item.id)?.method === 0 && extent !== undefined && extent.end <= reader.size;
    if (isExif(item)) {
      const block = inFile
        ? reader.bytes(extent.offset, Math.min(extent.end - extent.offset, MAX_EXIF_BYTES))
        : Buffer.alloc(0);
      // The first four bytes are the distance from their end to the TIFF structure.
      const start = block.length >= 4 ? 4 + block.readUInt32BE(0) : 0;
      for (const kind of readExif(block.subarray(Math.min(start, block.length))).kinds) removed.add(kind);
    } else if (isXmp(item)) {
      removed.add('xmp');
      if (inFile) noteXmp(reader, extent.offset, extent.end - extent.offset, removed);
    } else if (item.type === 'mime' || item.type === 'uri ') removed.add('other');
    else removed.add(thumbnails.has(item.id) ? 'thumbnail' : 'secondary_images');
  }
}

/** Replaces the brand `tmap` by the major brand: readers refuse a file with that brand and without such an item. */
function withoutGainMapBrand(ftyp: Buffer): Buffer {
  for (let at = 16; at + 4 <= ftyp.length; at += 4) {
    if (ftyp.toString('latin1', at, at + 4) === 'tmap') ftyp.copy(ftyp, at, 8, 12);
  }
  return ftyp;
}

function readTable(reader: ByteReader, { type, offset, end }: IsoBox): Buffer {
  if (end - offset > MAX_TABLE_BYTES)
    throw new CorruptImageError(offset, `${type} box of more than ${MAX_TABLE_BYTES} bytes`);
  return reader.bytes(offset, end - offset);
}

function factsOf(still: ImageFacts | undefined, tracks: Tracks | undefined): ImageFacts {
  const frames = Math.max(1, tracks?.frames ?? 0);
  if (still) return { ...still, frames, hasAlpha: still.hasAlpha || !!tracks?.hasAlpha };
  if (!tracks?.width || !tracks.height) throw new CorruptImageError(0, 'no picture');
  const { width, height, hasAlpha } = tracks;
  return { width, height, frames, orientation: 1, progressive: true, hasAlpha };
}

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
  const itemPixels = decodedItemPixels(meta);
  return { ...size, frames: 1, orientation, progressive: true, hasAlpha, itemPixels };
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
