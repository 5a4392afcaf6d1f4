import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { deleteAlbum } from '../../../../src/actions/albums/albums.ts';
import { type Catalog, openSqliteCatalog } from '../../../../src/catalog/database.ts';
import { findAlbumOf, findOrCreateAlbum } from '../../../../src/catalog/images/albums.ts';
import { createRemovals } from '../../../../src/catalog/images/removals.ts';
import { migrate } from '../../../../src/catalog/migrate.ts';
import { blobState, makeAccount, makeImage, NOW } from '../../../contracts/catalog-support.ts';

const IMAGES = 250;

async function albumOf(images: number): Promise<AsyncDisposable & { catalog: Catalog; accountId: string; id: string }> {
  const catalog = openSqliteCatalog(':memory:');
  await migrate(catalog.db);
  const accountId = await makeAccount(catalog.db);
  const id = await catalog.db.transaction().execute((tx) => findOrCreateAlbum(tx, accountId, 'Cats', NOW));
  for (let i = 0; i < images; i++) await makeImage(catalog.db, { account_id: accountId, album_id: id });
  return { catalog, accountId, id, [Symbol.asyncDispose]: () => catalog.close() };
}

const depsOf = ({ db }: Catalog) => ({ db, clock: { now: () => NOW }, removals: createRemovals(false), trashDays: 30 });

async function counts({ db }: Catalog): Promise<{ images: number; inAlbums: number }> {
  const rows = await db.selectFrom('images').select('album_id').execute();
  return { images: rows.length, inAlbums: rows.filter((row) => row.album_id !== null).length };
}

describe('deleteAlbum', () => {
  it('deletes the images in several transactions, makes their blobs garbage, and deletes the album last', async () => {
    await using album = await albumOf(IMAGES);
    const { catalog, accountId, id } = album;
    const other = await makeImage(catalog.db, { account_id: accountId });
    assert.deepEqual(await deleteAlbum(depsOf(catalog), accountId, id, 'delete'), { deleted: IMAGES, trashed: 0 });
    assert.deepEqual(await counts(catalog), { images: 1, inAlbums: 0 });
    const { refs, garbage } = await blobState(catalog.db);
    assert.deepEqual(refs.map(([key]) => key).sort(), [other.original_key, other.thumbnail_key].sort());
    assert.equal(garbage.length, 2 * IMAGES);
    assert.equal(await findAlbumOf(catalog.db, accountId, id), undefined);
  });

  it('keeps the images outside the album on request', async () => {
    await using album = await albumOf(IMAGES);
    assert.deepEqual(await deleteAlbum(depsOf(album.catalog), album.accountId, album.id, 'keep'), {
      deleted: 0,
      trashed: 0,
    });
    assert.deepEqual(await counts(album.catalog), { images: IMAGES, inAlbums: 0 });
    assert.deepEqual((await blobState(album.catalog.db)).garbage, []);
  });

  it('is consistent after a failure in the middle, and can continue', async () => {
    await using album = await albumOf(IMAGES);
    const { catalog, accountId, id } = album;
    let calls = 0;
    const failing = {
      ...depsOf(catalog),
      clock: {
        now() {
          if (++calls === 2) throw new Error('planted');
          return NOW;
        },
      },
    };
    await assert.rejects(deleteAlbum(failing, accountId, id, 'delete'), /planted/);
    const { images, inAlbums } = await counts(catalog);
    assert.ok(images > 0 && images < IMAGES && inAlbums === images, String(images));
    assert.ok((await findAlbumOf(catalog.db, accountId, id)) !== undefined);
    assert.equal((await blobState(catalog.db)).garbage.length, 2 * (IMAGES - images));
    assert.equal((await deleteAlbum(depsOf(catalog), accountId, id, 'delete')).deleted, images);
    assert.deepEqual(await counts(catalog), { images: 0, inAlbums: 0 });
  });

  it('lets other requests run between its transactions', async () => {
    await using album = await albumOf(IMAGES);
    const { catalog, accountId, id } = album;
    const deleting = deleteAlbum(depsOf(catalog), accountId, id, 'delete');
    const seen = new Set<number>();
    let done = false;
    void deleting.then(() => {
      done = true;
    });
    while (!done) {
      seen.add((await counts(catalog)).images);
      // An event-loop tick, as another request takes it.
      await setImmediate();
    }
    await deleting;
    assert.ok(
      [...seen].some((images) => images > 0 && images < IMAGES),
      [...seen].join(),
    );
  });
});
