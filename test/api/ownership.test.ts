import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, patch, send, smallPng } from '../support/requests.ts';
import { dataOf, login, newPerson, type SignedIn } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const TARGETS = ['own', "another's", 'anonymous', 'missing'] as const;
type Target = (typeof TARGETS)[number];
/** Statuses for the caller's own image, another's, an anonymous and a missing one. */
type Row = readonly [own: number, others: number, anonymous: number, missing: number];

interface Principal {
  name: string;
  token: (image: Uploaded) => string | undefined;
  rows: Record<Kind, Row>;
}
type Kind = 'change' | 'delete' | 'deleteSeveral' | 'claim';

interface Route {
  name: string;
  kind: Kind;
  ask: (image: Uploaded, token: string | undefined) => Promise<Response>;
}

const ACCOUNT: Principal['rows'] = {
  change: [200, 403, 403, 404],
  delete: [200, 403, 403, 404],
  deleteSeveral: [200, 403, 403, 404],
  claim: [409, 409, 200, 404],
};
const all = (status: number): Row => [status, status, status, status];

let app: TestApp;
let png: Buffer;
let owner: { key: string; session: string };
let stranger: string;
let admin: string;
before(async () => {
  app = await startApp();
  png = await smallPng(1);
  const person = await newPerson(app);
  const { session } = await dataOf<SignedIn>(login(app, person.email));
  owner = { key: person.key, session: session.token };
  stranger = await register(app);
  admin = (await accountOf(app, { isAdmin: true })).key;
});
after(() => app[Symbol.asyncDispose]());

const ROUTES: readonly Route[] = [
  {
    name: 'PATCH /image/{id}',
    kind: 'change',
    ask: ({ id }, token) => patch(app, `/image/${id}`, { expiry: 5 }, token),
  },
  {
    name: 'POST /images/update',
    kind: 'change',
    ask: ({ id }, token) => send(app, '/images/update', { ids: [id], expiry: 5 }, token),
  },
  { name: 'DELETE /image/{id}', kind: 'delete', ask: ({ id }, token) => call(app, 'DELETE', `/image/${id}`, token) },
  {
    name: 'POST /images/delete',
    kind: 'deleteSeveral',
    ask: ({ id }, token) => send(app, '/images/delete', { ids: [id] }, token),
  },
  {
    name: 'POST /image/{id}/claim',
    kind: 'claim',
    ask: ({ id, delete_token }, token) => send(app, `/image/${id}/claim`, { delete_token }, token),
  },
  {
    name: 'POST /images/claim',
    kind: 'claim',
    ask: ({ id, delete_token }, token) => send(app, '/images/claim', { images: [{ id, delete_token }] }, token),
  },
];

const PRINCIPALS: readonly Principal[] = [
  { name: 'the owner by key', token: () => owner.key, rows: ACCOUNT },
  { name: 'the owner by session', token: () => owner.session, rows: ACCOUNT },
  {
    name: 'an administrator',
    token: () => admin,
    rows: {
      ...ACCOUNT,
      change: [200, 200, 200, 404],
      delete: [200, 200, 200, 404],
      deleteSeveral: [200, 200, 200, 404],
    },
  },
  {
    name: 'an anonymous caller',
    token: () => undefined,
    rows: { change: all(401), delete: all(401), deleteSeveral: all(401), claim: all(401) },
  },
  {
    name: 'the holder of the delete token',
    token: ({ delete_token }) => delete_token,
    rows: { change: all(403), delete: [200, 200, 200, 404], deleteSeveral: all(403), claim: all(403) },
  },
];

async function make(target: Target): Promise<Uploaded> {
  const key = { own: owner.key, "another's": stranger, anonymous: undefined, missing: undefined }[target];
  const image = await uploaded(upload(app, png, {}, bearer(key)));
  return target === 'missing' ? { ...image, id: '000000000000' } : image;
}

describe('changing, deleting and claiming an image', () => {
  for (const { name, token, rows } of PRINCIPALS) {
    it(`is allowed for ${name} as documented, and a refusal changes nothing`, async () => {
      for (const route of ROUTES) {
        for (const [column, target] of TARGETS.entries()) {
          const image = await make(target);
          const about = async () => (await call(app, 'GET', `/image/${image.id}`)).text();
          const withoutRequestId = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
          const before = withoutRequestId(await about());
          const response = await route.ask(image, token(image));
          const expected = rows[route.kind][column];
          assert.equal(response.status, expected, `${route.name}, ${target}: ${await response.text()}`);
          if (expected !== 200) assert.equal(withoutRequestId(await about()), before, `${route.name}, ${target}`);
        }
      }
    });
  }

  it('does not reveal the owner of an image', async () => {
    const image = await make("another's");
    const shown = (await (await call(app, 'GET', `/image/${image.id}`, owner.key)).json()) as { data: object };
    for (const member of ['album', 'owned', 'uploaded_with_key']) assert.ok(!(member in shown.data), member);
  });
});
