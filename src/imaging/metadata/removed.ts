import type { ByteReader } from '../file-bytes.ts';

/** Kinds of data that a scrub can remove from a file, as named in the public API (`metadata_removed`), with their meanings. */
export const REMOVED_MEANINGS = {
  gps: 'position where the picture was taken',
  camera: 'camera and lens: maker, model, serial numbers, exposure settings',
  timestamps: 'dates and times of taking, editing or writing',
  software: 'programs and computers that wrote the file',
  author: 'names of people: artist, owner, copyright holder',
  maker_notes: 'undocumented data of the camera maker',
  thumbnail: 'embedded preview of the picture, possibly from before it was edited',
  xmp: 'Adobe XMP packet',
  iptc: 'IPTC record or other Photoshop resources',
  comment: 'free comment',
  text: 'titles, descriptions, keywords and other named text',
  secondary_images: 'further pictures beside the shown one: gain maps, depth maps, previews, bursts',
  trailing_data: 'bytes after the end of the picture',
  other: 'anything else that the picture is shown without',
} as const;

export type Removed = keyof typeof REMOVED_MEANINGS;

/** Each kind once, in the order of the table, so that duplicates give equal answers. */
export function sortRemoved(found: Iterable<Removed>): Removed[] {
  const set = new Set(found);
  return (Object.keys(REMOVED_MEANINGS) as Removed[]).filter((kind) => set.has(kind));
}

const MAX_XMP_BYTES = 256 * 1024;

/** Adds an XMP packet to the removed kinds, and its GPS position separately: people want to know about that. */
export function noteXmp(reader: ByteReader, offset: number, length: number, removed: Set<Removed>): void {
  removed.add('xmp');
  const packet = reader.bytes(offset, Math.min(length, MAX_XMP_BYTES));
  if (packet.includes('GPSLatitude') || packet.includes('GPSLongitude')) removed.add('gps');
}
