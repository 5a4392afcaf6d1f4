import { readFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';
import { type Column, count, outcomeOf, tableOf, unequal } from './counts.ts';

/**
 * An additional reporter: the HTTP-only suite on the embedded default, as it has just run, beside the other engines, whose
 * counts `npm run matrix` has written to the file of TEST_MATRIX.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const embedded: Column = {};
  let shown = false;
  for await (const event of events) {
    const outcome = outcomeOf(event);
    if (outcome !== undefined) count(embedded, outcome);
    // The first line of the summary: all tests have run.
    if (shown || event.type !== 'test:diagnostic' || !/^tests \d+$/.test(event.data.message)) continue;
    shown = true;
    const others = JSON.parse(readFileSync(process.env.TEST_MATRIX ?? '', 'utf8')) as Record<string, Column>;
    yield `\n${tableOf({ embedded, ...others })}\n\n`;
    const different = Object.values(others).flatMap((other) => unequal(embedded, other));
    if (different.length === 0) continue;
    yield `not the same tests on all engines: ${different.join(', ')}\n`;
    process.exitCode = 1;
  }
}
