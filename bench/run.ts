import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchBareDelivery } from './bare-delivery.ts';
import { benchCatalog } from './catalog.ts';
import { benchDelivery } from './delivery.ts';
import { LAST_STEP, STEP_NAMES } from './floor/steps.ts';
import { type FloorCase, uploadFloor } from './floor.ts';
import { benchMemory } from './memory.ts';
import { benchNginxFiles } from './nginx-files.ts';
import { benchOverload } from './overload.ts';
import { benchProcesses } from './processes.ts';
import { benchProfiles } from './profiles.ts';
import { benchReaders } from './readers.ts';
import { benchReads } from './reads.ts';
import { runSmoke } from './run-smoke.ts';
import { benchStart } from './start.ts';
import { machine } from './support/machine.ts';
import { startFileServer } from './support/nginx.ts';
import { drawPhotos, LARGE_JPEG, PANORAMA, type PhotoKind, SMALL_JPEG } from './support/photos.ts';
import { createResults, keepResults } from './support/results.ts';
import { startService } from './support/service.ts';
import { table } from './support/table.ts';
import { uploadCosts } from './upload-costs.ts';
import { benchUploads } from './uploads.ts';

// `npm run bench`: measures imgd beside references on the same machine, in turn in one run.
//   npm run bench -- [--only PART[,PART…]] [--rounds N] [--seconds N]
//   npm run bench -- --smoke [--plant-slow]
// --write-baseline, with either, records a new baseline for the short run; use a quiet machine.
// The whole run takes about half an hour and writes its figures to bench/results and docs/performance.md; a partial run
// only prints them. A failed part is reported, and the other parts still run. Exit code 1 = something failed.
// --smoke takes half a minute and fails if a ratio is a quarter below bench/baseline.json; --plant-slow slows the service
// down on purpose and must fail: with 1, if each ratio is detected as too low.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    smoke: { type: 'boolean', default: false },
    'plant-slow': { type: 'boolean', default: false },
    'write-baseline': { type: 'boolean', default: false },
  },
});
if (values.smoke) process.exit(await runSmoke(values));

const options = { rounds: Number(values.rounds ?? 3), seconds: Number(values.seconds) };
/** A p99 of one round is chance more often than other figures. */
const READ_ROUNDS = 5;
/** Parts consist of measurements, which have a shorter limit. */
const PART_LIMIT_MINUTES = 120;
/** All steps of the floor, on a busy machine. */
const FLOOR_LIMIT_MINUTES = 40;
const root = fileURLToPath(new URL('..', import.meta.url));
const begun = performance.now();
const say = (line: string) => {
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
};
const results = createResults(say);
const facts = await machine();
const directory = await mkdtemp(join(tmpdir(), 'imgd-bench-'));
// Everything that is measured keeps its files below this directory.
process.env.TMPDIR = directory;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // Registered last: reference servers and the service are killed as this process exits.
    process.once('exit', removeDirectory);
    process.exit(1);
  });
}

const PARTS: Record<string, () => Promise<void>> = {
  async delivery() {
    await using nginx = await startFileServer();
    if (nginx === undefined) throw new Error('nginx is not installed');
    await using service = await startService();
    const [photo, wide] = [await draw(SMALL_JPEG), await draw(PANORAMA)];
    await benchDelivery(results, service, nginx, { photo, wide }, options);
  },
  async files() {
    await using nginx = await startFileServer();
    if (nginx === undefined) throw new Error('nginx is not installed');
    const [small, large] = [await draw(SMALL_JPEG), await draw(LARGE_JPEG)];
    const pictures = [
      { name: 'small', path: small },
      { name: 'large', path: large },
    ];
    await benchNginxFiles(results, nginx, directory, pictures, options);
  },
  async bare() {
    await using service = await startService();
    const [photo, wide] = [await draw(SMALL_JPEG), await draw(PANORAMA)];
    await benchBareDelivery(results, service, directory, { photo, wide }, options);
  },
  async processes() {
    const [photo, wide] = [await draw(SMALL_JPEG), await draw(PANORAMA)];
    await benchProcesses(results, directory, { photo, wide }, options);
  },
  uploads: () => benchUploads(results, directory, options),
  reads: () => benchReads(results, directory, { ...options, rounds: Number(values.rounds ?? READ_ROUNDS) }),
  readers: () => benchReaders(results, directory, options),
  overload: () => benchOverload(results, directory, options),
  memory: () => benchMemory(results, directory, options),
  start: () => benchStart(results, options),
  catalog: () => benchCatalog(results, directory, options),
  async profiles() {
    const parts = await benchProfiles(results, directory, await draw(SMALL_JPEG), options);
    parts.push(...(await costsOfUploads()));
    const page = `# Profiles\n\nOwn time of the costliest functions, by \`--cpu-prof\`.\n\n${parts.join('\n\n')}\n`;
    if (isWhole) await keepPage(page);
    else process.stdout.write(`${page}\n`);
  },
};

/** A part of `profiles` that also runs alone. */
const COSTS = 'upload-costs';
PARTS[COSTS] = async () => {
  process.stdout.write(`${(await costsOfUploads()).join('\n\n')}\n`);
};

/** Between the references for uploads and imgd: every step, or the last one alone, which `uploads` has too. */
const FLOORS: Record<string, { name: string; kind: PhotoKind } & Omit<FloorCase, 'photos'>> = {
  floor: { name: '1600x1200, 8 clients', kind: SMALL_JPEG, front: 'eager', clients: 8, steps: STEP_NAMES },
  'floor-16': { name: '1600x1200, 16 clients', kind: SMALL_JPEG, front: 'eager', clients: 16, steps: [LAST_STEP] },
  'floor-large': { name: '4000x3000, 8 clients', kind: LARGE_JPEG, front: 'eager', clients: 8, steps: [LAST_STEP] },
  'floor-lazy': {
    name: '1600x1200, 8 clients, IMGD_THUMBNAILS=lazy',
    kind: SMALL_JPEG,
    front: 'lazy',
    clients: 8,
    steps: STEP_NAMES,
  },
};
for (const [part, { name, kind, ...floor }] of Object.entries(FLOORS)) {
  PARTS[part] = async () => {
    const photos = await drawPhotos(directory, kind, 4);
    const measured = async () => {
      const { page, rows } = await uploadFloor(`upload a JPEG, ${name}`, { ...floor, photos }, options);
      process.stdout.write(`${page}\n\n`);
      return rows;
    };
    await results.measure(`floor, ${name}`, measured, FLOOR_LIMIT_MINUTES);
  };
}

/** Uploads whose costs are broken down. */
const UPLOADED = [
  { name: 'upload a JPEG, 1600x1200', kind: SMALL_JPEG },
  { name: 'upload a JPEG, 4000x3000', kind: LARGE_JPEG },
] as const;

const SEPARATE: readonly string[] = [COSTS, ...Object.keys(FLOORS)];
const wanted = values.only?.split(',') ?? Object.keys(PARTS).filter((name) => !SEPARATE.includes(name));
const isWhole = values.only === undefined;
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
try {
  // The first start fills the compile cache.
  await (await startService())[Symbol.asyncDispose]();
  for (const name of wanted) {
    const part = async () => {
      await PARTS[name]?.();
      return undefined;
    };
    await results.measure(name, part, PART_LIMIT_MINUTES);
    // Save after each part: a later part may end the run.
    if (isWhole) await keepResults(root, results, facts, options);
  }
  if (values['write-baseline']) {
    await results.measure('the baseline of the short run', async () => {
      await runSmoke(values);
      return undefined;
    });
  }
} finally {
  removeDirectory();
}
process.stdout.write(`${table(results.rows, facts, results.notes)}\n`);
say(`done, ${results.failures()} failed`);
// A part that timed out may still hold the process open.
process.exit(results.failures() === 0 ? 0 : 1);

async function costsOfUploads(): Promise<string[]> {
  const parts: string[] = [];
  for (const { name, kind } of UPLOADED) {
    await results.measure(`costs, ${name}`, async () => {
      parts.push(await uploadCosts(name, await drawPhotos(directory, kind, 4), options));
      return undefined;
    });
  }
  return parts;
}

async function draw(kind: PhotoKind): Promise<string> {
  const { paths } = await drawPhotos(directory, kind, 1);
  return paths[0] as string;
}

/** Tries again while killed programs still write. */
function removeDirectory(): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function keepPage(page: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(join(root, `bench/results/${date}-profiles.md`), page);
}
