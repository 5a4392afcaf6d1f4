import { readFileSync } from 'node:fs';
import { profileOfCicp } from './cicp-profile.ts';
import { type HeifPicture, openHeif } from './libheif.ts';
import type { Pixels } from './pixels.ts';
import { HDR_TRANSFERS, toneTable } from './tone-curve.ts';

/** Decodes the primary item of a HEIF file, upright. @throws Error for whatever does not decode */
export function decodeHeif(path: string): Pixels {
  const picture = openHeif(readFileSync(path));
  const { icc, cicp } = picture;
  const isHdr = icc === undefined && cicp !== undefined && HDR_TRANSFERS.has(cicp.transfer);
  const pixels = isHdr ? decodeHdr(picture, cicp.transfer) : decodePlain(picture);
  if (picture.isPremultiplied && pixels.channels === 4) unpremultiply(pixels.data);
  const profile = icc ?? (cicp === undefined ? undefined : profileOfCicp(cicp.primaries, isHdr ? 13 : cicp.transfer));
  return { ...pixels, bits: 8, icc: profile, keepExact: false };
}

type Samples = Pick<Pixels, 'data' | 'width' | 'height' | 'channels'>;

function decodePlain(picture: HeifPicture): Samples {
  return { ...picture.decode(picture.hasAlpha ? 'rgba8' : 'rgb8'), channels: picture.hasAlpha ? 4 : 3 };
}

// Both table and samples are made for the signal's own depth; alpha is dropped, as HDR pictures are photographs.
function decodeHdr(picture: HeifPicture, transfer: number): Samples {
  const { data, width, height } = picture.decode('rgb16');
  const table = toneTable(transfer, picture.bits);
  const last = table.length - 1;
  // The samples shrink in place: what is written never overtakes what is still to be read.
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
