/** Bytes from `offset` to `end`, the end excluded. */
export interface Range {
  offset: number;
  end: number;
}

/** The ranges merged into sorted ranges that neither adjoin nor overlap. The other functions take such ranges as `joined`. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges.filter(({ offset, end }) => end > offset).sort((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1);
    if (last && range.offset <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined;
}

/** The parts of `whole` that no range covers. */
export function gapsBetween(whole: Range, joined: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let at = whole.offset;
  for (let index = firstEndingAfter(joined, at); index < joined.length && at < whole.end; index++) {
    const range = joined[index] as Range;
    if (range.offset > at) gaps.push({ offset: at, end: Math.min(range.offset, whole.end) });
    at = Math.max(at, range.end);
  }
  if (at < whole.end) gaps.push({ offset: at, end: whole.end });
  return gaps;
}

/** Whether one range covers all of `inner`. */
export function covers(joined: readonly Range[], inner: Range): boolean {
  const range = joined[firstEndingAfter(joined, inner.offset)];
  return !!range && range.offset <= inner.offset && inner.end <= range.end;
}

/** Whether a range has a byte in common with `other`. */
export function overlaps(joined: readonly Range[], other: Range): boolean {
  const range = joined[firstEndingAfter(joined, other.offset)];
  return other.end > other.offset && !!range && range.offset < other.end;
}

function firstEndingAfter(joined: readonly Range[], offset: number): number {
  let low = 0;
  let high = joined.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((joined[middle] as Range).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
