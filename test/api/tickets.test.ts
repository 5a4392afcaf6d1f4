import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { IssuedTicket, TicketPage } from '../../src/api/tickets.ts';
import { deleteEndedTickets } from '../../src/catalog/accounts/tickets.ts';
import { hashToken, newToken } from '../../src/core/ids.ts';
import { picture } from '../fixtures/pixels.ts';
import { assertRefused, json, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import {
  accountOf,
  bearer,
  bulk,
  call,
  catalogText,
  patch,
  send,
  smallPng,
  storageBeside,
} from '../support/requests.ts';
import { dataOf, newPerson, openBrowser, PASSWORD, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const HOUR_MS = 3_600_000;
const clock = createFakeClock();

let app: TestApp;
let png: Buffer;
before(async () => {
  app = await startApp({ clock });
  png = await smallPng(1);
});
after(() => app[Symbol.asyncDispose]());

const newTicket = (key: string, body: object = {}, target: { url: string } = app) =>
  dataOf<IssuedTicket>(send(target, '/tickets', body, key));
const openTickets = (key: string, query = '') => dataOf<TicketPage>(call(app, 'GET', `/tickets${query}`, key));
const uploadBy = (ticket: string, fields: Record<string, string> = {}, bytes = png) =>
  upload(app, bytes, fields, bearer(ticket));
const imagesOf = async (key: string) => (await dataOf<{ images: Uploaded[] }>(call(app, 'GET', '/images', key))).images;

describe('POST /api/v1/tickets', () => {
  it('answers a ticket for one upload within an hour, and its secret once', async () => {
    const key = await register(app);
    const { ticket, ...shown } = await newTicket(key);
    assert.match(ticket, /^imgdt_[0-9A-Za-z]{38}$/);
    const { id, created_at, ...rest } = shown;
    assert.match(id, /^tkt_/);
    assert.equal(Date.parse(rest.expires_at) - Date.parse(created_at), HOUR_MS);
    assert.deepEqual(
      { ...rest, expires_at: '' },
      {
        last4: ticket.slice(-4),
        uploads: 1,
        used: 0,
        max_bytes: null,
        formats: null,
        album: null,
        expiry: 0,
        expires_at: '',
      },
    );
    assert.deepEqual((await openTickets(key)).tickets, [shown]);
    const text = await catalogText(app);
    assert.ok(text.includes(hashToken(ticket)) && !text.includes(ticket));
  });

  it('needs no body', async () => {
    const key = await register(app);
    assert.equal((await dataOf<IssuedTicket>(call(app, 'POST', '/tickets', key))).uploads, 1);
  });

  it('answers a repeated request with the same ticket', async () => {
    const key = await register(app);
    const again = { 'idempotency-key': randomUUID() };
    const one = await dataOf<IssuedTicket>(send(app, '/tickets', { uploads: 3 }, key, again));
    assert.deepEqual(await dataOf<IssuedTicket>(send(app, '/tickets', { uploads: 3 }, key, again)), one);
    assert.equal((await openTickets(key)).tickets.length, 1);
  });

  const WRONG: [body: object, param: string][] = [
    [{ uploads: 0 }, 'uploads'],
    [{ uploads: 1_001 }, 'uploads'],
    [{ uploads: 1.5 }, 'uploads'],
    [{ uploads: '1' }, 'uploads'],
    [{ expires_in: 0 }, 'expires_in'],
    [{ expires_in: 2_592_001 }, 'expires_in'],
    [{ max_bytes: 0 }, 'max_bytes'],
    [{ formats: [] }, 'formats'],
    [{ formats: ['PNG', 'PNG'] }, 'formats'],
    [{ formats: ['EXE'] }, 'formats'],
    [{ expiry: -1 }, 'expiry'],
    [{ unknown: 1 }, 'unknown'],
  ];
  for (const [body, param] of WRONG) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const error = await assertRefused(send(app, '/tickets', body, await register(app)), 400, 'INVALID_PARAMETER');
      assert.ok(error.param?.startsWith(param), `${error.param}`);
    });
  }

  it('refuses an album and an expiry that no upload may have', async () => {
    const key = await register(app);
    await assertRefused(send(app, '/tickets', { album: 'a\u0000b' }, key), 400, 'INVALID_ALBUM');
    await assertRefused(send(app, '/tickets', { expiry: 1e12 }, key), 400, 'INVALID_EXPIRY');
  });

  it('refuses anonymous callers, keys without images:write, and tickets', async () => {
    const key = await register(app);
    const reader = await dataOf<{ key: string }>(send(app, '/keys', { name: 'r', scopes: ['images:read'] }, key));
    await assertRefused(send(app, '/tickets', {}), 401, 'MISSING_API_KEY');
    await assertRefused(send(app, '/tickets', {}, reader.key), 403, 'INSUFFICIENT_SCOPE');
    await assertRefused(send(app, '/tickets', {}, (await newTicket(key)).ticket), 403, 'FORBIDDEN');
  });

  it('ends the ticket of a key no later than the key', async () => {
    const key = await register(app);
    const expires_at = new Date(clock.now() + HOUR_MS).toISOString();
    const limited = await dataOf<{ key: string; expires_at: string }>(
      send(app, '/keys', { name: 'l', scopes: ['images:write'], expires_at }, key),
    );
    assert.equal((await newTicket(limited.key, { expires_in: 86_400 })).expires_at, limited.expires_at);
  });
});

describe('GET and DELETE /api/v1/tickets', () => {
  it('lists the open tickets of the account in pages, newest first, and no others', async () => {
    const key = await register(app);
    const [usedUp, ended] = [await newTicket(key), await newTicket(key, { expires_in: 1 })];
    await uploaded(uploadBy(usedUp.ticket));
    clock.advance(2_000);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await newTicket(key)).id);
    await newTicket(await register(app));
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: TicketPage = await openTickets(key, `?limit=2&cursor=${cursor}`);
      found.push(...page.tickets.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(found.toSorted(), made.toSorted());
    assert.ok(!found.includes(usedUp.id) && !found.includes(ended.id));
  });

  it('revokes a ticket of the account only, at once', async () => {
    const key = await register(app);
    const { id, ticket } = await newTicket(key);
    await assertRefused(call(app, 'DELETE', `/tickets/${id}`, await register(app)), 404, 'TICKET_NOT_FOUND');
    assert.deepEqual(await dataOf(call(app, 'DELETE', `/tickets/${id}`, key)), { id, revoked: true });
    await assertRefused(uploadBy(ticket), 401, 'INVALID_TICKET');
    await assertRefused(call(app, 'DELETE', `/tickets/${id}`, key), 404, 'TICKET_NOT_FOUND');
  });
});

describe('an upload with a ticket', () => {
  it('belongs to the account of the ticket, in either header field', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key, { uploads: 2 });
    const one = await uploaded(uploadBy(ticket));
    const two = await uploaded(upload(app, await smallPng(2), {}, { 'x-api-key': ticket }));
    assert.deepEqual([one.anonymous, two.anonymous], [false, false]);
    assert.deepEqual((await imagesOf(key)).map(({ id }) => id).toSorted(), [one.id, two.id].toSorted());
    await assertRefused(uploadBy(ticket), 403, 'TICKET_USED_UP');
  });

  it('counts in the hour of the account', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key);
    const remaining = async (answer: Promise<Response>) => Number((await answer).headers.get('x-ratelimit-remaining'));
    const before = await remaining(call(app, 'GET', '/tickets', key));
    assert.equal(await remaining(uploadBy(ticket)), before - 1);
  });

  it('goes to the album of the ticket and expires with it, whatever the form says', async () => {
    const key = await register(app);
    const bound = await newTicket(key, { album: 'Guests', expiry: 24 });
    const image = await uploaded(
      uploadBy(bound.ticket, { album: 'Mine', expires_in: '60', tags: 'mine', title: 'Us' }),
    );
    assert.equal(image.album, 'Guests');
    assert.equal(Date.parse(image.expires_at ?? '') - Date.parse(image.uploaded_at), 24 * HOUR_MS);
    const [stored] = await dataOf<{ images: { title: string; tags: string[] }[] }>(
      call(app, 'GET', '/images', key),
    ).then(({ images }) => images);
    assert.deepEqual([stored?.title, stored?.tags], ['Us', []]);
    const free = await uploaded(uploadBy((await newTicket(key)).ticket, { album: 'Mine', expiry: '1' }));
    assert.deepEqual([free.album, free.expires_at], [null, null]);
    const { albums } = await dataOf<{ albums: { name: string }[] }>(call(app, 'GET', '/albums', key));
    assert.deepEqual(
      albums.map(({ name }) => name),
      ['Guests'],
    );
  });

  it('refuses larger files and other formats than the ticket permits, which take nothing from it', async () => {
    const { ticket } = await newTicket(await register(app), { max_bytes: png.length, formats: ['PNG', 'WEBP'] });
    const large = await picture(200, 200).png({ compressionLevel: 0 }).toBuffer();
    const error = await assertRefused(uploadBy(ticket, {}, large), 413, 'FILE_TOO_LARGE');
    assert.equal(error.details?.limit_bytes, png.length);
    assert.match(error.message, /upload ticket/);
    const jpeg = await picture(8, 6).jpeg({ quality: 1 }).toBuffer();
    const other = await newTicket(await register(app), { formats: ['PNG', 'WEBP'] });
    const refused = await assertRefused(uploadBy(other.ticket, {}, jpeg), 400, 'INVALID_FILE_TYPE');
    assert.deepEqual(refused.details?.accepted, ['PNG', 'WEBP']);
    await assertRefused(uploadBy(ticket, {}, Buffer.from('no picture')), 400, 'INVALID_FILE_TYPE');
    await uploaded(uploadBy(ticket));
    await assertRefused(uploadBy(ticket), 403, 'TICKET_USED_UP');
  });

  it('permits nothing else', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key, { uploads: 5 });
    const image = await uploaded(uploadBy(ticket));
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', '/images'],
      ['GET', `/image/${image.id}`],
      ['DELETE', `/image/${image.id}`],
      ['PATCH', `/image/${image.id}`, { expiry: 1 }],
      ['POST', '/images/delete', { ids: [image.id] }],
      ['GET', '/albums'],
      ['POST', '/albums', { name: 'a' }],
      ['GET', '/keys'],
      ['POST', '/keys', { name: 'a' }],
      ['GET', '/account'],
      ['GET', '/usage'],
      ['GET', '/tickets'],
    ];
    for (const [method, path, body] of calls) {
      const answer =
        body === undefined ? call(app, method, path, ticket) : request(app, method, path, { body, token: ticket });
      await assertRefused(answer, 403, 'FORBIDDEN');
    }
  });

  it('gives its delete token to the uploader, as every upload does', async () => {
    const image = await uploaded(uploadBy((await newTicket(await register(app))).ticket));
    await dataOf(call(app, 'DELETE', `/image/${image.id}`, image.delete_token));
  });

  it('takes one from the ticket for each stored file of a bulk upload', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key, { uploads: 3 });
    const headers = bearer(ticket);
    const broken = ['broken.png', Buffer.from('no picture')] as const;
    const first = await bulk(app, [['a.png', await smallPng(3)], broken], { headers });
    assert.equal((await json<{ data: { succeeded: number } }>(first)).data.succeeded, 1);
    assert.equal((await openTickets(key)).tickets[0]?.used, 1);
    const three = await Promise.all([4, 5, 6].map(async (i) => [`${i}.png`, await smallPng(i)] as const));
    await assertRefused(bulk(app, three, { headers }), 403, 'TICKET_USED_UP');
    await assertRefused(bulk(app, [...three, ...three], { headers }), 400, 'TOO_MANY_FILES');
    assert.equal((await openTickets(key)).tickets[0]?.used, 1);
    assert.equal((await bulk(app, three.slice(1), { headers })).status, 200);
    assert.equal((await openTickets(key)).tickets.length, 0);
    assert.equal((await imagesOf(key)).length, 3);
  });

  it('never exceeds the number, however many come at once', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key, { uploads: 3 });
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => uploadBy(ticket, {}, await smallPng(50 + i))),
    );
    const codes = await Promise.all(
      all.map(async (one) =>
        one.status === 200 ? 'stored' : (await json<{ error: { code: string } }>(one)).error.code,
      ),
    );
    assert.deepEqual(
      codes.filter((code) => code !== 'stored'),
      Array(7).fill('TICKET_USED_UP'),
    );
    assert.equal((await imagesOf(key)).length, 3);
  });

  it('repeats the answer of an upload with the same Idempotency-Key, although the ticket is used up', async () => {
    const key = await register(app);
    const { ticket } = await newTicket(key);
    const headers = { ...bearer(ticket), 'idempotency-key': randomUUID() };
    const image = await uploaded(upload(app, png, {}, headers));
    assert.equal((await uploaded(upload(app, png, {}, headers))).id, image.id);
    await assertRefused(upload(app, png, {}, { ...headers, 'idempotency-key': randomUUID() }), 403, 'TICKET_USED_UP');
    const other = await newTicket(key);
    const second = await uploaded(upload(app, png, {}, { ...headers, ...bearer(other.ticket) }));
    assert.notEqual(second.id, image.id);
  });

  it('cannot use up the hour of the account', async () => {
    const { ticket } = await newTicket(await register(app));
    const refuse = () => uploadBy(ticket, {}, Buffer.from('no picture'));
    for (let i = 0; i < 20; i++) await assertRefused(refuse(), 400, 'INVALID_FILE_TYPE');
    const error = await assertRefused(refuse(), 429, 'RATE_LIMIT_EXCEEDED');
    assert.equal(error.details?.limit, 20);
  });
});

describe('a ticket ends', () => {
  it('at its time', async () => {
    const { ticket } = await newTicket(await register(app), { expires_in: 60 });
    clock.advance(59_000);
    await assertRefused(uploadBy(ticket, {}, Buffer.from('x')), 400, 'INVALID_FILE_TYPE');
    clock.advance(1_000);
    await assertRefused(uploadBy(ticket), 401, 'INVALID_TICKET');
  });

  it('with the key that made it: revoked, replaced, or without its scope', async () => {
    const key = await register(app);
    const writer = () =>
      dataOf<{ id: string; key: string }>(
        send(app, '/keys', { name: 'w', scopes: ['images:write', 'images:read'] }, key),
      );
    const ends: ((id: string) => Promise<Response>)[] = [
      (id) => call(app, 'DELETE', `/keys/${id}`, key),
      (id) => send(app, `/keys/${id}/rotate`, {}, key),
      (id) => patch(app, `/keys/${id}`, { scopes: ['images:read'] }, key),
    ];
    for (const end of ends) {
      const made = await writer();
      const { ticket } = await newTicket(made.key);
      assert.equal((await end(made.id)).status, 200);
      await assertRefused(uploadBy(ticket), 401, 'INVALID_TICKET');
    }
  });

  it('with the expiry of its key', async () => {
    const key = await register(app);
    const made = await dataOf<{ id: string; key: string }>(send(app, '/keys', { name: 'w' }, key));
    const { ticket } = await newTicket(made.key, { expires_in: 86_400 });
    await dataOf(send(app, `/keys/${made.id}/rotate`, { grace_hours: 1 }, key));
    await assertRefused(uploadBy(ticket, {}, Buffer.from('x')), 400, 'INVALID_FILE_TYPE');
    clock.advance(HOUR_MS);
    await assertRefused(uploadBy(ticket), 401, 'INVALID_TICKET');
  });

  it('with all keys of its account, also where a session made it', async () => {
    const { email, key } = await newPerson(app);
    const { token } = await openBrowser(app, email);
    const { ticket } = await newTicket(token);
    const of = await newTicket(key);
    const body = { current_password: PASSWORD, new_password: 'another long one', revoke_keys: true };
    await dataOf(request(app, 'POST', '/account/password', { body, token }));
    await assertRefused(uploadBy(ticket), 401, 'INVALID_TICKET');
    await assertRefused(uploadBy(of.ticket), 401, 'INVALID_TICKET');
  });

  it('with the suspension of its account', async () => {
    const admin = await accountOf(app, { isAdmin: true });
    const { key, id } = await newPerson(app);
    const { ticket } = await newTicket(key);
    await dataOf(patch(app, `/admin/accounts/${id}`, { suspended: true }, admin.key));
    await assertRefused(uploadBy(ticket), 403, 'ACCOUNT_SUSPENDED');
  });

  it('and its row is removed a day later', async () => {
    const { id } = await newTicket(await register(app), { expires_in: 60 });
    const storage = await storageBeside(app);
    try {
      const rows = () => storage.db.selectFrom('upload_tickets').select('id').where('id', '=', id).execute();
      await deleteEndedTickets(storage.db, clock.now() + 120_000);
      assert.equal((await rows()).length, 1);
      await deleteEndedTickets(storage.db, clock.now() + 25 * HOUR_MS);
      assert.equal((await rows()).length, 0);
    } finally {
      await storage.close();
    }
  });
});

describe('a wrong ticket', () => {
  const forged = [newToken('ticket'), `imgdt_${'0'.repeat(38)}`, 'imgdt_', 'imgdt_x'];
  for (const ticket of forged) {
    it(`${ticket.slice(0, 10)} is refused, and makes no anonymous upload`, async () => {
      const response = await uploadBy(ticket);
      assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
      await assertRefused(response, 401, 'INVALID_TICKET');
    });
  }
});
