import sharp from 'sharp';
import { SCENES, type Scene } from './sample-scenes.ts';

/** A picture for screenshots. */
export interface SamplePicture {
  name: string;
  album: string | undefined;
  jpeg: Buffer;
}

/** Draws the pictures, so that they are free of rights. The result is the same each time. */
export function samplePictures(): Promise<SamplePicture[]> {
  return Promise.all(
    SCENES.map(async (scene, seed) => ({
      name: scene.name,
      album: scene.album,
      jpeg: await sharp(Buffer.from(draw(scene, seed + 1)))
        .jpeg({ quality: 88 })
        .toBuffer(),
    })),
  );
}

function draw({ sky, sun, layers, kind = 'hills', portrait = false }: Scene, seed: number): string {
  const [width, height] = portrait ? [1200, 1600] : [1600, 1067];
  const random = randomOf(seed * 7_919);
  const stops = sky.map((color, i) => `<stop offset="${i / 2}" stop-color="${color}"/>`).join('');
  const [x, y] = [width * (0.3 + random() * 0.4), height * (0.32 + random() * 0.14)];
  const glow = `<circle cx="${x}" cy="${y}" r="${height * 0.34}" fill="url(#g)"/>`;
  const front = layers.map((color, i) => {
    if (kind === 'lights') return lights(width, height, color, random);
    const base = height * (0.52 + i * 0.12);
    const outline = kind === 'city' ? roofs(width, height, base, random) : ridge(width, height, base, i, random);
    return `<path d="${outline}" fill="${color}"/>`;
  });
  const disc = kind === 'lights' ? '' : `<circle cx="${x}" cy="${y}" r="${height * 0.062}" fill="${sun}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${sun}" stop-opacity=".9"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#s)"/>${glow}${disc}${front.join('')}</svg>`;
}

/** Out-of-focus lights. */
function lights(width: number, height: number, color: string, random: () => number): string {
  return Array.from({ length: 9 }, () => {
    const r = height * (0.02 + random() ** 2 * 0.11);
    return `<circle cx="${random() * width}" cy="${random() * height}" r="${r}" fill="${color}" opacity="${0.25 + random() * 0.4}"/>`;
  }).join('');
}

/** The outline of houses of different heights. */
function roofs(width: number, height: number, base: number, random: () => number): string {
  let line = '';
  for (let x = 0; x < width; ) {
    const [wide, high] = [width * (0.03 + random() * 0.06), height * 0.22 * random()];
    line += `L${x} ${base - high}L${x + wide} ${base - high}`;
    x += wide;
  }
  return `M0 ${height}${line}L${width} ${height}Z`;
}

/** The outline of hills by midpoint displacement. */
function ridge(width: number, height: number, base: number, layer: number, random: () => number): string {
  const rise = height * (0.15 - layer * 0.02);
  let points = [base - rise * random(), base - rise * random(), base - rise * random()];
  for (let step = 0, reach = rise; step < 6; step += 1, reach *= 0.52) {
    points = points.flatMap((point, i) => {
      const next = points[i + 1];
      return next === undefined ? [point] : [point, (point + next) / 2 + (random() - 0.5) * reach];
    });
  }
  const line = points.map((point, i) => `L${(i / (points.length - 1)) * width} ${point.toFixed(1)}`).join('');
  return `M0 ${height}${line}L${width} ${height}Z`;
}

/** Numbers from 0 to 1, the same for the same seed (a linear congruential generator). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
