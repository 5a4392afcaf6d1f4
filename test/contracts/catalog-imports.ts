import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listAnonymousImages } from '../../src/catalog/images/image-lists.ts';
import { addRedirects, findRedirect, listRedirects, redirectQuery } from '../../src/catalog/images/redirects.ts';
import { findImport, importQuery, recordImport } from '../../src/catalog/operations/imports.ts';
import type { Db, Tx } from '../../src/catalog/schema.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';
import { planOf } from './query-plan.ts';

const tx = <T>(db: Db, work: (inner: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

/** The catalog contract for imports and old addresses. */
export function catalogImportsContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<Db> {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    return db;
  }

  describe(`catalog contract, imports: ${name}`, () => {
    it('records an item of a ledger once, however long its identity is', async (t) => {
      const db = await setUp(t);
      const item = { ledger: 'other', item: 'a/'.repeat(5_000), resultId: 'img1' };
      assert.equal(await tx(db, (inner) => recordImport(inner, item, NOW)), true);
      assert.equal(await tx(db, (inner) => recordImport(inner, { ...item, resultId: 'img2' }, NOW)), false);
      assert.equal(await findImport(db, 'other', item.item), 'img1');
      assert.equal(await findImport(db, 'another', item.item), undefined);
      const plan = await planOf(db, importQuery(db, 'other', 'x').compile());
      assert.match(plan, /SEARCH imports|Index (Only )?Scan using imports_by_item/);
    });

    it('finds an old address by its path, first for its own host, and the last image that had it', async (t) => {
      const db = await setUp(t);
      const [one, two] = [await makeImage(db), await makeImage(db)];
      const add = (id: string, host: string, path: string, target: 'direct' | 'view_page' = 'direct') =>
        tx(db, (inner) => addRedirects(inner, id, host, [{ path, target }]));
      await add(one.id, '', '/a/1.png');
      await add(two.id, 'old.example', '/a/1.png', 'view_page');
      const found = async (paths: string[], host: string) => {
        const { imageId, target } = (await findRedirect(db, paths, host, NOW)) ?? {};
        return [imageId, target];
      };
      assert.deepEqual(await found(['/a/1.png'], 'new.example'), [one.id, 'direct']);
      assert.deepEqual(await found(['/a/1.png'], ''), [one.id, 'direct']);
      assert.deepEqual(await found(['/a/1.png'], 'old.example'), [two.id, 'view_page']);
      assert.deepEqual(await found(['/none', '/a/1.png'], ''), [one.id, 'direct']);
      assert.deepEqual(await found(['/A/1.png'], ''), [undefined, undefined], 'case counts');
      await add(two.id, '', '/a/1.png');
      assert.deepEqual(await found(['/a/1.png'], ''), [two.id, 'direct']);
      const plan = await planOf(db, redirectQuery(db, ['/a', '/b'], 'c').compile());
      assert.doesNotMatch(plan, /^SCAN (redirects|images)|Seq Scan/m);
    });

    it('lists old addresses in pages, and deletes them with their image', async (t) => {
      const db = await setUp(t);
      const { id } = await makeImage(db);
      const hidden = await makeImage(db, { quarantined_at: NOW });
      const addresses = ['/b', '/a', '/c'].map((path) => ({ path, target: 'direct' }) as const);
      await tx(db, (inner) => addRedirects(inner, id, '', addresses));
      await tx(db, (inner) => addRedirects(inner, hidden.id, 'h', [{ path: '/b', target: 'direct' }]));
      const first = await listRedirects(db, undefined, NOW, 2);
      const rest = await listRedirects(db, first.at(-1), NOW, 9);
      assert.deepEqual(
        [...first, ...rest].map(({ path, host, isShown }) => [path, host, isShown]),
        [
          ['/a', '', true],
          ['/b', '', true],
          ['/b', 'h', false],
          ['/c', '', true],
        ],
      );
      await db.deleteFrom('images').where('id', '=', id).execute();
      assert.deepEqual(
        (await listRedirects(db, undefined, NOW, 9)).map(({ path }) => path),
        ['/b'],
      );
    });

    it('lists images without an account by their ids, with their label as the album', async (t) => {
      const db = await setUp(t);
      const own = await makeImage(db, { account_id: await makeAccount(db) });
      const ids = [await makeImage(db, { album_label: 'Cats' }), await makeImage(db)].map(({ id }) => id).toSorted();
      const page = await listAnonymousImages(db, '', NOW, 9);
      assert.deepEqual(
        page.map(({ id }) => id),
        ids,
      );
      assert.ok(!ids.includes(own.id));
      assert.deepEqual(page.map(({ album_name }) => album_name).filter(Boolean), ['Cats']);
      assert.deepEqual(
        (await listAnonymousImages(db, ids[0] as string, NOW, 9)).map(({ id }) => id),
        [ids[1]],
      );
    });
  });
}
