import type { JobKind, JobOrigin, KindLoad } from './port.ts';

export interface FairQueueOptions {
  /** Number of workers. Each runs one job at a time. */
  workers: number;
  /** Jobs of each kind that may wait. */
  maxWaiting: number;
  /** After this time a waiting derived job is refused; default 10 seconds. */
  maxDerivedWaitMs?: number;
  /** @returns the error that refuses a job */
  refusal: () => Error;
}

/** Gives idle workers to jobs. */
export interface FairQueue<Worker> {
  /** Adds an idle worker. */
  offer(worker: Worker): void;
  /** Waits for a worker. @throws the refusal, see `createFairQueue` */
  acquire(origin: JobOrigin): Promise<Worker>;
  /** The job of this worker begins only now: what came before, such as the start of a process, is no fault of its caller. */
  began(worker: Worker): void;
  /** The job of this worker has ended. Offer the worker again, or another one in its place. */
  ended(worker: Worker): void;
  /** Removes a worker if it is idle. @returns whether it was */
  removeIdle(worker: Worker): boolean;
  /** Refuses all waiting jobs. */
  refuseWaiting(): void;
  load(): Record<JobKind, KindLoad>;
}

/** While both kinds wait, a derived job follows this number of uploads. */
const UPLOADS_PER_DERIVED = 3;
/** A caller with a job that took longer has slow jobs, for a time. Photographs take a tenth of it. */
const SLOW_JOB_MS = 500;
const SLOW_MEMORY_MS = 60_000;
const MAX_SLOW_CALLERS = 1_000;
/** Shorter than the leases of variants and thumbnails, which cover the wait and the decoding. */
const MAX_DERIVED_WAIT_MS = 10_000;

/**
 * A queue that no caller can hold while others wait.
 *
 * - A free worker goes to the waiting caller that holds the fewest workers; among equals to the one whose last turn is the
 *   longest ago (round-robin). The jobs of one caller keep their order.
 * - A caller whose jobs are slow holds at most all workers but one, so that the others wait for no slow job.
 * - Derived jobs hold at most all workers but one, so that an upload never finds all of them making variants. While
 *   uploads wait too, every fourth job is a derived one. With a single worker uploads always go first.
 * - Each kind has its own bound of waiting jobs. In a full queue the caller with the most waiting jobs loses: a newcomer
 *   takes the place of that caller's last job, which is refused.
 * - A derived job that waits too long is refused: a lease in the catalog covers its wait.
 */
export function createFairQueue<Worker>(options: FairQueueOptions): FairQueue<Worker> {
  const { workers, maxWaiting, maxDerivedWaitMs = MAX_DERIVED_WAIT_MS, refusal } = options;
  const maxDerived = Math.max(1, workers - 1);
  const idle: Worker[] = [];
  const lanes = { upload: createLane<Worker>(maxWaiting), derived: createLane<Worker>(maxWaiting) };
  const running = new Map<Worker, { origin: JobOrigin; startedMs: number }>();
  const slow = createSlowCallers();
  const { byKind: runningByKind, heldBy, count } = createRunningCounts();
  let uploadsSinceDerived = 0;

  function mayStart(caller: string): boolean {
    return workers === 1 || heldBy(caller) < workers - 1 || !slow.has(caller);
  }

  function nextKind(): JobKind | undefined {
    const hasUpload = lanes.upload.has(mayStart);
    const mayDerive = runningByKind.derived < maxDerived && lanes.derived.has(mayStart);
    if (!mayDerive) return hasUpload ? 'upload' : undefined;
    if (!hasUpload) return 'derived';
    return workers > 1 && uploadsSinceDerived >= UPLOADS_PER_DERIVED ? 'derived' : 'upload';
  }

  function dispatch(): void {
    while (idle.length > 0) {
      const kind = nextKind();
      if (kind === undefined) return;
      const job = lanes[kind].takeNext(mayStart, heldBy);
      const worker = idle.shift() as Worker;
      uploadsSinceDerived = kind === 'upload' ? uploadsSinceDerived + 1 : 0;
      running.set(worker, { origin: job.origin, startedMs: performance.now() });
      count(job.origin, 1);
      job.give(worker);
    }
  }

  function refuse(job: WaitingJob<Worker>): void {
    clearTimeout(job.timer);
    job.refuse(refusal());
  }

  return {
    offer(worker) {
      idle.push(worker);
      dispatch();
    },
    acquire: (origin) =>
      new Promise((resolve, reject) => {
        const lane = lanes[origin.kind];
        const job: WaitingJob<Worker> = {
          origin,
          give(worker) {
            clearTimeout(job.timer);
            resolve(worker);
          },
          refuse: reject,
          timer: undefined,
        };
        if (origin.kind === 'derived') job.timer = setTimeout(() => lane.remove(job) && refuse(job), maxDerivedWaitMs);
        lane.add(job);
        dispatch();
        // Only now: an idle worker may have taken a job of the full lane.
        const surplus = lane.takeSurplus(origin.caller);
        if (surplus !== undefined) refuse(surplus);
      }),
    began(worker) {
      const job = running.get(worker);
      if (job !== undefined) job.startedMs = performance.now();
    },
    ended(worker) {
      const ended = running.get(worker);
      if (ended === undefined) return;
      running.delete(worker);
      count(ended.origin, -1);
      slow.note(ended.origin.caller, ended.startedMs);
      // A derived job, or a job of a slow caller, may have waited for its share beside an idle worker.
      dispatch();
    },
    removeIdle(worker) {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      return at >= 0;
    },
    refuseWaiting() {
      for (const lane of Object.values(lanes)) for (const job of lane.takeAll()) refuse(job);
    },
    load: () => ({
      upload: { running: runningByKind.upload, waiting: lanes.upload.size() },
      derived: { running: runningByKind.derived, waiting: lanes.derived.size() },
    }),
  };
}

/** Counts of the running jobs by kind and by caller. */
function createRunningCounts() {
  const byCaller = new Map<string, number>();
  const byKind: Record<JobKind, number> = { upload: 0, derived: 0 };
  const heldBy = (caller: string) => byCaller.get(caller) ?? 0;
  return {
    byKind,
    heldBy,
    count({ kind, caller }: JobOrigin, by: 1 | -1): void {
      byKind[kind] += by;
      const held = heldBy(caller) + by;
      if (held === 0) byCaller.delete(caller);
      else byCaller.set(caller, held);
    },
  };
}

/** The callers that had a slow job of late. */
function createSlowCallers() {
  /** Until when each of them counts as slow; the newest last. */
  const until = new Map<string, number>();
  return {
    has: (caller: string) => (until.get(caller) ?? 0) > performance.now(),
    note(caller: string, startedMs: number): void {
      const nowMs = performance.now();
      if (nowMs - startedMs < SLOW_JOB_MS) return;
      until.delete(caller);
      until.set(caller, nowMs + SLOW_MEMORY_MS);
      const [oldest] = until.keys();
      if (until.size > MAX_SLOW_CALLERS && oldest !== undefined) until.delete(oldest);
    },
  };
}

interface WaitingJob<Worker> {
  origin: JobOrigin;
  give(worker: Worker): void;
  refuse(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/** The waiting jobs of one kind. */
function createLane<Worker>(maxWaiting: number) {
  // A Map keeps the order of insertion: callers are in the order of their turns.
  const byCaller = new Map<string, WaitingJob<Worker>[]>();
  let size = 0;

  function forget(caller: string, jobs: readonly unknown[]): void {
    size--;
    if (jobs.length === 0) byCaller.delete(caller);
  }

  return {
    size: () => size,
    add(job: WaitingJob<Worker>): void {
      const { caller } = job.origin;
      const jobs = byCaller.get(caller);
      if (jobs === undefined) byCaller.set(caller, [job]);
      else jobs.push(job);
      size++;
    },
    remove(job: WaitingJob<Worker>): boolean {
      const { caller } = job.origin;
      const jobs = byCaller.get(caller) ?? [];
      const at = jobs.indexOf(job);
      if (at < 0) return false;
      jobs.splice(at, 1);
      forget(caller, jobs);
      return true;
    },
    /** Whether a job of a caller waits that may start one. */
    has: (mayStart: (caller: string) => boolean) => byCaller.keys().some(mayStart),
    /** The next job of the caller that holds the fewest workers, of those that may start one. Call it only if `has`. */
    takeNext(mayStart: (caller: string) => boolean, heldBy: (caller: string) => number): WaitingJob<Worker> {
      const callers = byCaller.entries().filter(([name]) => mayStart(name));
      const [caller, jobs] = leastOf(callers, ([name]) => heldBy(name));
      const job = jobs.shift() as WaitingJob<Worker>;
      forget(caller, jobs);
      if (jobs.length > 0) {
        byCaller.delete(caller);
        byCaller.set(caller, jobs);
      }
      return job;
    },
    /**
     * The last job of the caller with the most waiting jobs, if more wait than may.
     * @param latest the caller whose job came last; it loses among equals
     */
    takeSurplus(latest: string): WaitingJob<Worker> | undefined {
      if (size <= maxWaiting) return undefined;
      const lengthOf = (name: string) => byCaller.get(name)?.length ?? 0;
      const caller = leastOf([latest, ...byCaller.keys()], (name) => -lengthOf(name));
      const jobs = byCaller.get(caller) as WaitingJob<Worker>[];
      const job = jobs.pop() as WaitingJob<Worker>;
      forget(caller, jobs);
      return job;
    },
    takeAll(): WaitingJob<Worker>[] {
      const jobs = [...byCaller.values()].flat();
      byCaller.clear();
      size = 0;
      return jobs;
    },
  };
}

/** The first of the items with the least figure. */
function leastOf<Item>(items: Iterable<Item>, figureOf: (item: Item) => number): Item {
  let least: { item: Item; figure: number } | undefined;
  for (const item of items) {
    const figure = figureOf(item);
    if (least === undefined || figure < least.figure) least = { item, figure };
  }
  if (least === undefined) throw new Error('there are no items');
  return least.item;
}
