import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, call, patch, smallPng, storageBeside } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// On SQLite the in-memory fast path serves image info and view pages before routing. The same address with an empty query
// takes the route. Both responses reflect the current state of the catalog.

const METRICS = 'metrics-token';
const clock = createFakeClock();
const PER_REQUEST = ['date', 'x-request-id'];

let app: TestApp;
let key: string;
let other: string;
let shade = 0;
before(async () => {
  app = await startApp({ clock, env: { IMGD_METRICS_TOKEN: METRICS } });
  key = await register(app);
  other = await register(app);
});
after(() => app[Symbol.asyncDispose]());

const put = async (token?: string, fields: Record<string, string> = {}): Promise<Uploaded> =>
  uploaded(upload(app, await smallPng(shade++), fields, bearer(token)));
const infoPath = ({ id }: Uploaded) => `/api/v1/image/${id}`;
const pagePath = ({ id }: Uploaded) => `/image/${id}`;

async function shown(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, { headers });
  const fields = [...response.headers].filter(([name]) => !PER_REQUEST.includes(name));
  return { status: response.status, text: await response.text(), headers: fields };
}

async function dataOf(image: Uploaded, token?: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is tested elsewhere
  return (JSON.parse((await shown(infoPath(image), bearer(token))).text) as any).data;
}

/** The number of requests that the fast path has served. */
async function servedFromMemory(): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`, { headers: bearer(METRICS) })).text();
  return Number(/^imgd_memory_answers_total (\d+)/m.exec(text)?.[1]);
}

async function otherProcess(change: (db: Awaited<ReturnType<typeof storageBeside>>['db']) => Promise<unknown>) {
  const storage = await storageBeside(app);
  await change(storage.db);
  await storage.close();
}

const onSqlite = process.env.TEST_ENGINE === undefined;

describe('a response of the fast path', () => {
  it('has the same headers and body as the response of the route', async () => {
    const { key: unlimited } = await accountOf(app, { plan: 'enterprise' });
    const own = await put(unlimited, { album: 'Journeys' });
    const [plain, expiring] = [await put(), await put(undefined, { expiry: '48' })];
    const requests: [string, Record<string, string>][] = [
      [pagePath(plain), {}],
      [pagePath(expiring), {}],
      ...[plain, expiring, own].map((image): [string, Record<string, string>] => [infoPath(image), bearer(unlimited)]),
    ];
    const etag = (await fetch(app.url + infoPath(own), { headers: bearer(unlimited) })).headers.get('etag') ?? '';
    requests.push([infoPath(own), { ...bearer(unlimited), 'if-none-match': etag }]);
    const before = await servedFromMemory();
    for (const [path, headers] of requests)
      assert.deepEqual(await shown(path, headers), await shown(`${path}?`, headers));
    if (onSqlite) assert.equal((await servedFromMemory()) - before, requests.length);
    assert.equal((await shown(...(requests.at(-1) as [string, Record<string, string>]))).status, 304);
  });

  it('carries the request id of the client, or a new one', async () => {
    const image = await put();
    for (const path of [pagePath(image), infoPath(image)]) {
      const given = await fetch(app.url + path, { headers: { 'x-request-id': 'mine-1' } });
      assert.equal(given.headers.get('x-request-id'), 'mine-1');
      const made = await fetch(app.url + path, { headers: { 'x-request-id': 'not mine' } });
      assert.match(made.headers.get('x-request-id') ?? '', /^req_[0-9A-Za-z]{20}$/);
    }
  });

  it('counts against the limit, and the plan admits its exact number of parallel requests', async () => {
    await using limited = await startApp({ env: { IMGD_PLANS: '{"anonymous":{"requestsPerHour":20}}' } });
    const { id } = await uploaded(upload(limited, await smallPng()));
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(limited, 'GET', `/image/${id}`)));
    const admitted = answers.filter(({ status }) => status === 200);
    assert.equal(admitted.length, 19, 'the upload was the first of twenty');
    assert.ok(answers.every(({ status }) => status === 200 || status === 429));
    const left = admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 19 }, (_, i) => i),
    );
    const refused = await call(limited, 'GET', `/image/${id}`);
    assert.equal(refused.headers.get('x-ratelimit-used'), '20');
  });

  it('counts a caller by X-Forwarded-For of a trusted proxy only', async () => {
    const usedBy = async (target: TestApp, id: string, address: string) => {
      const answer = await call(target, 'GET', `/image/${id}`, undefined, { 'x-forwarded-for': address });
      return Number(answer.headers.get('x-ratelimit-used'));
    };
    for (const [proxies, expected] of [
      ['127.0.0.1', [1, 1, 2]],
      ['', [2, 3, 4]],
    ] as const) {
      await using behind = await startApp({ env: { IMGD_TRUST_PROXY: proxies } });
      const { id } = await uploaded(upload(behind, await smallPng()));
      const used = [];
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) used.push(await usedBy(behind, id, address));
      assert.deepEqual(used, expected);
    }
  });

  it('shows private members to the owner only', async () => {
    const image = await put(key, { album: 'Mine' });
    for (let time = 1; time <= 2; time++) {
      assert.equal((await dataOf(image, key)).album.name, 'Mine');
      assert.equal((await dataOf(image, other)).album, undefined);
      assert.equal((await dataOf(image)).owned, undefined);
    }
  });
});

describe('the fast path never serves a stale response', () => {
  it('for an image that is deleted, expired, or removed by another process', async () => {
    const [deleted, removed, expired] = [await put(key), await put(key), await put(key, { expiry: '1' })];
    for (const image of [deleted, removed, expired]) {
      for (const path of [pagePath(image), infoPath(image)]) assert.equal((await shown(path)).status, 200);
    }
    await call(app, 'DELETE', `/image/${deleted.id}`, key);
    await otherProcess((db) => db.deleteFrom('images').where('id', '=', removed.id).execute());
    clock.advance(3_600_000);
    for (const image of [deleted, removed, expired]) {
      for (const path of [pagePath(image), infoPath(image)]) assert.equal((await shown(path)).status, 404);
    }
  });

  it('after a change of the name, the album or the quarantine', async () => {
    const image = await put(key, { album: 'Old album' });
    assert.equal((await dataOf(image, key)).album.name, 'Old album');
    assert.ok((await shown(pagePath(image))).text.includes('picture.png'));
    await patch(app, `/image/${image.id}`, { filename: 'new.png' }, key);
    assert.equal((await dataOf(image)).filename, 'new.png');
    assert.ok((await shown(pagePath(image))).text.includes('new.png'));
    await patch(app, `/albums/${(await dataOf(image, key)).album.id}`, { name: 'New album' }, key);
    assert.equal((await dataOf(image, key)).album.name, 'New album');
    await otherProcess((db) =>
      db.updateTable('images').set({ filename: 'third.png' }).where('id', '=', image.id).execute(),
    );
    assert.equal((await dataOf(image)).filename, 'third.png');
    await otherProcess((db) =>
      db.updateTable('images').set({ quarantined_at: clock.now() }).where('id', '=', image.id).execute(),
    );
    assert.equal((await shown(infoPath(image))).status, 404);
    assert.equal((await shown(pagePath(image))).status, 404);
  });

  it('to a key that is revoked, expired, or of a suspended account', async () => {
    const image = await put();
    const revoked = await register(app);
    const { data } = (await (await call(app, 'GET', '/keys', revoked)).json()) as { data: { keys: { id: string }[] } };
    for (let time = 1; time <= 2; time++) assert.equal((await shown(infoPath(image), bearer(revoked))).status, 200);
    await call(app, 'DELETE', `/keys/${data.keys[0]?.id}`, revoked);
    assert.equal((await shown(infoPath(image), bearer(revoked))).status, 401);

    const short = await register(app);
    for (let time = 1; time <= 2; time++) assert.equal((await shown(infoPath(image), bearer(short))).status, 200);
    await otherProcess((db) =>
      db
        .updateTable('keys')
        .set({ expires_at: clock.now() + 1 })
        .execute(),
    );
    assert.equal((await shown(infoPath(image), bearer(short))).status, 200);
    clock.advance(1);
    assert.equal((await shown(infoPath(image), bearer(short))).status, 401);

    const { key: suspended, email } = await accountOf(app, {});
    for (let time = 1; time <= 2; time++) {
      assert.equal((await shown(infoPath(image), bearer(suspended))).status, 200);
    }
    await otherProcess((db) =>
      db.updateTable('accounts').set({ suspended_at: clock.now() }).where('email', '=', email).execute(),
    );
    assert.equal((await shown(infoPath(image), bearer(suspended))).status, 403);
  });
});
