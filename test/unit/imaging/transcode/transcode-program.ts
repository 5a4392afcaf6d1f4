// Transcodes each file of the command line (format, input, output, …) and prints one JSON line for each: a minimal decoder
// process. It ends early if it must retire.

import { inspectForeign, transcodeImage } from '../../../../src/imaging/transcode/store-transcoded.ts';
import { mustRetire } from '../../../../src/imaging/transcode/wasm-memory.ts';

const jobs = process.argv.slice(2);
for (let i = 0; i < jobs.length; i += 3) {
  const [format, input, output] = jobs.slice(i, i + 3) as ['HEIC' | 'TIFF' | 'BMP' | 'JXL', string, string];
  const result = await inspectForeign(input, format)
    .then((facts) => transcodeImage(input, output, format, facts))
    .catch((error: unknown) => ({ error: error instanceof Error ? error.message : `not an Error: ${error}` }));
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (mustRetire()) break;
}
