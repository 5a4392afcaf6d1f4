import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profiled } from './profiles.ts';
import { type BareServer, bareServer, byHandServer } from './support/bare-server.ts';
import { groupsOf } from './support/cpu-profile.ts';
import { cpuMsByThread, cpuMsOf, ownCpuMsOf } from './support/cpu-time.ts';
import { bareThumbnails, uploads } from './support/measure.ts';
import type { Photos } from './support/photos.ts';
import type { Options } from './support/results.ts';
import { startService } from './support/service.ts';
import { warm } from './uploads.ts';

const CLIENTS = 8;
const LEAST_SHOWN_MS = 0.01;

/**
 * The processor time of one upload, beside the two parts that no server can omit: receiving and storing the bytes (a bare
 * Fastify) and the thumbnail (libvips alone).
 * @returns a section of a Markdown page
 */
export async function uploadCosts(name: string, { paths }: Photos, { seconds }: Options): Promise<string> {
  const load = { clients: CLIENTS, seconds };
  const imgd = await costOfUpload(load, paths);
  const groups = await mainThreadOfUpload(load, paths, imgd.threads);
  const libvips = (await bareThumbnails(seconds, paths)).cpuMs;
  const { all: fastify } = await costOfBareUpload(load, paths, bareServer);
  const byHand = await costOfBareUpload(load, paths, () => byHandServer('durable'));
  const all = imgd.user + imgd.system + imgd.decoders;
  const least = libvips + fastify;
  const rows: [string, number][] = [
    ['service, its own code', imgd.user],
    ['service, the system for it: network, files, fsync', imgd.system],
    ['decoder processes', imgd.decoders],
    ['**in all**', all],
    ['by hand with the same durability: express, multer, sharp', byHand.all],
    ['libvips alone: the same thumbnail', libvips],
    ['a bare fastify: receives, writes, fsyncs equal content', fastify],
    ['**the least that could be: these two**', least],
  ];
  return [
    `## ${name}: the time of all processors`,
    '',
    '| where | ms an upload |',
    '|---|---|',
    ...rows.map(([where, ms]) => `| ${where} | ${ms.toFixed(2)} |`),
    '',
    '| thread of imgd | ms an upload |',
    '|---|---|',
    ...imgd.threads.map(([thread, ms]) => `| ${thread} | ${ms.toFixed(2)} |`),
    '',
    '| thread of the server by hand | ms an upload |',
    '|---|---|',
    ...byHand.threads.map(([thread, ms]) => `| ${thread} | ${ms.toFixed(2)} |`),
    '',
    '| main thread of the service | ms an upload |',
    '|---|---|',
    ...groups.map(([group, ms]) => `| ${group} | ${ms.toFixed(2)} |`),
    '',
    `With all cores busy, the least that could be comes to ${(libvips / least).toFixed(2)} of libvips alone, and what is used to ${(libvips / all).toFixed(2)}.`,
  ].join('\n');
}

async function costOfUpload(load: { clients: number; seconds: number }, paths: readonly string[]) {
  await using service = await startService();
  await warm(service, load, paths);
  const [own, all, threads] = [ownCpuMsOf(service.pid), cpuMsOf(service.pid), cpuMsByThread(service.pid)];
  const { stored } = await uploads(service, load, paths);
  const after = ownCpuMsOf(service.pid);
  const [user, system] = [after.user - own.user, after.system - own.system];
  const decoders = cpuMsOf(service.pid) - all - user - system;
  return {
    user: user / stored,
    system: system / stored,
    decoders: decoders / stored,
    threads: threadsSince(threads, service.pid, stored),
  };
}

/** The threads of a process and its children by name with their milliseconds an upload, the costliest first. */
function threadsSince(before: ReadonlyMap<string, number>, pid: number, stored: number): [string, number][] {
  return [...cpuMsByThread(pid)]
    .map(([name, ms]): [string, number] => [name, (ms - (before.get(name) ?? 0)) / stored])
    .filter(([, ms]) => ms >= LEAST_SHOWN_MS)
    .sort(([, a], [, b]) => b - a);
}

/**
 * The main thread by kind of work: shares of a profile, of the processor time without one. Where cores are busy, a call
 * that wakes another thread or process includes the time for which that one runs first.
 */
async function mainThreadOfUpload(
  load: { clients: number; seconds: number },
  paths: readonly string[],
  threads: readonly [string, number][],
): Promise<[string, number][]> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-costs-'));
  try {
    const { costs } = await profiled(directory, async (service) => (await uploads(service, load, paths)).stored, {});
    const sampledMs = costs.reduce((sum, { ms }) => sum + ms, 0);
    const [, threadMs = 0] = threads.find(([name]) => /^service: .*main/i.test(name)) ?? [];
    return groupsOf(costs).map(([group, ms]) => [group, (ms / sampledMs) * threadMs]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function costOfBareUpload(
  load: { clients: number; seconds: number },
  paths: readonly string[],
  start: () => Promise<BareServer>,
) {
  await using bare = await start();
  await warm(bare, load, paths);
  const [before, threads] = [cpuMsOf(bare.pid), cpuMsByThread(bare.pid)];
  const { stored } = await uploads(bare, load, paths);
  return { all: (cpuMsOf(bare.pid) - before) / stored, threads: threadsSince(threads, bare.pid, stored) };
}
