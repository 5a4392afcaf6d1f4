import { CorruptImageError } from '../errors.ts';
import { type ByteReader, withReader } from '../file-bytes.ts';
import { uprightSize } from '../metadata/image-facts.ts';
import { boxesInFile } from '../metadata/iso-boxes.ts';
import type { ForeignFacts } from './foreign-image.ts';

/** Facts from the header of a JPEG XL. */
export interface JxlFacts extends ForeignFacts {
  bits: number;
  /** The image is in XYB, the colour space of lossy coding. */
  lossy: boolean;
  /** The samples are HDR, linear or grey, so the decoder must convert them to sRGB. */
  needsSrgb: boolean;
}

const HEADER_BYTES = 4_096;
const ALPHA = 0;
const SPOT_COLOR = 2;
const COLOR_FILTER_ARRAY = 5;
const MAX_EXTRA_CHANNELS = 256;

/** Reads SizeHeader and ImageMetadata (ISO/IEC 18181-1, Annex D) of a codestream, with or without boxes. @throws CorruptImageError */
export function inspectJxl(path: string): JxlFacts {
  return withReader(path, (reader) => {
    const bits = createBitReader(codestreamStart(reader));
    const coded = readSize(bits);
    const metadata = readMetadata(bits);
    return {
      ...uprightSize(coded.width, coded.height, metadata.orientation),
      frames: 1,
      progressive: true,
      ...metadata,
    };
  });
}

/** The first bytes of the codestream, after its signature. */
function codestreamStart(reader: ByteReader): Buffer {
  if (reader.u16be(0) === 0xff0a) return reader.bytes(2, Math.min(HEADER_BYTES, reader.size - 2));
  const boxes = boxesInFile(reader, 0, reader.size);
  const found = boxes.find((box) => box.type === 'jxlc' || box.type === 'jxlp');
  if (boxes[0]?.type !== 'JXL ' || found === undefined) throw new CorruptImageError(0, 'not a JPEG XL');
  const start = found.data + (found.type === 'jxlp' ? 4 : 0);
  if (reader.u16be(start) !== 0xff0a) throw new CorruptImageError(start, 'no codestream');
  return reader.bytes(start + 2, Math.min(HEADER_BYTES, found.end - start - 2));
}

const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];

function readSize(bits: BitReader): { width: number; height: number } {
  const eighths = bits.bool();
  const side = () => (eighths ? (bits.u(5) + 1) * 8 : bits.u32([9, 1], [13, 1], [18, 1], [30, 1]));
  const height = side();
  const ratio = bits.u(3);
  return { width: ratio === 0 ? side() : Math.floor(height * (RATIOS[ratio] as number) + 1e-6), height };
}

type Metadata = Pick<JxlFacts, 'orientation' | 'hasAlpha' | 'bits' | 'lossy' | 'needsSrgb'>;

function readMetadata(bits: BitReader): Metadata {
  if (bits.bool()) return { orientation: 1, hasAlpha: false, bits: 8, lossy: true, needsSrgb: false };
  const extraFields = bits.bool();
  const orientation = extraFields ? bits.u(3) + 1 : 1;
  if (extraFields) {
    if (bits.bool()) readSize(bits);
    if (bits.bool()) skipPreview(bits);
    if (bits.bool()) skipAnimation(bits);
  }
  const sampleBits = readBitDepth(bits);
  bits.bool();
  const extraChannels = bits.u32(0, 1, [4, 2], [12, 1]);
  if (extraChannels > MAX_EXTRA_CHANNELS) throw new CorruptImageError(0, `${extraChannels} extra channels`);
  let hasAlpha = false;
  for (let i = 0; i < extraChannels; i++) if (readExtraChannel(bits) === ALPHA) hasAlpha = true;
  const lossy = bits.bool();
  return { orientation, hasAlpha, bits: sampleBits, lossy, needsSrgb: readNeedsSrgb(bits) };
}

function skipPreview(bits: BitReader): void {
  const eighths = bits.bool();
  const side = () => (eighths ? bits.u32(16, 32, [5, 1], [9, 33]) : bits.u32([6, 1], [8, 65], [10, 321], [12, 1345]));
  side();
  if (bits.u(3) === 0) side();
}

function skipAnimation(bits: BitReader): void {
  bits.u32(100, 1000, [10, 1], [30, 1]);
  bits.u32(1, 1001, [8, 1], [10, 1]);
  bits.u32(0, [3, 0], [16, 0], [32, 0]);
  bits.bool();
}

function readBitDepth(bits: BitReader): number {
  if (!bits.bool()) return bits.u32(8, 10, 12, [6, 1]);
  const sampleBits = bits.u32(32, 16, 24, [6, 1]);
  bits.u(4);
  return sampleBits;
}

function readExtraChannel(bits: BitReader): number {
  if (bits.bool()) return ALPHA;
  const type = bits.enumeration();
  readBitDepth(bits);
  bits.u32(0, 3, 4, [3, 1]);
  bits.skip(8 * bits.u32(0, [4, 0], [5, 16], [10, 48]));
  if (type === ALPHA) bits.bool();
  if (type === SPOT_COLOR) bits.skip(4 * 16);
  if (type === COLOR_FILTER_ARRAY) bits.u32(1, [2, 0], [4, 3], [8, 19]);
  return type;
}

const GREY = 1;
const XYB = 2;
const CUSTOM = 2;
const UNUSUAL_TRANSFERS = new Set([8, 16, 18]);

function readNeedsSrgb(bits: BitReader): boolean {
  if (bits.bool()) return false;
  const isProfile = bits.bool();
  const space = bits.enumeration();
  if (space === GREY) return true;
  if (isProfile || space === XYB) return false;
  const skipPoint = () => {
    for (let i = 0; i < 2; i++) bits.u32([19, 0], [19, 524_288], [20, 1_048_576], [21, 2_097_152]);
  };
  if (bits.enumeration() === CUSTOM) skipPoint();
  if (bits.enumeration() === CUSTOM) for (let i = 0; i < 3; i++) skipPoint();
  if (bits.bool()) {
    bits.u(24);
    return false;
  }
  return UNUSUAL_TRANSFERS.has(bits.enumeration());
}

/** Reads the little-endian bit fields of a JPEG XL header (ISO/IEC 18181-1, 9.2). */
interface BitReader {
  /** An unsigned number of up to 32 bits. */
  u(bits: number): number;
  bool(): boolean;
  /** Two bits select one of four choices: a constant, or [bits, offset]. */
  u32(...choices: [Choice, Choice, Choice, Choice]): number;
  /** A number in the `Enum` coding of the standard. */
  enumeration(): number;
  skip(bits: number): void;
}

type Choice = number | [bits: number, offset: number];

/** The methods throw CorruptImageError for a read past the end of `bytes`. */
function createBitReader(bytes: Uint8Array): BitReader {
  let position = 0;

  function u(bits: number): number {
    if (position + bits > bytes.length * 8) throw new CorruptImageError(bytes.length, 'header ends early');
    let value = 0;
    for (let i = 0; i < bits; i++, position++) {
      value += (((bytes[position >> 3] as number) >> (position & 7)) & 1) * 2 ** i;
    }
    return value;
  }

  function u32(...choices: [Choice, Choice, Choice, Choice]): number {
    const choice = choices[u(2)] as Choice;
    return typeof choice === 'number' ? choice : u(choice[0]) + choice[1];
  }

  return {
    u,
    bool: () => u(1) === 1,
    u32,
    enumeration: () => u32(0, 1, [4, 2], [6, 18]),
    skip: (bits) => {
      position += bits;
    },
  };
}
