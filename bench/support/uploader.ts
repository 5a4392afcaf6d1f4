import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { distinct, firstNumber } from './distinct.ts';

// The load program when wrk is missing, or where all begun requests have to count: clients upload one picture after the other, each a different one, and print how
// many were stored.
//   node bench/support/uploader.ts URL KEY CLIENTS SECONDS FILES_A_REQUEST FILE…

const [url = '', key = '', clients = '', seconds = '', perRequest = '', ...paths] = process.argv.slice(2);
const files = await Promise.all(
  paths.map(async (path) => ({ ...distinct(await readFile(path)), name: basename(path) })),
);
const first = firstNumber();
const many = Number(perRequest) > 1;
const end = performance.now() + Number(seconds) * 1_000;
let stored = 0;
let turn = 0;

async function client(): Promise<void> {
  while (performance.now() < end) {
    const form = new FormData();
    for (let i = 0; i < Number(perRequest); i++) {
      const { before, mark, after, name } = files[turn++ % files.length] as (typeof files)[number];
      form.append(many ? 'files' : 'file', new Blob([Buffer.concat([before, mark(first + turn), after])]), name);
    }
    const response = await fetch(`${url}/api/v1/upload${many ? '/bulk' : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    stored += Number(perRequest);
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, client));
const elapsed = (performance.now() - begun) / 1_000;
process.stdout.write(JSON.stringify({ stored, perSecond: stored / elapsed }));
