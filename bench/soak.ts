import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { headLine, look, sampleLine } from './soak/look.ts';
import { createTraffic } from './soak/traffic.ts';
import { growthLine, judge, type Sample } from './soak/verdict.ts';
import { startService } from './support/service.ts';

// `npx node bench/soak.ts`: mixed work for a long time, at half of what its clients could do.
//   npx node bench/soak.ts [--minutes 30] [--clients 6] [--refused DIR]
// Prints the memory of the service and of its decoders every 30 seconds, and at the end their growth an hour. Exit code 1:
// memory or descriptors grew after the warm-up (ten minutes, or a third of a shorter run), a request failed, or a job was left.
// The bytes of pictures that were refused stay in DIR. IMGD_… variables set up the service.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '6' },
    refused: { type: 'string' },
  },
});
const seconds = Number(values.minutes) * 60;
const warmSeconds = Math.min(600, seconds / 3);
const sampleMs = Math.min(30_000, (seconds / 24) * 1_000);
const LONG_SECONDS = 1_200;
/** Answers of 50,000 images fill their cache, which a run of hours does not see full. */
const ANSWERS_SECONDS = 12 * 3_600;
const SMALL_CACHE = '4000000';
const SETTLE_MS = 90_000;
const TOKEN = 'soak-of-imgd-0123456789abcdef';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const refused = values.refused ?? (await mkdtemp(join(tmpdir(), 'imgd-refused-')));
await mkdir(refused, { recursive: true });
const problems = await soak();
const kept = (await readdir(refused)).length;
if (kept > 0) say(`${kept} files of refused pictures are in ${refused}`);
else if (values.refused === undefined) await rm(refused, { recursive: true });
say(problems.length === 0 ? 'passed' : `failed: ${problems.join('; ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function soak(): Promise<string[]> {
  // The caches are full before the warm-up ends.
  const caches = {
    ...(seconds < LONG_SECONDS && { IMGD_MEMORY_CACHE_BYTES: SMALL_CACHE }),
    ...(seconds < ANSWERS_SECONDS && { IMGD_ANSWER_CACHE_BYTES: SMALL_CACHE }),
  };
  await using service = await startService({ env: { IMGD_METRICS_TOKEN: TOKEN, ...caches } });
  const traffic = createTraffic(service, refused);
  const samples: Sample[] = [];
  const began = performance.now();
  const sample = async () => {
    const seen = await look(service, TOKEN, began);
    say(sampleLine(seen, traffic.requests, traffic.failures.length));
    return seen;
  };
  say(headLine());
  const load = traffic.run(seconds, Number(values.clients));
  while (performance.now() - began < seconds * 1_000) {
    samples.push(await sample());
    await sleep(Math.min(sampleMs, Math.max(1, seconds * 1_000 - (performance.now() - began))));
  }
  await load;
  const last = await settled(sample);
  say(`${traffic.requests} requests, ${traffic.retries} of them tried again after 503`);
  say(growthLine(samples, warmSeconds));
  for (const failure of traffic.failures.slice(0, 20)) say(failure);
  return judge(samples, warmSeconds, last, traffic.failures.length);
}

/** The first sample without a backlog, or the last one when the time for it is over. */
async function settled(sample: () => Promise<Sample>): Promise<Sample> {
  const end = performance.now() + SETTLE_MS;
  let last = await sample();
  while (last.backlogSeconds > 30 && performance.now() < end) {
    await sleep(5_000);
    last = await sample();
  }
  return last;
}
