import { CorruptImageError } from '../../errors.ts';
import { fieldReader, type IsoBox } from '../../metadata/iso-boxes.ts';
import type { Range } from './ranges.ts';

const MAX_SAMPLES = 100_000;

/**
 * How many samples a track has and where in the file they are, from its sample table (ISO/IEC 14496-12, 8.7): sizes,
 * samples per chunk, chunk offsets. Throws CorruptImageError.
 */
export function readSamples(buffer: Buffer, table: IsoBox[], base: number): { count: number; ranges: Range[] } {
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
