/** A job waits for its time, is run by somebody, or has failed too often to be tried again. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** @param job its lease and its end in Unix milliseconds; null = none */
export function jobState(job: { lease_until: number | null; dead_at: number | null }, nowMs: number): JobState {
  if (job.dead_at !== null) return 'dead';
  return job.lease_until !== null && job.lease_until > nowMs ? 'running' : 'waiting';
}
