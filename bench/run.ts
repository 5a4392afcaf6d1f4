import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchDelivery } from './delivery.ts';
import { benchStart } from './start.ts';
import type { Row } from './support/compare.ts';
import { machine } from './support/machine.ts';
import { startFileServer } from './support/nginx.ts';
import { drawPhotos } from './support/photos.ts';
import { startService } from './support/service.ts';
import { table } from './support/table.ts';
import { benchUploads } from './uploads.ts';

// `npm run bench`: what imgd does in a second, beside what this machine could do at best, measured in turn in one run.
//   npm run bench -- [--only delivery|uploads|start] [--rounds N] [--seconds N] [--write]
// --write keeps the figures in bench/results and the table in docs/performance.md.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const wants = (part: string) => values.only === undefined || values.only === part;
const root = fileURLToPath(new URL('..', import.meta.url));
const rows: Row[] = [];
const notes: string[] = [];

const directory = await mkdtemp(join(tmpdir(), 'imgd-bench-'));
try {
  if (wants('delivery')) {
    await using nginx = await startFileServer();
    if (nginx === undefined) notes.push('nginx is not installed: serving was not measured.');
    else {
      await using service = await startService();
      const { paths } = await drawPhotos(directory, {
        format: 'jpeg',
        width: 1_600,
        height: 1_200,
        bytes: 184_000,
        count: 1,
      });
      rows.push(...(await benchDelivery(service, nginx, paths[0] as string, options)));
    }
  }
  if (wants('uploads')) {
    await using service = await startService();
    rows.push(...(await benchUploads(service, directory, options)));
  }
  if (wants('start')) rows.push(await benchStart(options.rounds));
} finally {
  await rm(directory, { recursive: true, force: true });
}

const facts = await machine();
const text = table(rows, facts, notes);
process.stdout.write(`${text}\n`);
if (values.write) {
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(
    join(root, `bench/results/${date}.json`),
    `${JSON.stringify({ date, machine: facts, options, notes, rows }, null, 2)}\n`,
  );
}
