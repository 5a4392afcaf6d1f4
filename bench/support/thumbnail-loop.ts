import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

// The reference for uploads: decodes pictures and writes their thumbnails, one after the other. One process runs on each
// core. Each thumbnail is a new file, as for a server. It prints thumbnails a second and the processor time of one.
//   node bench/support/thumbnail-loop.ts SECONDS FILE…

sharp.concurrency(1);
sharp.cache(false);
const [seconds = '', ...paths] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'imgd-thumbnails-'));
const begun = performance.now();
const used = process.cpuUsage();
let made = 0;
while (performance.now() - begun < Number(seconds) * 1_000) {
  const thumbnail = sharp(paths[made % paths.length] as string, { failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(320, 320, { fit: 'inside', withoutEnlargement: true });
  const encoded = paths[0]?.endsWith('.png') ? thumbnail.png({ compressionLevel: 6 }) : thumbnail.jpeg({ quality: 80 });
  await encoded.toFile(join(directory, String(made)));
  made++;
}
const { user, system } = process.cpuUsage(used);
const perSecond = (made * 1_000) / (performance.now() - begun);
process.stdout.write(JSON.stringify({ perSecond, cpuMs: (user + system) / 1_000 / made }));
await rm(directory, { recursive: true });
