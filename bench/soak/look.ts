import { readdirSync, readFileSync } from 'node:fs';
import { descendantsOf, memoryOf } from '../support/process-memory.ts';
import type { Sample } from './verdict.ts';

/** Looks at a service from outside: its processes, and its metrics. */
export async function look(
  { url, pid }: { url: string; pid: number },
  token: string,
  beganMs: number,
): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET /metrics was answered ${answer.status}`);
  const values = (name: RegExp) => [...text.matchAll(name)].map(([, value]) => Number(value));
  const sum = (name: RegExp) => values(name).reduce((all, value) => all + value, 0);
  return {
    seconds: (performance.now() - beganMs) / 1_000,
    rss: memoryOf(pid),
    anonymous: statusBytes(pid, 'RssAnon'),
    heapUsed: sum(/^nodejs_heap_size_used_bytes (\S+)/gm),
    heapTotal: sum(/^nodejs_heap_size_total_bytes (\S+)/gm),
    external: sum(/^nodejs_external_memory_bytes (\S+)/gm),
    decoders: descendantsOf(pid).reduce((all, child) => all + memoryOf(child), 0),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    backlogSeconds: Math.max(0, ...values(/^imgd_oldest_job_seconds\{.*\} (\S+)/gm)),
    deadJobs: sum(/^imgd_jobs\{.*state="dead".*\} (\S+)/gm),
    decodersLost: sum(/^imgd_decoders_lost_total\{.*\} (\S+)/gm),
  };
}

function statusBytes(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1_024;
}

const COLUMNS = ['time', 'rss', 'anon', 'heap', 'of', 'external', 'decoders', 'fds', 'backlog', 'requests', 'errors'];

export const headLine = (): string => COLUMNS.map((name) => name.padStart(9)).join('');

/** One line of the report, in MB and seconds. */
export function sampleLine(sample: Sample, requests: number, errors: number): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  const { rss, anonymous, heapUsed, heapTotal, external, decoders, descriptors, backlogSeconds } = sample;
  const cells = [
    `${sample.seconds.toFixed(0)} s`,
    ...[rss, anonymous, heapUsed, heapTotal, external, decoders].map(mb),
    descriptors,
    `${backlogSeconds.toFixed(0)} s`,
    requests,
    errors,
  ];
  return cells.map((cell) => String(cell).padStart(9)).join('');
}
