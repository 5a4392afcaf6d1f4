import { appendFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { FULL, SEED } from './options.ts';

/** A promise with its target figure and the measurement of this run. */
export interface Measurement {
  promise: string;
  figure: string;
  measured: string;
}

/** Records a measurement for the table at the end of the run. */
export function record(t: TestContext, promise: string, figure: string, measured: string): void {
  const measurement: Measurement = { promise, figure, measured };
  t.diagnostic(`${promise}: ${measured} (${figure}; ${FULL ? 'full' : 'sample'}, seed ${SEED})`);
  if (process.env.FAULTS_REPORT !== undefined) {
    appendFileSync(process.env.FAULTS_REPORT, `${JSON.stringify(measurement)}\n`);
  }
}

/** The quantile of the values for `part` from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats milliseconds. */
export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
