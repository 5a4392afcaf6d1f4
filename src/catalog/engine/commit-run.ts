/**
 * What the thread that writes a SQLite file and the thread that caches rows of it share: the last run of commits, one after
 * the other, that left all cached rows as they are, and the descriptor of the WAL index. The run is two change counters of
 * the file, which each commit of any process increments by one: before its first commit, and after its last.
 */
export type CommitRun = Int32Array<SharedArrayBuffer>;

const [BEGIN, END, INDEX] = [0, 1, 2];
const NONE = -1;

export function createCommitRun(): CommitRun {
  const run = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  run[INDEX] = NONE;
  return run;
}

/** Lets the writing thread record its commits. Before the first read there are no cached rows that a run could keep. */
export function shareWalIndex(run: CommitRun, file: number): void {
  Atomics.store(run, INDEX, file);
}

/** The descriptor of the WAL index; undefined before the first read of the other thread. */
export function sharedWalIndex(run: CommitRun): number | undefined {
  const file = Atomics.load(run, INDEX);
  return file === NONE ? undefined : file;
}

/** Records the one commit between two counters, which left all cached rows as they are. */
export function extendRun(run: CommitRun, before: number, after: number): void {
  if (Atomics.load(run, END) !== before) {
    // At no time there is a run with commits of two others.
    Atomics.store(run, END, before);
    Atomics.store(run, BEGIN, before);
  }
  Atomics.store(run, END, after);
}

/** Whether all commits between two counters are in the run. The counters wrap around. */
export function coversCommits(run: CommitRun, before: number, after: number): boolean {
  const isAtMost = (one: number, other: number) => ((other - one) | 0) >= 0;
  const [begin, end] = [Atomics.load(run, BEGIN), Atomics.load(run, END)];
  return isAtMost(begin, before) && isAtMost(before, after) && isAtMost(after, end);
}
