import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.ts';
import { quantile } from './report.ts';

/**
 * Latency that scheduling alone may add on two shared processors, on which the attackers run as well. A ratio of two
 * latencies below it has no meaning.
 */
export const NOISE_MS = 50;

const PAUSE_MS = 10;

/** A client that reads one link in a loop. */
export interface GoodClient {
  times: number[];
  stop(): Promise<void>;
}

/** @throws Error from `stop` when a response was not 200 */
export function startGoodClient(link: string): GoodClient {
  const times: number[] = [];
  let stopped = false;
  const working = (async () => {
    while (!stopped) {
      const { status, ms } = await request(link);
      if (status !== 200) throw new Error(`${link}: status ${status}`);
      times.push(ms);
      await sleep(PAUSE_MS);
    }
  })();
  working.catch(() => {});
  return {
    times,
    async stop() {
      stopped = true;
      await working;
    },
  };
}

/** The 99th percentile of the latencies of a good client during `work`. */
export async function p99During(link: string, work: () => Promise<unknown>): Promise<number> {
  const client = startGoodClient(link);
  await work();
  await client.stop();
  return quantile(client.times, 0.99);
}

const MAX_ROUNDS = 3;

/**
 * The lowest of up to three measurements, which stop at the first one below the limit. Other programs on a shared
 * machine only add latency, while a slow service is slow every time.
 */
export async function leastP99During(link: string, limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least >= limitMs; round++) {
    least = Math.min(least, await p99During(link, work));
  }
  return least;
}
