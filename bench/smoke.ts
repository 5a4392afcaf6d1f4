import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KINDS, requestOf, uploadPicture } from './delivery.ts';
import { cpuMsOf } from './support/cpu-time.ts';
import type { Ratios } from './support/guard.ts';
import { load } from './support/load.ts';
import { bareThumbnails, uploads } from './support/measure.ts';
import { drawPhotos, SMALL_JPEG } from './support/photos.ts';
import { startProgram } from './support/program.ts';
import { startService } from './support/service.ts';

const BARE_HTTP = fileURLToPath(new URL('support/bare-http.ts', import.meta.url));
const SLOW = fileURLToPath(new URL('support/slow.ts', import.meta.url));
const SECONDS = 1;
const UPLOAD_SECONDS = 2;
const WARM_UP_SECONDS = 2;
const UPLOADERS = 4;
const LARGE_BYTES = 50_000;
export const UPLOAD = 'upload a JPEG, 1600x1200';
/** Measurements of the short run. */
export const SMOKE: readonly string[] = [
  'GET a thumbnail',
  'GET an original',
  'GET a view page',
  'GET image metadata',
  UPLOAD,
];

/**
 * The short run. It compares the processor time of one request, which other programs disturb far less than the rate: of a
 * bare Node.js server, or of libvips alone for uploads, with that of imgd. The minimum of all rounds counts.
 * @param options.isSlow slows the service down on purpose
 */
export async function measureSmoke(
  names: readonly string[],
  rounds: number,
  { isSlow = false }: { isSlow?: boolean } = {},
): Promise<Ratios> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-smoke-'));
  try {
    const { paths } = await drawPhotos(directory, SMALL_JPEG, 2);
    await using service = await startService({
      env: { IMGD_WEB: 'off' },
      ...(isSlow && { nodeFlags: ['--import', SLOW] }),
    });
    const uploaded = await uploadPicture(service, paths[0] as string);
    const wanted = KINDS.filter(({ name }) => names.includes(name));
    const requests = await Promise.all(wanted.map((one) => requestOf(service, one, uploaded)));
    const files = requests.map(({ bytes }, i) => ({ bytes, path: join(directory, String(i)) }));
    for (const { bytes, path } of files) await writeFile(path, bytes);
    await using bare = await startProgram(
      BARE_HTTP,
      files.map(({ path }) => path),
    );

    const best = new Map<string, { imgd: number; other: number }>();
    const note = (name: string, imgd: number, other: number) => {
      const known = best.get(name) ?? { imgd: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY };
      best.set(name, { imgd: Math.min(known.imgd, imgd), other: Math.min(known.other, other) });
    };
    const perRequest = async (pid: number, url: string, headers?: Record<string, string>) => {
      const before = cpuMsOf(pid);
      const { requests } = await load(url, SECONDS, headers);
      return (cpuMsOf(pid) - before) / requests;
    };
    // Programs warm up, so that a run of few rounds is comparable with the baseline, which has more.
    for (const { url, headers } of requests) await load(url, WARM_UP_SECONDS, headers);
    for (let round = 0; round < rounds; round++) {
      // Small responses share one reference in each round.
      const references = new Map<boolean, number>();
      for (const [i, { url, headers, bytes }] of requests.entries()) {
        const isLarge = bytes.length > LARGE_BYTES;
        const other = references.get(isLarge) ?? (await perRequest(bare.pid, `${bare.url}/${i}`));
        references.set(isLarge, other);
        note(wanted[i]?.name ?? '', await perRequest(service.pid, url, headers), other);
      }
      if (names.includes(UPLOAD)) {
        const before = cpuMsOf(service.pid);
        const { stored } = await uploads(service, { clients: UPLOADERS, seconds: UPLOAD_SECONDS }, paths);
        const imgd = (cpuMsOf(service.pid) - before) / stored;
        note(UPLOAD, imgd, (await bareThumbnails(SECONDS, paths)).cpuMs);
      }
    }
    return Object.fromEntries([...best].map(([name, { imgd, other }]) => [name, other / imgd]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
