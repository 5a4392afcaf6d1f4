import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import type { ForeignFormat } from '../../../../src/imaging/transcode/foreign-image.ts';
import { inspectForeign, transcodeImage } from '../../../../src/imaging/transcode/store-transcoded.ts';

/** Red and green above blue and white, so that every rotation and mirroring is visible. */
export const QUADRANTS = { red: [255, 0, 0], green: [0, 160, 0], blue: [0, 0, 255], white: [255, 255, 255] } as const;
type Color = keyof typeof QUADRANTS;

/** Interleaved 8-bit samples of the four quadrants. */
export function quadrants(width: number, height: number, alpha?: number): Buffer {
  const colors = Object.values(QUADRANTS);
  const pixel = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const color = colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] as readonly number[];
    return alpha === undefined ? color : [...color, alpha];
  };
  return Buffer.from(Array.from({ length: width * height }, (_, i) => pixel(i)).flat());
}

/** A temporary directory for this test. */
export function workDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'imgd-transcode-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes bytes to a file, inspects and transcodes it, and reads the stored image. */
export async function transcoded(t: TestContext, format: ForeignFormat, bytes: Buffer) {
  const dir = workDir(t);
  const [input, output] = [join(dir, 'input'), join(dir, 'output')];
  writeFileSync(input, bytes);
  const facts = await inspectForeign(input, format);
  const stored = await transcodeImage(input, output, format, facts);
  const metadata = await sharp(output).metadata();
  return { facts, stored, metadata, output, corners: await cornersOf(output) };
}

/** The nearest quadrant colours at top left, top right, bottom left and bottom right, without applying the profile. */
export async function cornersOf(path: string): Promise<string> {
  const { data, info } = await sharp(path, { ignoreIcc: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return nearest([...data.subarray(start, start + 3)]);
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join(' ');
}

function nearest(sample: number[]): string {
  const distance = (color: Color) => Math.hypot(...QUADRANTS[color].map((value, i) => value - (sample[i] as number)));
  const names = Object.keys(QUADRANTS) as Color[];
  const best = names.toSorted((a, b) => distance(a) - distance(b))[0] as Color;
  return distance(best) < 60 ? best : `rgb(${sample})`;
}
