import { bareServer } from './support/bare-server.ts';
import { cpuMsOf, ownCpuMsOf } from './support/cpu-time.ts';
import { bareThumbnails, uploads } from './support/measure.ts';
import type { Photos } from './support/photos.ts';
import type { Options } from './support/results.ts';
import { startService } from './support/service.ts';

const CLIENTS = 8;

/**
 * The processor time of one upload, beside the two parts that no server can omit: receiving and storing the bytes (a bare
 * Fastify) and the thumbnail (libvips alone).
 * @returns a section of a Markdown page
 */
export async function uploadCosts(name: string, { paths }: Photos, { seconds }: Options): Promise<string> {
  const load = { clients: CLIENTS, seconds };
  const imgd = await costOfUpload(load, paths);
  const libvips = (await bareThumbnails(seconds, paths)).cpuMs;
  const fastify = await costOfBareUpload(load, paths);
  const all = imgd.user + imgd.system + imgd.decoders;
  const least = libvips + fastify;
  const rows: [string, number][] = [
    ['service, its own code', imgd.user],
    ['service, the system for it: network, files, fsync', imgd.system],
    ['decoder processes', imgd.decoders],
    ['**in all**', all],
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
    `With all cores busy, the least that could be comes to ${(libvips / least).toFixed(2)} of libvips alone, and what is used to ${(libvips / all).toFixed(2)}.`,
  ].join('\n');
}

async function costOfUpload(load: { clients: number; seconds: number }, paths: readonly string[]) {
  await using service = await startService();
  await uploads(service, load, paths);
  const [own, all] = [ownCpuMsOf(service.pid), cpuMsOf(service.pid)];
  const { stored } = await uploads(service, load, paths);
  const after = ownCpuMsOf(service.pid);
  const [user, system] = [after.user - own.user, after.system - own.system];
  const decoders = cpuMsOf(service.pid) - all - user - system;
  return { user: user / stored, system: system / stored, decoders: decoders / stored };
}

async function costOfBareUpload(load: { clients: number; seconds: number }, paths: readonly string[]): Promise<number> {
  await using bare = await bareServer();
  await uploads(bare, load, paths);
  const before = cpuMsOf(bare.pid);
  const { stored } = await uploads(bare, load, paths);
  return (cpuMsOf(bare.pid) - before) / stored;
}
