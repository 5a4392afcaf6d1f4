import { readFileSync } from 'node:fs';
import { CorruptImageError } from '../errors.ts';
import { type ByteReader, withReader } from '../file-bytes.ts';
import { mirrored, type Orientation, rotated } from '../metadata/image-facts.ts';
import { boxesInFile, type IsoBox, MAX_TABLE_BYTES } from '../metadata/iso-boxes.ts';
import { decodedItemPixels } from '../scrub/avif/decoded-items.ts';
import { type Meta, readMeta } from '../scrub/avif/read-meta.ts';
import type { ForeignFacts, Pixels } from './foreign-image.ts';
import { type HeifPicture, openHeif } from './libheif.ts';

/** H.273 transfer characteristics of HDR: SMPTE ST 2084 (PQ) and ARIB STD-B67 (HLG). */
const PQ = 16;
const HLG = 18;
/** H.273 transfer characteristics of sRGB. */
const SRGB = 13;
/** Luminance of diffuse white in an HDR image (ITU-R BT.2408), and of the brightest HLG signal. */
const WHITE_NITS = 203;
const HLG_PEAK_NITS = 1_000;
const HLG_SYSTEM_GAMMA = 1.2;
/** Luminance up to the knee stays linear; above it, the curve bends towards white. */
const KNEE = 0.75;

/** Decodes the primary item of a HEIF file, upright. @throws Error for an image that does not decode */
export function decodeHeif(path: string): Pixels {
  const picture = openHeif(readFileSync(path));
  const { icc, cicp } = picture;
  const isHdr = icc === undefined && (cicp?.transfer === PQ || cicp?.transfer === HLG);
  const pixels = isHdr ? decodeHdr(picture, cicp?.transfer === PQ ? pqNits : hlgNits) : decodePlain(picture);
  if (picture.isPremultiplied && pixels.channels === 4) unpremultiply(pixels.data);
  const profile = icc ?? (cicp === undefined ? undefined : profileOfCicp(cicp.primaries, isHdr ? SRGB : cicp.transfer));
  return { ...pixels, bits: 8, icc: profile, keepExact: false };
}

type Samples = Pick<Pixels, 'data' | 'width' | 'height' | 'channels'>;

function decodePlain(picture: HeifPicture): Samples {
  return { ...picture.decode(picture.hasAlpha ? 'rgba8' : 'rgb8'), channels: picture.hasAlpha ? 4 : 3 };
}

/** Maps HDR samples to sRGB. Drops alpha: HDR images are photographs. */
function decodeHdr(picture: HeifPicture, toNits: (signal: number) => number): Samples {
  const { data, width, height } = picture.decode('rgb16');
  const table = toneTable(toNits, picture.bits);
  const last = table.length - 1;
  // In place: the write position never passes the read position.
  for (let i = 0; i < width * height * 3; i++) {
    const value = (data[2 * i] as number) | ((data[2 * i + 1] as number) << 8);
    data[i] = table[Math.min(value, last)] as number;
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 };
}

function unpremultiply(data: Uint8Array): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    if (alpha === 0 || alpha === 255) continue;
    for (let c = i; c < i + 3; c++) data[c] = Math.min(255, Math.round(((data[c] as number) * 255) / alpha));
  }
}

/**
 * Tone mapping of each channel by itself: from a signal of `bits` bits to an 8-bit sample with the curve of sRGB. The
 * curve is simple, so highlights lose contrast.
 */
function toneTable(toNits: (signal: number) => number, bits: number): Uint8Array {
  const steps = 2 ** bits;
  return Uint8Array.from({ length: steps }, (_, i) => {
    const light = toNits(i / (steps - 1)) / WHITE_NITS;
    return Math.round(255 * encodeSrgb(bend(light)));
  });
}

function bend(light: number): number {
  return light <= KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp(-(light - KNEE) / (1 - KNEE)));
}

function pqNits(signal: number): number {
  const power = signal ** (32 / 2523);
  return 10_000 * (Math.max(power - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610);
}

function hlgNits(signal: number): number {
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return HLG_PEAK_NITS * scene ** HLG_SYSTEM_GAMMA;
}

function encodeSrgb(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

type Colorants = [red: number[], green: number[], blue: number[]];

/**
 * XYZ of red, green and blue, adapted from D65 to D50 with ADAPTATION, by H.273 colour primaries: BT.2020 and Display P3.
 * The numbers are constants because their computation takes 60 lines of matrix algebra; they are not a set of ICC files
 * because the 11 combinations with a transfer curve would be 11 binary files, each resolved by URL, in the bundle too.
 */
const COLORANTS: Record<number, Colorants> = {
  9: [
    [0.67348, 0.27904, -0.00194],
    [0.16566, 0.67534, 0.02998],
    [0.12505, 0.04561, 0.79684],
  ],
  12: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
};
const SRGB_COLORANTS: Colorants = [
  [0.43604, 0.22249, 0.01392],
  [0.38512, 0.7169, 0.09706],
  [0.14305, 0.06061, 0.71391],
];
/** The Bradford matrix from D65 to D50, row by row. */
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];
const D50 = [0.9642, 1, 0.8249];
/** Gammas by H.273 transfer characteristics. All others except HDR are shown with the curve of sRGB. */
const GAMMAS: Record<number, number> = { 4: 2.2, 5: 2.8, 8: 1 };
/** The curve of sRGB as parameters g, a, b, c, d of ICC's parametric type 3. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/**
 * Makes an ICC profile (ICC.1:2022, version 4.4 matrix/TRC) from H.273 code points, for files that have only those.
 * @returns undefined for code points that are shown as sRGB
 */
export function profileOfCicp(primaries: number, transfer: number): Buffer | undefined {
  const colorants = COLORANTS[primaries];
  const gamma = GAMMAS[transfer];
  if (colorants === undefined && gamma === undefined) return undefined;
  const curve = gamma === undefined ? parametric(3, SRGB_CURVE) : parametric(0, [gamma]);
  const [red, green, blue] = colorants ?? SRGB_COLORANTS;
  return assemble([
    ['desc', localized('RGB')],
    ['cprt', localized('CC0')],
    ['wtpt', xyz(D50)],
    ['chad', Buffer.concat([Buffer.from('sf32\0\0\0\0'), fixed(ADAPTATION)])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

function assemble(tags: [string, Buffer][]): Buffer {
  const header = Buffer.alloc(128);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let offset = header.length + table.length;
  for (const [i, [name, data]] of tags.entries()) {
    table.write(name, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * i);
    table.writeUInt32BE(data.length, 12 + 12 * i);
    offset += data.length;
  }
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // 2000-01-01: a date is required, and a constant one keeps duplicates equal.
  header.writeUInt16BE(2000, 24);
  header.writeUInt32BE(0x00010001, 26);
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

/** Numbers as s15Fixed16. */
function fixed(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * i);
  return bytes;
}

function xyz(values: number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)]);
}

function parametric(kind: number, values: number[]): Buffer {
  return Buffer.concat([Buffer.from('para\0\0\0\0'), Buffer.from([0, kind, 0, 0]), fixed(values)]);
}

/** A multiLocalizedUnicodeType with one English text. */
function localized(text: string): Buffer {
  const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1');
  head.writeUInt32BE(2 * text.length, 20);
  const body = Buffer.from(text, 'utf16le').swap16();
  return Buffer.concat([head, body, Buffer.alloc(-body.length & 3)]);
}

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
    return { ...shown, frames: 1, hasAlpha, progressive: true, itemPixels: itemPixelsOf(reader) };
  });
}

/** As in AVIF. A file that only the reader of AVIF refuses is left to libheif. */
function itemPixelsOf(reader: ByteReader): number {
  const box = boxesInFile(reader, 0, reader.size).find(({ type }) => type === 'meta');
  if (box === undefined) return 0;
  if (box.end - box.offset > MAX_TABLE_BYTES) throw new CorruptImageError(box.offset, 'meta box too large');
  let meta: Meta;
  try {
    meta = readMeta(reader.bytes(box.offset, box.end - box.offset), box.data - box.offset, box.offset);
  } catch (error) {
    if (error instanceof CorruptImageError) return 0;
    throw error;
  }
  return decodedItemPixels(meta);
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
