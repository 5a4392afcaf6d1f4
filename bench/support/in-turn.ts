import type { BareServer } from './bare-server.ts';
import { cpuMsOf } from './cpu-time.ts';
import { uploads } from './measure.ts';
import type { Options } from './results.ts';
import type { BenchService } from './service.ts';
import { shuffled } from './shuffled.ts';

/** Figures of a server that receives uploads, one of each a round. */
export interface UploadRounds {
  perSecond: number[];
  /** Processor time of one upload in all processes. */
  cpuMs: number[];
}

/** The uploads of each server after those of another, in random order in each round. @returns figures in the order of `servers` */
export async function uploadInTurn(
  servers: readonly (BareServer | BenchService)[],
  clients: number,
  paths: readonly string[],
  { rounds, seconds }: Options,
): Promise<UploadRounds[]> {
  const compared = servers.map((server) => ({ server, seen: { perSecond: [], cpuMs: [] } as UploadRounds }));
  for (let round = 0; round < rounds; round++) {
    for (const { server, seen } of shuffled(compared)) {
      const before = cpuMsOf(server.pid);
      const { stored, perSecond } = await uploads(server, { clients, seconds }, paths);
      if (stored === 0) throw new Error(`nothing was stored in ${seconds} s`);
      seen.perSecond.push(perSecond);
      seen.cpuMs.push((cpuMsOf(server.pid) - before) / stored);
    }
  }
  return compared.map(({ seen }) => seen);
}
