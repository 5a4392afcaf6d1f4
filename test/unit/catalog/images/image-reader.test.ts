import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, test } from 'node:test';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { createVersionedRows } from '../../../../src/catalog/images/image-reader.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { makeImage, NOW } from '../../../contracts/catalog-support.ts';

test('what this process has just written is seen within the same turn of the event loop, and the turn was one', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-reader-'));
  const catalog = openSqliteCatalog(join(temporary.path, 'catalog.db'));
  try {
    await migrate(catalog.db);
    const { id } = await makeImage(catalog.db, { filename: 'before.png' });
    let turns = 0;
    setImmediate(() => turns++);
    const { snapshot } = catalog;
    assert.ok(snapshot);
    snapshot.beginTick();
    assert.equal(snapshot.peekImage(id, NOW)?.filename, 'before.png');
    await catalog.db.updateTable('images').set({ filename: 'after.png' }).where('id', '=', id).execute();
    assert.equal(turns, 0, 'it is still the same turn');
    assert.equal(snapshot.peekImage(id, NOW)?.filename, 'after.png');
  } finally {
    await catalog.close();
  }
});

interface Row {
  name: string;
  size: number | null;
}

it('reads a row once in a version, and gives the same object for as long as the row stays the same', () => {
  const table = new Map<string, Row>([['a', { name: 'one', size: null }]]);
  let reads = 0;
  const rows = createVersionedRows<Row>(10, (key) => {
    reads++;
    const row = table.get(key);
    return row && { ...row };
  });
  const first = rows.get('a', 1);
  assert.deepEqual(first, { name: 'one', size: null });
  assert.equal(rows.get('a', 1), first);
  assert.equal(reads, 1);

  assert.equal(rows.get('a', 2), first, 'something else has changed');
  assert.equal(reads, 2);

  table.set('a', { name: 'one', size: 0 });
  const changed = rows.get('a', 3);
  assert.notEqual(changed, first);
  assert.deepEqual(changed, { name: 'one', size: 0 });

  table.delete('a');
  assert.equal(rows.get('a', 4), undefined);
  assert.equal(rows.get('a', 4), undefined);
});
