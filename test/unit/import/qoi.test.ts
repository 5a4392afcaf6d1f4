import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { SourceError } from '../../../src/import/port.ts';
import { qoiToPng } from '../../../src/import/qoi.ts';

/** A QOI file that uses every kind of chunk. */
function encode(pixels: Buffer, width: number, height: number, channels: 3 | 4): Buffer {
  const out: number[] = [...Buffer.from('qoif'), 0, 0, 0, width, 0, 0, 0, height, channels, 0];
  const seen = Array.from({ length: 64 }, () => [0, 0, 0, 0]);
  let last = [0, 0, 0, 255];
  let run = 0;
  const small = (value: number) => ((value + 128) & 255) - 128;
  const endRun = () => {
    if (run > 0) out.push(0xc0 | (run - 1));
    run = 0;
  };
  for (let i = 0; i < pixels.length; i += channels) {
    const [r = 0, g = 0, b = 0, a = 255] = pixels.subarray(i, i + channels);
    if (String(last) === String([r, g, b, a])) {
      if (++run === 62) endRun();
      continue;
    }
    endRun();
    const index = (r * 3 + g * 5 + b * 7 + a * 11) % 64;
    const [dr, dg, db] = [
      small(r - (last[0] as number)),
      small(g - (last[1] as number)),
      small(b - (last[2] as number)),
    ];
    const inTwo = [dr, dg, db].every((one) => one >= -2 && one <= 1);
    if (String(seen[index]) === String([r, g, b, a])) out.push(index);
    else if (a !== last[3]) out.push(0xff, r, g, b, a);
    else if (inTwo) out.push(0x40 | ((dr + 2) << 4) | ((dg + 2) << 2) | (db + 2));
    else if (dg >= -32 && dg < 32 && Math.abs(dr - dg) < 8 && Math.abs(db - dg) < 8) {
      out.push(0x80 | (dg + 32), ((dr - dg + 8) << 4) | (db - dg + 8));
    } else out.push(0xfe, r, g, b);
    last = [r, g, b, a];
    seen[index] = last;
  }
  endRun();
  return Buffer.from([...out, 0, 0, 0, 0, 0, 0, 0, 1]);
}

/** Flat parts, gradients and noise. */
function picture(width: number, height: number, channels: number): Buffer {
  const pixels = Buffer.alloc(width * height * channels, 200);
  for (let i = 0; i < pixels.length / 2; i++) pixels[i] = i % 3 === 0 ? (i * i * 31) & 255 : (i >> 4) & 255;
  return pixels;
}

const collect = async (file: Buffer) => Buffer.concat(await Array.fromAsync(qoiToPng(file)));

describe('qoiToPng', () => {
  for (const channels of [3, 4] as const) {
    it(`keeps every pixel of a picture with ${channels} channels`, async () => {
      const pixels = picture(90, 70, channels);
      const png = await collect(encode(pixels, 90, 70, channels));
      const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, info.channels], [90, 70, channels]);
      assert.ok(data.equals(pixels));
    });
  }

  it('refuses files that are none, cut short or of impossible size', async () => {
    const whole = encode(picture(20, 20, 3), 20, 20, 3);
    const huge = Buffer.from(whole);
    huge.writeUInt32BE(0xffffffff, 4);
    for (const file of [Buffer.alloc(0), Buffer.from('qoif'), whole.subarray(0, 40), huge]) {
      await assert.rejects(collect(file), SourceError);
    }
  });
});
