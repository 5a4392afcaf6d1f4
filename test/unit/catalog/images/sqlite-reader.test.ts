import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
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
    catalog.images.beginTurn();
    assert.equal(catalog.images.peek(id, NOW)?.filename, 'before.png');
    await catalog.db.updateTable('images').set({ filename: 'after.png' }).where('id', '=', id).execute();
    assert.equal(turns, 0, 'it is still the same turn');
    assert.equal(catalog.images.peek(id, NOW)?.filename, 'after.png');
  } finally {
    await catalog.close();
  }
});
