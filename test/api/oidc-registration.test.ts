import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { assertRefused } from '../support/api.ts';
import { CLIENT_ID, CLIENT_SECRET, createVisitor, type OidcServer, startOidc } from '../support/oidc.ts';
import { accountOf, call, send } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const SESSION = 'imgd_session';

let provider: OidcServer;
before(async () => {
  provider = await startOidc();
});
after(() => provider[Symbol.asyncDispose]());

/** A service whose accounts come from the provider, with its public URL. */
async function startWith(registration: Record<string, string>): Promise<{ app: TestApp; site: string }> {
  const env = {
    IMGD_OIDC_ISSUER: provider.issuer,
    IMGD_OIDC_CLIENT_ID: CLIENT_ID,
    IMGD_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    ...registration,
  };
  const app = await startApp({ env });
  const site = app.url.replace('127.0.0.1', 'localhost');
  provider.expect(`${site}/api/v1/auth/oidc/callback`);
  return { app, site };
}

/** The first sign-in of a new person. @returns the response to the callback, and the session token or '' */
async function signIn(site: string, domain: string, invitation = ''): Promise<{ answer: Response; token: string }> {
  provider.person = { sub: randomUUID(), email: `${randomUUID()}@${domain}`, email_verified: true, name: 'Ada' };
  const visitor = createVisitor();
  const start = `${site}/api/v1/auth/oidc/start${invitation && `?invitation=${invitation}`}`;
  const back = await visitor.follow(start, (url) => url.includes('/auth/oidc/callback'));
  const answer = await visitor.get(back);
  return { answer, token: visitor.cookie(site, SESSION) ?? '' };
}

const profileOf = (app: TestApp, token: string) =>
  dataOf<{ plan: string; waiting_for: string | null }>(call(app, 'GET', '/account', token));

describe('a first sign-in with OpenID Connect', () => {
  it('needs an invitation where registration does, and uses it once', async () => {
    const { app, site } = await startWith({ IMGD_REGISTRATION: 'invitation' });
    await using _ = app;
    const admin = await accountOf(app, { isAdmin: true });
    const { token: invitation } = await dataOf<{ token: string }>(
      send(app, '/admin/invitations', { plan: 'pro' }, admin.key),
    );
    const without = await signIn(site, 'example.com');
    assert.deepEqual([without.answer.status, without.token], [403, '']);
    const invited = await signIn(site, 'example.com', invitation);
    assert.equal(invited.answer.status, 302);
    const { plan, waiting_for } = await profileOf(app, invited.token);
    assert.deepEqual([plan, waiting_for], ['pro', null]);
    const again = await signIn(site, 'example.com', invitation);
    assert.deepEqual([again.answer.status, again.token], [403, '']);
  });

  it('waits for an administrator where registration does, and only of the domains that may register', async () => {
    const { app, site } = await startWith({
      IMGD_REGISTRATION: 'approval',
      IMGD_REGISTRATION_DOMAINS: 'staff.example',
    });
    await using _ = app;
    const foreign = await signIn(site, 'example.com');
    assert.deepEqual([foreign.answer.status, foreign.token], [403, '']);
    const { answer, token } = await signIn(site, 'staff.example');
    assert.equal(answer.status, 302);
    assert.equal((await profileOf(app, token)).waiting_for, 'approval');
    await assertRefused(send(app, '/keys', { name: 'editor' }, token), 403, 'ACCOUNT_WAITING');
  });
});
