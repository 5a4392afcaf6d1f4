import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { closeAccount } from '../../src/catalog/accounts/accounts.ts';
import {
  attemptChallenge,
  type Challenge,
  countSolution,
  deleteChallenge,
  deleteExpiredChallenges,
  findChallenge,
  insertChallenge,
} from '../../src/catalog/accounts/challenges.ts';
import { findSessionByToken } from '../../src/catalog/accounts/credentials.ts';
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '../../src/catalog/accounts/recovery-codes.ts';
import {
  isFactorRequired,
  setAdministratorsPolicy,
  setFactorRequired,
} from '../../src/catalog/accounts/second-factor-policy.ts';
import {
  addFailure,
  advanceFactor,
  deleteFactor,
  deleteFactorsOf,
  findPasskey,
  insertFactor,
  listFactors,
  renameFactor,
  resetFailures,
  type SecondFactor,
} from '../../src/catalog/accounts/second-factors.ts';
import { deleteSessionsOf, insertSession, setSecondFactorProven } from '../../src/catalog/accounts/sessions.ts';
import type { Db } from '../../src/catalog/schema.ts';
import { makeAccount, NOW, type OpenCatalog } from './catalog-support.ts';

const LATER = NOW + 5_000;

/** The catalog contract for second factors, recovery codes, challenges, and whom a second factor is required of. */
export function catalogSecondFactorsContract(name: string, open: OpenCatalog): void {
  async function setUp(t: TestContext): Promise<{ db: Db; other: Db; accountId: string; otherId: string }> {
    const under = await open();
    t.after(under.close);
    const [one, two] = [await under.connect(), await under.connect()];
    const [accountId, otherId] = [await makeAccount(one.db), await makeAccount(one.db)];
    return { db: one.db, other: two.db, accountId, otherId };
  }
  const factorOf = (accountId: string, id: string, more: Partial<SecondFactor> = {}): SecondFactor => ({
    id,
    accountId,
    kind: 'totp',
    name: 'app',
    credentialId: null,
    keyMaterial: 'sealed',
    transports: [],
    counter: 7,
    failures: 0,
    createdAt: NOW,
    lastUsedAt: null,
    ...more,
  });
  const passkey = (credentialId: string): Partial<SecondFactor> => ({
    kind: 'passkey',
    credentialId,
    transports: ['internal', 'hybrid'],
    counter: 0,
  });
  const ofTen = (one: Db, two: Db, work: (db: Db) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 10 }, (_, i) => work(i % 2 === 0 ? one : two)));

  describe(`catalog contract, second factors: ${name}`, () => {
    it('stores factors of an account; a credential id belongs to one passkey', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      assert.equal(await insertFactor(db, factorOf(accountId, 'fac_1')), true);
      assert.equal(
        await insertFactor(db, factorOf(accountId, 'fac_2', { ...passkey('cred'), createdAt: LATER })),
        true,
      );
      assert.equal(await insertFactor(other, factorOf(otherId, 'fac_3', passkey('cred'))), false);
      assert.equal(await insertFactor(other, factorOf(otherId, 'fac_4')), true, 'apps have no credential id');
      const [app, key] = await listFactors(other, accountId);
      assert.deepEqual(app, factorOf(accountId, 'fac_1'));
      assert.deepEqual(await findPasskey(other, 'cred'), key);
      assert.deepEqual([key?.id, key?.transports], ['fac_2', ['internal', 'hybrid']]);
      assert.equal(await findPasskey(other, 'CRED'), undefined);
    });

    it('renames and deletes factors of their own account only', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      await insertFactor(db, factorOf(accountId, 'fac_1'));
      assert.equal(await renameFactor(db, otherId, 'fac_1', 'theirs'), false);
      assert.equal(await renameFactor(db, accountId, 'fac_1', 'phone'), true);
      assert.equal((await listFactors(other, accountId))[0]?.name, 'phone');
      assert.equal(await deleteFactor(db, otherId, 'fac_1'), false);
      assert.equal(await deleteFactor(db, accountId, 'fac_1'), true);
      assert.equal(await deleteFactor(other, accountId, 'fac_1'), false);
    });

    it('lets one of ten concurrent requests use a code, and none an earlier one', async (t) => {
      const { db, other, accountId } = await setUp(t);
      await insertFactor(db, factorOf(accountId, 'fac_1'));
      const used = await ofTen(db, other, (one) => advanceFactor(one, 'fac_1', 9, LATER));
      assert.equal(used.filter(Boolean).length, 1);
      for (const counter of [0, 8, 9]) assert.equal(await advanceFactor(db, 'fac_1', counter, LATER), false);
      assert.equal(await advanceFactor(db, 'fac_1', 10, LATER), true);
      const [factor] = await listFactors(other, accountId);
      assert.deepEqual([factor?.counter, factor?.lastUsedAt], [10, LATER]);
    });

    it('accepts signatures of a passkey that counts none, until it counts', async (t) => {
      const { db, accountId } = await setUp(t);
      await insertFactor(db, factorOf(accountId, 'fac_1', passkey('cred')));
      assert.equal(await advanceFactor(db, 'fac_1', 0, LATER), true);
      assert.equal(await advanceFactor(db, 'fac_1', 0, LATER), true);
      assert.equal(await advanceFactor(db, 'fac_1', 3, LATER), true);
      assert.equal(await advanceFactor(db, 'fac_1', 0, LATER), false);
    });

    it('counts every wrong code until they are forgotten', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      await insertFactor(db, factorOf(accountId, 'fac_1'));
      await insertFactor(db, factorOf(otherId, 'fac_2', { failures: 5 }));
      await ofTen(db, other, (one) => addFailure(one, 'fac_1'));
      assert.equal((await listFactors(db, accountId))[0]?.failures, 10);
      await resetFailures(db, accountId);
      assert.equal((await listFactors(other, accountId))[0]?.failures, 0);
      assert.equal((await listFactors(other, otherId))[0]?.failures, 5);
    });

    it('lets one of ten concurrent requests use a recovery code', async (t) => {
      const { db, other, accountId, otherId } = await setUp(t);
      await replaceRecoveryCodes(db, accountId, ['a', 'b']);
      assert.equal(await takeRecoveryCode(db, otherId, 'a'), false);
      const taken = await ofTen(db, other, (one) => takeRecoveryCode(one, accountId, 'a'));
      assert.equal(taken.filter(Boolean).length, 1);
      assert.equal(await countRecoveryCodes(other, accountId), 1);
      await replaceRecoveryCodes(db, accountId, ['c', 'd', 'e']);
      assert.deepEqual(
        [await takeRecoveryCode(db, accountId, 'b'), await countRecoveryCodes(db, accountId)],
        [false, 3],
      );
      await replaceRecoveryCodes(db, accountId, []);
      assert.equal(await countRecoveryCodes(db, accountId), 0);
    });

    it('counts attempts exactly, and deletes a challenge once', async (t) => {
      const { db, other, accountId } = await setUp(t);
      const challenge: Challenge = { accountId, purpose: 'sign-in', payload: { challenge: 'x' }, expiresAt: LATER };
      await insertChallenge(db, 'one', challenge);
      assert.deepEqual(await findChallenge(other, 'one', 'sign-in', LATER - 1), challenge);
      for (const [purpose, at] of [
        ['add-totp', NOW],
        ['sign-in', LATER],
      ] as const) {
        assert.equal(await findChallenge(db, 'one', purpose, at), undefined);
        assert.equal(await attemptChallenge(db, 'one', purpose, at, 5), undefined);
      }
      const attempts = await ofTen(db, other, (one) => attemptChallenge(one, 'one', 'sign-in', NOW, 5));
      assert.deepEqual(
        attempts.filter((one) => one !== undefined),
        Array.from({ length: 5 }, () => challenge),
      );
      const deleted = await ofTen(db, other, (one) => deleteChallenge(one, 'one'));
      assert.equal(deleted.filter(Boolean).length, 1);
      await insertChallenge(db, 'two', { ...challenge, accountId: null, purpose: 'passkey-sign-in' });
      await deleteExpiredChallenges(db, LATER - 1);
      assert.equal((await findChallenge(db, 'two', 'passkey-sign-in', NOW))?.accountId, null);
      await deleteExpiredChallenges(db, LATER);
      assert.equal(await findChallenge(db, 'two', 'passkey-sign-in', NOW), undefined);
    });

    it('counts the uses of a solution exactly, until it is deleted with its end', async (t) => {
      const { db, other } = await setUp(t);
      const uses = await ofTen(db, other, (one) => countSolution(one, 'solved', 4, LATER));
      assert.equal(uses.filter(Boolean).length, 4);
      assert.equal(await countSolution(db, 'solved', 4, LATER), false);
      assert.equal(await countSolution(other, 'solved too', 1, LATER), true);
      await deleteExpiredChallenges(db, LATER);
      assert.equal(await countSolution(other, 'solved', 4, LATER), true);
    });

    it('ends unfinished sign-ins with the sessions, and everything with the account', async (t) => {
      const { db, accountId, otherId } = await setUp(t);
      const challenge: Challenge = { accountId, purpose: 'sign-in', payload: {}, expiresAt: LATER };
      await insertChallenge(db, 'mine', challenge);
      await insertChallenge(db, 'theirs', { ...challenge, accountId: otherId });
      await deleteSessionsOf(db, accountId);
      assert.equal(await findChallenge(db, 'mine', 'sign-in', NOW), undefined);
      assert.notEqual(await findChallenge(db, 'theirs', 'sign-in', NOW), undefined);

      await insertFactor(db, factorOf(accountId, 'fac_1'));
      await insertFactor(db, factorOf(otherId, 'fac_2'));
      await replaceRecoveryCodes(db, accountId, ['a']);
      await db.transaction().execute((tx) => closeAccount(tx, accountId, NOW));
      assert.deepEqual([await listFactors(db, accountId), await countRecoveryCodes(db, accountId)], [[], 0]);
      await replaceRecoveryCodes(db, otherId, ['a']);
      assert.equal(await deleteFactorsOf(db, otherId), 1);
      assert.deepEqual([await listFactors(db, otherId), await countRecoveryCodes(db, otherId)], [[], 0]);
    });

    it('requires a second factor of one administrator or of all, in sessions without one', async (t) => {
      const { db, accountId, otherId } = await setUp(t);
      await db.updateTable('accounts').set({ is_admin: 1 }).where('id', '=', accountId).execute();
      const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: LATER };
      const session = { userAgent: null, ...times, secondFactor: false, network: null };
      await insertSession(db, { ...session, id: 'admin', accountId }, 'h1');
      await insertSession(db, { ...session, id: 'person', accountId: otherId }, 'h2');
      const needs = async () =>
        Promise.all(
          ['h1', 'h2'].map(
            async (hash) => (await findSessionByToken(db, hash, { nowMs: NOW, idleMs: 1_000 }))?.needsSecondFactor,
          ),
        );
      assert.deepEqual(await needs(), [false, false]);

      assert.deepEqual(
        [await setFactorRequired(db, accountId, true), await setFactorRequired(db, accountId, true)],
        [true, false],
      );
      assert.deepEqual([await needs(), await isFactorRequired(db, accountId)], [[true, false], true]);
      await setSecondFactorProven(db, 'admin', true);
      assert.deepEqual(await needs(), [false, false]);
      await setSecondFactorProven(db, 'admin', false);
      assert.equal(await setFactorRequired(db, accountId, false), true);
      assert.deepEqual([await needs(), await isFactorRequired(db, accountId)], [[false, false], false]);

      const policy = (required: boolean) => setAdministratorsPolicy(db, required, NOW);
      assert.deepEqual([await policy(true), await policy(true)], [true, false]);
      assert.deepEqual([await needs(), await isFactorRequired(db, otherId)], [[true, false], false]);
      assert.deepEqual([await policy(false), await policy(false)], [true, false]);
      assert.deepEqual(await needs(), [false, false]);
    });
  });
}
