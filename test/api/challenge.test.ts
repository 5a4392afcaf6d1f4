import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Challenge } from '../../src/api/service.ts';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { accountOf, bearer, bulk, call, send, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { CHEAP, encode, getChallenge, solve, solved } from '../support/solve-challenge.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PASSWORD = 'correct horse battery';
let count = 0;
const newcomer = () => {
  count += 1;
  return { email: `newcomer-${count}@example.org`, password: PASSWORD };
};

describe('IMGD_CHALLENGE=all', () => {
  let app: TestApp;
  let png: Buffer;
  before(async () => {
    app = await startApp({ env: { ...CHEAP, IMGD_DOORS: 'imgur,chevereto' } });
    png = await smallPng(1);
  });
  after(() => app[Symbol.asyncDispose]());

  const failed = async (answer: Promise<Response>, reason: string) =>
    assert.equal((await assertRefused(answer, 403, 'CHALLENGE_FAILED')).details?.reason, reason);
  const tus = () => ({ 'tus-resumable': '1.0.0', 'upload-length': String(png.length) });
  const form = (field: string, more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(more)) body.append(name, value);
    body.append(field, new Blob([new Uint8Array(png)]), 'a.png');
    return body;
  };
  const post = (path: string, body: FormData, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, { method: 'POST', body, headers });

  it('refuses anonymous uploads of every kind without a solution, and says where the challenge is', async () => {
    const error = await assertRefused(upload(app, png), 403, 'CHALLENGE_REQUIRED');
    assert.match(error.message, /\/api\/v1\/challenge\?for=uploads, solve it and send .* Challenge-Solution/);
    assert.match(String(error.details?.challenge_url), /^http.*\/api\/v1\/challenge\?for=uploads$/);
    await assertRefused(bulk(app, [['a.png', png]]), 403, 'CHALLENGE_REQUIRED');
    await assertRefused(call(app, 'POST', '/uploads', undefined, tus()), 403, 'CHALLENGE_REQUIRED');
    assert.equal((await post('/3/image', form('image'))).status, 403);
    assert.equal((await post('/api/1/upload', form('source'))).status, 403);
    assert.equal((await post('/upload', form('files'))).status, 403);
  });

  it('takes a solution for uploads of every kind', async () => {
    const solution = await solved(app, 'uploads');
    await uploaded(upload(app, png, {}, solution));
    assert.equal((await bulk(app, [['a.png', png]], { headers: solution })).status, 200);
    const begun = await call(app, 'POST', '/uploads', undefined, { ...tus(), ...solution });
    assert.equal(begun.status, 201);
    // What continues the upload needs none.
    const location = begun.headers.get('location') ?? '';
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const sent = await fetch(new URL(location, app.url), { method: 'PATCH', headers, body: new Uint8Array(png) });
    assert.equal(sent.status, 204);
    assert.ok(sent.headers.has('image-id'));
    assert.equal((await post('/3/image', form('image'), solution)).status, 200);
    assert.equal((await post('/api/1/upload', form('source'), solution)).status, 200);
  });

  it('does not concern callers with a key, an upload ticket or a session', async () => {
    const { key } = await accountOf(app, {});
    await uploaded(upload(app, png, {}, bearer(key)));
    assert.equal((await post('/api/1/upload', form('source', { key }))).status, 200);
    const { ticket } = await dataOf<{ ticket: string }>(send(app, '/tickets', {}, key));
    await uploaded(upload(app, png, {}, bearer(ticket)));
    const registered = { ...newcomer(), session: true };
    const { session } = await dataOf<{ session: { token: string } }>(
      send(app, '/auth/register', registered, undefined, await solved(app, 'registration')),
    );
    await uploaded(upload(app, png, {}, bearer(session.token)));
  });

  it('admits as many requests with one solution as it says, at the same time or not, and no more', async () => {
    const challenge = await getChallenge(app, 'uploads');
    const solution = solve(challenge);
    const answers = await Promise.all(Array.from({ length: challenge.uses + 5 }, () => upload(app, png, {}, solution)));
    assert.equal(answers.filter(({ status }) => status === 200).length, challenge.uses);
    await failed(upload(app, png, {}, solution), 'used');
  });

  it('lets a solution register one account, once', async () => {
    await assertRefused(send(app, '/auth/register', newcomer()), 403, 'CHALLENGE_REQUIRED');
    const solution = await solved(app, 'registration');
    const register = () => send(app, '/auth/register', newcomer(), undefined, solution);
    const answers = await Promise.all([register(), register(), register()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403]);
    await failed(register(), 'used');
  });

  it('refuses solutions that are malformed, wrong, or of another challenge than it asks for', async () => {
    const send1 = (headers: Record<string, string>) => upload(app, png, {}, headers);
    for (const text of ['x', 'bnVsbA==', 'W10=', '{}', 'A'.repeat(5_000)]) {
      await failed(send1({ 'challenge-solution': text }), 'malformed');
    }
    const { challenge } = await getChallenge(app, 'uploads');
    await failed(send1(encode({ challenge, solution: 1 })), 'malformed');
    await failed(send1(encode({ challenge: { ...challenge, signature: 1 }, solution: {} })), 'malformed');
    await failed(send1(encode({ challenge, solution: { counter: 0, derivedKey: '000' } })), 'wrong');
    await failed(send1(encode({ challenge, solution: { counter: -1, derivedKey: '00'.repeat(32) } })), 'wrong');
    // Easier than the server has made it.
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } };
    await failed(send1(solve({ challenge: easier })), 'foreign');
    await failed(send1(await solved(app, 'registration')), 'foreign');
    await using other = await startApp({ env: CHEAP });
    await failed(send1(await solved(other, 'uploads')), 'foreign');
    await uploaded(send1(solve({ challenge })));
  });

  it('counts a request for a challenge in the hour of the address, and shows what needs one at /site', async () => {
    const answer = await call(app, 'GET', '/challenge?for=uploads');
    assert.notEqual(answer.headers.get('ratelimit'), null);
    assert.equal((await dataOf<Challenge>(answer)).required, true);
    await assertRefused(call(app, 'GET', '/challenge?for=tea'), 400, 'INVALID_PARAMETER');
    const site = await dataOf<{ challenge: string[] }>(call(app, 'GET', '/site'));
    assert.deepEqual(site.challenge, ['registration', 'uploads']);
  });
});

describe('challenges', () => {
  it('end after ten minutes', async () => {
    const clock = createFakeClock();
    await using app = await startApp({ env: CHEAP, clock });
    const solution = await solved(app, 'uploads');
    clock.advance(9 * 60_000);
    await uploaded(upload(app, await smallPng(2), {}, solution));
    clock.advance(61_000);
    const error = await assertRefused(upload(app, await smallPng(3), {}, solution), 403, 'CHALLENGE_FAILED');
    assert.equal(error.details?.reason, 'expired');
  });

  for (const [setting, other] of [
    ['registration', 'uploads'],
    ['uploads', 'registration'],
  ] as const) {
    it(`of IMGD_CHALLENGE=${setting} do not concern ${other}`, async () => {
      await using app = await startApp({ env: { ...CHEAP, IMGD_CHALLENGE: setting } });
      const png = await smallPng(4);
      const requests = {
        registration: (headers = {}) => send(app, '/auth/register', newcomer(), undefined, headers),
        uploads: (headers = {}) => upload(app, png, {}, headers),
      };
      await assertRefused(requests[setting](), 403, 'CHALLENGE_REQUIRED');
      assert.equal((await requests[other]()).status, 200);
      assert.equal((await requests[setting](await solved(app, setting))).status, 200);
    });
  }
});
