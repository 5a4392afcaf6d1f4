import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Caller, quotaKey, requireScope } from '../../../src/core/caller.ts';
import { AppError, ERRORS, type ErrorCode } from '../../../src/core/errors.ts';
import { DEFAULT_PLANS } from '../../../src/core/plans.ts';
import { covers, coversAll, GRANTS, type Grant, SCOPES } from '../../../src/core/scopes.ts';

const account = (grants: readonly Grant[]): Caller => ({
  kind: 'account',
  plan: DEFAULT_PLANS.free,
  accountId: 'acc_1',
  keyId: 'key_1',
  grants,
});

describe('scopes', () => {
  it('are covered by themselves, and all but admin by the star', () => {
    for (const scope of SCOPES) {
      assert.ok(covers([scope], scope));
      assert.equal(covers(['*'], scope), scope !== 'admin', scope);
      for (const other of SCOPES) if (other !== scope) assert.ok(!covers([other], scope), `${other} for ${scope}`);
      assert.ok(!covers([], scope));
    }
  });

  it('are never widened by a key that creates another one', () => {
    const grants = fc.subarray([...GRANTS]);
    fc.assert(
      fc.property(grants, grants, (held, wanted) => {
        if (!coversAll(held, wanted)) return;
        for (const scope of SCOPES) if (covers(wanted, scope)) assert.ok(covers(held, scope), scope);
      }),
    );
    assert.ok(!coversAll(SCOPES, ['*']), '`*` includes future scopes');
    assert.ok(coversAll(['*'], ['*', 'images:write']));
    assert.ok(!coversAll(['*'], ['admin']));
  });
});

describe('callers', () => {
  it('share a quota by account or by address', () => {
    assert.equal(quotaKey(account([])), 'account:acc_1');
    const address = '192.0.2.1';
    assert.equal(quotaKey({ kind: 'anonymous', plan: DEFAULT_PLANS.anonymous, address }), 'address:192.0.2.1');
    const token = { kind: 'delete-token', plan: DEFAULT_PLANS.anonymous, address, tokenHash: 'h' } as const;
    assert.equal(quotaKey(token), 'address:192.0.2.1');
  });

  it('need a key with the scope', () => {
    const address = '192.0.2.1';
    const plan = DEFAULT_PLANS.anonymous;
    assert.throws(() => requireScope({ kind: 'anonymous', plan, address }, 'images:read'), { code: 'MISSING_API_KEY' });
    const token = { kind: 'delete-token', plan, address, tokenHash: 'h' } as const;
    assert.throws(() => requireScope(token, 'images:read'), { code: 'FORBIDDEN' });
    const refusal = { code: 'INSUFFICIENT_SCOPE', details: { scope: 'images:read' } };
    assert.throws(() => requireScope(account(['images:write']), 'images:read'), refusal);
    assert.equal(requireScope(account(['*']), 'images:read').accountId, 'acc_1');
  });
});

describe('errors', () => {
  it('have an error status and one sentence', () => {
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      assert.match(code, /^[A-Z][A-Z_]+$/);
      assert.ok(status >= 400 && status < 600, code);
      assert.match(message, /^[A-Z].*\.$/, code);
    }
  });

  it('match the interface document', () => {
    const fixed: [ErrorCode, number][] = [
      ['INVALID_FILE_TYPE', 400],
      ['FILE_TOO_LARGE', 413],
      ['INVALID_API_KEY', 401],
      ['RATE_LIMIT_EXCEEDED', 429],
      ['INTERNAL_ERROR', 500],
    ];
    for (const [code, status] of fixed) assert.equal(ERRORS[code].status, status, code);
  });

  it('are thrown with their details and cause, the fixed sentence first', () => {
    const cause = new Error('planted');
    const error = new AppError('EMPTY_FILE', {
      detail: 'More.',
      param: 'file',
      details: { a: 1 },
      retryAfterSeconds: 2,
      cause,
    });
    assert.equal(error.message, 'The file is empty. More.');
    assert.deepEqual([error.name, error.code, error.status, error.detail], ['AppError', 'EMPTY_FILE', 400, 'More.']);
    assert.deepEqual([error.param, error.details, error.retryAfterSeconds, error.cause], ['file', { a: 1 }, 2, cause]);
    assert.equal(new AppError('EMPTY_FILE').message, 'The file is empty.');
  });
});
