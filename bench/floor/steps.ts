/** What imgd promises about an upload and the references by hand do not, in the order in which `server.ts` adds it. */
export const STEPS = {
  process: 'decoding in other processes, one a core, with a lower priority',
  sandbox: 'each of them in a sandbox, with limits, and with the files of its job alone',
  scan: 'search for active content, metadata and hidden bytes, and their removal',
  hash: 'format by content, SHA-256 of the upload and of the thumbnail',
  rows: 'the catalog with its indexes, duplicates, blocks and counters',
  thread: 'commits in a thread, which hold up no read',
  request: 'key and account, slow and long bodies, free space, the whole answer',
} as const;

export type Step = keyof typeof STEPS;

export const STEP_NAMES = Object.keys(STEPS) as Step[];

/** With it all promises are kept. */
export const LAST_STEP: Step = 'request';

/** The steps up to one, this one included. @throws Error for a name that is no step */
export function stepsUpTo(last: string): ReadonlySet<Step> {
  const index = STEP_NAMES.indexOf(last as Step);
  if (index < 0) throw new Error(`no step ${last}; there are ${STEP_NAMES.join(', ')}`);
  return new Set(STEP_NAMES.slice(0, index + 1));
}
