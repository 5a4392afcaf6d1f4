import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { withReader } from '../with-reader.ts';
import type { ForeignFacts } from './foreign-image.ts';
import type { Box } from './heif-boxes.ts';
import { findPrimaryItem } from './heif-properties.ts';
import { mirrored, turned } from './orientation.ts';

/** Reads the boxes that describe the primary item of a HEIF file (ISO/IEC 23008-12). @throws CorruptImageError */
export function inspectHeif(path: string): ForeignFacts {
  return withReader(path, (reader) => {
    const { properties, hasAlpha } = findPrimaryItem(reader);
    const ispe = properties.find((box) => box.type === 'ispe');
    if (ispe === undefined) throw new CorruptImageError(0, 'the primary item has no sides');
    let shown = { width: reader.u32be(ispe.start + 4), height: reader.u32be(ispe.start + 8), orientation: 1 };
    for (const property of properties) shown = transform(reader, shown, property);
    if (shown.width < 1 || shown.height < 1) throw new CorruptImageError(ispe.start, 'no pixels');
    return { ...shown, frames: 1, hasAlpha, progressive: true };
  });
}

type Shown = { width: number; height: number; orientation: number };

/** What a transformative property does to sides and orientation; the order of the properties counts. */
function transform(reader: ByteReader, shown: Shown, { type, start }: Box): Shown {
  if (type === 'clap') {
    // Clean aperture (14496-12, 12.1.4): width and height as fractions, around a centre.
    return {
      ...shown,
      width: fraction(reader, start, shown.width),
      height: fraction(reader, start + 8, shown.height),
    };
  }
  if (type === 'irot') {
    const quarters = reader.u8(start) & 3;
    const orientation = turned(shown.orientation, -quarters);
    return quarters % 2 === 0 ? { ...shown, orientation } : { width: shown.height, height: shown.width, orientation };
  }
  if (type === 'imir') {
    const axis = (reader.u8(start) & 1) === 0 ? 'top-bottom' : 'left-right';
    return { ...shown, orientation: mirrored(shown.orientation, axis) };
  }
  return shown;
}

function fraction(reader: ByteReader, at: number, most: number): number {
  const value = Math.round(reader.u32be(at) / reader.u32be(at + 4));
  return value >= 1 && value <= most ? value : most;
}
