import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addJob } from '../../../src/catalog/operations/jobs.ts';
import { createClient } from '../../../src/client/client.ts';
import { fetchDescription, mismatch, operationOf, operationsOf } from '../../support/description.ts';
import { accountOf, smallPng, storageBeside } from '../../support/requests.ts';
import { startApp } from '../../support/start-app.ts';

/** Operations that the client has no call for: pages for browsers, and bytes. */
const WITHOUT_CALL = ['getService', 'startOidc', 'finishOidc', 'getOriginalAsAdmin', 'getThumbnailAsAdmin'];

test('the client has a call for every operation, and each response is as described', async () => {
  await using app = await startApp();
  const description = await fetchDescription(app);
  const called = new Set<string>();
  const compared: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const operation = operationOf(description, init?.method ?? 'GET', new URL(String(input)).pathname);
    assert.equal(mismatch(operation, response.status, await response.clone().json()), '', operation.operationId);
    called.add(operation.operationId);
    return response;
  };
  const clientOf = (apiKey?: string) => createClient({ baseUrl: app.url, apiKey, fetch: compared });
  const pngs = await Promise.all([1, 2, 3].map(async (shade) => new Uint8Array(await smallPng(shade))));
  const [png, second, third] = pngs.map((bytes, i) => new File([bytes as Uint8Array<ArrayBuffer>], `${i}.png`));
  assert.ok(png !== undefined && second !== undefined && third !== undefined);

  const anonymous = clientOf();
  const person = { email: 'answers@example.org', password: 'correct horse' };
  const { api_key } = await anonymous.register({ ...person, session: true });
  await anonymous.site();
  await anonymous.usage();
  await anonymous.plans();
  await anonymous.health();
  const { session } = await anonymous.login(person);
  const signedIn = clientOf(session.token);
  await signedIn.account.get();
  const other = (await signedIn.sessions.list()).find(({ current }) => !current);
  await signedIn.sessions.end(other?.id ?? '');
  await signedIn.account.change({ name: 'Answers' });
  await signedIn.account.changePassword({ current_password: person.password, new_password: 'another horse' });
  await anonymous.account.forgotPassword(person.email);
  await assert.rejects(anonymous.account.resetPassword('wrong', 'another horse'));
  await signedIn.logout();

  const client = clientOf(api_key.key);
  const image = await client.upload(png);
  await client.uploadBulk([png, new File(['text'], 'text.png')]);
  await client.image(image.id);
  await client.images({ limit: 1, album: '' });
  await client.changeImage(image.id, { filename: 'b.png' });
  const [one, two] = [await anonymous.upload(png), await anonymous.upload(png)];
  await client.claimImage(one.id, one.delete_token);
  await client.claimImages([two]);
  await client.changeImages([one.id, 'none'], { album: 'Red' });
  const album = await client.albums.create({ name: 'Blue', description: 'a sky' });
  await client.albums.get(album.id);
  await client.albums.change(album.id, { public: true });
  await client.albums.list({ limit: 1 });
  await client.albums.images(album.id, { order: 'largest' });
  await client.albums.delete(album.id, { images: 'delete' });
  await client.deleteImages([one.id, two.id]);
  const { deletion } = await client.deleteImage(image.id);
  await client.deletion(deletion.id);
  const key = await client.keys.create({ name: 'second' });
  await client.keys.change(key.id, { name: 'renamed' });
  const rotated = await client.keys.rotate(key.id);
  await client.keys.list();
  await client.keys.revoke(rotated.id);
  await client.usage();

  const { admin } = clientOf((await accountOf(app, { isAdmin: true })).key);
  const [bad, worse] = [await client.upload(second), await client.upload(third)];
  await client.report(bad.id, { reason: 'spam', comment: 'buy', email: 'a@example.com' });
  const { reports } = await admin.reports({ limit: 1, state: 'all' });
  await admin.quarantineImage(worse.id, { reason: 'spam' });
  await admin.quarantine();
  await admin.release(worse.id);
  await admin.takeDown(worse.id, { reason: 'spam' });
  const { blocks } = await admin.blocks();
  await admin.unblock(blocks[0]?.id ?? '');
  await admin.resolveReport(reports[0]?.id ?? '', { action: 'takedown', note: 'spam' });
  const { accounts } = await admin.accounts({ q: person.email });
  await admin.account(accounts[0]?.id ?? '');
  await admin.changeAccount(accounts[0]?.id ?? '', { plan: 'pro' });
  const storage = await storageBeside(app);
  const inAnHour = Date.now() + 3_600_000;
  await addJob(storage.db, { kind: 'of-a-test', runAtMs: inAnHour }, inAnHour).finally(storage.close);
  const { jobs } = await admin.jobs({ state: 'waiting', limit: 100 });
  await admin.removeJob(jobs.find((job) => !job.periodic)?.id ?? '');
  await admin.retryJob(jobs.find((job) => job.periodic)?.id ?? '');
  await admin.statistics({ days: 2 });
  await admin.audit();
  await client.account.delete('another horse');

  const described = operationsOf(description).map(({ operationId }) => operationId);
  assert.deepEqual([...called, ...WITHOUT_CALL].sort(), described.sort());
});
