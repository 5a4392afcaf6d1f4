import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { findAdministered, listAdministered } from '../../src/catalog/accounts/administered.ts';
import { findImage, findKeptImage } from '../../src/catalog/images/images.ts';
import { createRemovals } from '../../src/catalog/images/removals.ts';
import { addAudit, listAudit } from '../../src/catalog/moderation/audit.ts';
import { deleteBlock, findBlock, hasPerceptualBlocks, insertBlock } from '../../src/catalog/moderation/blocks.ts';
import {
  listQuarantine,
  quarantineAccount,
  quarantineImage,
  releaseAccount,
} from '../../src/catalog/moderation/quarantine.ts';
import {
  countReportedImages,
  listReportedImages,
  summarizeReports,
} from '../../src/catalog/moderation/reported-images.ts';
import { insertReport } from '../../src/catalog/moderation/reports.ts';
import { addStatistics, countTotals, listStatistics } from '../../src/catalog/operations/statistics.ts';
import type { Db, Tx } from '../../src/catalog/schema.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';

const HASHES = 10_000;
const AT_ONCE = 500;
const REMOVALS = createRemovals(false);

const tx = <T>(db: Db, work: (inner: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

/** A hash that differs in this many bits, which are spread over the bytes. */
function flipped(hash: string, bits: number): string {
  const bytes = Buffer.from(hash, 'hex');
  for (let bit = 0; bit < bits; bit++) bytes[bit % 8] = (bytes[bit % 8] ?? 0) ^ (1 << Math.floor(bit / 8));
  return bytes.toString('hex');
}

const block = (changes: { stored?: string; uploaded?: string | null; hash?: string | null }) => ({
  image_id: 'aaaaaaaaaaaa',
  stored_sha256: changes.stored ?? randomBytes(32).toString('hex'),
  uploaded_sha256: changes.uploaded ?? null,
  perceptual_hash: changes.hash ?? null,
  reason: 'a test',
  created_at: NOW,
  created_by: null,
});

/** The catalog contract for moderation and administration. */
export function catalogModerationContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db }> {
    const under = await open();
    t.after(under.close);
    const { db } = await under.connect();
    return { db, other: (await under.connect()).db };
  }

  describe(`catalog contract, moderation: ${name}`, () => {
    it('finds a block by the uploaded file, the stored file, and a perceptual hash within the distance', async (t) => {
      const { db } = await setUp(t);
      assert.equal(await hasPerceptualBlocks(db), false);
      const hash = randomBytes(8).toString('hex');
      const id = await tx(db, (inner) => insertBlock(inner, block({ stored: 'stored', uploaded: 'came', hash })));
      assert.equal(await hasPerceptualBlocks(db), true);
      const find = (files: [string, string], perceptualHash: string | null, distance: number) =>
        findBlock(db, { uploadedSha256: files[0], storedSha256: files[1], perceptualHash }, distance);
      for (const file of ['stored', 'came']) {
        assert.equal(await find([file, 'x'], null, 0), id);
        assert.equal(await find(['x', file], null, 0), id);
      }
      assert.equal(await find(['x', 'y'], null, 7), undefined);
      for (let bits = 0; bits <= 8; bits++) {
        for (const distance of [0, 4, 7]) {
          const found = await find(['x', 'y'], flipped(hash, bits), distance);
          assert.equal(found, bits <= distance ? id : undefined, `${bits} bits, ${distance} allowed`);
        }
      }
      assert.equal((await tx(db, (inner) => deleteBlock(inner, id)))?.stored_sha256, 'stored');
      assert.equal(await hasPerceptualBlocks(db), false);
      assert.equal(await find(['stored', 'came'], hash, 7), undefined);
    });

    it('lists each reported image once, at its newest report, and sums its reports up', async (t) => {
      const { db } = await setUp(t);
      let nth = 0;
      const report = (imageId: string, state: 'open' | 'dismissed', at: number) =>
        insertReport(db, {
          id: `rep_${nth++}`,
          image_id: imageId,
          reason: nth % 3 === 0 ? 'spam' : 'abuse',
          comment: null,
          email: null,
          created_at: NOW + at,
          state,
          resolved_at: null,
          resolved_by: null,
          note: null,
        });
      for (const at of [1, 5, 2]) await report('image-a', 'open', at);
      for (const at of [4, 4]) await report('image-b', 'open', at);
      await report('image-c', 'open', 3);
      for (const at of [9, 8]) await report('image-c', 'dismissed', at);
      const listed: string[] = [];
      let last: Awaited<ReturnType<typeof listReportedImages>>[number] | undefined;
      do {
        [last] = await listReportedImages(db, 'open', last, 1);
        if (last !== undefined) listed.push(last.imageId);
      } while (last !== undefined);
      assert.deepEqual(listed, ['image-a', 'image-b', 'image-c']);
      const all = await listReportedImages(db, undefined, undefined, 10);
      assert.deepEqual(
        all.map(({ imageId, value }) => [imageId, value - NOW]),
        [
          ['image-c', 9],
          ['image-a', 5],
          ['image-b', 4],
        ],
      );
      const sums = await summarizeReports(db, ['image-a', 'image-c', 'none'], 'open', 2);
      assert.deepEqual([...sums.keys()].toSorted(), ['image-a', 'image-c']);
      const { latest, ...sum } = sums.get('image-a') ?? assert.fail();
      assert.deepEqual(sum, {
        reports: 3,
        reasons: [
          { reason: 'abuse', reports: 2 },
          { reason: 'spam', reports: 1 },
        ],
        firstAt: NOW + 1,
        lastAt: NOW + 5,
      });
      assert.deepEqual(
        latest.map(({ created_at: at }) => at - NOW),
        [5, 2],
      );
      assert.deepEqual([await countReportedImages(db, 10), await countReportedImages(db, 2)], [3, 2]);
    });

    it('compares few of ten thousand hashes', async (t) => {
      const { db } = await setUp(t);
      const hashes = Array.from({ length: HASHES }, () => randomBytes(8).toString('hex'));
      const ids = hashes.map((_, i) => `blk_${i}`);
      await tx(db, async (inner) => {
        for (let i = 0; i < HASHES; i += AT_ONCE) {
          const some = hashes.slice(i, i + AT_ONCE).map((hash, j) => ({ id: ids[i + j] ?? '', ...block({ hash }) }));
          await inner.insertInto('blocks').values(some).execute();
          const bands = some.flatMap(({ id, perceptual_hash }) =>
            [...Buffer.from(perceptual_hash ?? '', 'hex')].map((byte, at) => ({ band: at * 256 + byte, block_id: id })),
          );
          await inner.insertInto('block_bands').values(bands).execute();
        }
      });
      const at = 1_234;
      const perceptualHash = flipped(hashes[at] ?? '', 4);
      const fingerprints = { uploadedSha256: 'x', storedSha256: 'y', perceptualHash };
      assert.equal(await findBlock(db, fingerprints, 4), ids[at]);
      const { candidates } = await db
        .selectFrom('block_bands')
        .select((eb) => eb.fn.countAll<number>().as('candidates'))
        .where(
          'band',
          'in',
          [...Buffer.from(perceptualHash, 'hex')].map((byte, i) => i * 256 + byte),
        )
        .executeTakeFirstOrThrow();
      assert.ok(Number(candidates) < HASHES / 20, `${candidates} looked at`);
    });

    it('quarantines images, also of a whole account, and releases those of the same cause', async (t) => {
      const { db } = await setUp(t);
      const accountId = await makeAccount(db);
      const [first, second] = [
        await makeImage(db, { account_id: accountId }),
        await makeImage(db, { account_id: accountId }),
      ];
      const by = { cause: 'administrator', reason: null } as const;
      assert.equal(await tx(db, (inner) => quarantineImage(inner, first.id, by, NOW, REMOVALS)), true);
      assert.equal(await tx(db, (inner) => quarantineImage(inner, first.id, by, NOW, REMOVALS)), false);
      const hidden = await tx(db, (inner) =>
        quarantineAccount(inner, accountId, { cause: 'account', reason: 'x' }, NOW + 1, REMOVALS),
      );
      assert.equal(hidden, 1);
      assert.equal(await findImage(db, second.id, NOW), undefined);
      assert.equal((await findKeptImage(db, second.id, NOW))?.quarantine_reason, 'x');
      const page = await listQuarantine(db, undefined, NOW, 1);
      assert.deepEqual(
        page.map(({ id }) => id),
        [second.id],
      );
      const rest = await listQuarantine(db, { value: NOW + 1, id: second.id }, NOW, 10);
      assert.deepEqual(
        rest.map(({ id }) => id),
        [first.id],
      );
      assert.equal(await tx(db, (inner) => releaseAccount(inner, accountId, 'account')), 1);
      assert.equal((await findImage(db, second.id, NOW))?.id, second.id);
      assert.equal(await findImage(db, first.id, NOW), undefined);
    });

    it('adds statistics up under concurrent writes', async (t) => {
      const { db, other } = await setUp(t);
      const day = '2026-11-21';
      const add = (on: Db, names: string[]) =>
        addStatistics(
          on,
          names.map((figure) => ({ day, name: figure, value: 2 })),
        );
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? add(db, ['a', 'b']) : add(other, ['b', 'a']))),
      );
      await addStatistics(db, [{ day: '2026-11-20', name: 'a', value: 7 }]);
      const rows = (await listStatistics(db, day)).map(({ name: figure, value }) => [figure, value]);
      assert.deepEqual(rows.sort(), [
        ['a', 20],
        ['b', 20],
      ]);
    });

    it('keeps the email address that the actor of an audit entry had', async (t) => {
      const { db } = await setUp(t);
      const actorId = await makeAccount(db, 'then@example.com');
      const entry = { actorId, action: 'image.takedown', subject: 'x', details: { reason: 'a test' } };
      await addAudit(db, entry, NOW);
      await addAudit(db, { ...entry, actorId: null }, NOW + 1);
      await db.updateTable('accounts').set({ email: 'now@example.com' }).where('id', '=', actorId).execute();
      const [newest] = await listAudit(db, undefined, 1);
      assert.deepEqual([newest?.at, newest?.actor_id, newest?.actor_email], [NOW + 1, null, null]);
      const [older, ...more] = await listAudit(db, { value: NOW + 1, id: newest?.id ?? '' }, 5);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [older?.actor_email, JSON.parse(older?.details ?? '')],
        ['then@example.com', { reason: 'a test' }],
      );
    });

    it('lists audit entries of one millisecond in an order that pages of any length keep', async (t) => {
      const { db } = await setUp(t);
      for (let i = 0; i < 12; i++) {
        // Four milliseconds with three entries each, out of order.
        await addAudit(db, { actorId: null, action: 'a.test', subject: String(i), details: {} }, NOW + (i % 4));
      }
      const all = await listAudit(db, undefined, 100);
      assert.deepEqual(
        all.map(({ at }) => at - NOW),
        [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0],
      );
      for (const limit of [1, 2, 5]) {
        const paged: typeof all = [];
        for (let page = await listAudit(db, undefined, limit); page.length > 0; ) {
          paged.push(...page);
          const last = page.at(-1);
          page = await listAudit(db, last && { value: last.at, id: last.id }, limit);
        }
        assert.deepEqual(paged, all, `pages of ${limit}`);
      }
    });

    it('returns the storage of accounts, and finds them by any part of their names', async (t) => {
      const { db } = await setUp(t);
      const accountId = await makeAccount(db, 'ada_%@example.com');
      await makeAccount(db, 'adaxyz@example.com');
      const image = await makeImage(db, { account_id: accountId });
      const found = await findAdministered(db, accountId);
      assert.deepEqual([found?.images, found?.bytes], [1, image.size_bytes]);
      const emails = async (text: string) =>
        (await listAdministered(db, { text }, { by: 'created', direction: 'desc' }, undefined, 10)).map(
          ({ email }) => email,
        );
      assert.deepEqual(await emails('ADA_'), ['ada_%@example.com']);
      assert.deepEqual(await emails('\\'), []);
      assert.equal((await emails('ada')).length, 2);
      assert.deepEqual(await countTotals(db), { images: 1, bytes: image.size_bytes, accounts: 2, albums: 0, blobs: 2 });
    });
  });
}
