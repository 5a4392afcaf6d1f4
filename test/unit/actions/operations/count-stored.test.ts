import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { multiplyImages } from '../../../../bench/seed/multiply.ts';
import { countStored, storedFiguresOf } from '../../../../src/actions/operations/count-stored.ts';
import { openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { makeImage } from '../../../contracts/catalog-support.ts';

const COPIES = 20_000;
/** More rows than any statement of the count reads. */
const PART_ROWS = 5_000;

async function largeCatalog(t: TestContext) {
  const { db, close } = openSqliteCatalog(':memory:');
  t.after(close);
  await migrate(db);
  const { id } = await makeImage(db);
  await multiplyImages(db, [id], COPIES);
  return db;
}

describe('countStored', () => {
  it('counts all images and the bytes of all blobs, over as many runs as it needs', async (t) => {
    const db = await largeCatalog(t);
    let payload: unknown;
    do payload = await countStored({ db }, payload);
    while (storedFiguresOf(payload) === undefined);
    const { bytes } = await db
      .selectFrom('blobs')
      .select((eb) => eb.fn.sum<number>('size_bytes').as('bytes'))
      .executeTakeFirstOrThrow();
    assert.deepEqual(storedFiguresOf(payload), { images: COPIES + 1, bytes: Number(bytes) });
  });

  it('lets requests go between its parts', async (t) => {
    const db = await largeCatalog(t);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 0);
    t.after(() => clearInterval(timer));
    let payload: unknown;
    do payload = await countStored({ db }, payload);
    while (storedFiguresOf(payload) === undefined);
    assert.ok(ticks >= COPIES / PART_ROWS, `${ticks} event-loop ticks`);
  });
});
