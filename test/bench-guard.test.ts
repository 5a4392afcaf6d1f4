import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { SMOKE } from '../bench/smoke.ts';
import { guard, type Ratios, regressionsOf } from '../bench/support/guard.ts';

const BASELINE = { uploads: 0.8, pages: 0.5 };

it('a ratio may be up to a quarter below the baseline', () => {
  assert.deepEqual(regressionsOf({ uploads: 0.61, pages: 0.38 }, BASELINE), []);
  assert.deepEqual(regressionsOf({ uploads: 0.59, pages: 0.5 }, BASELINE), [
    { name: 'uploads', expected: 0.8, measured: 0.59 },
  ]);
});

it('a missing measurement or NaN is a regression', () => {
  assert.deepEqual(
    regressionsOf({ uploads: Number.NaN }, BASELINE).map(({ name }) => name),
    ['uploads', 'pages'],
  );
});

it('measures only the slow workloads again before it reports them', async () => {
  const asked: string[][] = [];
  const answers: Ratios[] = [{ uploads: 0.8, pages: 0.1 }, { pages: 0.5 }];
  const good = await guard(BASELINE, async (names) => {
    asked.push([...names]);
    return answers[asked.length - 1] as Ratios;
  });
  assert.deepEqual(asked, [['uploads', 'pages'], ['pages']]);
  assert.deepEqual(good, { regressions: [], ratios: { uploads: 0.8, pages: 0.5 } });

  const bad = await guard(BASELINE, async () => ({ uploads: 0.8, pages: 0.1 }));
  assert.deepEqual(
    bad.regressions.map(({ name }) => name),
    ['pages'],
  );
});

it('the baseline has every workload of the short run', () => {
  const baseline = JSON.parse(readFileSync(new URL('../bench/baseline.json', import.meta.url), 'utf8')) as Ratios;
  assert.deepEqual(Object.keys(baseline).sort(), [...SMOKE].sort());
  assert.ok(Object.values(baseline).every((ratio) => ratio > 0));
});
