import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { createJournal } from './support/journal.ts';
import { uploading } from './support/operations.ts';
import { SEED } from './support/options.ts';
import { createRandom } from './support/random.ts';
import { record } from './support/report.ts';
import { startService } from './support/service.ts';
import { ONE_THREAD, THREADS, threadOf, trace } from './support/strace.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { hasProgram, needs } from './support/tools.ts';

const CALLS = 'rename,fsync,fdatasync,write,writev,mkdir,pwrite64';

test('an upload syncs its files, folders and commit before it responds', async (t) => {
  if (!needs(t, hasProgram('strace'), 'strace')) return;
  await using directory = await makeTempDir();
  await using service = await startService({
    dataDir: directory.path,
    env: { ...ONE_THREAD, IMGD_DECODER_PROCESSES: '1' },
  });
  const scene = { service, journal: createJournal(), random: createRandom(SEED) };
  assert.equal((await uploading.run(scene))?.status, 200);
  const threads = await Promise.all(THREADS.map((thread) => threadOf(service, thread)));
  const tracing = await trace(threads, CALLS);
  assert.equal((await uploading.run(scene))?.status, 200);
  const lines = await tracing.stop();

  assert.deepEqual(unsynced(lines), []);
  // Control: without the sync of any one file or folder, the check fails.
  const syncedPath = (line: string) => /\bf(?:data)?sync\(\d+<([^>]+)>/.exec(line)?.[1];
  const synced = new Set(lines.flatMap((line) => syncedPath(line) ?? []));
  for (const path of synced) {
    const without = lines.filter((line) => syncedPath(line) !== path);
    assert.notDeepEqual(unsynced(without), [], `the check misses the sync of ${path}`);
  }
  const early = [...lines.filter((line) => line.includes('"HTTP/1.1 200')), ...lines];
  assert.notDeepEqual(unsynced(early), [], 'the check finds an early response');
  record(
    t,
    'acknowledged data is on stable storage',
    'every file synced before its rename, every folder after it, the commit before the response',
    `${synced.size} files and folders synced in order; the check detects each omission`,
  );
});

/** Checks the order of the calls of one upload. @returns missing or late syncs */
function unsynced(lines: readonly string[]): string[] {
  const problems: string[] = [];
  const answered = lines.findIndex((line) => line.includes('"HTTP/1.1 200'));
  if (answered < 0) problems.push('no response');
  const before = lines.slice(0, Math.max(answered, 0));
  const syncedAt = (path: string, from: number, to: number) =>
    before.slice(from, to).some((line) => /\bf(data)?sync\(/.test(line) && line.includes(`<${path}>`));
  const moves = before.flatMap((line, at) => {
    const [, from, to] = /\brename\("([^"]+)", "([^"]+)"\)/.exec(line) ?? [];
    // Outputs of a decoder are renamed within the temporary directories first.
    return from === undefined || to?.includes('/blobs/') !== true ? [] : [{ from, to, at }];
  });
  if (moves.length !== 2) problems.push(`${moves.length} files were renamed into the store, not 2`);
  const commit = before.findLastIndex((line) => /\bf(data)?sync\(.*sqlite-wal>/.test(line));
  if (commit < 0) problems.push('the commit was not synced');
  for (const { from, to, at } of moves) {
    if (!syncedAt(from, 0, at)) problems.push(`${from} was renamed before its sync`);
    if (!syncedAt(dirname(to), at, commit)) problems.push(`the folder of ${to} was not synced before the commit`);
  }
  if (before.slice(commit + 1).some((line) => /\bpwrite64\(.*sqlite-wal>/.test(line))) {
    problems.push('a write to the log follows its last sync');
  }
  return problems;
}
