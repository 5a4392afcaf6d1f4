import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Item, type Parameters, parseList } from 'structured-headers';
import { normalizeEmail } from '../../src/actions/accounts/register-account.ts';
import { findAccountByEmail } from '../../src/catalog/accounts/accounts.ts';
import { setPlan } from '../../src/catalog/accounts/administered.ts';
import type { PlanName } from '../../src/core/plans.ts';
import { assertRefused, at, json, register, upload, uploaded } from '../support/api.ts';
import { accountOf, call, send, smallPng, storageBeside } from '../support/requests.ts';
import { newPerson, openBrowser } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

/** The default plans. */
const DEFAULT = { IMGD_PLANS: '{}' };
const few = (requestsPerHour: number) => ({ IMGD_PLANS: JSON.stringify({ anonymous: { requestsPerHour } }) });
const BEHIND_PROXY = { IMGD_TRUST_PROXY: '127.0.0.1' };
const MISSING = `/image/${'A'.repeat(12)}`;

const ask = (app: TestApp, from?: string) =>
  call(app, 'GET', '/plans', undefined, from === undefined ? {} : { 'x-forwarded-for': from });
const used = (answer: Response) => Number(answer.headers.get('x-ratelimit-used'));

/** The only item of a list field, parsed by another library (RFC 9651). */
function itemOf(answer: Response, field: string): [name: unknown, parameters: Record<string, unknown>] {
  const list = parseList(answer.headers.get(field) ?? '') as [Item[0], Parameters][];
  assert.equal(list.length, 1, field);
  const [[name, parameters] = assert.fail()] = list;
  return [name, Object.fromEntries(parameters)];
}

async function planOf(app: TestApp, email: string, plan: PlanName): Promise<void> {
  const storage = await storageBeside(app);
  const account = await findAccountByEmail(storage.db, normalizeEmail(email));
  assert.ok(account);
  await setPlan(storage.db, account.id, plan);
  await storage.close();
}

describe('the hourly limit', () => {
  it('admits 100 anonymous requests, refuses the next, and still serves another address', async () => {
    await using app = await startApp({ env: { ...DEFAULT, ...BEHIND_PROXY } });
    for (let i = 1; i <= 100; i++) {
      const answer = await ask(app, '192.0.2.1');
      assert.equal(answer.status, 200, `request ${i}`);
      assert.equal(used(answer), i);
    }
    const refused = await ask(app, '192.0.2.1');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 3_500 && seconds <= 3_600, String(seconds));
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.deepEqual(itemOf(refused, 'ratelimit'), ['hourly', { r: 0, t: seconds }]);
    assert.equal(used(refused), 100);
    const id = refused.headers.get('x-request-id');
    assert.deepEqual(await json(refused), {
      success: false,
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: `Rate limit exceeded. Retry in ${seconds} seconds.`,
        request_id: id,
        details: { plan: 'anonymous', limit: 100, window_seconds: 3_600 },
        retry_after: seconds,
      },
    });
    assert.equal(refused.status, 429);
    assert.equal((await ask(app, '192.0.2.2')).status, 200);
  });

  it('counts 300 spoofed addresses as one caller when no proxy is trusted', async () => {
    await using app = await startApp({ env: few(50) });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => ask(app, `198.51.100.${i % 250}, 10.0.0.${i}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 50);
    assert.equal(answers.filter(({ status }) => status === 429).length, 250);
  });

  it('counts by the rightmost address that is not a trusted proxy', async () => {
    await using app = await startApp({ env: { ...few(3), ...BEHIND_PROXY } });
    for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) await ask(app, `${claimed}, 192.0.2.7`);
    assert.equal((await ask(app, '4.4.4.4, 192.0.2.7')).status, 429);
  });

  it('counts a forwarded address without its port, and text that is no address as the proxy', async () => {
    await using app = await startApp({ env: { ...few(100), ...BEHIND_PROXY } });
    const { id } = await uploaded(upload(app, await smallPng()));
    for (const path of ['/plans', `/image/${id}`]) {
      const counts = async (...addresses: string[]) => {
        const found: number[] = [];
        for (const from of addresses) {
          found.push(used(await call(app, 'GET', path, undefined, { 'x-forwarded-for': from })));
        }
        return found.map((count) => count - (found[0] ?? 0));
      };
      assert.deepEqual(
        await counts('192.0.2.3:5556', '192.0.2.3:5557', '192.0.2.3', '6.6.6.6, 192.0.2.3:1'),
        [0, 1, 2, 3],
      );
      assert.deepEqual(await counts('[2001:db8::3]:80', '2001:db8::4', '[2001:db8::5]'), [0, 1, 2]);
      assert.deepEqual(
        await counts('198.51.100.1', '198.51.100.1, 127.0.0.1:9999'),
        [0, 1],
        'a trusted proxy with a port',
      );
      assert.deepEqual(await counts('127.0.0.1', 'unknown', 'planted', '7.7.7.7, unknown', ''), [0, 1, 2, 3, 4]);
      assert.deepEqual(await counts('64:ff9b::c000:204', '2002:c000:204::1', '192.0.2.4'), [0, 1, 2]);
    }
  });

  it('counts an IPv6 /64 as one caller, and a mapped IPv4 address as the IPv4 address', async () => {
    await using app = await startApp({ env: { ...few(100), ...BEHIND_PROXY } });
    const counts = async (addresses: string[]) => {
      const found: number[] = [];
      for (const address of addresses) found.push(used(await ask(app, address)));
      return found;
    };
    assert.deepEqual(await counts(['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:DB8:0:1::3']), [1, 2, 3]);
    assert.deepEqual(await counts(['2001:db8:0:2::1', '192.0.2.1', '192.0.2.2']), [1, 1, 1]);
    assert.deepEqual(await counts(['::ffff:192.0.2.1', '::ffff:c000:201']), [2, 3]);
  });

  it('admits exactly the limit under parallel requests', async () => {
    await using app = await startApp({ env: few(37) });
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask(app)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 37);
    const numbers = answers.filter(({ status }) => status === 200).map((answer) => used(answer));
    assert.equal(new Set(numbers).size, 37, 'each number occurs once');
  });

  it('reports its state in RateLimit, RateLimit-Policy and X-RateLimit-*', async () => {
    await using app = await startApp({ env: few(10) });
    await ask(app);
    const answer = await ask(app);
    assert.deepEqual(itemOf(answer, 'ratelimit-policy'), ['hourly', { q: 10, w: 3_600 }]);
    const [name, { r, t }] = itemOf(answer, 'ratelimit');
    assert.deepEqual([name, r], ['hourly', 8]);
    assert.ok(typeof t === 'number' && t > 3_590 && t <= 3_600);
    const header = (of: string) => Number(answer.headers.get(`x-ratelimit-${of}`));
    assert.deepEqual([header('limit'), header('remaining'), header('used')], [10, 8, 2]);
    assert.ok(Math.abs(header('reset') - (Date.now() / 1_000 + t)) < 3);
  });

  it('counts refusals, but not exempt endpoints and deliveries', async () => {
    await using app = await startApp({ env: few(20) });
    const { links } = await uploaded(upload(app, await smallPng()));
    for (const path of ['/usage', '/health', '/openapi.json']) {
      assert.equal((await call(app, 'GET', path)).headers.get('ratelimit'), null, path);
    }
    for (const link of [links.direct, links.thumbnail, links.view_page]) {
      for (let i = 0; i < 10; i++) assert.equal((await fetch(at(app, link))).headers.get('ratelimit'), null, link);
    }
    assert.equal(used(await call(app, 'GET', MISSING)), 2);
    assert.equal(used(await ask(app)), 3);
  });

  it('counts a wrong key against the address of the caller', async () => {
    await using app = await startApp({ env: few(20) });
    for (let i = 0; i < 5; i++) {
      await assertRefused(call(app, 'GET', '/plans', `imgd_${'0'.repeat(38)}`), 401, 'INVALID_API_KEY');
    }
    assert.equal(used(await ask(app)), 6);
  });

  it('counts all keys of an account together, from any address', async () => {
    await using app = await startApp({ env: { ...few(50), ...BEHIND_PROXY } });
    const first = await register(app);
    const made = await json<{ data: { key: string } }>(await send(app, '/keys', { name: 'second' }, first));
    const headers = { 'x-forwarded-for': '192.0.2.99' };
    assert.equal(used(await call(app, 'GET', '/plans', made.data.key, headers)), 2);
    assert.equal(used(await call(app, 'GET', '/plans', first)), 3);
    const other = await call(app, 'GET', '/plans', await register(app));
    assert.deepEqual([used(other), other.headers.get('x-ratelimit-limit')], [1, '1000']);
  });

  it('leaves the hour of an account to uploads and changes: pages of the site read in a window of their own', async () => {
    const env = {
      IMGD_PLANS: '{"free":{"requestsPerHour":3}}',
      IMGD_WINDOWS: '{"reads":{"account":5},"auth":{"address":null}}',
    };
    await using app = await startApp({ env });
    const { email } = await newPerson(app);
    const { cookie, own, token } = await openBrowser(app, email);
    const read = () => call(app, 'GET', '/images', undefined, { cookie });
    for (let i = 1; i <= 5; i++) {
      const answer = await read();
      assert.deepEqual([answer.status, itemOf(answer, 'ratelimit')[0]], [200, 'reads']);
      assert.equal(answer.headers.get('x-ratelimit-used'), null);
    }
    const refused = await read();
    await assertRefused(Promise.resolve(refused.clone()), 429, 'RATE_LIMIT_EXCEEDED');
    assert.ok(Number(refused.headers.get('retry-after')) > 3_500);
    // Changes of the page, and everything that carries a token, count in the hour.
    assert.equal(used(await upload(app, await smallPng(1), {}, own)), 1);
    assert.equal(used(await call(app, 'GET', '/images', token)), 2);
  });

  it('does not limit enterprise, and applies a new plan from the next request', async () => {
    const plans = { free: { requestsPerHour: 2 }, pro: { requestsPerHour: 4 } };
    await using app = await startApp({ env: { IMGD_PLANS: JSON.stringify(plans) } });
    const { key, email } = await accountOf(app, { plan: 'free' });
    const statuses = async (count: number) => {
      const found: number[] = [];
      for (let i = 0; i < count; i++) found.push((await call(app, 'GET', '/plans', key)).status);
      return found;
    };
    assert.deepEqual(await statuses(2), [200, 200]);
    await planOf(app, email, 'pro');
    assert.deepEqual(await statuses(3), [200, 200, 429]);
    await planOf(app, email, 'enterprise');
    assert.deepEqual(await statuses(20), Array(20).fill(200));
    const answer = await call(app, 'GET', '/plans', key);
    assert.deepEqual(
      [...answer.headers.keys()].filter((name) => name.includes('ratelimit')),
      [],
    );
    await planOf(app, email, 'free');
    assert.deepEqual(await statuses(1), [429]);
  });
});

interface Usage {
  data: { plan: string; authenticated: boolean; rate_limit: Record<string, unknown>; storage: Record<string, number> };
}

describe('GET /api/v1/usage and /plans', () => {
  it('agrees with the headers', async () => {
    await using app = await startApp({ env: few(10) });
    const usage = async (key?: string) => (await json<Usage>(await call(app, 'GET', '/usage', key))).data;
    const nothing = { policy: 'hourly', limit: 10, used: 0, remaining: 10, window_seconds: 3_600 };
    const { reset_at: _, ...unused } = (await usage()).rate_limit;
    assert.deepEqual(unused, { ...nothing, retry_after: 0 });
    for (let i = 1; i <= 12; i++) {
      const { headers } = await ask(app);
      const { rate_limit, authenticated, plan } = await usage();
      assert.deepEqual([plan, authenticated], ['anonymous', false]);
      assert.equal(rate_limit.used, Number(headers.get('x-ratelimit-used')));
      assert.equal(rate_limit.remaining, Number(headers.get('x-ratelimit-remaining')));
      assert.ok(
        Math.abs(Date.parse(String(rate_limit.reset_at)) / 1_000 - Number(headers.get('x-ratelimit-reset'))) <= 2,
      );
      assert.equal(Number(rate_limit.retry_after) > 0, i >= 10, 'retry_after with no requests left');
    }
    const unlimited = await usage((await accountOf(app, { plan: 'enterprise' })).key);
    const { limit, remaining, reset_at } = unlimited.rate_limit;
    assert.deepEqual([unlimited.plan, limit, remaining, reset_at], ['enterprise', null, null, null]);
  });

  it('shows the default plans', async () => {
    await using app = await startApp({ env: DEFAULT });
    const body = await json<{ data: { plans: Record<string, unknown>[] } }>(await ask(app));
    const MIB = 2 ** 20;
    assert.deepEqual(
      body.data.plans.map((plan) => [plan.name, plan.requests_per_hour, plan.max_file_size, plan.max_files_per_bulk]),
      [
        ['anonymous', 100, 64 * MIB, 10],
        ['free', 1_000, 64 * MIB, 50],
        ['pro', 10_000, 256 * MIB, 500],
        ['enterprise', null, 1_024 * MIB, null],
      ],
    );
  });
});
