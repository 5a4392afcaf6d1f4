import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { openSqliteCatalog } from '../../../src/catalog/database.ts';
import { migrate } from '../../../src/catalog/migrate.ts';
import { findOrCreateSecret } from '../../../src/catalog/operations/secrets.ts';
import { createTurnQueue } from '../../../src/compose/processes/write-turns.ts';

/** Notes who has the write turn. */
function observed(maxMs?: number) {
  const queue = createTurnQueue(maxMs);
  const begun: string[] = [];
  const ids = new Map<string, number>();
  return {
    queue,
    begun,
    take(name: string, owner: number) {
      void queue.take(owner).then((id) => {
        begun.push(name);
        ids.set(name, id);
      });
    },
    end: (name: string) => queue.end(ids.get(name)!),
  };
}

describe('write turns', () => {
  it('are in the order of the requests, one at a time', async () => {
    const { begun, take, end } = observed();
    take('a', 0);
    take('b', 1);
    take('c', 0);
    await settle();
    assert.deepEqual(begun, ['a']);
    end('a');
    await settle();
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await settle();
    take('d', 1);
    end('c');
    await settle();
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  });

  it('of a process that has ended pass on, and its requests are forgotten', async () => {
    const { queue, begun, take } = observed();
    take('a', 1);
    take('b', 1);
    take('c', 2);
    await settle();
    queue.drop(1);
    await settle();
    assert.deepEqual(begun, ['a', 'c']);
  });

  it('that last too long pass on, and end without effect later', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { begun, take, end } = observed(5_000);
    take('a', 1);
    take('b', 2);
    take('c', 3);
    await settle();
    t.mock.timers.tick(4_999);
    await settle();
    assert.deepEqual(begun, ['a']);
    t.mock.timers.tick(1);
    await settle();
    assert.deepEqual(begun, ['a', 'b']);
    end('a');
    await settle();
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await settle();
    assert.deepEqual(begun, ['a', 'b', 'c']);
  });

  it('enclose each transaction and each statement outside one, and no reading', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imgd-turns-'));
    const noted: string[] = [];
    const turns = {
      async acquire() {
        noted.push('begin');
        return () => void noted.push('end');
      },
    };
    const catalog = openSqliteCatalog(join(directory, 'imgd.sqlite'), { writesOnThread: true, turns });
    try {
      await migrate(catalog.db);
      noted.length = 0;
      await catalog.db.selectFrom('images').select('id').execute();
      assert.deepEqual(noted, []);
      await catalog.db.deleteFrom('images').execute();
      assert.deepEqual(noted, ['begin', 'end']);
      await findOrCreateSecret(catalog.db, 'cursors');
      const rolledBack = catalog.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('images').execute();
        assert.equal(noted.at(-1), 'begin');
        throw new Error('planted failure');
      });
      await assert.rejects(rolledBack, /planted failure/);
      assert.equal(noted.at(-1), 'end');
      assert.equal(noted.filter((one) => one === 'begin').length, noted.length / 2);
    } finally {
      await catalog.close();
      await rm(directory, { recursive: true });
    }
  });
});
