/** What a scrub can take out of a file, in the words of the public API (`metadata_removed`), with one line of meaning each. */
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

/** One kind of data that was taken out. */
export type Removed = keyof typeof REMOVED_MEANINGS;

/** The kinds found, each once, in the order of the table, so that equal files give equal answers. */
export function sortRemoved(found: Iterable<Removed>): Removed[] {
  const set = new Set(found);
  return (Object.keys(REMOVED_MEANINGS) as Removed[]).filter((kind) => set.has(kind));
}
