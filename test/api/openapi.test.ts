import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { register, upload, uploaded } from '../support/api.ts';
import {
  type Description,
  fetchDescription,
  mismatch,
  type Operation,
  operationOf,
  operationsOf,
} from '../support/description.ts';
import { bearer, bulk, call, patch, send, smallPng } from '../support/requests.ts';
import { routesOf } from '../support/routes.ts';
import { request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PREFIX = '/api/v1';

interface Parameter {
  name: string;
  schema: { type?: string };
}

let app: TestApp;
let description: Description;
before(async () => {
  app = await startApp();
  description = await fetchDescription(app);
});
after(() => app[Symbol.asyncDispose]());

/** Validates a body against the description of an operation. @returns '' when it is valid */
function problems(operationId: string, status: number, body: unknown): string {
  const operation = operationsOf(description).find((one) => one.operationId === operationId);
  assert.ok(operation !== undefined, operationId);
  return mismatch(operation, status, body);
}

async function assertDescribed(operationId: string, status: number, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const body = await response.json();
  assert.equal(response.status, status, JSON.stringify(body));
  assert.equal(problems(operationId, status, body), '', `${operationId} ${status} ${JSON.stringify(body)}`);
}

describe('GET /api/v1/openapi.json', () => {
  it('is OpenAPI 3.1 with the URL of the service and a unique id for each operation', () => {
    assert.match(description.openapi, /^3\.1\.\d+$/);
    assert.equal(description.servers.length, 1);
    assert.ok(URL.canParse(description.servers[0]?.url ?? ''));
    const ids = operationsOf(description).map((one) => one.operationId);
    assert.ok(ids.every((id) => /^[a-z]+[A-Za-z]*$/.test(id)));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says what generators of clients need', async () => {
    const raw = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as Description & {
      tags: { name: string }[];
    };
    const upload = operationOf(raw, 'POST', `${PREFIX}/upload`) as unknown as {
      requestBody: { content: Record<string, { schema: object }> };
      parameters: { $ref?: string }[];
      responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
    };
    const reference = upload.requestBody.content['multipart/form-data']?.schema;
    assert.deepEqual(reference, { $ref: '#/components/schemas/UploadImageRequest' });
    const form = raw.components.schemas.UploadImageRequest as { properties: { file: object } };
    assert.partialDeepStrictEqual(form.properties.file, { type: 'string', format: 'binary' });
    assert.ok(upload.parameters.some((one) => one.$ref?.endsWith('/IdempotencyKey')));
    assert.ok(Object.keys(upload.responses['200']?.headers ?? {}).includes('RateLimit'));
    assert.deepEqual(upload.responses['200']?.content?.['application/json']?.schema, {
      $ref: '#/components/schemas/UploadedResponse',
    });
    const limits = operationsOf(description).flatMap((one) => (one as { parameters?: Parameter[] }).parameters ?? []);
    const numbers = limits.filter(({ name }) => name === 'limit' || name === 'days');
    assert.ok(numbers.length > 5 && numbers.every(({ schema }) => schema.type === 'integer'));
    const tags = raw.tags.map(({ name }) => name);
    for (const { operationId, tags: used = [], description: text = '' } of operationsOf(raw)) {
      assert.ok(used.length === 1 && used.every((tag) => tags.includes(tag)), operationId);
      assert.notEqual(text, '', operationId);
    }
    assert.deepEqual(
      Object.keys(raw.paths).filter((path) => path.endsWith('/')),
      [],
    );
  });

  it('describes every endpoint of the API except itself, and no other', async () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/(?<=.)\/$/, '')}`),
    );
    const served = (await routesOf(app.service.app)).filter((route) => route.split(' ')[1]?.startsWith(PREFIX));
    assert.ok(served.includes(`GET ${PREFIX}/openapi.json`));
    assert.deepEqual(described.sort(), served.filter((route) => route !== `GET ${PREFIX}/openapi.json`).sort());
  });

  it('describes every member of the responses', async () => {
    const png = await smallPng(1);
    const key = await register(app);
    const { id } = await uploaded(upload(app, png, { album: 'a', expiry: '1' }, bearer(key)));
    const text = Buffer.from('no picture');
    await assertDescribed('uploadImage', 200, upload(app, png, { album: 'a' }));
    await assertDescribed('uploadImage', 400, upload(app, text));
    const files = [
      ['a.png', png],
      ['b.png', text],
    ] as const;
    await assertDescribed('uploadImages', 200, bulk(app, files));
    await assertDescribed('uploadImages', 400, bulk(app, files.slice(1)));
    for (const caller of [undefined, key])
      await assertDescribed('getImage', 200, call(app, 'GET', `/image/${id}`, caller));
    await assertDescribed('getImage', 404, call(app, 'GET', '/image/none'));
    await assertDescribed('listImages', 200, call(app, 'GET', '/images', key));
    await assertDescribed('changeImage', 200, patch(app, `/image/${id}`, { filename: 'b.png' }, key));
    const album = { name: 'b', description: 'c' };
    await assertDescribed('createAlbum', 200, send(app, '/albums', album, key));
    await assertDescribed('createAlbum', 409, send(app, '/albums', album, key));
    await assertDescribed('listAlbums', 200, call(app, 'GET', '/albums', key));
    await assertDescribed('changeImages', 200, send(app, '/images/update', { ids: [id, 'x'], album: 'b' }, key));
    const moved = (await (await call(app, 'GET', `/image/${id}`, key)).json()) as { data: { album: { id: string } } };
    const path = `/albums/${moved.data.album.id}`;
    await assertDescribed('changeAlbum', 200, patch(app, path, { public: true, cover_image_id: id }, key));
    await assertDescribed('getAlbum', 200, call(app, 'GET', path, key));
    await assertDescribed('listAlbumImages', 200, call(app, 'GET', `${path}/images`, key));
    await assertDescribed('deleteAlbum', 200, call(app, 'DELETE', path, key));
    await assertDescribed('deleteAlbum', 404, call(app, 'DELETE', path, key));
    const [one, two] = [await uploaded(upload(app, png)), await uploaded(upload(app, png))];
    const { delete_token } = one;
    await assertDescribed('claimImage', 200, send(app, `/image/${one.id}/claim`, { delete_token }, key));
    const images = [one, two].map((image) => ({ id: image.id, delete_token: image.delete_token }));
    await assertDescribed('claimImages', 200, send(app, '/images/claim', { images }, key));
    await assertDescribed('deleteImages', 200, send(app, '/images/delete', { ids: [one.id, 'x'] }, key));
    await assertDescribed('deleteImages', 404, send(app, '/images/delete', { ids: [one.id] }, key));
    await assertDescribed('deleteImage', 401, call(app, 'DELETE', `/image/${id}`));
    await assertDescribed('deleteImage', 200, call(app, 'DELETE', `/image/${id}`, key));
    const account = { email: `${randomUUID()}@example.com`, password: 'long enough', name: 'Ada' };
    await assertDescribed('register', 200, send(app, '/auth/register', account));
    await assertDescribed('register', 409, send(app, '/auth/register', account));
    await assertDescribed('createKey', 200, send(app, '/keys', { name: 'a' }, key));
    await assertDescribed('createKey', 400, send(app, '/keys', {}, key));
    const list = (await (await call(app, 'GET', '/keys', key)).json()) as {
      data: { keys: { id: string; name: string }[] };
    };
    const second = list.data.keys.find(({ name }) => name === 'a')?.id;
    await assertDescribed('listKeys', 200, call(app, 'GET', '/keys', key));
    const renamed = { body: { name: 'b' }, token: key };
    await assertDescribed('changeKey', 200, request(app, 'PATCH', `/keys/${second}`, renamed));
    await assertDescribed('rotateKey', 200, send(app, `/keys/${second}/rotate`, { grace_hours: 1 }, key));
    await assertDescribed('revokeKey', 200, call(app, 'DELETE', `/keys/${second}`, key));
    await assertDescribed('revokeKey', 404, call(app, 'DELETE', `/keys/${second}`, key));
    await assertDescribed('login', 401, send(app, '/auth/login', { ...account, name: undefined, password: 'wrong' }));
    const credentials = { email: account.email, password: account.password };
    await assertDescribed('login', 200, send(app, '/auth/login', credentials));
    await assertDescribed('getAccount', 200, call(app, 'GET', '/account', key));
    await assertDescribed('getSite', 200, call(app, 'GET', '/site'));
    await assertDescribed('listSessions', 200, call(app, 'GET', '/auth/sessions', key));
    await assertDescribed('endSession', 404, call(app, 'DELETE', '/auth/sessions/none', key));
    const owner = await register(app);
    await assertDescribed(
      'changeAccount',
      200,
      request(app, 'PATCH', '/account', { body: { name: 'B' }, token: owner }),
    );
    await assertDescribed('changeAccount', 400, request(app, 'PATCH', '/account', { body: { age: 1 }, token: owner }));
    const wrong = { current_password: 'wrong', new_password: 'long enough' };
    await assertDescribed('changePassword', 401, send(app, '/account/password', wrong, owner));
    const right = { current_password: 'long enough', new_password: 'long enough' };
    await assertDescribed('changePassword', 200, send(app, '/account/password', right, owner));
    await assertDescribed('forgotPassword', 200, send(app, '/auth/password/forgot', { email: account.email }));
    const reset = { token: 'wrong', password: 'long enough' };
    await assertDescribed('resetPassword', 400, send(app, '/auth/password/reset', reset));
    await assertDescribed('deleteAccount', 400, request(app, 'DELETE', '/account', { token: owner }));
    const proof = { body: { password: 'long enough' }, token: owner };
    await assertDescribed('deleteAccount', 200, request(app, 'DELETE', '/account', proof));
    await assertDescribed('logout', 403, call(app, 'POST', '/auth/logout', key));
    for (const caller of [undefined, key]) await assertDescribed('getUsage', 200, call(app, 'GET', '/usage', caller));
    await assertDescribed('listPlans', 200, call(app, 'GET', '/plans'));
    await assertDescribed('listPlans', 401, call(app, 'GET', '/plans', 'imgd_wrong'));
  });

  it('allows a session wherever it allows a key', () => {
    const operations = operationsOf(description);
    const schemesOf = ({ security = [] }: Operation) => security.flatMap((one) => Object.keys(one));
    const byKey = operations.filter((operation) => schemesOf(operation).includes('apiKey'));
    assert.ok(byKey.length > 15);
    for (const operation of byKey) {
      const schemes = schemesOf(operation);
      assert.ok(schemes.includes('session') && schemes.includes('sessionCookie'), operation.operationId);
    }
  });

  it('control: detects an additional, a missing and a wrong member', async () => {
    const body = (await (await call(app, 'GET', '/plans')).json()) as { message?: unknown };
    assert.equal(problems('listPlans', 200, body), '');
    assert.notEqual(problems('listPlans', 200, { ...body, more: 1 }), '');
    assert.notEqual(problems('listPlans', 200, { ...body, message: 1 }), '');
    delete body.message;
    assert.notEqual(problems('listPlans', 200, body), '');
  });
});
