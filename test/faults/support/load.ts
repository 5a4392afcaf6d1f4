import { type Journal, removeAndNote, uploadAndNote } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** Clients at work on a service until it goes down. */
export interface Load {
  /** Answers that were neither 200 nor a lost connection, in words. */
  unexpected: string[];
  /** Lets no client begin anything more. */
  stop(): void;
  ended: Promise<void>;
}

const UPLOADERS = 8;
const DELETERS = 2;
/** Deleting holds the number of images down, so that looking at all of them stays quick. */
const IMAGES_KEPT = 250;

/** Eight clients that upload, every fourth file one that others send as well, and two that delete. */
export function startLoad(journal: Journal, url: string, random: Random, shared: readonly Buffer[]): Load {
  const unexpected: string[] = [];
  let stopped = false;
  const until = (work: () => Promise<void>) => async () => {
    while (!stopped) {
      try {
        await work();
      } catch (error) {
        // The connection is lost: the service is down.
        if (!(error instanceof TypeError)) throw error;
        return;
      }
    }
  };
  const uploading = until(async () => {
    const bytes = random.below(4) === 0 ? random.pick(shared) : await noisePng(random);
    const { status, bytes: body } = await uploadAndNote(journal, url, { bytes });
    if (status !== 200) unexpected.push(`upload answered ${status}: ${body}`);
  });
  const deleting = until(async () => {
    const [oldest] = journal.live.values();
    if (oldest === undefined || (journal.live.size < IMAGES_KEPT && random.below(4) > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return;
    }
    const entry = journal.live.size < IMAGES_KEPT ? random.pick([...journal.live.values()]) : oldest;
    const { status, bytes: body } = await removeAndNote(journal, url, entry);
    if (status !== 200) unexpected.push(`delete answered ${status}: ${body}`);
  });
  const run = (client: () => Promise<void>, count: number) => Promise.all(Array.from({ length: count }, client));
  // Where nothing was uploaded before the service went down, those who delete would look for work for ever.
  const uploaded = run(uploading, UPLOADERS).then(() => {
    stopped = true;
  });
  return {
    unexpected,
    stop() {
      stopped = true;
    },
    ended: Promise.all([uploaded, run(deleting, DELETERS)]).then(() => {}),
  };
}
