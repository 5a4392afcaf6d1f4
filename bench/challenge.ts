import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createWorkChallenges } from '../src/actions/moderation/create-work-challenges.ts';
import { systemClock } from '../src/lib/clock.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

// Prints what a proof-of-work challenge costs the service and a caller, for docs/security.md.
const db = { insertInto: () => answered } as never;
const answered: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'executeTakeFirst' ? async () => ({}) : () => answered),
});
const challenges = createWorkChallenges({
  db,
  clock: systemClock,
  secret: Buffer.alloc(32, 7),
  settings: { challenge: { registration: true, uploads: true }, challengeCost: { iterations: 1_000 } },
});

async function median(runs: number, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const begin = performance.now();
    await work().catch(() => undefined);
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return `${Math.round((times[runs >> 1] ?? 0) * 1_000)} µs`;
}

/** Prefix of three hexadecimal digits. */
const TRIES = 4_096;
const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');
const solve = (challenge: Challenge) => solveChallenge({ challenge, deriveKey });

const { challenge } = await challenges.issue('uploads');
const own = await solve(challenge);
let tries = 0;
const begin = performance.now();
while (tries < 2 * TRIES) tries += ((await solve((await challenges.issue('uploads')).challenge))?.counter ?? 0) + 1;
const seconds = ((performance.now() - begin) / 1_000 / tries) * TRIES;
const right = encode({ challenge, solution: own });
const forged = encode({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution: own });
say(`issue a challenge: ${await median(2_000, () => challenges.issue('uploads'))}`);
say(`refuse a forged one: ${await median(2_000, () => challenges.use('uploads', forged))}`);
say(`check a solution: ${await median(1_000, () => challenges.use('uploads', right))}, without the write`);
say(`solve one in Node.js: ${seconds.toFixed(2)} s on average`);
