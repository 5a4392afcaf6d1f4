// The program of a thread that hashes passwords, one after another. It uses the synchronous functions: the asynchronous
// ones run on the threads that also read files.
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const NICENESS_INCREMENT = 10;

/** A password to hash, or to compare with a hash. */
export interface HashTask {
  password: string;
  hashed?: string;
}

export type HashReply = { made: string | boolean } | { error: string };

// On Linux a priority belongs to one thread, elsewhere to the process. Under full load readers go first.
if (process.platform === 'linux') {
  try {
    setPriority(Math.min(getPriority() + NICENESS_INCREMENT, 19));
  } catch {
    // A sandbox may forbid it; hashing then only competes with everything else.
  }
}

parentPort?.on('message', ({ password, hashed }: HashTask) => {
  parentPort?.postMessage(reply(password, hashed));
});

function reply(password: string, hashed: string | undefined): HashReply {
  try {
    return { made: hashed === undefined ? hashSync(password, COST) : verifySync(hashed, password) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
