import { readFile } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { distinct, firstNumber } from './distinct.ts';

// An open-loop load program: uploads of different pictures at a fixed rate, and reads of one address at another rate.
// Uploads expect 100 Continue, so that a refused upload does not send its body. The latency of an upload begins when it was
// due, which may be before it was sent.
//   node bench/support/open-load.ts URL KEY UPLOADS_A_SECOND READS_A_SECOND READ_PATH SECONDS FILE…
// Prints the latencies of stored and of refused uploads and of reads in milliseconds, and the numbers of reads sent and answered in time.
// It measures SECONDS after a first second, because load shedding accepts an initial burst.

const [url = '', key = '', uploadRate = '', readRate = '', readPath = '', seconds = '', ...paths] =
  process.argv.slice(2);
const BOUNDARY = 'a-boundary-of-the-load';
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const forms = await Promise.all(paths.map(async (path) => form(await readFile(path))));
const first = firstNumber();
const stored: number[] = [];
const refused: number[] = [];
const readTimes: number[] = [];
const others: string[] = [];
const reads = { asked: 0, answered: 0 };
const WARM_UP_MS = 1_000;
const lengthMs = WARM_UP_MS + Number(seconds) * 1_000;
const begun = performance.now();

await Promise.all([
  atRate(Number(uploadRate), (turn, afterMs) => upload(forms[turn % forms.length] as Form, first + turn, afterMs)),
  atRate(Number(readRate), read),
]);
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? null;
process.stdout.write(
  JSON.stringify({
    stored: stored.length,
    refused: refused.length,
    storedP99: p99(stored),
    refusedP99: p99(refused),
    readP99: p99(readTimes),
    reads,
    others: [...new Set(others)],
  }),
);
process.exit();

function isCounted(afterMs: number): boolean {
  return afterMs >= WARM_UP_MS;
}

/** The parts of a form with one file. */
type Form = (number: number) => Buffer[];

function form(file: Buffer): Form {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
  const { before, mark, after } = distinct(file);
  return (number) => [Buffer.from(head), before, mark(number), after, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
}

/**
 * Starts tasks at a fixed rate, however many are in progress, and none fewer when it is late; resolves when all have ended.
 * @param work gets the time when it is due, after the begin
 */
async function atRate(rate: number, work: (turn: number, afterMs: number) => Promise<void>): Promise<void> {
  const all: Promise<void>[] = [];
  const total = (lengthMs / 1_000) * rate;
  while (all.length < total) {
    const due = Math.min(total, ((performance.now() - begun) / 1_000) * rate);
    while (all.length < due) all.push(work(all.length, (all.length / rate) * 1_000));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(all);
}

function upload(form: Form, number: number, afterMs: number): Promise<void> {
  const pieces = form(number);
  const counts = isCounted(afterMs);
  const dueMs = begun + afterMs;
  return new Promise((resolve) => {
    const sent = request(`${url}/api/v1/upload`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': pieces.reduce((sum, { length }) => sum + length, 0),
        expect: '100-continue',
      },
    });
    sent.on('continue', () => {
      for (const piece of pieces) sent.write(piece);
      sent.end();
    });
    sent.on('response', (response) => {
      response.resume();
      const times = { 200: stored, 503: refused }[response.statusCode ?? 0];
      if (times === undefined) others.push(String(response.statusCode));
      else if (counts) times.push(performance.now() - dueMs);
      resolve();
    });
    sent.on('error', (error) => {
      others.push(error.message);
      resolve();
    });
    sent.flushHeaders();
  });
}

function read(): Promise<void> {
  const asked = performance.now();
  const counts = isCounted(asked - begun);
  if (counts) reads.asked++;
  return new Promise((resolve) => {
    get(`${url}${readPath}`, { agent }, (response) => {
      response.resume();
      response.on('close', () => {
        if (counts) readTimes.push(performance.now() - asked);
        if (counts && response.statusCode === 200 && performance.now() - begun < lengthMs) reads.answered++;
        resolve();
      });
    }).on('error', (error) => {
      others.push(error.message);
      resolve();
    });
  });
}
