import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { AdminResponses } from '../../../src/api/admin.ts';
import { addJob } from '../../../src/catalog/operations/jobs.ts';
import { createClient } from '../../../src/client/client.ts';
import type * as api from '../../../src/client/types-admin.ts';
import { accountOf, smallPng, storageBeside } from '../../support/requests.ts';
import { startApp } from '../../support/start-app.ts';

type Name = keyof typeof AdminResponses;
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
/** Members in one object, and all the way down, so that only what a value may be counts. */
type Flat<T> = T extends readonly (infer Item)[] ? Flat<Item>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type DataOf<K extends Name> = Static<(typeof AdminResponses)[K]>['data'];

// Each of these does not compile when the server's schema and the client's type differ.
const SAME: Record<Name, true> = {
  reported: true satisfies Same<api.Reported, DataOf<'reported'>>,
  reports: true satisfies Same<{ reports: api.ReportInfo[] } & api.PageMembers, DataOf<'reports'>>,
  report: true satisfies Same<api.ReportInfo, DataOf<'report'>>,
  takenDown: true satisfies Same<api.TakenDown, DataOf<'takenDown'>>,
  blocks: true satisfies Same<{ blocks: api.BlockInfo[] } & api.PageMembers, DataOf<'blocks'>>,
  unblocked: true satisfies Same<api.Unblocked, DataOf<'unblocked'>>,
  quarantine: true satisfies Same<{ images: api.QuarantinedImage[] } & api.PageMembers, DataOf<'quarantine'>>,
  quarantined: true satisfies Same<api.QuarantinedImage, DataOf<'quarantined'>>,
  released: true satisfies Same<api.ReleasedImage, DataOf<'released'>>,
  adminAccounts: true satisfies Same<
    { accounts: api.AdministeredAccount[] } & api.PageMembers,
    DataOf<'adminAccounts'>
  >,
  adminAccount: true satisfies Same<api.AdministeredAccount, DataOf<'adminAccount'>>,
  jobs: true satisfies Same<{ jobs: api.JobInfo[] } & api.PageMembers, DataOf<'jobs'>>,
  job: true satisfies Same<api.JobInfo, DataOf<'job'>>,
  jobRemoved: true satisfies Same<api.RemovedJob, DataOf<'jobRemoved'>>,
  statistics: true satisfies Same<api.StatisticsInfo, DataOf<'statistics'>>,
  audit: true satisfies Same<{ entries: api.AuditEntry[] } & api.PageMembers, DataOf<'audit'>>,
};
// The comparison itself can say no.
false satisfies Same<api.ReportInfo, DataOf<'takenDown'>>;

test('what administrators are really answered is what the types say', async () => {
  await using app = await startApp();
  const { key } = await accountOf(app, { isAdmin: true });
  const { email } = await accountOf(app, {});
  const client = createClient({ baseUrl: app.url, apiKey: key });
  const [first, second] = await Promise.all(
    [1, 2].map(async (shade) => client.upload(new File([new Uint8Array(await smallPng(shade))], 'a.png'))),
  );
  const answers: [Name, unknown][] = [];
  const note = async <T>(name: Name, answer: Promise<T>): Promise<T> => {
    const data = await answer;
    answers.push([name, { success: true, data, message: '' }]);
    return data;
  };
  const { admin } = client;
  const id = first?.id ?? '';
  await note('reported', client.report(id, { reason: 'spam', comment: 'buy', email: 'a@example.com' }));
  const { reports } = await note('reports', admin.reports({ limit: 1, state: 'all' }));
  await note('report', admin.resolveReport(reports[0]?.id ?? '', { action: 'takedown', note: 'spam' }));
  await note('quarantined', admin.quarantineImage(second?.id ?? '', { reason: 'spam' }));
  await note('quarantine', admin.quarantine());
  await note('released', admin.release(second?.id ?? ''));
  await note('takenDown', admin.takeDown(second?.id ?? '', { reason: 'spam' }));
  const { blocks } = await note('blocks', admin.blocks());
  await note('unblocked', admin.unblock(blocks[0]?.id ?? ''));
  const { accounts } = await note('adminAccounts', admin.accounts({ q: email }));
  await note('adminAccount', admin.changeAccount(accounts[0]?.id ?? '', { plan: 'pro', suspended: true }));
  await note('adminAccount', admin.account(accounts[0]?.id ?? ''));
  const storage = await storageBeside(app);
  const inAnHour = Date.now() + 3_600_000;
  await addJob(storage.db, { kind: 'of-a-test', runAtMs: inAnHour }, inAnHour).finally(storage.close);
  const { jobs } = await note('jobs', admin.jobs({ state: 'waiting', limit: 1 }));
  await note('jobRemoved', admin.removeJob(jobs[0]?.id ?? ''));
  const periodic = (await admin.jobs({ state: 'waiting', limit: 100 })).jobs.find((job) => job.periodic);
  await note('job', admin.retryJob(periodic?.id ?? ''));
  await note('statistics', admin.statistics({ days: 2 }));
  await note('audit', admin.audit());

  assert.deepEqual([...new Set(answers.map(([name]) => name))].sort(), Object.keys(SAME).sort());
  for (const [name, body] of answers) {
    const schema: TSchema = AdminResponses[name];
    const errors = [...Value.Errors(schema, body)].map((error) => `${name}${error.instancePath} ${error.message}`);
    assert.deepEqual(errors, []);
  }
});
