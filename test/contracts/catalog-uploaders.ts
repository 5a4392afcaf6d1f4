import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { blockNetwork } from '../../src/actions/moderation/block-network.ts';
import { createNetworkBlocks } from '../../src/actions/moderation/create-network-blocks.ts';
import { createUploaderHash, forgetUploaders } from '../../src/actions/moderation/create-uploader-hash.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import {
  countSameUploader,
  findUploader,
  insertUploader,
  listSameUploader,
} from '../../src/catalog/moderation/uploaders.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { makeImage, NOW, type OpenCatalog } from './catalog-support.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const ADDRESS = '203.0.113.7';

/** Everything in a catalog that may tell of an uploader. */
async function traces(db: Db): Promise<string> {
  const rows = await db.selectFrom('uploaders').selectAll().execute();
  const keys = await db.selectFrom('secrets').selectAll().where('name', 'like', 'uploaders-%').execute();
  const blocks = await db.selectFrom('blocked_networks').selectAll().execute();
  return JSON.stringify([...rows, ...keys, ...blocks]);
}

/** The catalog contract for the hashes of anonymous uploaders. */
export function catalogUploadersContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext) {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    // The first instant of a period.
    const state = { now: Math.ceil(NOW / (DAYS * DAY_MS)) * DAYS * DAY_MS };
    const clock = { now: () => state.now };
    const uploaderHash = createUploaderHash({ db, clock }, DAYS);
    const uploadFrom = async (network: string): Promise<string> => {
      const { id } = await makeImage(db);
      const row = { image_id: id, ...(await uploaderHash.of(network)), uploaded_at: state.now };
      await db.transaction().execute((tx) => insertUploader(tx, row));
      return id;
    };
    const sameAs = async (id: string): Promise<string[]> => {
      const uploader = await findUploader(db, id);
      assert.ok(uploader);
      const found = await listSameUploader(db, { uploader, sinceMs: 0 }, 100);
      return found.map((image) => image.id);
    };
    return { db, clock, state, uploaderHash, uploadFrom, sameAs };
  }

  describe(`catalog contract, uploaders: ${name}`, () => {
    it('keeps a keyed hash of the network with an image, and neither the address nor an unkeyed hash', async (t) => {
      const { db, uploadFrom } = await setUp(t);
      const id = await uploadFrom(ADDRESS);
      const row = await findUploader(db, id);
      assert.deepEqual(Object.keys(row ?? {}).sort(), ['hash', 'image_id', 'next_hash', 'next_key', 'uploaded_at']);
      assert.match(row?.hash ?? '', /^[\w-]{16}$/);
      assert.notEqual(row?.hash, row?.next_hash);
      assert.ok(!(await traces(db)).includes(ADDRESS));
    });

    it('finds the images of one uploader on both sides of a rotation of the keys, and of no other', async (t) => {
      const { db, state, uploadFrom, sameAs } = await setUp(t);
      state.now += DAYS * DAY_MS - 1;
      const before = await uploadFrom(ADDRESS);
      await uploadFrom('203.0.113.8');
      state.now += 1;
      const after = await uploadFrom(ADDRESS);
      await uploadFrom('2001:db8::/64');
      assert.deepEqual(await sameAs(before), [after, before]);
      assert.deepEqual(await sameAs(after), [after, before]);
      const uploader = await findUploader(db, after);
      assert.ok(uploader);
      const wanted = { uploader, sinceMs: state.now };
      assert.equal(await countSameUploader(db, wanted, 10), 1);
    });

    it('has nothing left about an uploader after the days, and of the keys only those of now', async (t) => {
      const { db, clock, state, uploadFrom } = await setUp(t);
      const id = await uploadFrom(ADDRESS);
      const [, oldKey] = (
        await db.selectFrom('secrets').selectAll().where('name', 'like', 'uploaders-%').execute()
      ).map(({ value }) => value);
      state.now += DAYS * DAY_MS;
      await forgetUploaders({ db, clock }, DAYS);
      assert.ok(await findUploader(db, id), 'the last instant of the days');
      state.now += 1;
      await forgetUploaders({ db, clock }, DAYS);
      assert.equal(await findUploader(db, id), undefined);
      state.now += DAYS * DAY_MS;
      await forgetUploaders({ db, clock }, DAYS);
      assert.equal(await traces(db), '[]');
      assert.ok(oldKey !== undefined && oldKey.length === 64);
    });

    it('erases all hashes and keys at once when no days are set', async (t) => {
      const { db, clock, uploadFrom } = await setUp(t);
      await uploadFrom(ADDRESS);
      await forgetUploaders({ db, clock }, 0);
      assert.equal(await traces(db), '[]');
    });

    it('erases the hash of an image with the image', async (t) => {
      const { db, state, uploadFrom } = await setUp(t);
      const id = await uploadFrom(ADDRESS);
      await db.transaction().execute((tx) => createRemovals(false).removeImage(tx, id, 'request', state.now));
      assert.equal(await findUploader(db, id), undefined);
    });

    it('blocks an uploader until the end of the block, over rotations of the keys', async (t) => {
      const { db, clock, state, uploaderHash, uploadFrom } = await setUp(t);
      const id = await uploadFrom(ADDRESS);
      const uploader = await findUploader(db, id);
      assert.ok(uploader);
      const endsAt = state.now + 4 * DAYS * DAY_MS;
      await blockNetwork({ db, clock }, null, { target: { uploader, imageId: id }, reason: null, endsAt });
      const isRefused = async (address: string, isAnonymous = true): Promise<boolean> => {
        const blocks = createNetworkBlocks({ db, clock }, uploaderHash, 'on');
        return blocks.refuseBlocked(address, isAnonymous).then(
          () => false,
          ({ code }) => code === 'NETWORK_BLOCKED',
        );
      };
      for (let period = 0; period < 4; period++) {
        assert.ok(await isRefused(ADDRESS), `period ${period}`);
        assert.ok(!(await isRefused('203.0.113.8')));
        assert.ok(!(await isRefused(ADDRESS, false)), 'an account');
        state.now += DAYS * DAY_MS;
        await forgetUploaders({ db, clock }, DAYS);
      }
      assert.ok(!(await isRefused(ADDRESS)));
      assert.equal(await traces(db), '[]');
      const audit = JSON.stringify(await db.selectFrom('audit').selectAll().execute());
      assert.ok(!audit.includes(uploader.hash) && !audit.includes(uploader.next_hash), audit);
    });
  });
}
