import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  closeAccount,
  deleteAccountRow,
  findAccountByEmail,
  findAccountCredentials,
  setPasswordHash,
  updateProfile,
} from '../../src/catalog/accounts/accounts.ts';
import { insertKey, listKeys, updateKey } from '../../src/catalog/accounts/keys.ts';
import {
  countLiveResets,
  deleteExpiredResets,
  deleteReset,
  deleteResetsOf,
  findReset,
  insertReset,
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
  findSessionByToken,
  insertSession,
  listSessions,
  type Session,
  sessionCreatedAt,
  touchSession,
} from '../../src/catalog/accounts/sessions.ts';
import { anonymizeImages, findImage, listImagesOfAccount } from '../../src/catalog/images/images.ts';
import { migrate } from '../../src/catalog/migrate.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { makeAccount, makeImage, NOW, type OpenCatalog } from './catalog-support.ts';

const LATER = NOW + 5_000;

/** The catalog contract for sessions, password resets, identities, sign-ins, closed accounts. */
export function catalogSignInContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string; otherId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    await migrate(one.db);
    const [accountId, otherId] = [await makeAccount(one.db), await makeAccount(one.db)];
    return { db: one.db, other: two.db, accountId, otherId };
  }
  const sessionOf = (accountId: string, id: string): Session => ({
    id,
    accountId,
    userAgent: null,
    createdAt: NOW,
    lastUsedAt: NOW,
    expiresAt: LATER,
  });

  describe(`catalog contract, signing in: ${name}`, () => {
    it('finds a session and its account by the token until it expires', async (t) => {
      const { db, other, accountId } = await setUp(t);
      const session = { ...sessionOf(accountId, 'ses_1'), userAgent: 'Somebody/1.0' };
      await insertSession(db, session, 'hash-1');
      const held = { sessionId: 'ses_1', accountId, plan: 'free', isAdmin: false, isSuspended: false, lastUsedAt: NOW };
      assert.deepEqual(await findSessionByToken(other, 'hash-1', LATER - 1), held);
      assert.equal(await findSessionByToken(db, 'hash-1', LATER), undefined, 'at the instant of expiry');
      assert.equal(await findSessionByToken(db, 'hash-2', NOW), undefined);
      assert.deepEqual(await listSessions(other, accountId, LATER - 1), [session]);
      assert.deepEqual(await listSessions(other, accountId, LATER), []);
      await touchSession(db, 'ses_1', NOW + 7);
      assert.equal((await findSessionByToken(db, 'hash-1', NOW))?.lastUsedAt, NOW + 7);
      await db.updateTable('accounts').set({ suspended_at: NOW, is_admin: 1 }).where('id', '=', accountId).execute();
      const now = await findSessionByToken(other, 'hash-1', NOW);
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
      await deleteExpiredSessions(db, LATER - 1);
      assert.equal(await left(), 'theirs');
      await deleteExpiredSessions(db, LATER);
      assert.equal(await left(), '');
    });

    it('lets one of ten concurrent requests use a password reset', async (t) => {
      const { db, other, accountId } = await setUp(t);
      await insertReset(db, { accountId, tokenHash: 'one', expiresAt: LATER });
      assert.equal(await findReset(other, 'one', LATER - 1), accountId);
      assert.equal(await findReset(other, 'one', LATER), undefined);
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, i) => deleteReset(i % 2 === 0 ? db : other, 'one')),
      );
      assert.equal(taken.filter(Boolean).length, 1);
    });

    it('counts and deletes password resets', async (t) => {
      const { db, accountId, otherId } = await setUp(t);
      for (const tokenHash of ['a', 'b']) await insertReset(db, { accountId, tokenHash, expiresAt: LATER });
      await insertReset(db, { accountId: otherId, tokenHash: 'c', expiresAt: LATER + 1 });
      assert.equal(await countLiveResets(db, accountId, LATER - 1), 2);
      assert.equal(await countLiveResets(db, accountId, LATER), 0);
      await deleteResetsOf(db, accountId);
      assert.equal(await countLiveResets(db, accountId, NOW), 0);
      await deleteExpiredResets(db, LATER);
      assert.equal(await countLiveResets(db, otherId, NOW), 1);
      await deleteExpiredResets(db, LATER + 1);
      assert.equal(await countLiveResets(db, otherId, NOW), 0);
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
      assert.equal(await findSessionByToken(other, 'hash-mine', NOW), undefined);
      assert.ok(await findSessionByToken(other, 'hash-theirs', NOW));
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
