import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { findAccountByEmail, insertAccount, listAccounts } from '../../src/catalog/accounts/accounts.ts';
import { setPlan } from '../../src/catalog/accounts/administered.ts';
import { findKeyBySecret, touchKey } from '../../src/catalog/accounts/credentials.ts';
import { deleteKey, expireKey, insertKey, type Key, listKeys } from '../../src/catalog/accounts/keys.ts';
import {
  addGarbage,
  deduplicateBlob,
  deleteGarbageRows,
  knownKeys,
  listGarbage,
  releaseBlob,
} from '../../src/catalog/blobs/blobs.ts';
import { findAlbum, findOrCreateAlbum } from '../../src/catalog/images/albums.ts';
import {
  addViews,
  findImage,
  insertImage,
  listExpired,
  listImagesOfBlobs,
  storageOf,
} from '../../src/catalog/images/images.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import { migrate, migrationState } from '../../src/catalog/migrate.ts';
import type { Db } from '../../src/catalog/schema.ts';
import {
  blobState,
  type CatalogUnderTest,
  makeAccount,
  makeImage,
  NOW,
  newBlob,
  type OpenCatalog,
} from './catalog-support.ts';

/** The catalog contract for images, blobs, accounts, keys, albums and migrations. */
export function catalogContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; race: CatalogUnderTest['race'] }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    return { db: one.db, other: two.db, race: under.race };
  }

  describe(`catalog contract: ${name}`, () => {
    it('finds an image with columns of its blobs until the instant of expiry', async (t) => {
      const { db } = await setUp(t);
      const row = await makeImage(db, { expires_at: NOW + 1_000 }, 'bytes-1');
      const found = await findImage(db, row.id, NOW + 999);
      assert.deepEqual(
        { ...found },
        {
          ...row,
          sha256: 'bytes-1',
          size_bytes: 1_000,
          thumbnail_sha256: 'thumbnail of bytes-1',
          thumbnail_size_bytes: 1_000,
        },
      );
      assert.equal(await findImage(db, row.id, NOW + 1_000), undefined);
      assert.equal(await findImage(db, 'unknown', NOW), undefined);
      const forever = await makeImage(db);
      assert.equal((await findImage(db, forever.id, Number.MAX_SAFE_INTEGER))?.id, forever.id);
    });

    it('lists expired images, those that expired first at the start', async (t) => {
      const { db } = await setUp(t);
      const late = await makeImage(db, { expires_at: NOW });
      const early = await makeImage(db, { expires_at: NOW - 5 });
      await makeImage(db, { expires_at: NOW + 1 });
      await makeImage(db);
      assert.deepEqual(await listExpired(db, NOW, 10), [early.id, late.id]);
      assert.deepEqual(await listExpired(db, NOW, 1), [early.id]);
    });

    it('rejects an image with a taken id or without blobs, and rolls its transaction back', async (t) => {
      const { db } = await setUp(t);
      const row = await makeImage(db);
      const before = await blobState(db);
      await assert.rejects(makeImage(db, { id: row.id }));
      await assert.rejects(
        db.transaction().execute((tx) => insertImage(tx, { ...row, id: 'other', original_key: 'no' })),
      );
      assert.deepEqual(await blobState(db), before);
    });

    it('deduplicates blobs and counts their references', async (t) => {
      const { db } = await setUp(t);
      const [first, second] = [await makeImage(db, {}, 'same'), await makeImage(db, {}, 'same')];
      assert.equal(second.original_key, first.original_key);
      const [original, thumbnail] = [first.original_key, first.thumbnail_key];
      assert.deepEqual(
        (await blobState(db)).refs,
        [
          [original, 2],
          [thumbnail, 2],
        ].toSorted() as [string, number][],
      );
      assert.deepEqual((await listImagesOfBlobs(db, [original])).sort(), [first.id, second.id].sort());
      const remove = async (id: string) =>
        (await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, id, 'request', NOW))) !==
        undefined;
      assert.equal(await remove(first.id), true);
      assert.equal(await remove(first.id), false, 'only once');
      assert.deepEqual((await blobState(db)).garbage, []);
      assert.equal(await remove(second.id), true);
      assert.deepEqual(await blobState(db), { refs: [], garbage: [original, thumbnail].sort() });
    });

    it('stores content that is uploaded again under a new key, and never reuses a garbage key', async (t) => {
      const { db } = await setUp(t);
      const [old, fresh] = [newBlob('same'), newBlob('same')];
      await db.transaction().execute((tx) => deduplicateBlob(tx, old));
      await db.transaction().execute((tx) => releaseBlob(tx, old.key, NOW));
      assert.equal(await db.transaction().execute((tx) => deduplicateBlob(tx, fresh)), fresh.key);
      assert.deepEqual(await blobState(db), { refs: [[fresh.key, 1]], garbage: [old.key] });
    });

    it('loses no reference when uploads and deletes of duplicate content race', async (t) => {
      const { db, race } = await setUp(t);
      const kept = (await race<string | null>({ kind: 'images' })).filter((id) => id !== null);
      assert.equal(kept.length, 1);
      const last = await findImage(db, kept[0] ?? '', NOW);
      const { refs, garbage } = await blobState(db);
      const expected = [last?.original_key, last?.thumbnail_key].map((key) => [key, 1]);
      assert.deepEqual(refs, expected.toSorted());
      assert.ok(!garbage.some((key) => refs.some(([live]) => live === key)), 'no live blob is garbage');
    });

    it('rolls a transaction back as a whole', async (t) => {
      const { db, other } = await setUp(t);
      const blob = newBlob();
      const failing = db.transaction().execute(async (tx) => {
        await deduplicateBlob(tx, blob);
        await addGarbage(tx, ['some/other/key'], NOW);
        throw new Error('planted');
      });
      await assert.rejects(failing, /planted/);
      assert.deepEqual(await blobState(other), { refs: [], garbage: [] });
    });

    it('lists garbage until it is removed, oldest first, and knows live keys and garbage', async (t) => {
      const { db } = await setUp(t);
      const live = await makeImage(db);
      await addGarbage(db, ['b'], NOW);
      await addGarbage(db, ['a', 'b'], NOW + 1);
      await addGarbage(db, [], NOW);
      assert.deepEqual(await listGarbage(db, 10), ['b', 'a']);
      assert.deepEqual(await listGarbage(db, 1), ['b']);
      assert.deepEqual(await knownKeys(db, ['a', live.original_key, 'c']), new Set(['a', live.original_key]));
      assert.deepEqual(await knownKeys(db, []), new Set());
      await deleteGarbageRows(db, ['b'], NOW);
      assert.deepEqual(await listGarbage(db, 10), ['a']);
    });

    it('adds views up, also from two connections at once', async (t) => {
      const { db, other } = await setUp(t);
      const { id } = await makeImage(db);
      await Promise.all(Array.from({ length: 20 }, (_, i) => addViews(i % 2 === 0 ? db : other, id, 3)));
      assert.equal((await findImage(db, id, NOW))?.views, 60);
      await addViews(db, 'unknown', 1);
    });

    it('allows one account for an email address', async (t) => {
      const { db, other } = await setUp(t);
      const proof = { emailVerifiedAt: NOW, pendingEmail: null, waitingFor: null, passwordHash: 'h' };
      const account = { name: 'A', plan: 'pro' as const, isAdmin: true, createdAt: NOW, ...proof };
      const tries = ['acc_1', 'acc_2', 'acc_3', 'acc_4'].map((id, i) =>
        insertAccount(i % 2 === 0 ? db : other, { ...account, id, email: 'a@example.com' }),
      );
      assert.deepEqual((await Promise.all(tries)).filter(Boolean), [true]);
      const found = await findAccountByEmail(db, 'a@example.com');
      assert.deepEqual([found?.name, found?.plan, found?.isAdmin, found?.createdAt], ['A', 'pro', true, NOW]);
      await setPlan(other, found?.id ?? '', 'enterprise');
      assert.equal((await findAccountByEmail(db, 'a@example.com'))?.plan, 'enterprise');
      assert.equal(await findAccountByEmail(db, 'A@example.com'), undefined);
      await makeAccount(db, 'b@example.com');
      assert.equal((await listAccounts(db)).length, 2);
    });

    it('finds a key by its secret until it expires or is deleted, on every connection at once', async (t) => {
      const { db, other } = await setUp(t);
      const accountId = await makeAccount(db);
      const key: Key = {
        id: 'key_1',
        accountId,
        name: 'default',
        prefix: 'imgd_abcde',
        last4: 'wxyz',
        grants: ['*', 'admin'],
        createdAt: NOW,
        lastUsedAt: null,
        expiresAt: NOW + 5_000,
      };
      await insertKey(db, key, 'hash-1');
      const held = {
        keyId: 'key_1',
        accountId,
        plan: 'free',
        grants: ['*', 'admin'],
        isSuspended: false,
        waitingFor: null,
      };
      const expected = { ...held, lastUsedAt: null };
      assert.deepEqual(await findKeyBySecret(other, 'hash-1', NOW), expected);
      assert.deepEqual(await listKeys(other, accountId, NOW), [key]);
      await touchKey(db, 'key_1', NOW + 1);
      assert.equal((await findKeyBySecret(other, 'hash-1', NOW))?.lastUsedAt, NOW + 1);
      assert.equal(await findKeyBySecret(db, 'hash-1', NOW + 5_000), undefined, 'at the instant of expiry');
      await expireKey(db, 'key_1', NOW + 9_000, NOW);
      assert.equal(await findKeyBySecret(db, 'hash-1', NOW + 5_000), undefined, 'never later than its expiry');
      await expireKey(db, 'key_1', NOW + 2_000, NOW);
      assert.equal(await findKeyBySecret(other, 'hash-1', NOW + 2_000), undefined);
      assert.equal(await deleteKey(db, 'acc_other', 'key_1', NOW), false, 'not by another account');
      assert.equal(await deleteKey(db, accountId, 'key_1', NOW), true);
      assert.equal(await findKeyBySecret(other, 'hash-1', NOW), undefined);
      await assert.rejects(insertKey(db, { ...key, accountId: 'acc_none' }, 'hash-2'), 'of no account');
    });

    it('creates one album of a name in an account under concurrent requests', async (t) => {
      const { db, race } = await setUp(t);
      const [mine, theirs] = [await makeAccount(db), await makeAccount(db)];
      const ids = await race<string>({ kind: 'album', accountId: mine });
      assert.equal(new Set(ids).size, 1);
      const another = await db.transaction().execute((tx) => findOrCreateAlbum(tx, theirs, 'holiday', NOW));
      assert.notEqual(another, ids[0]);
      assert.equal((await findAlbum(db, ids[0] ?? ''))?.name, 'holiday');
      assert.equal(await findAlbum(db, 'alb_none'), undefined);
    });

    it('returns the storage of an account', async (t) => {
      const { db } = await setUp(t);
      const account_id = await makeAccount(db);
      const trash = { images: 0, bytes: 0 };
      assert.deepEqual(await storageOf(db, account_id, NOW), { images: 0, albums: 0, bytes: 0, trash });
      await makeImage(db, { account_id });
      await makeImage(db, { account_id, expires_at: NOW });
      await makeImage(db);
      await db.transaction().execute((tx) => findOrCreateAlbum(tx, account_id, 'a', NOW));
      assert.deepEqual(await storageOf(db, account_id, NOW), { images: 1, albums: 1, bytes: 1_000, trash });
    });

    it('applies each migration once and returns its name', async (t) => {
      const under = await open('empty');
      t.after(under.close);
      const { db } = await under.connect();
      const before = await migrationState(db);
      assert.ok(before.length > 0 && before.every((one) => one.appliedAt === null));
      assert.deepEqual(
        await migrate(db),
        before.map((one) => one.name),
      );
      assert.deepEqual(await migrate(db), [], 'nothing is left to apply');
      const after = await migrationState(db);
      assert.deepEqual(
        after.map((one) => one.name),
        before.map((one) => one.name),
      );
      assert.ok(after.every((one) => one.appliedAt instanceof Date));
    });

    it('rolls a failed migration back, and applies it later', async (t) => {
      const under = await open('empty');
      t.after(under.close);
      const { db } = await under.connect();
      // The last table of the first migration exists already.
      await db.schema.createTable('idempotency').addColumn('planted', 'text').execute();
      await assert.rejects(migrate(db), /cannot be migrated/);
      const tables = (await db.introspection.getTables()).map((table) => table.name);
      assert.deepEqual(tables, ['idempotency']);
      assert.ok((await migrationState(db)).every((one) => one.appliedAt === null));
      await db.schema.dropTable('idempotency').execute();
      assert.ok((await migrate(db)).length > 0);
      await makeImage(db);
    });

    it('applies each migration once when several processes migrate at the same time', async (t) => {
      const under = await open('empty');
      t.after(under.close);
      const applied = await under.race<string[]>({ kind: 'migrate' });
      const state = await migrationState((await under.connect()).db);
      assert.deepEqual(
        applied.flat(),
        state.map((one) => one.name),
      );
    });
  });
}
