import { readFileSync } from 'node:fs';
import { profileOfCicp } from './cicp-profile.ts';
import type { Pixels } from './foreign-image.ts';
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
