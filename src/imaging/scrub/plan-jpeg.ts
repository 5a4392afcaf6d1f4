import { CorruptImageError } from '../errors.ts';
import type { ByteReader } from '../file-bytes.ts';
import { isMinimalExif, MAX_EXIF_BYTES, orientationTiff, readExif } from '../metadata/exif.ts';
import { limitIcc, looksLikeIcc } from '../metadata/icc.ts';
import type { ImageFacts, Orientation } from '../metadata/image-facts.ts';
import { noteXmp } from '../metadata/removed.ts';
import { findSkippedInScan, type Range, type SequentialScan } from './jpeg-codes.ts';
import { createPlan, type PlanBuilder, type ScrubOptions, type ScrubPlan } from './plan.ts';

const XMP_TAG = 'http://ns.adobe.com/xap/1.0/\0';
const XMP_EXTENSION_TAG = 'http://ns.adobe.com/xmp/extension/\0';
const GAIN_MAP_TAG = 'urn:iso:std:iso:ts:21496:-1\0';
const LONGEST_TAG_BYTES = 40;
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;
const ICC_TAG = 'ICC_PROFILE\0';
const ICC_HEADER_BYTES = ICC_TAG.length + 2;

/** What is known from the application segments read so far. */
interface Header {
  keepProfile: boolean;
  keepMetadata: boolean;
  scanned: boolean;
  jfif: boolean;
  orientation: Orientation | undefined;
}

/**
 * Plans the scrub of a JPEG file (ITU-T T.81, JFIF 1.02, Adobe TN 5116, ICC.1 annex B.4). It keeps tables, frame and
 * scans unchanged, and these application segments: JFIF without its thumbnail, the 12 bytes of Adobe, which select the
 * colour transform, the ICC profile, and an EXIF segment with nothing but an orientation other than 1.
 * As in Chromium and libvips, application segments count only before the first scan, and only the first EXIF segment.
 * @throws CorruptImageError, also for a file without an end marker
 */
export function planJpeg(reader: ByteReader, { keepMetadata }: ScrubOptions): ScrubPlan {
  const plan = createPlan(reader);
  const header: Header = {
    keepProfile: hasUsableProfile(reader),
    keepMetadata,
    scanned: false,
    jfif: false,
    orientation: undefined,
  };
  let frame: JpegFrame | undefined;
  const scans = { count: 0, samples: 0 };
  const coding: Coding = { tables: new Map(), restartInterval: 0 };
  let end = 0;

  for (const segment of walkJpegSegments(reader)) {
    const { marker, offset, length } = segment;
    if (offset > end) plan.removed.add('other');
    end = offset + length;
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) {
      scrubApplicationSegment(reader, plan, header, segment);
      continue;
    }
    if (isFrameHeader(marker)) {
      if (frame) throw new CorruptImageError(offset, 'second JPEG frame header');
      frame = readFrame(reader, segment);
    } else if (marker === SOS) {
      if (!frame || segment.data.length < 1) throw new CorruptImageError(offset, 'JPEG scan without a frame');
      // If the first scan lacks a component, the decoder holds the whole image in memory, as for a progressive one.
      if (!header.scanned && reader.u8(segment.data.offset) < frame.components.length) frame.facts.progressive = true;
      header.scanned = true;
      scans.count += 1;
      scans.samples += scanSamples(reader, segment, frame);
      const scan = sequentialScan(reader, segment, frame, coding);
      if (scan) {
        copyWithout(plan, segment, findSkippedInScan(reader, scan));
        continue;
      }
    } else if (marker === DHT) noteTables(reader, segment, coding);
    else if (marker === DRI && segment.data.length >= 2) coding.restartInterval = reader.u16be(segment.data.offset);
    else if (marker === EOI && !header.scanned) throw new CorruptImageError(offset, 'JPEG without a scan');
    plan.copy(offset, length);
  }
  if (end < reader.size) plan.removed.add(startsJpeg(reader, end) ? 'secondary_images' : 'trailing_data');
  const { facts } = frame as JpegFrame;
  return plan.finish({ ...facts, orientation: header.orientation ?? 1, scans });
}

/** The codes of a smaller scan stay unread: that would cost more than all other processing of an ordinary photograph. */
const MIN_BYTES_PER_PIXEL = 0.5;

/** What the segments before a scan say about its codes. */
interface Coding {
  /** Offsets of the Huffman tables, by class and identifier. */
  tables: Map<number, number>;
  restartInterval: number;
}

function noteTables(reader: ByteReader, { data }: JpegSegment, { tables }: Coding): void {
  const end = data.offset + data.length;
  for (let at = data.offset; at + 17 <= end; ) {
    const counts = reader.bytes(at + 1, 16);
    const next = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    if (next > end) return;
    tables.set(reader.u8(at), at + 1);
    at = next;
  }
}

/** A scan of all components of a baseline or extended frame (ITU-T T.81, A.2 and B.2.3) with many bytes; undefined for any other. */
function sequentialScan(
  reader: ByteReader,
  { data, offset, length }: JpegSegment,
  { marker, facts, components }: JpegFrame,
  { tables, restartInterval }: Coding,
): SequentialScan | undefined {
  const count = reader.u8(data.offset);
  if ((marker !== 0xc0 && marker !== 0xc1) || count !== components.length || data.length < 1 + 2 * count)
    return undefined;
  const listed = components.map((component, i) => {
    const selector = reader.u8(data.offset + 2 + 2 * i);
    const [dc, ac] = [tables.get(selector >> 4), tables.get(0x10 | (selector & 15))];
    const isInOrder = reader.u8(data.offset + 1 + 2 * i) === component.id;
    return isInOrder && dc !== undefined && ac !== undefined
      ? { blocks: component.x * component.y, dc, ac }
      : undefined;
  });
  const known = listed.filter((component) => component !== undefined);
  if (known.length !== count) return undefined;
  // In a scan of one component, an MCU is one block.
  const isSingle = count === 1;
  const columns = Math.ceil(facts.width / (8 * (isSingle ? 1 : Math.max(1, ...components.map(({ x }) => x)))));
  const rows = Math.ceil(facts.height / (8 * (isSingle ? 1 : Math.max(1, ...components.map(({ y }) => y)))));
  const from = data.offset + data.length;
  if (offset + length - from < MIN_BYTES_PER_PIXEL * facts.width * facts.height) return undefined;
  return {
    data: { offset: from, length: offset + length - from },
    components: isSingle ? known.map((one) => ({ ...one, blocks: 1 })) : known,
    mcus: columns * rows,
    restartInterval,
  };
}

function copyWithout(plan: PlanBuilder, { offset, length }: JpegSegment, skipped: Range[]): void {
  let at = offset;
  for (const range of skipped) {
    plan.removed.add('trailing_data');
    plan.copy(at, range.offset - at);
    at = range.offset + range.length;
  }
  plan.copy(at, offset + length - at);
}

interface JpegFrame {
  marker: number;
  facts: ImageFacts;
  /** Identifier, sampling factors and number of samples of each component. */
  components: { id: number; x: number; y: number; samples: number }[];
}

function readFrame(reader: ByteReader, { marker, offset, data }: JpegSegment): JpegFrame {
  if (data.length < 6) throw new CorruptImageError(offset, 'JPEG frame header too short');
  const height = reader.u16be(data.offset + 1);
  const width = reader.u16be(data.offset + 3);
  const count = reader.u8(data.offset + 5);
  // A height of 0 announces a DNL segment after the first scan, which neither browsers nor libjpeg read.
  if (width === 0 || height === 0) throw new CorruptImageError(offset, 'JPEG frame without area');
  if (data.length !== 6 + 3 * count) throw new CorruptImageError(offset, 'JPEG frame header of a wrong length');
  const progressive = (marker & 0x03) === 0x02;
  // For each component its identifier, then its sampling factors in four bits each.
  const factors = Array.from({ length: count }, (_, i) => {
    const at = data.offset + 6 + 3 * i;
    return { id: reader.u8(at), x: reader.u8(at + 1) >> 4, y: reader.u8(at + 1) & 15 };
  });
  const largest = Math.max(1, ...factors.map(({ x, y }) => x * y));
  return {
    marker,
    facts: { width, height, frames: 1, orientation: 1, progressive, hasAlpha: false },
    components: factors.map(({ id, x, y }) => ({ id, x, y, samples: Math.ceil((width * height * x * y) / largest) })),
  };
}

/** Samples of the components that a scan lists (ITU-T T.81, B.2.3); of an ambiguous identifier, the largest. */
function scanSamples(reader: ByteReader, { data }: JpegSegment, { components }: JpegFrame): number {
  const listed = Math.min(reader.u8(data.offset), Math.floor((data.length - 1) / 2));
  let sum = 0;
  for (let i = 0; i < listed; i++) {
    const wanted = reader.u8(data.offset + 1 + 2 * i);
    sum += Math.max(0, ...components.filter(({ id }) => id === wanted).map(({ samples }) => samples));
  }
  return sum;
}

function scrubApplicationSegment(reader: ByteReader, plan: PlanBuilder, header: Header, segment: JpegSegment): void {
  const { marker, offset, length, data } = segment;
  const tag = reader.text(data.offset, Math.min(data.length, LONGEST_TAG_BYTES));
  const keep = (): void => plan.copy(offset, length);

  if (marker === 0xe1 && tag.startsWith('Exif\0')) {
    scrubExif(reader, plan, header, segment);
  } else if (marker === 0xe1 && (tag.startsWith(XMP_TAG) || tag.startsWith(XMP_EXTENSION_TAG))) {
    if (header.keepMetadata) keep();
    else noteXmp(reader, data.offset, data.length, plan.removed);
  } else if (marker === 0xed) {
    if (header.keepMetadata) keep();
    else plan.removed.add('iptc');
  } else if (marker === 0xfe) {
    if (header.keepMetadata) keep();
    else plan.removed.add('comment');
  } else if (header.scanned) {
    plan.removed.add('other');
  } else if (marker === 0xe0 && tag.startsWith('JFIF\0') && data.length >= JFIF_BYTES && !header.jfif) {
    header.jfif = true;
    const jfif = reader.bytes(data.offset, JFIF_BYTES);
    if (jfif[12] || jfif[13]) plan.removed.add('thumbnail');
    else if (data.length > JFIF_BYTES) plan.removed.add('other');
    jfif.fill(0, 12);
    plan.replace(offset, length, makeSegment(marker, jfif));
  } else if (marker === 0xe0 && tag.startsWith('JFXX\0')) {
    plan.removed.add('thumbnail');
  } else if (isProfilePart(reader, segment) && header.keepProfile) {
    keep();
  } else if (marker === 0xe2 && (tag.startsWith('MPF\0') || tag.startsWith(GAIN_MAP_TAG))) {
    plan.removed.add('secondary_images');
  } else if (marker === 0xee && tag.startsWith('Adobe') && data.length >= ADOBE_BYTES) {
    if (data.length > ADOBE_BYTES) plan.removed.add('other');
    plan.replace(offset, length, makeSegment(marker, reader.bytes(data.offset, ADOBE_BYTES)));
  } else plan.removed.add('other');
}

// Only five bytes of the tag are compared: some cameras write a byte other than zero after `Exif\0`, and browsers accept it.
function scrubExif(reader: ByteReader, plan: PlanBuilder, header: Header, { offset, length, data }: JpegSegment): void {
  const tiff = reader.bytes(data.offset + 6, Math.min(Math.max(0, data.length - 6), MAX_EXIF_BYTES));
  const { orientation, kinds } = readExif(tiff);
  const counts = header.orientation === undefined && !header.scanned;
  if (counts) header.orientation = orientation;
  if (header.keepMetadata) {
    plan.copy(offset, length);
    return;
  }
  if (!(counts && isMinimalExif(tiff))) for (const kind of kinds) plan.removed.add(kind);
  if (counts && orientation !== 1) {
    const minimal = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationTiff(orientation)]);
    plan.replace(offset, length, makeSegment(0xe1, minimal));
  }
}

/** Whether an APP2 segment carries a part of an ICC profile. */
function isProfilePart(reader: ByteReader, { marker, data }: JpegSegment): boolean {
  return marker === 0xe2 && data.length >= ICC_HEADER_BYTES && reader.text(data.offset, ICC_TAG.length) === ICC_TAG;
}

/**
 * Whether the parts of the profile before the first scan are complete (ICC.1 annex B.4: each number of 1 to n once) and the
 * first one starts like a profile. Decoders ignore any other set.
 * @throws CorruptImageError for a profile that is too large
 */
function hasUsableProfile(reader: ByteReader): boolean {
  const starts = new Map<number, Buffer>();
  const totals = new Set<number>();
  let parts = 0;
  let bytes = 0;
  for (const segment of walkJpegSegments(reader, { untilScan: true })) {
    if (!isProfilePart(reader, segment)) continue;
    const { offset, length } = segment.data;
    const partBytes = length - ICC_HEADER_BYTES;
    parts += 1;
    bytes += partBytes;
    limitIcc(offset, bytes);
    totals.add(reader.u8(offset + ICC_TAG.length + 1));
    starts.set(reader.u8(offset + ICC_TAG.length), reader.bytes(offset + ICC_HEADER_BYTES, Math.min(40, partBytes)));
  }
  const [total = 0] = totals;
  const isComplete = totals.size === 1 && parts === total && starts.size === total && !starts.has(0);
  // The numbers are distinct and as many as announced, so the largest one shows whether they are 1 to n.
  return isComplete && Math.max(...starts.keys()) === total && looksLikeIcc(starts.get(1) as Buffer);
}

function makeSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function startsJpeg(reader: ByteReader, offset: number): boolean {
  return offset + 3 <= reader.size && reader.u16be(offset) === 0xffd8 && reader.u8(offset + 2) === 0xff;
}

/** One marker segment, or one marker with the entropy-coded data that follows it. */
export interface JpegSegment {
  /** Second byte of the marker, e.g. 0xe1 for APP1. */
  marker: number;
  /** Offset of the 0xFF of the marker. */
  offset: number;
  /** Bytes from the marker to the end of the segment, for SOS including the entropy-coded data. */
  length: number;
  /** Payload of the segment, after its length field. */
  data: { offset: number; length: number };
}

export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;
const DHT = 0xc4;
const DRI = 0xdd;

const MAX_SEGMENTS = 100_000;

/**
 * The segments of a JPEG stream (ITU-T T.81 annex B) from SOI to EOI, both included. Skips bytes between segments, as
 * decoders do. With `untilScan` it ends before the first SOS and does not read the entropy-coded data.
 * @throws CorruptImageError for a marker that no decoder knows, for a length beyond the end of the file, and for a file
 *   that ends before EOI: nothing else shows that an image is truncated
 */
export function* walkJpegSegments(reader: ByteReader, { untilScan = false } = {}): Generator<JpegSegment> {
  if (reader.size < 4 || reader.u16be(0) !== 0xffd8) throw new CorruptImageError(0, 'no JPEG start marker');
  yield { marker: SOI, offset: 0, length: 2, data: { offset: 2, length: 0 } };
  let at = 2;
  for (let count = 1; ; count++) {
    if (count > MAX_SEGMENTS) throw new CorruptImageError(at, 'too many JPEG segments');
    const offset = findMarker(reader, at, isAnyMarker);
    const marker = reader.u8(offset + 1);
    if (marker === EOI) {
      yield { marker, offset, length: 2, data: { offset: offset + 2, length: 0 } };
      return;
    }
    if (isBare(marker)) {
      at = offset + 2;
      continue;
    }
    if (!isKnown(marker)) throw new CorruptImageError(offset, `JPEG marker 0x${marker.toString(16)}`);
    if (marker === SOS && untilScan) return;
    const announced = reader.u16be(offset + 2);
    if (announced < 2) throw new CorruptImageError(offset, 'JPEG segment shorter than its length field');
    const dataEnd = offset + 2 + announced;
    if (dataEnd > reader.size) throw new CorruptImageError(offset, 'JPEG segment longer than the file');
    at = marker === SOS ? findMarker(reader, dataEnd, endsScan) : dataEnd;
    yield { marker, offset, length: at - offset, data: { offset: offset + 4, length: announced - 2 } };
  }
}

/** Whether a marker is SOF0 to SOF15. In the same range, C4, C8 and CC are DHT, JPG and DAC. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Offset of the next 0xFF whose following byte is `wanted`. Of several 0xFF the last one counts; the others are fill bytes. */
function findMarker(reader: ByteReader, from: number, wanted: (byte: number) => boolean): number {
  let at = from;
  for (;;) {
    if (at >= reader.size) throw new CorruptImageError(reader.size, 'JPEG ends without its end marker');
    const piece = reader.view(at, reader.size);
    let index = piece.indexOf(0xff);
    while (index >= 0 && index + 1 < piece.length) {
      if (wanted(piece[index + 1] as number)) return at + index;
      index = piece.indexOf(0xff, index + 1);
    }
    at += index < 0 ? piece.length : index;
    // A 0xFF at the end of the piece: the byte after it is in the next piece.
    if (index >= 0) {
      if (at + 1 < reader.size && wanted(reader.u16be(at) & 0xff)) return at;
      at += 1;
    }
  }
}

function isAnyMarker(byte: number): boolean {
  return byte !== 0x00 && byte !== 0xff;
}

// In entropy-coded data a zero follows a stuffed 0xFF, and RST0 to RST7 belong to the data.
function endsScan(byte: number): boolean {
  return isAnyMarker(byte) && !(byte >= 0xd0 && byte <= 0xd7);
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Tables, frames, scans, APPn, COM. No decoder supports hierarchical JPEG (DHP, EXP) or the reserved codes.
function isKnown(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
    (marker >= 0xda && marker <= 0xdd) ||
    (marker >= 0xe0 && marker <= 0xef) ||
    marker === 0xfe
  );
}
