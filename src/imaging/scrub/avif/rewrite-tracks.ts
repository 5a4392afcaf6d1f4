import { CorruptImageError } from '../../errors.ts';
import { childBoxes, fieldReader, freeBox, type IsoBox } from '../../metadata/iso-boxes.ts';
import type { Removed } from '../../metadata/removed.ts';
import type { Range } from './ranges.ts';
import { clearHandlerName } from './rewrite-meta.ts';

// The boxes that an image sequence needs, by parent. Every other box becomes `free`.
const NEEDED: Record<string, Set<string>> = {
  moov: new Set(['mvhd', 'trak']),
  trak: new Set(['tkhd', 'edts', 'tref', 'mdia']),
  edts: new Set(['elst']),
  mdia: new Set(['mdhd', 'hdlr', 'minf']),
  minf: new Set(['vmhd', 'dinf', 'stbl']),
  stbl: new Set(['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stco', 'co64', 'stss', 'sbgp', 'sgpd']),
  sample: new Set('av1C hvcC avcC colr pasp clap pixi ccst auxi clli mdcv amve btrt fiel'.split(' ')),
};
const PARENTS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);
const SAMPLE_ENTRY_BYTES = 78;
const COMPRESSOR_NAME = { offset: 42, length: 32 };
const MAX_SAMPLES = 100_000;

/** The tracks of an image sequence (ISO/IEC 23008-12, clause 7). */
export interface Tracks {
  /** The `moov` box, of the same length as before, without times, names and user data. */
  box: Buffer;
  frames: number;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Ranges of the file with the samples of the kept tracks. */
  samples: Range[];
}

/** Rewrites a whole `moov` box in place. @param base its offset in the file @throws CorruptImageError */
export function rewriteTracks(buffer: Buffer, data: number, base: number, removed: Set<Removed>): Tracks {
  const tracks: Tracks = { box: buffer, frames: 0, width: 0, height: 0, hasAlpha: false, samples: [] };
  rewriteChildren({ type: 'moov', offset: 0, data, end: buffer.length });
  return tracks;

  function rewriteChildren(parent: IsoBox): void {
    for (const box of childBoxes(buffer, parent.data, parent.end, base)) {
      if (box.type === 'mvex') throw new CorruptImageError(base + box.offset, 'image sequence in fragments');
      const unneeded = !NEEDED[parent.type]?.has(box.type);
      if (unneeded || (box.type === 'trak' && !takeTrack(box))) {
        if (freeBox(buffer, box)) removed.add('other');
      } else if (PARENTS.has(box.type)) rewriteChildren(box);
      else if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd') clearTimes(box);
      else if (box.type === 'hdlr') clearHandlerName(buffer, box, removed);
      else if (box.type === 'stsd') rewriteSampleEntries(box);
    }
  }

  // Sound, text and timed metadata are not part of an image: only image and alpha tracks stay.
  function takeTrack(track: IsoBox): boolean {
    const media = find(track, 'mdia');
    const handler = media && find(media, 'hdlr');
    const kind = handler ? buffer.toString('latin1', handler.data + 8, handler.data + 12) : '';
    if (!media || (kind !== 'pict' && kind !== 'auxv')) return false;
    const information = find(media, 'minf');
    const table = information && find(information, 'stbl');
    if (!table) throw new CorruptImageError(base + track.offset, 'track without samples');
    const { count, ranges } = readSamples(buffer, childBoxes(buffer, table.data, table.end, base), base);
    for (const range of ranges) tracks.samples.push(range);
    if (kind === 'auxv') tracks.hasAlpha = true;
    else {
      tracks.frames = Math.max(tracks.frames, count);
      readSides(table);
    }
    return true;
  }

  function find(parent: IsoBox, type: string): IsoBox | undefined {
    return childBoxes(buffer, parent.data, parent.end, base).find((box) => box.type === type);
  }

  function readSides(table: IsoBox): void {
    const description = find(table, 'stsd');
    const entry = description && description.data + 8;
    // Before width and height: box header, 6 reserved bytes, a reference, 16 reserved bytes.
    if (entry === undefined || entry + 36 > description!.end) {
      throw new CorruptImageError(base + table.offset, 'track without sample description');
    }
    tracks.width = Math.max(tracks.width, buffer.readUInt16BE(entry + 32));
    tracks.height = Math.max(tracks.height, buffer.readUInt16BE(entry + 34));
  }

  function clearTimes(box: IsoBox): void {
    const end = box.data + 4 + (buffer[box.data] === 1 ? 16 : 8);
    if (end > box.end) throw new CorruptImageError(base + box.offset, 'header box too short');
    const times = buffer.subarray(box.data + 4, end);
    if (times.some((byte) => byte !== 0)) removed.add('timestamps');
    times.fill(0);
  }

  function rewriteSampleEntries(description: IsoBox): void {
    for (const entry of childBoxes(buffer, description.data + 8, description.end, base)) {
      if (entry.end - entry.data < SAMPLE_ENTRY_BYTES)
        throw new CorruptImageError(base + entry.offset, 'sample entry too short');
      const name = buffer.subarray(
        entry.data + COMPRESSOR_NAME.offset,
        entry.data + COMPRESSOR_NAME.offset + COMPRESSOR_NAME.length,
      );
      if (name.some((byte) => byte !== 0)) removed.add('software');
      name.fill(0);
      rewriteChildren({ ...entry, type: 'sample', data: entry.data + SAMPLE_ENTRY_BYTES });
    }
  }
}

/**
 * Count and file ranges of the samples of a track, from its sample table (ISO/IEC 14496-12, 8.7): sizes, samples per
 * chunk, chunk offsets.
 */
function readSamples(buffer: Buffer, table: IsoBox[], base: number): { count: number; ranges: Range[] } {
  const sizes = readSizes();
  const chunks = readChunks();
  const runs = readRuns();
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  for (const [index, offset] of chunks.entries()) {
    while (run + 1 < runs.length && (runs[run + 1] as { first: number }).first <= index + 1) run += 1;
    const perChunk = runs[run]?.perChunk ?? 0;
    if (sample + perChunk > sizes.length) throw new CorruptImageError(base, 'chunks hold more samples than there are');
    let end = offset;
    for (let left = perChunk; left > 0; left--) end += sizes[sample++] as number;
    ranges.push({ offset, end });
  }
  if (sample !== sizes.length) throw new CorruptImageError(base, 'samples outside all chunks');
  return { count: sizes.length, ranges };

  function open(...types: string[]) {
    const box = table.find(({ type }) => types.includes(type));
    if (!box) throw new CorruptImageError(base, `sample table without ${types[0]}`);
    const fields = fieldReader(buffer, box.data, box.end, base);
    fields.skip(4);
    return { type: box.type, fields };
  }

  function limited(count: number): number {
    if (count > MAX_SAMPLES) throw new CorruptImageError(base, 'too many samples');
    return count;
  }

  function readSizes(): number[] {
    const { fields } = open('stsz');
    const same = fields.number(4);
    const length = limited(fields.number(4));
    return Array.from({ length }, () => same || fields.number(4));
  }

  function readChunks(): number[] {
    const { type, fields } = open('stco', 'co64');
    const length = limited(fields.number(4));
    return Array.from({ length }, () => fields.number(type === 'co64' ? 8 : 4));
  }

  function readRuns(): { first: number; perChunk: number }[] {
    const { fields } = open('stsc');
    const length = limited(fields.number(4));
    return Array.from({ length }, () => {
      const entry = { first: fields.number(4), perChunk: fields.number(4) };
      fields.skip(4);
      return entry;
    });
  }
}
