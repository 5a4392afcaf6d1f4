import { CorruptImageError } from '../errors.ts';
import { type ByteReader, withReader } from '../file-bytes.ts';
import { mirrored, type Orientation, rotated } from '../metadata/image-facts.ts';
import { boxesInFile, type IsoBox } from '../metadata/iso-boxes.ts';
import type { ForeignFacts } from './foreign-image.ts';

const MAX_ASSOCIATIONS = 100_000;
const MAX_PROPERTIES = 256;
const ALPHA_KINDS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

/** Reads the header of a HEIF file (ISO/IEC 23008-12). @throws CorruptImageError */
export function inspectHeif(path: string): ForeignFacts {
  return withReader(path, (reader) => {
    const { properties, hasAlpha } = findPrimaryItem(reader);
    const ispe = properties.find((box) => box.type === 'ispe');
    if (ispe === undefined) throw new CorruptImageError(0, 'the primary item has no size');
    let shown: Shown = { width: reader.u32be(ispe.data + 4), height: reader.u32be(ispe.data + 8), orientation: 1 };
    for (const property of properties) shown = transform(reader, shown, property);
    if (shown.width < 1 || shown.height < 1) throw new CorruptImageError(ispe.data, 'no pixels');
    return { ...shown, frames: 1, hasAlpha, progressive: true };
  });
}

type Shown = { width: number; height: number; orientation: Orientation };

/** Applies a transformative property to size and orientation. */
function transform(reader: ByteReader, shown: Shown, { type, data }: IsoBox): Shown {
  if (type === 'clap') {
    // Clean aperture (14496-12, 12.1.4): width and height as fractions.
    return {
      ...shown,
      width: fraction(reader, data, shown.width),
      height: fraction(reader, data + 8, shown.height),
    };
  }
  if (type === 'irot') {
    const quarters = reader.u8(data) & 3;
    const orientation = rotated(shown.orientation, -quarters);
    return quarters % 2 === 0 ? { ...shown, orientation } : { width: shown.height, height: shown.width, orientation };
  }
  if (type === 'imir') {
    const axis = (reader.u8(data) & 1) === 0 ? 'top-bottom' : 'left-right';
    return { ...shown, orientation: mirrored(shown.orientation, axis) };
  }
  return shown;
}

function fraction(reader: ByteReader, at: number, max: number): number {
  const value = Math.round(reader.u32be(at) / reader.u32be(at + 4));
  return value >= 1 && value <= max ? value : max;
}

/** The primary item of a HEIF file (ISO/IEC 23008-12), from its `meta` box. */
interface PrimaryItem {
  /** In the order in which they apply. */
  properties: IsoBox[];
  /** Another item is the alpha plane of this one. */
  hasAlpha: boolean;
}

/** @throws CorruptImageError if there is no primary item, as in an image sequence or a video */
function findPrimaryItem(reader: ByteReader): PrimaryItem {
  const meta = childrenOf(reader, boxesInFile(reader, 0, reader.size), 'meta', 4);
  const pitm = meta.find((box) => box.type === 'pitm');
  if (pitm === undefined) throw new CorruptImageError(0, 'no primary item');
  const primary = reader.u8(pitm.data) === 0 ? reader.u16be(pitm.data + 4) : reader.u32be(pitm.data + 4);
  const iprp = childrenOf(reader, meta, 'iprp', 0);
  const all = childrenOf(reader, iprp, 'ipco', 0);
  const associations = iprp.filter((box) => box.type === 'ipma').map((box) => readAssociations(reader, box));

  function propertiesOf(item: number): IsoBox[] {
    const indices = associations.flatMap((table) => table.get(item) ?? []);
    // Index 0 means no property (14496-12, 8.11.14).
    return indices.flatMap((index) => all[index - 1] ?? []);
  }

  const hasAlpha = auxiliariesOf(reader, meta, primary).some((item) =>
    propertiesOf(item).some((box) => box.type === 'auxC' && ALPHA_KINDS.includes(auxiliaryKind(reader, box))),
  );
  return { properties: propertiesOf(primary), hasAlpha };
}

/** The children of the first box of a type, or none. @param skip bytes of the payload before them (version and flags) */
function childrenOf(reader: ByteReader, boxes: IsoBox[], type: string, skip: number): IsoBox[] {
  const box = boxes.find((other) => other.type === type);
  return box === undefined ? [] : boxesInFile(reader, box.data + skip, box.end);
}

/** The property indices in an `ipma` box, by item. */
function readAssociations(reader: ByteReader, box: IsoBox): Map<number, number[]> {
  const version = reader.u8(box.data);
  const wide = (reader.u8(box.data + 3) & 1) === 1;
  const items = reader.u32be(box.data + 4);
  const found = new Map<number, number[]>();
  let at = box.data + 8;
  let read = 0;
  for (let i = 0; i < items && at < box.end; i++) {
    const item = version === 0 ? reader.u16be(at) : reader.u32be(at);
    at += version === 0 ? 2 : 4;
    const count = reader.u8(at++);
    read += 1 + count;
    if (read > MAX_ASSOCIATIONS) throw new CorruptImageError(at, 'too many property associations');
    // The top bit marks an essential property.
    const indices = Array.from({ length: count }, (_, n) =>
      wide ? reader.u16be(at + 2 * n) & 0x7fff : reader.u8(at + n) & 0x7f,
    );
    at += count * (wide ? 2 : 1);
    found.set(item, [...(found.get(item) ?? []), ...indices].slice(0, MAX_PROPERTIES));
  }
  return found;
}

/** Items that refer to `target` as auxiliaries (`iref` of type `auxl`). */
function auxiliariesOf(reader: ByteReader, meta: IsoBox[], target: number): number[] {
  const iref = meta.find((box) => box.type === 'iref');
  if (iref === undefined) return [];
  const bytes = reader.u8(iref.data) === 0 ? 2 : 4;
  const id = (at: number) => (bytes === 2 ? reader.u16be(at) : reader.u32be(at));
  return boxesInFile(reader, iref.data + 4, iref.end)
    .filter((box) => box.type === 'auxl' && box.end - box.data >= 2 * bytes + 2)
    .filter((box) => id(box.data + bytes + 2) === target)
    .map((box) => id(box.data));
}

function auxiliaryKind(reader: ByteReader, box: IsoBox): string {
  const text = reader.text(box.data + 4, Math.min(box.end - box.data - 4, 128));
  return text.split('\0', 1)[0] as string;
}
