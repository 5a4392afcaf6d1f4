import { type Journal, removeAndRecord, uploadAndRecord } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';

/** Clients of a service until it goes down. */
export interface Load {
  /** One line for each response that was not 200; lost connections do not count. */
  unexpected: string[];
  /** Stops the clients after their current request. */
  stop(): void;
  ended: Promise<void>;
}

const UPLOADERS = 8;
const DELETERS = 2;
/** The deleting clients limit the number of images, so that checking all of them stays fast. */
const IMAGES_KEPT = 250;

/** Starts eight clients that upload, a quarter of the files from `shared`, and two that delete. */
export function startLoad(journal: Journal, url: string, random: Random, shared: readonly Buffer[]): Load {
  const unexpected: string[] = [];
  let stopped = false;
  const repeat = (work: () => Promise<void>) => async () => {
    while (!stopped) {
      try {
        await work();
      } catch (error) {
        // A lost connection: the service is down.
        if (!(error instanceof TypeError)) throw error;
        return;
      }
    }
  };
  const uploading = repeat(async () => {
    const bytes = random.below(4) === 0 ? random.pick(shared) : await noisePng(random);
    const { status, bytes: body } = await uploadAndRecord(journal, url, { bytes });
    if (status !== 200) unexpected.push(`upload: status ${status} ${body}`);
  });
  const deleting = repeat(async () => {
    const [oldest] = journal.live.values();
    if (oldest === undefined || (journal.live.size < IMAGES_KEPT && random.below(4) > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return;
    }
    const entry = journal.live.size < IMAGES_KEPT ? random.pick([...journal.live.values()]) : oldest;
    const { status, bytes: body } = await removeAndRecord(journal, url, entry);
    if (status !== 200) unexpected.push(`delete: status ${status} ${body}`);
  });
  const run = (client: () => Promise<void>, count: number) => Promise.all(Array.from({ length: count }, client));
  // Without an upload before the service went down, the deleting clients would look for work for ever.
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
