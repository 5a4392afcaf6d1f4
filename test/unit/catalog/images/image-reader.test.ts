import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { createVersionedRows } from '../../../../src/catalog/images/image-reader.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { makeImage, NOW } from '../../../contracts/catalog-support.ts';

test('a write of this process is visible within the same event-loop tick', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-reader-'));
  const catalog = openSqliteCatalog(join(temporary.path, 'catalog.db'));
  try {
    await migrate(catalog.db);
    const { id } = await makeImage(catalog.db, { filename: 'before.png' });
    let ticks = 0;
    setImmediate(() => ticks++);
    const { snapshot } = catalog;
    assert.ok(snapshot);
    snapshot.beginTick();
    assert.equal(snapshot.peekImage(id, NOW)?.filename, 'before.png');
    await catalog.db.updateTable('images').set({ filename: 'after.png' }).where('id', '=', id).execute();
    assert.equal(ticks, 0, 'it is still the same tick');
    assert.equal(snapshot.peekImage(id, NOW)?.filename, 'after.png');
  } finally {
    await catalog.close();
  }
});

interface Row {
  name: string;
  size: number | null;
}

test('a row is read once a version, and stays the same object until its columns change', () => {
  const table = new Map<string, Row>([['a', { name: 'one', size: null }]]);
  let reads = 0;
  const rows = createVersionedRows<Row>(10_000, (key) => {
    reads++;
    const row = table.get(key);
    return row && { ...row };
  });
  const first = rows.get('a', 1);
  assert.deepEqual(first, { name: 'one', size: null });
  assert.equal(rows.get('a', 1), first);
  assert.equal(reads, 1);

  assert.equal(rows.get('a', 2), first, 'only other rows have changed');
  assert.equal(reads, 2);

  table.set('a', { name: 'one', size: 0 });
  const changed = rows.get('a', 3);
  assert.notEqual(changed, first);
  assert.deepEqual(changed, { name: 'one', size: 0 });

  table.delete('a');
  assert.equal(rows.get('a', 4), undefined);
  assert.equal(rows.get('a', 4), undefined);
});

test('rows are forgotten by the memory that they take, the least recently used first', () => {
  const wide = 'x'.repeat(1_000);
  let reads = 0;
  const rows = createVersionedRows<Row>(5_000, (name) => {
    reads++;
    return { name: `${name}${wide}`, size: 1 };
  });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'e', 'a']) rows.get(key, 1);
  assert.equal(reads, 5, 'a was used in between');
  rows.get('b', 1);
  assert.equal(reads, 6);
});

test('a row that was read before a migration of another process has the new columns afterwards', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-reader-'));
  const path = join(temporary.path, 'catalog.db');
  const catalog = openSqliteCatalog(path);
  try {
    await migrate(catalog.db);
    const { id } = await makeImage(catalog.db, { filename: 'before.png' });
    const before = await catalog.images.find(id, NOW);
    using other = new DatabaseSync(path);
    other.exec("alter table images add column later text default 'new'");
    const after = await catalog.images.find(id, NOW);
    assert.deepEqual({ ...after }, { ...before, later: 'new' });
  } finally {
    await catalog.close();
  }
});
