import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as balancer from '../../scripts/services/balancer.ts';
import { freePort } from '../../scripts/services/free-port.ts';
import type { Service } from '../../src/compose.ts';

/** A proxy in front of nodes that start later. */
export interface Front {
  /** Adds the settings that every node needs: the public URL and the trusted proxy. */
  env(own: Record<string, string>): Record<string, string>;
  /** Starts balancing requests round robin. @returns the public URL */
  open(nodes: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export async function makeFront(): Promise<Front> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'imgd-front-'));
  let running: Awaited<ReturnType<typeof balancer.start>> | undefined;
  return {
    env: (own) => ({
      // Two nodes on one machine share its cores.
      IMGD_DECODER_PROCESSES: own.IMGD_DECODER_PROCESSES ?? '1',
      IMGD_BASE_URL: own.IMGD_BASE_URL ?? `http://localhost:${port}`,
      IMGD_TRUST_PROXY: [balancer.BALANCER_ADDRESS, own.IMGD_TRUST_PROXY].filter(Boolean).join(),
    }),
    async open(nodes) {
      running = await balancer.start(dir, port, nodes);
      return running.url;
    },
    async close() {
      await running?.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Creates a data directory for a second node inside that of the first. Both share the blobs on disk. */
export async function secondDataDir(first: string): Promise<string> {
  const second = join(first, 'second');
  const made = await mkdir(second, { recursive: true });
  await mkdir(join(first, 'blobs'), { recursive: true });
  if (made !== undefined) await symlink(join(first, 'blobs'), join(second, 'blobs'));
  return second;
}

/** Presents nodes as one service: each call goes to every node. */
export function asOne(nodes: readonly [Service, ...Service[]]): Service {
  const [first] = nodes;
  return {
    ...first,
    jobs: {
      async start() {
        for (const { jobs } of nodes) await jobs.start();
      },
      async runDue() {
        for (const { jobs } of nodes) await jobs.runDue();
      },
      async stop() {
        await Promise.all(nodes.map(({ jobs }) => jobs.stop()));
      },
    },
    async close(drainMs) {
      await Promise.all(nodes.map((node) => node.close(drainMs)));
    },
  };
}
