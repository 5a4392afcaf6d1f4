import type { ByteReader } from '../file-bytes.ts';
import type { Removed } from '../metadata/removed.ts';

const MAX_XMP_BYTES = 256 * 1024;

/** Notes an XMP packet as removed; a position inside is named too, because it is what people ask about. */
export function noteXmp(reader: ByteReader, offset: number, length: number, removed: Set<Removed>): void {
  removed.add('xmp');
  const packet = reader.bytes(offset, Math.min(length, MAX_XMP_BYTES));
  if (packet.includes('GPSLatitude') || packet.includes('GPSLongitude')) removed.add('gps');
}
