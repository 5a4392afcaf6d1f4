// The program of a decoder process of `server.ts`: jobs and results as lines of JSON over a socket, one job at a time.
import { Socket } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { FormatName } from '../../src/core/formats.ts';
import { CHANNEL_FD } from '../../src/imaging/decoder-channel.ts';
import { sharp } from '../../src/imaging/libvips.ts';
import { outputFile, type ProcessedImage, type ProcessJob } from '../../src/imaging/port.ts';
import { processImage } from '../../src/imaging/process-image.ts';
import { makeThumbnail, thumbnailSize } from '../../src/imaging/resize.ts';
import type { Reply, Task } from './decoders.ts';

/** As the decoders of imgd. */
const NICENESS_INCREMENT = 10;

const channel = new Socket({ fd: CHANNEL_FD });
const lines = createInterface({ input: channel });
lines.on('line', async (line) => {
  const { job, scans } = JSON.parse(line) as Task;
  const reply: Reply = await (scans ? processImage(job) : decodeOnly(job)).then(
    (made) => ({ made }),
    (error: Error) => ({ error: error.message }),
  );
  channel.write(`${JSON.stringify(reply)}\n`);
});
// The server has ended.
for (const source of [channel, lines]) source.on('error', () => process.exit(0)).on('close', () => process.exit(0));
channel.write('"ready"\n');
setPriority(Math.min(getPriority() + NICENESS_INCREMENT, constants.priority.PRIORITY_LOW));

/** What the references by hand do: reads the header, and makes the thumbnail. */
async function decodeOnly(job: ProcessJob): Promise<ProcessedImage> {
  const { inputPath, sizeBytes, sha256, maxPixels, isLazy } = job;
  const { width, height } = await sharp(inputPath).metadata();
  const format = job.format as FormatName;
  const path = outputFile(job.outputPath, 'thumbnail');
  const thumbnail = isLazy
    ? { ...thumbnailSize({ width, height }), file: null }
    : await makeThumbnail(inputPath, path, format, maxPixels, width * height);
  const original = { path: inputPath, sizeBytes, sha256 };
  const facts = { format, width, height, frames: 1, hasAlpha: false, removed: [] };
  return { ...facts, original, uploadedSha256: sha256, perceptualHash: null, thumbnail: { format, ...thumbnail } };
}
