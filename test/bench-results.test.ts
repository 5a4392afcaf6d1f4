import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isReached, rowOf } from '../bench/support/compare.ts';
import { createResults, keepResults } from '../bench/support/results.ts';

const MACHINE = { cpu: 'a processor', cores: 2, memoryGib: 4, kernel: '6.1', versions: { node: '26' } };
const PAGE = new URL('../docs/performance.md', import.meta.url);
const facts = { name: 'a work', reference: 'another', unit: 'requests/s' };

it('a failed measurement is noted, and the others run', async () => {
  const results = createResults(() => {});
  await results.measure('one', async () => rowOf({ ...facts, name: 'one' }, [1], [2]));
  await results.measure('two', () => Promise.reject(new Error('there is no such program')));
  await results.measure('three', async () => [rowOf({ ...facts, name: 'three' }, [3], [2])]);
  assert.deepEqual(
    results.rows.map(({ name, ratio }) => [name, ratio]),
    [
      ['one', 0.5],
      ['three', 1.5],
    ],
  );
  assert.deepEqual(results.notes, ['Not measured: two failed.']);
  assert.equal(results.failures(), 1);
});

it('a measurement that takes longer than its limit failed', async () => {
  const said: string[] = [];
  const results = createResults((line) => said.push(line));
  const never = new Promise<undefined>(() => {});
  await results.measure('one', () => never, 0.0005);
  assert.deepEqual(results.notes, ['Not measured: one failed.']);
  assert.match(said.join(), /not done in 0.0005 minutes/);
});

it('a ratio is the median of its rounds, and a goal limits the ratio, the figure or the difference', () => {
  const row = rowOf(facts, [10, 90, 30], [100, 100, 100]);
  assert.deepEqual([row.ratio, row.spread], [0.3, [0.1, 0.9]]);
  const reached = (goal: Parameters<typeof rowOf>[0]['goal']) => isReached({ ...row, ...(goal && { goal }) });
  assert.deepEqual([reached({ ratioAtLeast: 0.3 }), reached({ ratioAtLeast: 0.31 })], [true, false]);
  assert.deepEqual([reached({ ratioAtMost: 0.3 }), reached({ ratioAtMost: 0.29 })], [true, false]);
  assert.deepEqual([reached({ atMost: 30 }), reached({ atMost: 29 })], [true, false]);
  assert.deepEqual([reached({ moreByAtMost: -70 }), reached({ moreByAtMost: -71 })], [true, false]);
});

it('results are stored as JSON, and as a table in the page, whose other text does not change', async () => {
  const root = await mkdtemp(join(tmpdir(), 'imgd-results-'));
  try {
    await mkdir(join(root, 'docs'));
    await cp(PAGE, join(root, 'docs/performance.md'));
    const results = createResults(() => {});
    const page = () => readFile(join(root, 'docs/performance.md'), 'utf8');
    const keep = () => keepResults(root, results, MACHINE, { rounds: 1, seconds: 2 });
    await results.measure('one', async () => rowOf({ ...facts, goal: { ratioAtLeast: 0.9 } }, [1], [2]));
    await keep();
    const first = await page();
    assert.match(
      first,
      /\| a work \| 1.00 requests\/s \| another: 2.00 requests\/s \| 0.50 .* \| ratio ≥ 0.9, \*\*missed\*\* \|/,
    );
    await keep();
    assert.equal(await page(), first);
    const outside = (text: string) => text.replace(/<!-- measured[\s\S]*?<!-- end -->/, '');
    assert.equal(outside(first), outside(await readFile(PAGE, 'utf8')));
    const [file = ''] = await readdir(join(root, 'bench/results'));
    assert.deepEqual(JSON.parse(await readFile(join(root, 'bench/results', file), 'utf8')).rows, results.rows);
  } finally {
    await rm(root, { recursive: true });
  }
});
