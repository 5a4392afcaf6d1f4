import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  closeAccount,
  countNotice,
  deleteAccountRow,
  findAccountByEmail,
  findAccountCredentials,
  setPasswordHash,
  updateProfile,
} from '../../src/catalog/accounts/accounts.ts';
import { findSessionByToken, touchSession } from '../../src/catalog/accounts/credentials.ts';
import {
  countLiveVerifications,
  deleteExpiredVerifications,
  deleteVerification,
  deleteVerificationsOf,
  findVerification,
  insertVerification,
} from '../../src/catalog/accounts/email-verifications.ts';
import { insertKey, listKeys, updateKey } from '../../src/catalog/accounts/keys.ts';
import {
  countLiveResets,
  deleteExpiredResets,
  deleteResetsOf,
  findReset,
  insertReset,
  takeReset,
} from '../../src/catalog/accounts/password-resets.ts';
import {
  deleteExpiredSignIns,
  findAccountOfIdentity,
  insertIdentity,
  insertSignIn,
  takeSignIn,
} from '../../src/catalog/accounts/provider-sign-ins.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  insertSession,
  listSessions,
  type Session,
  sessionCreatedAt,
} from '../../src/catalog/accounts/sessions.ts';
import { anonymizeImages, findImage, listImagesOfAccount } from '../../src/catalog/images/images.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';

const LATER = NOW + 5_000;

/** The catalog contract for sessions, password resets, identities, sign-ins, closed accounts. */
export function catalogSignInContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string; otherId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    const [accountId, otherId] = [await makeAccount(one.db), await makeAccount(one.db)];
    return { db: one.db, other: two.db, accountId, otherId };
  }
  const IDLE_MS = LATER - NOW;
  const at = (nowMs: number) => ({ nowMs, idleMs: IDLE_MS });
  const sessionOf = (accountId: string, id: string): Session => ({
    id,
    accountId,
    userAgent: null,
    network: null,
    createdAt: NOW,
    lastUsedAt: NOW,
    expiresAt: LATER,
    secondFactor: false,
  });

  describe(`catalog contract, signing in: ${name}`, () => {
    it('finds a session and its account by the token until it expires', async (t) => {
      const { db, other, accountId } = await setUp(t);
      const session = { ...sessionOf(accountId, 'ses_1'), userAgent: 'Somebody/1.0' };
      await insertSession(db, session, 'hash-1');
      const facts = { plan: 'free', isAdmin: false, isSuspended: false, waitingFor: null, needsSecondFactor: false };
      const held = { sessionId: 'ses_1', accountId, ...facts, lastUsedAt: NOW };
      assert.deepEqual(await findSessionByToken(other, 'hash-1', at(LATER - 1)), held);
      assert.equal(await findSessionByToken(db, 'hash-1', at(LATER)), undefined, 'at the instant of expiry');
      assert.equal(await findSessionByToken(db, 'hash-2', at(NOW)), undefined);
      assert.deepEqual(await listSessions(other, accountId, at(LATER - 1)), [session]);
      assert.deepEqual(await listSessions(other, accountId, at(LATER)), []);
      await touchSession(db, 'ses_1', NOW + 7);
      assert.equal((await findSessionByToken(db, 'hash-1', at(NOW)))?.lastUsedAt, NOW + 7);
      await db.updateTable('accounts').set({ suspended_at: NOW, is_admin: 1 }).where('id', '=', accountId).execute();
      const now = await findSessionByToken(other, 'hash-1', at(NOW));
      assert.deepEqual([now?.isSuspended, now?.isAdmin], [true, true]);
    });

    it('deletes the given sessions only', async (t) => {
      const { db, accountId, otherId } = await setUp(t);
      for (const id of ['a', 'b', 'c', 'd']) await insertSession(db, sessionOf(accountId, id), `hash-${id}`);
      await insertSession(db, sessionOf(otherId, 'theirs'), 'hash-theirs');
      const left = async () => {
        const rows = await db.selectFrom('sessions').select('id').orderBy('id').execute();
        return rows.map(({ id }) => id).join(' ');
      };
      assert.equal(await sessionCreatedAt(db, otherId, 'a'), undefined, "another account's");
      assert.equal(await sessionCreatedAt(db, accountId, 'a'), NOW);
      assert.equal(await deleteSession(db, otherId, 'a'), false, "another account's");
      assert.equal(await deleteSession(db, accountId, 'a'), true);
      assert.equal(await deleteSession(db, accountId, 'a'), false);
      await deleteSessionByToken(db, 'hash-b');
      assert.equal(await left(), 'c d theirs');
      await deleteSessionsOf(db, accountId, 'c');
      assert.equal(await left(), 'c theirs');
      await deleteSessionsOf(db, accountId);
      assert.equal(await left(), 'theirs');
      await deleteExpiredSessions(db, at(LATER - 1));
      assert.equal(await left(), 'theirs');
      await deleteExpiredSessions(db, at(LATER));
      assert.equal(await left(), '');
    });

    it('lets one of ten concurrent requests use a password reset', async (t) => {
      const { db, other, accountId } = await setUp(t);
      await insertReset(db, { accountId, tokenHash: 'one', expiresAt: LATER, isMailed: true });
      assert.equal(await findReset(other, 'one', LATER - 1), accountId);
      assert.equal(await findReset(other, 'one', LATER), undefined);
      const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => takeReset(i % 2 === 0 ? db : other, 'one')));
      assert.deepEqual(taken.filter(Boolean), [{ isMailed: true }]);
    });

    it('counts and deletes password resets', async (t) => {
      const { db, accountId, otherId } = await setUp(t);
      const isMailed = false;
      for (const tokenHash of ['a', 'b']) await insertReset(db, { accountId, tokenHash, expiresAt: LATER, isMailed });
      await insertReset(db, { accountId: otherId, tokenHash: 'c', expiresAt: LATER + 1, isMailed });
      assert.equal(await countLiveResets(db, accountId, LATER - 1), 2);
      assert.equal(await countLiveResets(db, accountId, LATER), 0);
      await deleteResetsOf(db, accountId);
      assert.equal(await countLiveResets(db, accountId, NOW), 0);
      await deleteExpiredResets(db, LATER);
      assert.equal(await countLiveResets(db, otherId, NOW), 1);
      await deleteExpiredResets(db, LATER + 1);
      assert.equal(await countLiveResets(db, otherId, NOW), 0);
    });

    it('counts notices in a window up to a limit, also concurrently', async (t) => {
      const { db, other, accountId } = await setUp(t);
      const bounds = { windowMs: 1_000, max: 3 };
      const count = (i: number) => countNotice(i % 2 === 0 ? db : other, accountId, NOW, bounds);
      const counts = await Promise.all(Array.from({ length: 6 }, (_, i) => count(i)));
      assert.deepEqual(counts.filter((one) => one !== undefined).sort(), [1, 2, 3]);
      assert.equal(await countNotice(db, accountId, NOW + 999, bounds), undefined);
      assert.equal(await countNotice(db, accountId, NOW + 999, { ...bounds, max: 4 }), 4);
      assert.equal(await countNotice(db, accountId, NOW + 1_000, bounds), 1);
    });

    it('finds, counts and deletes verifications of addresses', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      const email = 'a@example.com';
      for (const [id, tokenHash] of [
        [accountId, 'one'],
        [otherId, 'two'],
      ] as const) {
        await insertVerification(db, { accountId: id, email, tokenHash, expiresAt: LATER });
      }
      assert.deepEqual(await findVerification(other, 'one', LATER - 1), { accountId, email });
      assert.equal(await findVerification(other, 'one', LATER), undefined);
      assert.deepEqual(
        [await countLiveVerifications(db, email, NOW), await countLiveVerifications(db, email, LATER)],
        [2, 0],
      );
      const taken = await Promise.all([db, other, db].map((one) => deleteVerification(one, 'one')));
      assert.equal(taken.filter(Boolean).length, 1);
      await deleteVerificationsOf(db, accountId);
      assert.equal(await countLiveVerifications(db, email, NOW), 1);
      await deleteExpiredVerifications(db, LATER);
      assert.equal(await countLiveVerifications(db, email, NOW), 0);
    });

    it('links an identity, by issuer and subject together, to one account', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      const identity = { issuer: 'https://id.example', subject: 's', createdAt: NOW };
      assert.equal(await insertIdentity(db, { ...identity, accountId }), true);
      assert.equal(await insertIdentity(other, { ...identity, accountId: otherId }), false);
      assert.equal(await insertIdentity(other, { ...identity, issuer: 'https://b.example', accountId: otherId }), true);
      assert.equal(await findAccountOfIdentity(other, identity.issuer, 's'), accountId);
      assert.equal(await findAccountOfIdentity(other, 'https://b.example', 's'), otherId);
      assert.equal(await findAccountOfIdentity(other, identity.issuer, 'S'), undefined);
    });

    it('returns a sign-in once, and only before it expires', async (t) => {
      const { db, other } = await setUp(t);
      for (const stateHash of ['a', 'b', 'c']) {
        await insertSignIn(db, { stateHash, payload: { nonce: stateHash }, expiresAt: LATER });
      }
      assert.deepEqual(await takeSignIn(other, 'a', LATER - 1), { nonce: 'a' });
      assert.equal(await takeSignIn(db, 'a', NOW), undefined);
      assert.equal(await takeSignIn(db, 'b', LATER), undefined);
      await deleteExpiredSignIns(db, LATER - 1);
      assert.deepEqual(await takeSignIn(db, 'c', NOW), { nonce: 'c' });
      await insertSignIn(db, { stateHash: 'd', payload: null, expiresAt: LATER });
      await deleteExpiredSignIns(db, LATER);
      assert.deepEqual(await db.selectFrom('sign_ins').selectAll().execute(), []);
    });

    it('updates the given columns of an account and of a key only', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      await updateProfile(db, accountId, {});
      await updateProfile(db, accountId, { name: 'Ada' });
      await updateProfile(db, accountId, { email: 'ada@example.com' });
      await setPasswordHash(db, accountId, 'hash');
      const account = await findAccountCredentials(other, { email: 'ada@example.com' });
      assert.deepEqual(account, await findAccountCredentials(other, { id: accountId }));
      assert.deepEqual([account?.id, account?.name, account?.passwordHash], [accountId, 'Ada', 'hash']);
      await assert.rejects(updateProfile(db, otherId, { email: 'ada@example.com' }));
      const key = { id: 'key_1', accountId, name: 'a', prefix: 'p', last4: 'l', createdAt: NOW };
      await insertKey(db, { ...key, grants: ['*'], lastUsedAt: null, expiresAt: null }, 'h');
      await updateKey(db, 'key_1', {});
      await updateKey(db, 'key_1', { name: 'b' });
      await updateKey(db, 'key_1', { grants: ['images:read', 'images:write'] });
      const [changed] = await listKeys(other, accountId, NOW);
      assert.deepEqual([changed?.name, changed?.grants], ['b', ['images:write', 'images:read']]);
    });

    it('closes an account, and deletes its row when it has no images', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      const { email = '' } = (await findAccountCredentials(db, { id: accountId })) ?? {};
      const [kept, theirs] = [
        await makeImage(db, { account_id: accountId, key_id: 'key_1' }),
        await makeImage(db, { account_id: otherId }),
      ];
      await insertSession(db, sessionOf(accountId, 'mine'), 'hash-mine');
      await insertSession(db, sessionOf(otherId, 'theirs'), 'hash-theirs');
      await db.transaction().execute((tx) => closeAccount(tx, accountId, NOW));
      assert.equal(await findSessionByToken(other, 'hash-mine', at(NOW)), undefined);
      assert.ok(await findSessionByToken(other, 'hash-theirs', at(NOW)));
      assert.equal(await findAccountByEmail(other, email), undefined, 'the email address is free');
      assert.equal((await findAccountCredentials(other, { id: accountId }))?.isSuspended, true);
      assert.deepEqual(await listImagesOfAccount(db, accountId, 10), [kept.id]);
      await assert.rejects(deleteAccountRow(db, accountId), 'an image belongs to it');
      await anonymizeImages(db, accountId);
      await deleteAccountRow(db, accountId);
      assert.equal(await findAccountCredentials(other, { id: accountId }), undefined);
      const left = await findImage(other, kept.id, NOW);
      assert.deepEqual([left?.account_id, left?.key_id], [null, null]);
      assert.equal((await findImage(other, theirs.id, NOW))?.account_id, otherId);
    });
  });
}
