import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeThumbnail } from '../../src/imaging/resize.ts';
import { GENERATORS, type Generator, type Parameters } from '../fixtures/costly/generators.ts';
import { scanBomb } from '../fixtures/costly/jpeg.ts';
import { WORST } from '../fixtures/costly/worst.ts';
import { readCorpus } from './support/corpus.ts';
import { type Cost, costPerMegabyte, createMeter, type Meter } from './support/decode-cost.ts';
import { SEED, times } from './support/options.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';
import { makeTempDir } from './support/temp-dir.ts';

const MAX_SECONDS_PER_MEGABYTE = 2;
/** Of the ten files that are printed. */
const KEPT = 10;
/** Changed parameters for each format. */
const STEPS = times(25, 2);
const FIGURE = `<= ${MAX_SECONDS_PER_MEGABYTE} CPU s for each MB sent (a file below 1.5 MB counts as 1.5 MB)`;

interface Found {
  name: string;
  cost: Cost;
}

test('no file that an earlier search kept costs more than two CPU seconds for each megabyte', async (t) => {
  await using directory = await makeTempDir();
  await using meter = createMeter(directory.path);
  const found: Found[] = [];
  for (const { name, format, bytes, outcome } of WORST) {
    const cost = await meter.costOf(await bytes(), format);
    found.push({ name, cost });
    assert.ok(outcome.includes(cost.outcome), `${name}: ${cost.outcome}`);
  }
  report(t, 'the costliest generated files', found);
});

test('a search finds no file that costs more than two CPU seconds for each megabyte', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using meter = createMeter(directory.path);
  const found: Found[] = [];
  for (const generator of GENERATORS) found.push(...(await climb(generator, meter, random)));
  report(t, `a search of ${STEPS} steps in each format`, found);
});

test('bombs of the public corpus cost no more', async (t) => {
  const bombs = (readCorpus() ?? []).filter(({ path }) => path.startsWith('bombs/') && path.endsWith('.jpg'));
  if (bombs.length === 0) return t.skip('the public corpus has no bombs (FAULTS_CORPUS)');
  await using directory = await makeTempDir();
  await using meter = createMeter(directory.path);
  for (const { path, bytes } of bombs) {
    const cost = await meter.costOf(bytes, 'JPEG');
    assert.equal(cost.outcome, 'IMAGE_DIMENSIONS_EXCEEDED', path);
    assert.ok(cost.cpuSeconds < 0.5, `${path}: ${cost.cpuSeconds} s`);
  }
});

test('control: without limits, the measure shows what a bomb costs', async () => {
  await using directory = await makeTempDir();
  const [bytes, input] = [scanBomb(250), join(directory.path, 'bomb')];
  await writeFile(input, bytes);
  const started = process.cpuUsage();
  await makeThumbnail(input, join(directory.path, 'thumbnail'), 'JPEG', Number.MAX_SAFE_INTEGER, 9_900 ** 2);
  const { user, system } = process.cpuUsage(started);
  const cost: Cost = { cpuSeconds: (user + system) / 1e6, megabytes: bytes.length / 1e6, outcome: 'accepted' };
  assert.ok(costPerMegabyte(cost) > MAX_SECONDS_PER_MEGABYTE, `${costPerMegabyte(cost)} CPU s for each MB`);
});

/** Changes one parameter at a time and keeps each change that costs more. @returns every file measured */
async function climb(generator: Generator, meter: Meter, random: Random): Promise<Found[]> {
  const { format, choices, make } = generator;
  const measure = async (parameters: Parameters): Promise<Found> => ({
    name: `${format} ${JSON.stringify(parameters)}`,
    cost: await meter.costOf(await make(parameters), format),
  });
  let best = Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first]));
  const found = [await measure(best)];
  let most = costPerMegabyte((found[0] as Found).cost);
  for (let step = 0; step < STEPS; step++) {
    const name = random.pick(Object.keys(choices));
    const changed = { ...best, [name]: random.pick(choices[name] ?? []) };
    const next = await measure(changed);
    found.push(next);
    // A refusal hides what the file would cost, so the search does not go on from it.
    if (costPerMegabyte(next.cost) <= most || next.cost.outcome === 'killed') continue;
    [best, most] = [changed, costPerMegabyte(next.cost)];
  }
  return found;
}

function report(t: TestContext, what: string, found: Found[]): void {
  const worst = found.toSorted((a, b) => costPerMegabyte(b.cost) - costPerMegabyte(a.cost)).slice(0, KEPT);
  for (const { name, cost } of worst) {
    const { cpuSeconds, megabytes, outcome } = cost;
    const bytes = Math.round(megabytes * 1e6);
    t.diagnostic(
      `${cpuSeconds.toFixed(2)} s, ${bytes} bytes, ${costPerMegabyte(cost).toFixed(2)} s/MB, ${outcome}: ${name}`,
    );
  }
  const [first] = worst as [Found, ...Found[]];
  const figure = costPerMegabyte(first.cost);
  const seconds = Math.max(...found.map(({ cost }) => cost.cpuSeconds));
  record(
    t,
    what,
    FIGURE,
    `${found.length} files, at most ${figure.toFixed(2)} CPU s a MB, ${seconds.toFixed(1)} s in all`,
  );
  assert.ok(figure <= MAX_SECONDS_PER_MEGABYTE, `${first.name}: ${figure.toFixed(2)} CPU s a MB`);
}
