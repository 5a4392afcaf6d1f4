import { Agent, get } from 'node:http';

// An open-loop load program: reads of several addresses at a fixed rate each, in turn, so that what disturbs the machine
// disturbs all of them. Prints the p99 of each address in milliseconds. It measures SECONDS after a first second. A latency
// begins when the read is sent: no read waits for another, and what makes this program late would be added to all addresses.
//   node bench/support/read-load.ts READS_A_SECOND SECONDS URL…

const [rate = '', seconds = '', ...urls] = process.argv.slice(2);
const WARM_UP_MS = 1_000;
const TICK_MS = 1;
const lengthMs = WARM_UP_MS + Number(seconds) * 1_000;
const perMs = (Number(rate) * urls.length) / 1_000;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const times = urls.map((): number[] => []);
const reads: Promise<void>[] = [];
const begun = performance.now();

for (let now = 0; now < lengthMs; now = performance.now() - begun) {
  while (reads.length < now * perMs) reads.push(read(reads.length % urls.length));
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
await Promise.all(reads);
const p99 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)];
process.stdout.write(JSON.stringify(times.map(p99)));
process.exit();

/** @throws Error for an answer other than 200, which ends the program */
function read(of: number): Promise<void> {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    get(urls[of] as string, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${urls[of]} is answered ${response.statusCode}`));
      response.resume();
      response.on('close', () => {
        const answered = performance.now();
        if (asked - begun >= WARM_UP_MS) times[of]?.push(answered - asked);
        resolve();
      });
    }).on('error', reject);
  });
}
