import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import type { Caller } from '../../../src/core/caller.ts';
import { DEFAULT_PLANS } from '../../../src/core/plans.ts';
import { type AuthDeps, registerAuth } from '../../../src/http/guards/auth.ts';
import { type Access, requireAccess, requireCredential, securityOf } from '../../../src/http/routing/access.ts';
import type { App } from '../../../src/http/routing/app-type.ts';

const plan = DEFAULT_PLANS.free;
const CALLERS: Record<string, Caller> = {
  anonymous: { kind: 'anonymous', plan, address: '192.0.2.1' },
  token: { kind: 'delete-token', plan, address: '192.0.2.1', tokenHash: 'h' },
  writer: { kind: 'account', plan, accountId: 'a', keyId: 'k', grants: ['images:write'] },
  reader: { kind: 'account', plan, accountId: 'a', keyId: 'k', grants: ['images:read'] },
};

/** The codes that refuse each caller; '' = accepted. */
function refusals(access: Access): Record<string, string> {
  const codeOf = (caller: Caller) => {
    try {
      requireCredential(access, caller);
      requireAccess(access, caller);
      return '';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return Object.fromEntries(Object.entries(CALLERS).map(([name, caller]) => [name, codeOf(caller)]));
}

const EVERYONE = { anonymous: '', token: '', writer: '', reader: '' };
const ACCOUNTS = [{ apiKey: [] }, { session: [] }, { sessionCookie: [] }];

/** Each access, the refusals of the callers, and the security of the API description. */
const CASES: [access: Access, refused: Record<string, string>, security: Record<string, never[]>[]][] = [
  ['public', EVERYONE, [{}]],
  ['any', EVERYONE, [{}, ...ACCOUNTS]],
  ['image-owner', { ...EVERYONE, anonymous: 'MISSING_API_KEY' }, [...ACCOUNTS, { deleteToken: [] }]],
  [
    'images:write',
    { anonymous: 'MISSING_API_KEY', token: 'FORBIDDEN', writer: '', reader: 'INSUFFICIENT_SCOPE' },
    ACCOUNTS,
  ],
  [
    { anonymousOr: 'images:write' },
    { anonymous: '', token: 'FORBIDDEN', writer: '', reader: 'INSUFFICIENT_SCOPE' },
    [{}, ...ACCOUNTS],
  ],
  [
    { sessionWith: 'images:write' },
    { anonymous: 'MISSING_API_KEY', token: 'FORBIDDEN', writer: '', reader: 'INSUFFICIENT_SCOPE' },
    ACCOUNTS.slice(1),
  ],
];

describe('the access of an endpoint', () => {
  for (const [access, refused, security] of CASES) {
    it(`decides callers and security: ${JSON.stringify(access)}`, () => {
      assert.deepEqual(refusals(access), refused);
      assert.deepEqual(securityOf(access), security);
    });
  }

  it('is mandatory', async () => {
    const app = Fastify() as unknown as App;
    await registerAuth(app, {} as AuthDeps);
    assert.throws(() => app.get('/planted', async () => ''), /GET \/planted does not say who may call it/);
  });
});
