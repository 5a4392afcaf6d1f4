import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeStoredPng } from './stored-png.ts';
import { type Goal, type Row, rowOf } from './support/compare.ts';
import { descendantsOf, forgetPeak, memoryOf, peakOf } from './support/process-memory.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';

const MB = 1e6;

/** Large files, streamed from the disk. */
interface Case {
  name: string;
  uploads: number;
  side: [number, number];
  bits: 8 | 16;
  goal: Goal;
}

const CASES: readonly Case[] = [
  { name: 'one upload of 1 GB', uploads: 1, side: [11_200, 11_200], bits: 16, goal: { moreByAtMost: 64 } },
  { name: 'eight uploads of 64 MB at once', uploads: 8, side: [4_096, 4_080], bits: 8, goal: { moreByAtMost: 150 } },
];

/** Memory of the service and of its largest decoder process during large uploads, beside idle. */
export async function benchMemory(results: Results, directory: string, { rounds }: Options): Promise<void> {
  for (const { name, uploads, side, bits, goal } of CASES) {
    await results.measure(`memory, ${name}`, async () => {
      const path = join(directory, 'large.png');
      await writeStoredPng(path, ...side, bits);
      const figures = { idle: [] as number[], service: [] as number[], decoders: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        // Start a new service for each round: memory that the allocator retained would count as idle.
        await using service = await startService();
        await warmUp(service, directory);
        figures.idle.push(memoryOf(service.pid) / MB);
        const { peak, decoders } = await watched(service.pid, () =>
          Promise.all(Array.from({ length: uploads }, () => upload(service, path))),
        );
        figures.service.push(peak / MB);
        figures.decoders.push(decoders / MB);
      }
      const reference = 'the service when idle';
      return [
        rowOf({ name: `peak memory, ${name}`, reference, unit: 'MB', goal }, figures.service, figures.idle),
        rowOf({ name: `largest decoder process, ${name}`, reference, unit: 'MB' }, figures.decoders, figures.idle),
      ] satisfies Row[];
    });
  }
}

async function warmUp(service: BenchService, directory: string): Promise<void> {
  const path = join(directory, 'small.png');
  await writeStoredPng(path, 400, 300, 8);
  await upload(service, path);
  await sleep(1_000);
}

async function upload({ url, key }: BenchService, path: string): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'picture.png');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers, body: form });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status} ${text}`);
}

/** The peak memory of the service during the work, and that of its largest decoder process. */
async function watched(pid: number, work: () => Promise<unknown>): Promise<{ peak: number; decoders: number }> {
  forgetPeak(pid);
  let decoders = 0;
  const look = () => {
    decoders = Math.max(decoders, ...descendantsOf(pid).map(peakOf));
  };
  // The kernel records the peak of the service; decoder processes are replaced, so sample them.
  const timer = setInterval(look, 100);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return { peak: peakOf(pid), decoders };
}
