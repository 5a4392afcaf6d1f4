import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createVersionedRows } from '../../../../src/catalog/engine/versioned-rows.ts';

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
