import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../../src/cli/print.ts';
import { assertRefused, register, upload, uploaded } from '../support/api.ts';
import { accountOf, call, catalogText, patch, send, smallPng } from '../support/requests.ts';
import { startApp } from '../support/start-app.ts';

const ESCAPES = '\u001b]0;owned\u0007\u001b[2J\u009b31m';
const HOSTILE = `good${ESCAPES}\r\nfake line`;

test('names of accounts and keys with control characters are refused, texts lose them', async () => {
  await using app = await startApp();
  const key = await register(app);
  const admin = await accountOf(app, { isAdmin: true });
  const image = await uploaded(upload(app, await smallPng(1)));
  const person = { email: 'b@example.com', password: 'a long password 9', name: HOSTILE };
  const refused = [
    send(app, '/keys', { name: HOSTILE }, key),
    send(app, '/auth/register', person),
    patch(app, '/account', { name: HOSTILE }, key),
  ];
  for (const answer of refused) assert.equal((await assertRefused(answer, 400, 'INVALID_PARAMETER')).param, 'name');
  assert.equal((await send(app, '/keys', { name: ' Caf\u00e9 \u202e\u{1f408} ' }, key)).status, 200);

  const report = { reason: 'other', comment: HOSTILE };
  assert.equal((await send(app, `/image/${image.id}/report`, report)).status, 200);
  const quarantine = await send(app, `/admin/images/${image.id}/quarantine`, { reason: HOSTILE }, admin.key);
  assert.equal(quarantine.status, 200);
  const reports = await (await call(app, 'GET', '/admin/reports', admin.key)).text();
  assert.ok(reports.includes('fake line'));
  const stored = await catalogText(app);
  for (const character of '\u001b\u0007\u009b') assert.ok(!stored.split('SQLite format 3')[0]?.includes(character));
});

test('the command line prints old names with their control characters escaped', () => {
  const printed = table(['NAME'], [[`${HOSTILE}\u202e`]]);
  assert.equal(printed.split('\n').length, 2);
  for (const character of [...ESCAPES, '\r', '\u202e'].filter((one) => !/[ -~]/.test(one))) {
    assert.ok(!printed.includes(character));
  }
  assert.match(printed, /good\\u001b\]0;owned\\u0007/);
});
