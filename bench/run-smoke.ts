import { readFile, writeFile } from 'node:fs/promises';
import { measureSmoke, SMOKE } from './smoke.ts';
import { guard, type Ratios, TOLERANCE } from './support/guard.ts';

const BASELINE = new URL('baseline.json', import.meta.url);
const ROUNDS = 3;
/** Few long rounds. */
const BASELINE_ROUNDS = 8;

/**
 * Compares the short run with the baseline.
 * @returns the exit code: 1 = a ratio has regressed; with `plant-slow`, 1 = each ratio has, so that the guard detects all
 */
export async function runSmoke(flags: { 'plant-slow'?: boolean; 'write-baseline'?: boolean }): Promise<number> {
  if (flags['write-baseline'] === true) {
    const ratios = await measureSmoke(SMOKE, BASELINE_ROUNDS);
    const rounded = Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(3))]));
    await writeFile(BASELINE, `${JSON.stringify(rounded, null, 2)}\n`);
    return report(rounded, rounded, []);
  }
  const baseline = JSON.parse(await readFile(BASELINE, 'utf8')) as Ratios;
  const { regressions, ratios } = await guard(baseline, (names) =>
    measureSmoke(names, ROUNDS, { isSlow: flags['plant-slow'] === true }),
  );
  const slow = regressions.map(({ name }) => name);
  const status = report(ratios, baseline, slow);
  const missed = Object.keys(baseline).filter((name) => !slow.includes(name));
  if (flags['plant-slow'] !== true || missed.length === 0) return status;
  process.stdout.write(`the planted slowdown was not detected: ${missed.join(', ')}\n`);
  return 0;
}

function report(ratios: Ratios, baseline: Ratios, slow: readonly string[]): number {
  const lines = Object.entries(baseline).map(([name, expected]) => {
    const verdict = slow.includes(name) ? `  SLOWER by more than ${TOLERANCE * 100} %` : '';
    return `${name.padEnd(28)} ${(ratios[name] ?? 0).toFixed(2)}  baseline ${expected.toFixed(2)}${verdict}`;
  });
  process.stdout.write(`processor time of a bare server or library / that of imgd\n${lines.join('\n')}\n`);
  return slow.length === 0 ? 0 : 1;
}
