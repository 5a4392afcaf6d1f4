import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiError, type Client, createClient } from '../../packages/client/src/client.ts';
import { PATHS } from '../../packages/client/src/contract.ts';
import { addJob } from '../../src/catalog/operations/jobs.ts';
import { fetchDescription, mismatch, type Operation, operationOf, operationsOf } from '../support/description.ts';
import { accountOf, smallPng, storageBeside } from '../support/requests.ts';
import { totpCode } from '../support/second-factor.ts';
import { startApp } from '../support/start-app.ts';

/** The name and version of the service, which no program needs. */
const WITHOUT_CALL = ['getService'];

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
  const { api_key } = await anonymous.request('register', { body: { ...person, session: true } });
  await anonymous.request('getSite');
  await anonymous.request('getUsage');
  await anonymous.request('listPlans');
  await anonymous.request('getHealth');
  const { session } = await anonymous.request('login', { body: person });
  const signedIn = clientOf(session.token);
  await signedIn.request('getAccount');
  const other = (await signedIn.request('listSessions')).sessions.find(({ current }) => !current);
  await signedIn.request('endSession', { id: other?.id ?? '' });
  await signedIn.request('changeAccount', { body: { name: 'Answers' } });
  await signedIn.request('changePassword', {
    body: { current_password: person.password, new_password: 'another horse' },
  });
  await signedIn.request('requestVerification');
  await assert.rejects(anonymous.request('verifyEmail', { body: { token: 'wrong' } }));
  await anonymous.request('forgotPassword', { body: { email: person.email } });
  await assert.rejects(anonymous.request('resetPassword', { body: { token: 'wrong', password: 'another horse' } }));
  await signedIn.request('getAccountUsage', { days: 2 });
  await signedIn.request('getPreferences');
  await signedIn.request('changePreferences', { body: { link_format: 'markdown' } });
  await signedIn.request('exportAccount');
  await signedIn.request('endOtherSessions');
  await useSecondFactors(anonymous, signedIn, { ...person, password: 'another horse' });
  await signedIn.request('logout');

  const client = clientOf(api_key.key);
  const image = await client.upload(png);
  await client.uploadBulk([png, new File(['text'], 'text.png')]);
  await client.image(image.id);
  await client.request('listImages', { limit: 1, album: '' });
  await client.changeImage(image.id, { filename: 'b.png' });
  const [one, two] = [await anonymous.upload(png), await anonymous.upload(png)];
  await client.request('claimImage', { id: one.id, body: { delete_token: one.delete_token ?? '' } });
  await client.request('claimImages', { body: { images: [{ id: two.id, delete_token: two.delete_token ?? '' }] } });
  await client.request('changeImages', { body: { ids: [one.id, 'none'], album: 'Red' } });
  const album = await client.request('createAlbum', { body: { name: 'Blue', description: 'a sky' } });
  await client.request('getAlbum', { id: album.id });
  await client.request('changeAlbum', { id: album.id, body: { public: true } });
  await client.request('listAlbums', { limit: 1 });
  await client.request('listAlbumImages', { id: album.id, order: 'largest' });
  await client.request('deleteAlbum', { id: album.id, images: 'delete' });
  await client.request('countMonths');
  await client.request('deleteImages', { body: { ids: [one.id, two.id] } });
  await client.request('listTrash', { limit: 1 });
  await client.request('restoreImages', { body: { ids: ['none'] } }).catch(() => undefined);
  await client.request('emptyTrash', { body: { all: true } });
  const { deletion } = await client.deleteImage(image.id);
  const ticket = await client.request('createTicket', { body: { uploads: 1 } });
  await clientOf(ticket.ticket).upload(png);
  await client.request('listTickets');
  await client.request('revokeTicket', { id: ticket.id });
  await client.request('listTags');
  await client.request('getDeletion', { id: deletion.id });
  const key = await client.request('createKey', { body: { name: 'second' } });
  await client.request('changeKey', { id: key.id, body: { name: 'renamed' } });
  const rotated = await client.request('rotateKey', { id: key.id, body: {} });
  await client.request('listKeys');
  await client.request('revokeKey', { id: rotated.id });
  await client.request('getUsage');

  const admin = clientOf((await accountOf(app, { isAdmin: true })).key);
  const [bad, worse] = [await client.upload(second), await client.upload(third)];
  await client.request('reportImage', { id: bad.id, body: { reason: 'spam', comment: 'buy', email: 'a@example.com' } });
  await admin.request('listReportedImages', { state: 'all' });
  await admin.request('getAttention');
  await admin.request('getImageAsAdmin', { id: bad.id });
  const { reports } = await admin.request('listReports', { limit: 1, state: 'all' });
  await admin.request('quarantineImage', { id: worse.id, body: { reason: 'spam' } });
  await admin.request('listQuarantine');
  await admin.request('releaseImage', { id: worse.id });
  await admin.request('takeDownImage', { id: worse.id, body: { reason: 'spam' } });
  const { blocks } = await admin.request('listBlocks');
  await admin.request('deleteBlock', { id: blocks[0]?.id ?? '' });
  await admin.request('resolveReport', { id: reports[0]?.id ?? '', body: { action: 'takedown', note: 'spam' } });
  await admin.request('resolveReports', { body: { image_ids: [bad.id], action: 'dismiss' } }).catch(() => undefined);
  const { accounts } = await admin.request('listAccounts', { q: person.email });
  await admin.request('getAccountAsAdmin', { id: accounts[0]?.id ?? '' });
  await admin.request('listImagesOfAccount', { id: accounts[0]?.id ?? '' });
  await admin.request('changeAccountAsAdmin', { id: accounts[0]?.id ?? '', body: { plan: 'pro' } });
  const storage = await storageBeside(app);
  const inAnHour = Date.now() + 3_600_000;
  await addJob(storage.db, { kind: 'of-a-test', runAtMs: inAnHour }, inAnHour).finally(storage.close);
  const { jobs } = await admin.request('listJobs', { state: 'waiting', limit: 100 });
  await admin.request('removeJob', { id: jobs.find((job) => !job.periodic)?.id ?? '' });
  await admin.request('retryJob', { id: jobs.find((job) => job.periodic)?.id ?? '' });
  await admin.request('getStatistics', { days: 2 });
  await admin.request('listAudit');
  await client.request('deleteAccount', { images: 'delete', body: { password: 'another horse' } });

  const described = operationsOf(description).filter(hasData);
  const callable = [...Object.keys(PATHS), 'uploadImage', 'uploadImages', ...WITHOUT_CALL];
  assert.deepEqual(callable.sort(), described.map(({ operationId }) => operationId).sort());
  assert.ok(called.size > 70, `${called.size} operations were called`);
});

/** Others answer bytes, redirects or nothing. */
function hasData({ responses }: Operation): boolean {
  return Object.entries(responses).some(
    ([status, { content = {} }]) => /^2/.test(status) && 'application/json' in content,
  );
}

async function useSecondFactors(
  anonymous: Client,
  signedIn: Client,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const body = { password };
  const { ticket, secret } = await signedIn.request('beginTotp', { body });
  await signedIn.request('finishTotp', { body: { ticket, code: totpCode(secret, Date.now()), name: 'app' } });
  const { second_factors } = await signedIn.request('listSecondFactors');
  const id = second_factors[0]?.id ?? '';
  await signedIn.request('renameSecondFactor', { id, body: { name: 'phone' } });
  const { recovery_codes } = await signedIn.request('renewRecoveryCodes', { body });
  const step = await anonymous.request('login', { body: { email, password } }).then(
    () => assert.fail('no second step'),
    (error: ApiError) => String(error.details.ticket),
  );
  await anonymous.request('showSecondStep', { body: { ticket: step } });
  await anonymous.request('proveSecondFactor', { body: { ticket: step, recovery_code: recovery_codes[0] ?? '' } });
  const begun = await signedIn.request('beginPasskey', { body });
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const };
  const made = { clientDataJSON: '', attestationObject: '' };
  const passkey = { ...credential, response: made };
  await assert.rejects(signedIn.request('finishPasskey', { body: { ticket: begun.ticket, passkey } }));
  const signed = { clientDataJSON: '', authenticatorData: '', signature: '' };
  const signIn = await anonymous.request('beginPasskeySignIn');
  const proof = { ticket: signIn.ticket, passkey: { ...credential, response: signed } };
  await assert.rejects(anonymous.request('signInWithPasskey', { body: proof }));
  await signedIn.request('removeSecondFactor', { id, body });
}
