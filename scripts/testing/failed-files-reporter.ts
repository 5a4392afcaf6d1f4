import { join } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const ROOT = join(import.meta.dirname, '../..');
const DEFINE_BATCH = join(import.meta.dirname, 'define-batch.ts');

/** A reporter: the paths of the files with a failed test, one a line. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined) continue;
    // In a batch a file is a suite, named by its path.
    const path = data.file === DEFINE_BATCH ? join(ROOT, data.name) : data.file;
    if (seen.has(path)) continue;
    seen.add(path);
    yield `${path}\n`;
  }
}
