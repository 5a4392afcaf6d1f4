import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listArchiveFiles } from '../../src/actions/albums/list-archive-files.ts';
import { openPublicAlbum } from '../../src/actions/albums/open-public-album.ts';
import { createPublicTotals } from '../../src/actions/albums/public-totals.ts';
import {
  albumTotalsQuery,
  deleteEmptyAlbum,
  findAlbumByName,
  findAlbumOf,
  findAlbumSummary,
  findOrCreateAlbum,
  findPublicAlbum,
  insertAlbum,
  listAlbums,
  listImagesInAlbum,
  publicTotalsOf,
  removeFromAlbums,
  updateAlbum,
} from '../../src/catalog/images/albums.ts';
import {
  type CountedList,
  countByDay,
  findImages,
  type ImageList,
  imageListQuery,
  listImages,
} from '../../src/catalog/images/image-lists.ts';
import { findImage, moveToAccount, updateImage } from '../../src/catalog/images/images.ts';
import { findOrCreateSecret } from '../../src/catalog/operations/secrets.ts';
import type { Db, ImageRow, Tx } from '../../src/catalog/schema.ts';
import type { Position } from '../../src/core/cursor.ts';
import { IMAGE_ORDERS } from '../../src/core/states.ts';
import { cacheOfBytes } from '../../src/lib/bounded-cache.ts';
import { createMemoryBlobs } from '../support/memory-blobs.ts';
import { fillAlbum, makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';
import { planOf, planProblems } from './query-plan.ts';

const tx = <T>(db: Db, work: (inner: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

/** The catalog contract for lists of images, albums and secrets. */
export function catalogLibraryContract(name: string, open: OpenCatalog): void {
  async function connect(t: TestContext): Promise<{ db: Db; other: Db }> {
    const under = await open();
    t.after(under.close);
    return { db: (await under.connect()).db, other: (await under.connect()).db };
  }

  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string; albumId: string }> {
    const { db, other } = await connect(t);
    const accountId = await makeAccount(db);
    const albumId = await tx(db, (inner) => findOrCreateAlbum(inner, accountId, 'Cats', NOW));
    return { db, other, accountId, albumId };
  }

  /** The ids of a whole list, read in pages of two. */
  async function walk(db: Db, list: ImageList): Promise<string[]> {
    const ids: string[] = [];
    let after: Position | undefined;
    for (;;) {
      const page = await listImages(db, list, after, NOW, 2);
      ids.push(...page.map(({ id }) => id));
      after = page.at(-1);
      if (after === undefined) return ids;
    }
  }

  describe(`catalog contract, lists of images: ${name}`, () => {
    it('lists all images in each order, equal values by id', async (t) => {
      const { db, accountId } = await setUp(t);
      const rows: ImageRow[] = [];
      for (const [time, size] of [
        [1, 30],
        [1, 10],
        [2, 10],
        [3, 20],
        [3, 5_000_000_000],
      ] as const) {
        rows.push(await makeImage(db, { account_id: accountId, uploaded_at: NOW + time, size_bytes: size }));
      }
      const sorted = (column: 'uploaded_at' | 'size_bytes') =>
        rows.toSorted((a, b) => a[column] - b[column] || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
      // A database may compare text differently from JavaScript; any order of equal values is right.
      const values = (ids: string[], column: 'uploaded_at' | 'size_bytes') =>
        ids.map((id) => rows.find((row) => row.id === id)?.[column]);
      const all = { accountId, albumId: undefined };
      for (const [order, column, backwards] of [
        ['newest', 'uploaded_at', true],
        ['oldest', 'uploaded_at', false],
        ['largest', 'size_bytes', true],
        ['smallest', 'size_bytes', false],
      ] as const) {
        const seen = await walk(db, { ...all, order });
        const expected = backwards ? sorted(column).toReversed() : sorted(column);
        assert.deepEqual(values(seen, column), values(expected, column), order);
        assert.deepEqual(seen.toSorted(), expected.toSorted(), order);
      }
      assert.deepEqual(
        await walk(db, { ...all, order: 'oldest' }),
        (await walk(db, { ...all, order: 'newest' })).toReversed(),
      );
    });

    it('lists one account or album only, without expired images, and without quarantined ones for others than the owner', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const account_id = accountId;
      const inside = await makeImage(db, { account_id, album_id: albumId });
      const outside = await makeImage(db, { account_id });
      const held = await makeImage(db, { account_id, album_id: albumId, quarantined_at: NOW });
      await makeImage(db, { account_id, album_id: albumId, expires_at: NOW });
      await makeImage(db, { account_id: await makeAccount(db) });
      await makeImage(db);
      const ids = async (list: Omit<ImageList, 'accountId' | 'order'>) => {
        for (const order of IMAGE_ORDERS.slice(1)) {
          const walked = await walk(db, { ...list, accountId, order });
          assert.deepEqual(walked.toSorted(), (await walk(db, { ...list, accountId, order: 'newest' })).toSorted());
        }
        return new Set(await walk(db, { ...list, accountId, order: 'newest' }));
      };
      assert.deepEqual(await ids({ albumId: undefined }), new Set([inside.id, outside.id, held.id]));
      assert.deepEqual(await ids({ albumId }), new Set([inside.id, held.id]));
      assert.deepEqual(await ids({ albumId: null }), new Set([outside.id]));
      assert.deepEqual(await ids({ albumId, shownOnly: true }), new Set([inside.id]));
    });

    it('reads every page in the order of an index', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const after = { value: 5, id: 'x' };
      for (const order of IMAGE_ORDERS) {
        for (const album of [undefined, null, albumId]) {
          for (const from of [undefined, after]) {
            const query = imageListQuery(db, { accountId, albumId: album, order }, from, NOW, 50).compile();
            const plan = await planOf(db, query);
            assert.deepEqual(planProblems(plan, album !== undefined, from !== undefined), [], plan);
          }
        }
      }
      const unsorted = db
        .selectFrom('images')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('views')
        .compile();
      assert.notDeepEqual(planProblems(await planOf(db, unsorted), false, false), [], 'control: a sort is detected');
    });

    it('counts the images of each day of a list, at an offset', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const account_id = accountId;
      const day = Math.floor(NOW / 86_400_000);
      const midnight = day * 86_400_000;
      await makeImage(db, { account_id, uploaded_at: midnight });
      await makeImage(db, { account_id, uploaded_at: midnight - 1, album_id: albumId });
      await makeImage(db, { account_id, uploaded_at: midnight + 5, expires_at: NOW });
      await makeImage(db, { uploaded_at: midnight });
      const count = async (list: Omit<CountedList, 'accountId'>, offset = 0) =>
        new Map((await countByDay(db, { accountId, ...list }, offset, NOW)).map((one) => [one.day, one.images]));
      const all = { albumId: undefined };
      assert.deepEqual(
        await count(all),
        new Map([
          [day - 1, 1],
          [day, 1],
        ]),
      );
      assert.deepEqual(await count(all, 1), new Map([[day, 2]]));
      assert.deepEqual(await count(all, -1), new Map([[day - 1, 2]]));
      assert.deepEqual(await count({ albumId }), new Map([[day - 1, 1]]));
      assert.deepEqual(await count({ albumId: null }), new Map([[day, 1]]));
      assert.deepEqual(await count({ ...all, uploaded: { from: midnight } }), new Map([[day, 1]]));
      assert.deepEqual(await count({ ...all, uploaded: { to: midnight } }), new Map([[day - 1, 1]]));
    });

    it('finds images in the given order, with the names of their albums', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const inside = await makeImage(db, { account_id: accountId, album_id: albumId });
      const outside = await makeImage(db);
      const expired = await makeImage(db, { expires_at: NOW });
      const found = await findImages(db, [outside.id, 'no', expired.id, inside.id], NOW);
      assert.deepEqual(
        found.map(({ id, album_name }) => [id, album_name]),
        [
          [outside.id, null],
          [inside.id, 'Cats'],
        ],
      );
      const { album_name: _, ...image } = found[1] as (typeof found)[number];
      assert.deepEqual({ ...image }, { ...(await findImage(db, inside.id, NOW)) });
      assert.deepEqual(await findImages(db, [], NOW), []);
    });

    it('updates an image, and moves an anonymous image to one account only', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const { id } = await makeImage(db, { album_label: 'Cats' });
      assert.equal(
        await tx(db, (inner) => updateImage(inner, id, { filename: 'b.png', expires_at: NOW + 1 }, NOW)),
        true,
      );
      assert.equal(await tx(db, (inner) => updateImage(inner, 'no', { filename: 'b.png' }, NOW)), false);
      assert.equal(await tx(db, (inner) => moveToAccount(inner, id, accountId, albumId, NOW)), true);
      const other = await makeAccount(db);
      assert.equal(await tx(db, (inner) => moveToAccount(inner, id, other, null, NOW)), false);
      const image = await findImage(db, id, NOW);
      assert.deepEqual(
        [image?.filename, image?.expires_at, image?.account_id, image?.album_id, image?.album_label],
        ['b.png', NOW + 1, accountId, albumId, null],
      );
    });
  });

  describe(`catalog contract, albums: ${name}`, () => {
    it('allows one album of a name in an account, created or renamed', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const wanted = { accountId, name: 'Cats', description: null };
      assert.equal(await insertAlbum(db, wanted, NOW), undefined);
      const dogs = await insertAlbum(db, { ...wanted, name: 'Dogs' }, NOW);
      assert.ok(dogs !== undefined);
      await assert.rejects(updateAlbum(db, accountId, dogs, { name: 'Cats' }, NOW));
      assert.equal((await findAlbumByName(db, accountId, 'Dogs'))?.id, dogs, 'the failed update changed nothing');
      assert.equal(await updateAlbum(db, accountId, dogs, { name: 'cats', updated_at: NOW + 1 }, NOW), true);
      assert.equal((await findAlbumOf(db, accountId, dogs))?.updated_at, NOW + 1);
      assert.equal((await findAlbumByName(db, accountId, 'Cats'))?.id, albumId);
    });

    it('finds, updates and deletes an album for its own account only', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const other = await makeAccount(db);
      assert.equal(await findAlbumOf(db, other, albumId), undefined);
      assert.equal(await findAlbumSummary(db, other, albumId, NOW), undefined);
      assert.equal(await findAlbumByName(db, other, 'Cats'), undefined);
      assert.deepEqual(await listAlbums(db, other, undefined, NOW, 10), []);
      assert.equal(await updateAlbum(db, other, albumId, { name: 'x' }, NOW), false);
      assert.equal(await tx(db, (inner) => deleteEmptyAlbum(inner, other, albumId, NOW)), false);
      assert.equal(await tx(db, (inner) => deleteEmptyAlbum(inner, accountId, albumId, NOW)), true);
      assert.equal(await tx(db, (inner) => deleteEmptyAlbum(inner, accountId, albumId, NOW)), false);
    });

    it('returns the totals and the cover of an album', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const inAlbum = { account_id: accountId, album_id: albumId };
      const facts = async () => {
        const album = await findAlbumSummary(db, accountId, albumId, NOW);
        return [album?.image_count, album?.total_size, album?.cover?.id ?? null];
      };
      assert.deepEqual(await facts(), [0, 0, null]);
      const old = await makeImage(db, { ...inAlbum, size_bytes: 3_000_000_000, uploaded_at: NOW - 1 });
      const fresh = await makeImage(db, { ...inAlbum, size_bytes: 3_000_000_000, format: 'GIF' });
      await makeImage(db, { ...inAlbum, expires_at: NOW, uploaded_at: NOW + 1 });
      await makeImage(db, { account_id: accountId, uploaded_at: NOW + 1 });
      assert.deepEqual(await facts(), [2, 6_000_000_000, fresh.id]);
      assert.equal((await findAlbumSummary(db, accountId, albumId, NOW))?.cover?.format, 'GIF');
      await updateAlbum(db, accountId, albumId, { cover_image_id: old.id }, NOW);
      assert.deepEqual(await facts(), [2, 6_000_000_000, old.id]);
      await tx(db, (inner) => removeFromAlbums(inner, [old.id]));
      await tx(db, (inner) => removeFromAlbums(inner, []));
      assert.deepEqual(await facts(), [1, 3_000_000_000, fresh.id]);
      assert.equal((await listImagesInAlbum(db, albumId, 10)).length, 2, 'including the expired image');
      assert.equal((await listImagesInAlbum(db, albumId, 1)).length, 1);
    });

    it('finds a published album by its token', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      assert.equal(await findPublicAlbum(db, 'token', NOW), undefined);
      await updateAlbum(db, accountId, albumId, { public_token: 'token' }, NOW);
      const inAlbum = { account_id: accountId, album_id: albumId };
      await makeImage(db, inAlbum);
      await makeImage(db, { ...inAlbum, quarantined_at: NOW });
      const album = await findPublicAlbum(db, 'token', NOW);
      const totals = album && (await publicTotalsOf(db, album, NOW));
      assert.deepEqual([album?.id, totals?.count], [albumId, 1], 'quarantined images do not count');
      assert.equal((await findAlbumSummary(db, accountId, albumId, NOW))?.image_count, 2, 'except for the owner');
      const another = await insertAlbum(db, { accountId, name: 'x', description: null }, NOW);
      await assert.rejects(
        updateAlbum(db, accountId, another ?? '', { public_token: 'token' }, NOW),
        'one album, one token',
      );
    });

    it('keeps the password, the end and the download of a link', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const facts = async () => {
        const album = await findPublicAlbum(db, 'token', NOW);
        return [album?.share_password_hash, album?.share_expires_at, album?.share_download];
      };
      await updateAlbum(db, accountId, albumId, { public_token: 'token' }, NOW);
      assert.deepEqual(await facts(), [null, null, 1]);
      const set = { share_password_hash: '$argon2id$', share_expires_at: NOW + 1, share_download: 0 };
      await updateAlbum(db, accountId, albumId, set, NOW);
      assert.deepEqual(await facts(), ['$argon2id$', NOW + 1, 0]);
    });

    it('lists the files of an archive in parts, the oldest first, without quarantined images', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      await updateAlbum(db, accountId, albumId, { public_token: 'token' }, NOW);
      await fillAlbum(db, accountId, albumId, 10_700);
      await makeImage(db, { account_id: accountId, album_id: albumId, quarantined_at: NOW });
      const album = await findPublicAlbum(db, 'token', NOW);
      assert.ok(album);
      const deps = { db, clock: { now: () => NOW }, blobs: createMemoryBlobs(), smallBlobs: cacheOfBytes(1) };
      const parts = await Array.fromAsync([1, 2, 3], (part) => listArchiveFiles(deps, album, part));
      assert.deepEqual(
        parts.map((files) => files.length),
        [10_000, 700, 0],
      );
      const [first = [], second = []] = parts;
      assert.ok((first.at(-1)?.modifiedMs ?? 0) <= (second[0]?.modifiedMs ?? 0));
    });

    it('counts an album by an index, in SQLite without reading rows', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      await fillAlbum(db, accountId, albumId, 2_000);
      const count = albumTotalsQuery(db, accountId, [albumId], NOW).where('quarantined_at', 'is', null);
      const plan = await planOf(db, count.compile());
      assert.match(plan, /USING COVERING INDEX images_by_album|Index (Only )?Scan using images_by_album/, plan);
      assert.doesNotMatch(plan, /^SCAN|Seq Scan/m, plan);
    });

    it('opens a public album of 100,000 images at most three times slower than one of 10', async (t) => {
      const { db, accountId, albumId: small } = await setUp(t);
      const large = (await insertAlbum(db, { accountId, name: 'large', description: null }, NOW)) ?? '';
      const tokenOf = { [small]: 'a'.repeat(24), [large]: 'b'.repeat(24) };
      await fillAlbum(db, accountId, small, 10);
      await fillAlbum(db, accountId, large, 100_000);
      for (const [id, token] of Object.entries(tokenOf))
        await updateAlbum(db, accountId, id, { public_token: token }, NOW);
      const clock = { now: () => NOW };
      const secret = Buffer.alloc(32);
      const publicTotals = createPublicTotals({ db, clock });
      const deps = { db, clock, cursorSecret: secret, albumSecret: secret, publicTotals };
      const times: Record<string, number[]> = { [small]: [], [large]: [] };
      for (let round = 0; round < 25; round++) {
        for (const [id, token] of Object.entries(tokenOf)) {
          const started = performance.now();
          const { totals } = await openPublicAlbum(deps, { token }, 60, undefined);
          times[id]?.push(performance.now() - started);
          assert.equal(totals.count, id === large ? 100_000 : 10);
        }
      }
      // Other work on the machine only adds.
      const [of10, of100000] = [Math.min(...(times[small] ?? [])), Math.min(...(times[large] ?? []))];
      t.diagnostic(`10 images ${of10.toFixed(2)} ms, 100,000 images ${of100000.toFixed(2)} ms`);
      assert.ok(of100000 <= 3 * of10, `10 images ${of10} ms, 100,000 images ${of100000} ms`);
    });

    it('lists albums in pages, newest first', async (t) => {
      const { db, accountId, albumId } = await setUp(t);
      const ids = [albumId];
      for (const [index, at] of [NOW, NOW + 1, NOW + 2].entries()) {
        ids.push((await insertAlbum(db, { accountId, name: String(index), description: 'd' }, at)) ?? '');
      }
      const first = await listAlbums(db, accountId, undefined, NOW, 2);
      assert.deepEqual(
        first.map(({ id }) => id),
        [ids[3], ids[2]],
      );
      const last = first.at(-1);
      const rest = await listAlbums(db, accountId, { value: last?.created_at ?? 0, id: last?.id ?? '' }, NOW, 9);
      assert.deepEqual(rest.map(({ id }) => id).sort(), ids.slice(0, 2).sort());
    });
  });

  describe(`catalog contract, secrets: ${name}`, () => {
    it('creates one secret of a name for all connections', async (t) => {
      const { db, other } = await setUp(t);
      const [one, two, third] = await Promise.all([
        findOrCreateSecret(db, 'a'),
        findOrCreateSecret(other, 'a'),
        findOrCreateSecret(db, 'b'),
      ]);
      assert.deepEqual(one, two);
      assert.equal(one.length, 32);
      assert.notDeepEqual(one, third);
    });
  });
}
