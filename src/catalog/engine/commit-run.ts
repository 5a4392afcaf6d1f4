/**
 * The last run of commits, one after the other, that left all cached rows of a SQLite file as they are. The thread that
 * writes the file records it, and the thread that caches rows reads it. Two change counters of the file, which each
 * commit of any process increments by one: before the first commit of the run, and after the last.
 */
export type CommitRun = Int32Array<SharedArrayBuffer>;

const [BEGIN, END] = [0, 1];

export function createCommitRun(): CommitRun {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
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
