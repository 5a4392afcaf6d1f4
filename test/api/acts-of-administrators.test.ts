import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { IssuedWebhook } from '../../src/api/webhooks.ts';
import { addJob, buryJob } from '../../src/catalog/operations/jobs.ts';
import { leaseJob } from '../contracts/catalog-support.ts';
import { upload, uploaded } from '../support/api.ts';
import { accountOf, call, patch, send, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, newPerson } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Entry {
  id: string;
  actor: { email: string } | null;
  action: string;
}

/** Operations that write no entry. */
const SILENT: Readonly<Record<string, string>> = {
  testWebhookOfService: 'sends a message and changes nothing; the list of deliveries has it',
  redeliverOfService: 'sends a message again and changes nothing; the list of deliveries has it',
};

let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp({ env: { IMGD_WEBHOOKS_ALLOW_PRIVATE: '1' } });
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

let shade = 0x7000;
const post = (path: string, body: object = {}) => send(app, `/admin${path}`, body, admin.key);
const remove = (path: string) => call(app, 'DELETE', `/admin${path}`, admin.key);
const anonymous = async () => (await uploaded(upload(app, await smallPng(shade++)))).id;
const account = async () => (await newPerson(app)).id;
const webhook = async () => (await dataOf<IssuedWebhook>(post('/webhooks', { url: 'http://127.0.0.1:1024/' }))).id;
const network = async () => (await dataOf<{ id: string }>(post('/networks', { network: '198.51.100.0/24' }))).id;

async function waiting(): Promise<string> {
  const id = await account();
  const storage = await storageBeside(app);
  await storage.db.updateTable('accounts').set({ waiting_for: 'approval' }).where('id', '=', id).execute();
  await storage.close();
  return id;
}

async function reported(): Promise<{ image: string; report: string }> {
  const image = await anonymous();
  await dataOf(send(app, `/image/${image}/report`, { reason: 'spam' }));
  const { reports } = await dataOf<{ reports: { id: string; image_id: string }[] }>(
    call(app, 'GET', '/admin/reports?limit=100', admin.key),
  );
  return { image, report: reports.find((one) => one.image_id === image)?.id ?? '' };
}

async function deadJob(): Promise<string> {
  const storage = await storageBeside(app);
  const atMs = Date.now() + 3_600_000;
  const kind = `test-${shade++}`;
  try {
    await addJob(storage.db, { kind, payload: {}, runAtMs: atMs }, atMs);
    const { id = '' } = (await leaseJob(storage.db, 'a test', atMs, 3_600_000, { only: [kind] })) ?? {};
    await buryJob(storage.db, id, 'a test', 'failed', atMs);
    return id;
  } finally {
    await storage.close();
  }
}

/** How each operation is called, and the action of its entry. The preparation may write entries, too. */
const ACTS: Readonly<Record<string, readonly [action: string, act: () => Promise<() => Promise<Response>>]>> = {
  exportAccountAsAdmin: [
    'account.export',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/export`)
      )(await account()),
  ],
  createWebhookOfService: ['webhook.create', async () => () => post('/webhooks', { url: 'http://127.0.0.1:1024/' })],
  changeWebhookOfService: [
    'webhook.change',
    async () =>
      (
        (id) => () =>
          patch(app, `/admin/webhooks/${id}`, { active: false }, admin.key)
      )(await webhook()),
  ],
  deleteWebhookOfService: [
    'webhook.delete',
    async () =>
      (
        (id) => () =>
          remove(`/webhooks/${id}`)
      )(await webhook()),
  ],
  rotateWebhookSecretOfService: [
    'webhook.rotate',
    async () =>
      (
        (id) => () =>
          post(`/webhooks/${id}/rotate-secret`)
      )(await webhook()),
  ],
  resolveReport: [
    'report.resolve',
    async () =>
      (
        ({ report }) =>
        () =>
          post(`/reports/${report}/resolve`, { action: 'dismiss' })
      )(await reported()),
  ],
  resolveReports: [
    'report.resolve',
    async () =>
      (
        ({ image }) =>
        () =>
          post('/reports/resolve', { image_ids: [image], action: 'dismiss' })
      )(await reported()),
  ],
  takeDownImage: [
    'image.takedown',
    async () =>
      (
        (id) => () =>
          post(`/images/${id}/takedown`, { reason: 'a test', block: false })
      )(await anonymous()),
  ],
  actOnSameUploader: [
    'uploader.hide',
    async () =>
      (
        (id) => () =>
          post(`/images/${id}/same-uploader`, { action: 'hide' })
      )(await anonymous()),
  ],
  deleteBlock: [
    'block.remove',
    async () => {
      const taken = post(`/images/${await anonymous()}/takedown`, { reason: 'a test' });
      const { block_id: id } = await dataOf<{ block_id: string }>(taken);
      return () => remove(`/blocks/${id}`);
    },
  ],
  blockNetwork: ['network.block', async () => () => post('/networks', { network: '203.0.113.0/24' })],
  unblockNetwork: [
    'network.unblock',
    async () =>
      (
        (id) => () =>
          remove(`/networks/${id}`)
      )(await network()),
  ],
  quarantineImage: [
    'image.quarantine',
    async () =>
      (
        (id) => () =>
          post(`/images/${id}/quarantine`)
      )(await anonymous()),
  ],
  releaseImage: [
    'image.release',
    async () => {
      const id = await anonymous();
      await dataOf(post(`/images/${id}/quarantine`));
      return () => post(`/images/${id}/release`);
    },
  ],
  changeAccountAsAdmin: [
    'account.plan',
    async () =>
      (
        (id) => () =>
          patch(app, `/admin/accounts/${id}`, { plan: 'pro' }, admin.key)
      )(await account()),
  ],
  deleteAccountAsAdmin: [
    'account.delete',
    async () =>
      (
        (id) => () =>
          remove(`/accounts/${id}`)
      )(await account()),
  ],
  deleteImagesOfAccount: [
    'account.delete_images',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/images/delete`)
      )(await account()),
  ],
  hideImagesOfAccount: [
    'account.hide_images',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/images/hide`)
      )(await account()),
  ],
  showImagesOfAccount: [
    'account.show_images',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/images/show`)
      )(await account()),
  ],
  approveAccount: [
    'account.approve',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/approve`)
      )(await waiting()),
  ],
  rejectAccount: [
    'account.reject',
    async () =>
      (
        (id) => () =>
          post(`/accounts/${id}/reject`)
      )(await waiting()),
  ],
  createInvitation: ['invitation.create', async () => () => post('/invitations')],
  revokeInvitation: [
    'invitation.revoke',
    async () => {
      const { id } = await dataOf<{ id: string }>(post('/invitations'));
      return () => remove(`/invitations/${id}`);
    },
  ],
  retryJob: [
    'job.retry',
    async () =>
      (
        (id) => () =>
          post(`/jobs/${id}/retry`)
      )(await deadJob()),
  ],
  removeJob: [
    'job.remove',
    async () =>
      (
        (id) => () =>
          remove(`/jobs/${id}`)
      )(await deadJob()),
  ],
};

/** The operations for administrators that may change something. */
function operations(): string[] {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const paths: Record<string, Record<string, { operationId: string; tags?: string[] }>> = JSON.parse(text).paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, tags }]) => {
      const isForAdministrators = path.startsWith('/api/v1/admin/') || tags?.includes('Administration') === true;
      return isForAdministrators && method !== 'get' && method !== 'head' ? [operationId] : [];
    }),
  );
}

const entries = async () =>
  (await dataOf<{ entries: Entry[] }>(call(app, 'GET', '/admin/audit?limit=100', admin.key))).entries;

describe('an act of an administrator', () => {
  it('writes an entry in the audit log, or is known not to: each operation is in one of the two lists', () => {
    assert.deepEqual(operations().toSorted(), [...Object.keys(ACTS), ...Object.keys(SILENT)].toSorted());
  });

  for (const [operation, [action, prepare]] of Object.entries(ACTS)) {
    it(`writes an entry in the audit log: ${operation}`, async () => {
      const act = await prepare();
      const known = new Set((await entries()).map(({ id }) => id));
      const answer = await act();
      assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
      const found = await until(async () => {
        const fresh = (await entries()).filter(({ id }) => !known.has(id));
        return fresh.find((entry) => entry.action === action);
      });
      assert.equal(found.actor?.email, admin.email);
    });
  }
});
