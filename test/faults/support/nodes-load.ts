import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './client.ts';
import { type Journal, removeAndNote, uploadAndNote } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** The longest that a request may take: time-outs of statements and of connecting, and what a busy machine adds. */
export const REQUEST_MS = 20_000;
const UPLOADERS = 6;
const DELETERS = 2;
const IMAGES_KEPT = 60;

/** What clients of several nodes have met. */
export interface Seen {
  longestMs: number;
  /** Answers 503. */
  refused: number;
  /** Connections that were lost without an answer. */
  lost: number;
  /** Other answers than 200, 404 and 503, in words. */
  unexpected: string[];
}

export function createSeen(): Seen {
  return { longestMs: 0, refused: 0, lost: 0, unexpected: [] };
}

export interface NodesLoadOptions {
  journal: Journal;
  /** The nodes as they are now: one that was restarted has another address. */
  urls(): readonly string[];
  random: Random;
  seen: Seen;
}

/** Clients at work on several nodes. */
export interface NodesLoad {
  /** Lets no client begin anything more. */
  stop(): void;
  ended: Promise<unknown>;
}

/** Six clients that upload, every fourth file one that others send as well, and two that delete, over all nodes. */
export async function startNodesLoad({ journal, urls, random, seen }: NodesLoadOptions): Promise<NodesLoad> {
  const shared = await Promise.all(Array.from({ length: 4 }, () => noisePng(random)));
  let stopped = false;
  const client = async (work: () => Promise<Answer | undefined>) => {
    while (!stopped) {
      const answer = await work().catch((error) => {
        // A request that hangs is given up with another error.
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
    return uploadAndNote(journal, random.pick(urls()), { bytes });
  };
  const deleting = async () => {
    if (journal.live.size < IMAGES_KEPT && random.below(4) > 0) return undefined;
    const entry = [...journal.live.values()][0];
    return entry === undefined ? undefined : removeAndNote(journal, random.pick(urls()), entry);
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
