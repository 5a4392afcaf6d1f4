import sharp from 'sharp';

/** A picture to show in screenshots. */
export interface SamplePicture {
  name: string;
  jpeg: Buffer;
}

interface Scene {
  name: string;
  /** From the top to the horizon. */
  sky: readonly [string, string, string];
  sun: string;
  /** From the farthest to the nearest. */
  hills: readonly string[];
  portrait?: boolean;
}

const SCENES: readonly Scene[] = [
  {
    name: 'first-light.jpg',
    sky: ['#2b1b54', '#b8456e', '#ffb36b'],
    sun: '#ffe3b0',
    hills: ['#7a3b6b', '#4f2a5c', '#2c1a40', '#160d24'],
  },
  {
    name: 'glacier lake.jpg',
    sky: ['#1d5f9c', '#6fb1dd', '#e2f2fa'],
    sun: '#ffffff',
    hills: ['#8fb6cf', '#5b8dae', '#2f6285', '#173f5c'],
  },
  {
    name: 'pine ridge.jpg',
    sky: ['#0f3d3e', '#4f8f7b', '#dfe9c8'],
    sun: '#fdf6d8',
    hills: ['#6f9c85', '#417562', '#225042', '#0f2e27'],
    portrait: true,
  },
  {
    name: 'desert road.jpg',
    sky: ['#f08a4b', '#f7b267', '#fde4b3'],
    sun: '#fff4d6',
    hills: ['#d9764a', '#b4532f', '#81351f', '#4f1e13'],
  },
  {
    name: 'night over the fjord.jpg',
    sky: ['#050b24', '#12305e', '#2f6f8f'],
    sun: '#e9f1ff',
    hills: ['#1f4766', '#153551', '#0d2238', '#060f1d'],
  },
  {
    name: 'lavender.jpg',
    sky: ['#5b4b9a', '#a58fd0', '#f3dcef'],
    sun: '#fff0f7',
    hills: ['#9a82c4', '#7459a6', '#523a83', '#32215a'],
  },
  {
    name: 'autumn.jpg',
    sky: ['#6f7fa8', '#d9b99b', '#f8e3c0'],
    sun: '#fff6df',
    hills: ['#c98b4b', '#a85d2d', '#7a3a1d', '#3f1d12'],
    portrait: true,
  },
  {
    name: 'coast at noon.jpg',
    sky: ['#0e7ac4', '#59b8e6', '#d4f1f9'],
    sun: '#fffbe6',
    hills: ['#69b7a8', '#38917f', '#1a6a5c', '#0b453d'],
  },
];

/** Landscapes that are drawn here, so that no picture is anybody's. The same ones each time. */
export function samplePictures(): Promise<SamplePicture[]> {
  return Promise.all(
    SCENES.map(async (scene, seed) => ({
      name: scene.name,
      jpeg: await sharp(Buffer.from(draw(scene, seed + 1)))
        .jpeg({ quality: 88 })
        .toBuffer(),
    })),
  );
}

function draw({ sky, sun, hills, portrait = false }: Scene, seed: number): string {
  const [width, height] = portrait ? [1200, 1600] : [1600, 1067];
  const random = randomOf(seed * 7_919);
  const stops = sky.map((color, i) => `<stop offset="${i / 2}" stop-color="${color}"/>`).join('');
  const [x, y] = [width * (0.3 + random() * 0.4), height * (0.32 + random() * 0.14)];
  const layers = hills.map((color, i) => {
    const base = height * (0.52 + i * 0.12);
    return `<path d="${ridge(width, height, base, height * (0.15 - i * 0.02), random)}" fill="${color}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${sun}" stop-opacity=".9"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="80%" fill="url(#s)"/><circle cx="${x}" cy="${y}" r="${height * 0.34}" fill="url(#g)"/>
<circle cx="${x}" cy="${y}" r="${height * 0.062}" fill="${sun}"/>${layers.join('')}</svg>`;
}

/** The outline of hills: the middle of each line is moved up or down, finer and finer. */
function ridge(width: number, height: number, base: number, rise: number, random: () => number): string {
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
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
