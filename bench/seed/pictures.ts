import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  openPendingBlobs,
  type StoreDeps,
  type StoredBlobs,
  storeBlobs,
} from '../../src/actions/upload/store-blobs.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../src/core/formats.ts';
import type { Decoder } from '../../src/imaging/port.ts';
import type { Draw } from './random.ts';

/** Typical sizes of photographs and screenshots. */
const FORMAT_OF_TEN: readonly FormatName[] = [
  'JPEG',
  'JPEG',
  'JPEG',
  'JPEG',
  'JPEG',
  'PNG',
  'PNG',
  'WEBP',
  'GIF',
  'AVIF',
];
const PARALLEL = 2;

/** Draws different pictures, processes each like an upload, and stores its blobs. */
export async function putPictures(
  deps: StoreDeps & { decoder: Decoder },
  count: number,
  draw: Draw,
  tempDir: string,
): Promise<StoredBlobs[]> {
  const stored: StoredBlobs[] = [];
  for (let i = 0; i < count; i += PARALLEL) {
    const drawn = Array.from({ length: Math.min(PARALLEL, count - i) }, (_, j) => {
      const format = FORMAT_OF_TEN[(i + j) % FORMAT_OF_TEN.length] as FormatName;
      return { format, picture: drawPicture(format, draw), directory: join(tempDir, String(i + j)) };
    });
    stored.push(
      ...(await Promise.all(
        drawn.map(async ({ format, picture, directory }) => {
          const bytes = await picture;
          await mkdir(directory);
          const inputPath = join(directory, 'input');
          await writeFile(inputPath, bytes);
          const job = {
            inputPath,
            sha256: createHash('sha256').update(bytes).digest('hex'),
            sizeBytes: bytes.length,
            format,
            outputPath: join(directory, 'output'),
            maxPixels: 10_000_000,
            keepMetadata: false,
            formats: [...FORMAT_NAMES],
          };
          const processed = await deps.decoder.process(job, { kind: 'upload', caller: 'seed' });
          const { uploadedSha256, original, perceptualHash } = processed;
          return storeBlobs(
            openPendingBlobs(deps, { forget() {} }),
            { ...processed, sourceFormat: format },
            {
              filename: `picture.${FORMATS[format].extension}`,
              quarantine: null,
              fingerprints: { uploadedSha256, storedSha256: original.sha256, perceptualHash },
            },
          );
        }),
      )),
    );
  }
  return stored;
}

function drawPicture(format: FormatName, draw: Draw): Promise<Buffer> {
  const long = draw.integer(200, 1_000);
  const short = Math.round(long * (0.4 + draw.next() * 0.6));
  const [width, height] = draw.next() < 0.7 ? [long, short] : [short, long];
  const image = sharp(waves(width, height, draw), { raw: { width, height, channels: 3 } });
  if (format === 'JPEG') return image.jpeg({ quality: draw.integer(50, 90) }).toBuffer();
  if (format === 'PNG') return image.png({ palette: true, effort: 1 }).toBuffer();
  if (format === 'WEBP') return image.webp({ effort: 0 }).toBuffer();
  if (format === 'GIF') return image.gif({ effort: 1 }).toBuffer();
  return image.avif({ effort: 0 }).toBuffer();
}

/** Waves in two colours: easy to distinguish, and small in any format. */
function waves(width: number, height: number, draw: Draw): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const [from, to] = [0, 1].map(() => [draw.integer(0, 255), draw.integer(0, 255), draw.integer(0, 255)]);
  const [turn, phase, stretch] = [draw.next() * 6, draw.next() * 6, 20 + draw.next() * 120];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = (Math.sin((x * Math.cos(turn) + y * Math.sin(turn)) / stretch + phase) + 1) / 2;
      for (let channel = 0; channel < 3; channel++) {
        const [a = 0, b = 0] = [from?.[channel], to?.[channel]];
        pixels[at++] = a + (b - a) * wave;
      }
    }
  }
  return pixels;
}
