import { randomBytes, randomInt } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** A picture that every server should take. */
export interface Picture {
  name: string;
  bytes: Buffer;
}

const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** Draws pictures in turn: random noise, which strains the checks of formats, and soft ones like photographs. */
export function pictureSource(): () => Promise<Picture> {
  let turn = 0;
  return async () => {
    const index = turn++;
    const format = FORMATS[index % FORMATS.length] as (typeof FORMATS)[number];
    const isNoise = index % 2 === 0;
    const [width, height] = isNoise
      ? [randomInt(1, 500), randomInt(1, 500)]
      : [randomInt(200, 2_000), randomInt(200, 1_500)];
    const source = isNoise ? noise(width, height) : soft(width, height);
    const bytes = await source.toFormat(format, { quality: randomInt(30, 96) }).toBuffer();
    return { name: `${index}-${isNoise ? 'noise' : 'soft'}-${width}x${height}.${format}`, bytes };
  };
}

function noise(width: number, height: number): Sharp {
  const channels = [1, 3, 4][randomInt(3)] as 1 | 3 | 4;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });
}

function soft(width: number, height: number): Sharp {
  const cells = sharp(randomBytes(12 * 9 * 3), { raw: { width: 12, height: 9, channels: 3 } });
  return cells.resize(width, height, { kernel: 'cubic', fit: 'fill' });
}
