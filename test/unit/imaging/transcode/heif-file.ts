// One HEVC tile of 64 x 64 pixels, made for these tests: red and green above blue and white; encoded by x265 3.5 (quality
// 40), as parameter sets (`hvcC`) and one slice. This module builds the file around it.
const HVCC = Buffer.from(
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA==',
  'base64',
);
const SLICE = Buffer.from('AAAANCgBr1j5DpJf//Od3/+VHpD7EWYkt34A/mWn/pmktv/7KO2PvnaH/eWzD//gERg96QH+qP8=', 'base64');

export const TILE_SIDE = 64;

export function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export function u16(value: number): number[] {
  return [value >> 8, value & 255];
}

export function u32(value: number): number[] {
  return [...u16(Math.floor(value / 65_536)), ...u16(value % 65_536)];
}

export const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));
export const irot = (quartersAnticlockwise: number) => box('irot', [quartersAnticlockwise]);
export const imir = (axis: number) => box('imir', [axis]);
export const clap = (width: number, height: number) =>
  box('clap', u32(width), u32(1), u32(height), u32(1), u32(0), u32(1), u32(0), u32(1));
export const nclx = (primaries: number, transfer: number) =>
  box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(1), [128]);
export const prof = (icc: Buffer) => box('colr', Buffer.from('prof'), icc);

function zeros(count: number): number[] {
  return Array<number>(count).fill(0);
}

interface HeifOptions {
  /** Properties of the primary item after `ispe` and `hvcC`. */
  properties?: Buffer[];
  /** Columns of a grid that repeats the tile; 1 for an image without a grid. */
  columns?: number;
  /** Rows of the grid. */
  rows?: number;
  /** A wrong size in `ispe`. */
  announced?: [number, number];
  /** The primary item is an overlay that draws the tile so many times. */
  overlays?: number;
  /** Adds an alpha plane with the same tile. */
  alpha?: boolean;
}

/** A HEIF file with the tile. Item 1 is the primary one; tiles and alpha follow. */
export function heifFile({
  properties = [],
  columns = 1,
  rows = 1,
  announced,
  overlays = 0,
  alpha = false,
}: HeifOptions = {}): Buffer {
  const isGrid = columns > 1;
  const [width, height] = announced ?? [TILE_SIDE * columns, TILE_SIDE * rows];
  const grid = Buffer.from([0, 0, rows - 1, columns - 1, ...u16(width), ...u16(height)]);
  const overlay = Buffer.from([
    0,
    0,
    ...Array<number>(8).fill(0),
    ...u16(width),
    ...u16(height),
    ...zeros(4 * overlays),
  ]);
  const tiles = overlays > 0 ? [2] : isGrid ? Array.from({ length: columns * rows }, (_, i) => i + 2) : [];
  const tileProperties = [ispe(TILE_SIDE, TILE_SIDE), box('hvcC', HVCC)];
  const alphaId = tiles.length + 2;
  const items: { id: number; type: string; data: Buffer; properties: Buffer[]; hidden: boolean }[] = [
    {
      id: 1,
      type: overlays > 0 ? 'iovl' : isGrid ? 'grid' : 'hvc1',
      data: overlays > 0 ? overlay : isGrid ? grid : SLICE,
      properties: [ispe(width, height), ...(isGrid || overlays > 0 ? [] : [box('hvcC', HVCC)]), ...properties],
      hidden: false,
    },
    ...tiles.map((id) => ({
      id,
      type: 'hvc1',
      data: SLICE,
      properties: tileProperties,
      hidden: true,
    })),
  ];
  if (alpha) {
    const kind = box('auxC', u32(0), Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'));
    items.push({
      id: alphaId,
      type: 'hvc1',
      data: SLICE,
      properties: [...tileProperties, kind],
      hidden: true,
    });
  }
  const all = [...new Set(items.flatMap((item) => item.properties))];
  const associations = items.map((item) => [
    ...u16(item.id),
    item.properties.length,
    ...item.properties.map((property) => all.indexOf(property) + 1),
  ]);
  const references = [
    ...(isGrid ? [box('dimg', u16(1), u16(tiles.length), ...tiles.map(u16))] : []),
    ...(overlays > 0 ? [box('dimg', u16(1), u16(overlays), ...Array<number[]>(overlays).fill(u16(2)))] : []),
    ...(alpha ? [box('auxl', u16(alphaId), u16(1), u16(1))] : []),
  ];
  const ftyp = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const meta = (dataStart: number) => {
    let at = dataStart;
    const locations = items.map(({ id, data }) => {
      const entry = [...u16(id), ...u16(0), ...u16(1), ...u32(at), ...u32(data.length)];
      at += data.length;
      return entry;
    });
    return box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), Buffer.from('pict'), u32(0), u32(0), u32(0), [0]),
      box('pitm', u32(0), u16(1)),
      box(
        'iinf',
        u32(0),
        u16(items.length),
        ...items.map(({ id, type, hidden }) =>
          box('infe', u32(0x02000000 + (hidden ? 1 : 0)), u16(id), u16(0), Buffer.from(type), [0]),
        ),
      ),
      ...(references.length > 0 ? [box('iref', u32(0), ...references)] : []),
      box('iprp', box('ipco', ...all), box('ipma', u32(0), u32(items.length), ...associations)),
      box('iloc', u32(0), [0x44, 0], u16(items.length), ...locations),
    );
  };
  const start = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(start), box('mdat', ...items.map((item) => item.data))]);
}
