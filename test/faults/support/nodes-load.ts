import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client.ts';
import { type Journal, removeAndRecord, uploadAndRecord } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** Time limit of a request: the time-outs of connections and statements, and the delays of a busy machine. */
export const REQUEST_MS = 20_000;
const UPLOADERS = 6;
const DELETERS = 2;
const IMAGES_KEPT = 60;

/** The responses that clients of several nodes have received. */
export interface Seen {
  longestMs: number;
  /** Responses with status 503. */
  refused: number;
  /** Connections that ended without a response. */
  lost: number;
  /** One line for each status other than 200, 404 and 503. */
  unexpected: string[];
}

export function createSeen(): Seen {
  return { longestMs: 0, refused: 0, lost: 0, unexpected: [] };
}

export interface NodesLoadOptions {
  journal: Journal;
  /** Current addresses of the nodes: a restart changes the address. */
  urls(): readonly string[];
  random: Random;
  seen: Seen;
}

/** Clients of several nodes. */
export interface NodesLoad {
  /** Stops the clients after their current request. */
  stop(): void;
  ended: Promise<unknown>;
}

/** Starts six clients that upload, a quarter of the files duplicates, and two that delete, across all nodes. */
export async function startNodesLoad({ journal, urls, random, seen }: NodesLoadOptions): Promise<NodesLoad> {
  const shared = await Promise.all(Array.from({ length: 4 }, () => noisePng(random)));
  let stopped = false;
  const client = async (work: () => Promise<Answer | undefined>) => {
    while (!stopped) {
      const answer = await work().catch((error) => {
        // A time-out is another error.
        if (!(error instanceof TypeError)) throw error;
        seen.lost++;
        return undefined;
      });
      if (answer === undefined) {
        await sleep(20);
        continue;
      }
      seen.longestMs = Math.max(seen.longestMs, answer.ms);
      if (answer.status === 503) seen.refused++;
      else if (answer.status !== 200 && answer.status !== 404) seen.unexpected.push(`${answer.status} ${answer.bytes}`);
    }
  };
  const uploading = async () => {
    const bytes = random.below(4) === 0 ? random.pick(shared) : await noisePng(random);
    return uploadAndRecord(journal, random.pick(urls()), { bytes });
  };
  const deleting = async () => {
    if (journal.live.size < IMAGES_KEPT && random.below(4) > 0) return undefined;
    const entry = [...journal.live.values()][0];
    return entry === undefined ? undefined : removeAndRecord(journal, random.pick(urls()), entry);
  };
  const clients = [
    ...Array.from({ length: UPLOADERS }, () => client(uploading)),
    ...Array.from({ length: DELETERS }, () => client(deleting)),
  ];
  return {
    stop() {
      stopped = true;
    },
    ended: Promise.all(clients),
  };
}
