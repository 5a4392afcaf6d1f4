import assert from 'node:assert/strict';
import { read } from '../../support/deployed.ts';
import { commandsOf } from './commands.ts';
import type { Machine } from './machine.ts';

/** What the test adds to a page. */
export interface Walk {
  /** Commands that are not run, and why. Each pattern matches at least one command. */
  notRun: readonly (readonly [RegExp, string])[];
  /** By heading: what happens to the machine before its first command. */
  before?: Record<string, string>;
  /** By heading: what must be true after its last command. It gets the output of all commands so far. */
  after?: Record<string, (output: string) => Promise<void>>;
}

/**
 * Runs the commands of a page in their order, in the directory of the files.
 * @returns the commands that were run
 * @throws Error with the heading, the command and its output at the first one that fails
 */
export async function follow(machine: Machine, page: string, walk: Walk): Promise<string[]> {
  const sections = Map.groupBy(commandsOf(read(page)), ({ heading }) => heading);
  const unused = new Set(walk.notRun);
  const done: string[] = [];
  let output = '';
  for (const [heading, commands] of sections) {
    const before = walk.before?.[heading];
    if (before !== undefined) await machine.run(before);
    for (const { command } of commands) {
      const exceptions = walk.notRun.filter(([pattern]) => pattern.test(command));
      for (const exception of exceptions) unused.delete(exception);
      if (exceptions.length > 0) continue;
      try {
        output += await machine.run(`cd /root/files\n${command}`);
      } catch (error) {
        throw new Error(`${page}, ${heading}: ${(error as Error).message}`);
      }
      done.push(command);
    }
    await walk.after?.[heading]?.(output);
  }
  const unknown = [...Object.keys(walk.before ?? {}), ...Object.keys(walk.after ?? {})];
  assert.deepEqual(
    unknown.filter((heading) => !sections.has(heading)),
    [],
    `${page} has no such headings`,
  );
  assert.deepEqual([...unused], [], `${page} has no command for these exceptions`);
  return done;
}
