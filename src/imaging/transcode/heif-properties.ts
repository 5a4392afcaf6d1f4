import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { type Box, boxesBetween, childrenOf } from './heif-boxes.ts';

/** The primary item of a HEIF file (ISO/IEC 23008-12) as its `meta` box describes it. */
export interface PrimaryItem {
  /** Its properties in the order in which they apply. */
  properties: Box[];
  /** True when another item says that it is the alpha plane of this one. */
  hasAlpha: boolean;
}

const MAX_ASSOCIATIONS = 100_000;
const ALPHA_KINDS = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

/** @throws CorruptImageError when there is no primary item (an image sequence or video has none) */
export function findPrimaryItem(reader: ByteReader): PrimaryItem {
  const meta = childrenOf(reader, boxesBetween(reader, 0, reader.size), 'meta', 4);
  const pitm = meta.find((box) => box.type === 'pitm');
  if (pitm === undefined) throw new CorruptImageError(0, 'no primary item');
  const primary = reader.u8(pitm.start) === 0 ? reader.u16be(pitm.start + 4) : reader.u32be(pitm.start + 4);
  const iprp = childrenOf(reader, meta, 'iprp', 0);
  const all = childrenOf(reader, iprp, 'ipco', 0);
  const associations = iprp.filter((box) => box.type === 'ipma').map((box) => readAssociations(reader, box));

  function propertiesOf(item: number): Box[] {
    const indices = associations.flatMap((table) => table.get(item) ?? []);
    // Index 0 stands for no property (14496-12, 8.11.14).
    return indices.flatMap((index) => all[index - 1] ?? []);
  }

  const hasAlpha = auxiliariesOf(reader, meta, primary).some((item) =>
    propertiesOf(item).some((box) => box.type === 'auxC' && ALPHA_KINDS.includes(auxiliaryKind(reader, box))),
  );
  return { properties: propertiesOf(primary), hasAlpha };
}

/** Reads an `ipma` box: item to property indices. */
function readAssociations(reader: ByteReader, box: Box): Map<number, number[]> {
  const version = reader.u8(box.start);
  const wide = (reader.u8(box.start + 3) & 1) === 1;
  const items = reader.u32be(box.start + 4);
  const found = new Map<number, number[]>();
  let at = box.start + 8;
  let read = 0;
  for (let i = 0; i < items && at < box.end; i++) {
    const item = version === 0 ? reader.u16be(at) : reader.u32be(at);
    at += version === 0 ? 2 : 4;
    const count = reader.u8(at++);
    read += 1 + count;
    if (read > MAX_ASSOCIATIONS) throw new CorruptImageError(at, 'too many property associations');
    // The top bit says that the property is essential.
    const indices = Array.from({ length: count }, (_, n) =>
      wide ? reader.u16be(at + 2 * n) & 0x7fff : reader.u8(at + n) & 0x7f,
    );
    at += count * (wide ? 2 : 1);
    found.set(item, [...(found.get(item) ?? []), ...indices].slice(0, MAX_PROPERTIES));
  }
  return found;
}
const MAX_PROPERTIES = 256;

/** Items that refer to `target` as auxiliaries (`iref` of type `auxl`). */
function auxiliariesOf(reader: ByteReader, meta: Box[], target: number): number[] {
  const iref = meta.find((box) => box.type === 'iref');
  if (iref === undefined) return [];
  const bytes = reader.u8(iref.start) === 0 ? 2 : 4;
  const id = (at: number) => (bytes === 2 ? reader.u16be(at) : reader.u32be(at));
  return boxesBetween(reader, iref.start + 4, iref.end)
    .filter((box) => box.type === 'auxl' && box.end - box.start >= 2 * bytes + 2)
    .filter((box) => id(box.start + bytes + 2) === target)
    .map((box) => id(box.start));
}

function auxiliaryKind(reader: ByteReader, box: Box): string {
  const text = reader.text(box.start + 4, Math.min(box.end - box.start - 4, 128));
  return text.split('\0', 1)[0] as string;
}
