import { isMainThread } from 'node:worker_threads';

// Preloaded into every test process: one that does not end would keep the whole run waiting, without its name. A forked
// program of the service, which inherits the options of Node.js, has no test file.
const seconds = Number(process.env.TEST_LIMIT_SECONDS ?? 600);
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined && process.send === undefined)
  setTimeout(end, seconds * 1_000).unref();

/** The runner then counts the file as failed. */
function end(): void {
  const resources = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
  const open = resources.map(([name, all = []]) => `${all.length} ${name}`).join(', ');
  process.stderr.write(`${process.argv[1]} does not end: stopped after ${seconds} s; open: ${open}\n`);
  process.exit(1);
}
