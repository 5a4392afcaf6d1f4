import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { beginAccountTask } from '../../src/actions/moderation/begin-account-task.ts';
import { assertRefused, at, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, call, send, smallPng, storageBeside } from '../support/requests.ts';
import { dataOf, newPerson, PASSWORD, type Person, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

interface Task {
  id: string;
  kind: string;
  account_id: string;
  account_email: string | null;
  state: string;
  images: number;
  bytes: number;
  done_images: number;
  done_bytes: number;
}

let app: TestApp;
let admin: { key: string; email: string };
before(async () => {
  app = await startApp();
  admin = await accountOf(app, { isAdmin: true });
});
after(() => app[Symbol.asyncDispose]());

let shade = 5_000;
const add = async ({ key }: Person) => uploaded(upload(app, await smallPng(shade++), {}, bearer(key)));
const statusOf = async (image: { links: { direct: string } }) => (await fetch(at(app, image.links.direct))).status;
const auditOf = async (subject: string) =>
  (
    await dataOf<{
      entries: { action: string; subject: string; actor: { email: string }; details: { images: number } }[];
    }>(call(app, 'GET', '/admin/audit', admin.key))
  ).entries
    .filter((entry) => entry.subject === subject)
    .map(({ action, actor, details }) => [action, actor.email, details.images]);
const figuresOf = async ({ id }: Person) => {
  const { images, bytes } = await dataOf<{ images: number; bytes: number }>(
    call(app, 'GET', `/admin/accounts/${id}`, admin.key),
  );
  return [images, bytes];
};

async function begun(answer: Promise<Response>): Promise<Task> {
  const response = await answer;
  const text = await response.text();
  assert.equal(response.status, 202, text);
  return (JSON.parse(text) as { data: Task }).data;
}

/** Waits until a task is done. */
const finished = (answer: Promise<Response>) =>
  begun(answer).then(({ id }) =>
    until(async () => {
      const task = await dataOf<Task>(call(app, 'GET', `/admin/tasks/${id}`, admin.key));
      return task.state === 'done' && task;
    }),
  );

const task = (person: Person, verb: string, body: unknown = {}) =>
  send(app, `/admin/accounts/${person.id}/images/${verb}`, body, admin.key);

describe('the images of an account, for administrators', () => {
  it('are deleted by a job, with their bytes and what is in the trash; others keep their duplicates', async () => {
    const [spammer, other] = [await newPerson(app), await newPerson(app)];
    const images = [await add(spammer), await add(spammer), await add(spammer)];
    const [first, second, third] = images as [(typeof images)[0], (typeof images)[0], (typeof images)[0]];
    shade--;
    const copy = await add(other);
    const trashed = call(app, 'DELETE', `/image/${first.id}?trash=true`, spammer.key);
    assert.equal((await trashed).status, 200);
    const quarantine = `/admin/images/${second.id}/quarantine`;
    assert.equal((await send(app, quarantine, {}, admin.key)).status, 200);
    const query = `/admin/accounts/${spammer.id}/images/count?kind=delete_images`;
    const count = await dataOf<{ images: number; bytes: number }>(call(app, 'GET', query, admin.key));
    assert.deepEqual(count, { images: 2, bytes: first.size + third.size });

    const done = await finished(task(spammer, 'delete'));
    assert.deepEqual([done.kind, done.done_images, done.done_bytes], ['delete_images', 2, count.bytes]);
    assert.deepEqual(await figuresOf(spammer), [1, second.size], 'evidence stays');
    assert.deepEqual([await statusOf(third), await statusOf(copy)], [404, 200]);

    const rest = await finished(task(spammer, 'delete', { with_held: true }));
    assert.deepEqual([rest.images, rest.done_images], [1, 1]);
    assert.deepEqual(await figuresOf(spammer), [0, 0]);
    assert.deepEqual(await auditOf(spammer.id), [
      ['account.delete_images', admin.email, 1],
      ['account.delete_images', admin.email, 2],
    ]);
    const listed = await dataOf<{ tasks: Task[] }>(
      call(app, 'GET', `/admin/tasks?account_id=${spammer.id}`, admin.key),
    );
    assert.deepEqual(
      listed.tasks.map(({ id, account_email: email }) => [id, email]),
      [
        [rest.id, spammer.email],
        [done.id, spammer.email],
      ],
    );
  });

  it('are hidden and shown again, also those of a period only', async () => {
    const person = await newPerson(app);
    const image = await add(person);
    const later = { uploaded_since: new Date(Date.now() + 3_600_000).toISOString() };
    assert.equal((await finished(task(person, 'hide', later))).done_images, 0);
    assert.equal(await statusOf(image), 200);
    const earlier = { uploaded_since: new Date(Date.now() - 3_600_000).toISOString(), reason: 'spam' };
    assert.equal((await finished(task(person, 'hide', earlier))).done_images, 1);
    assert.equal(await statusOf(image), 404);
    assert.equal((await finished(task(person, 'show'))).done_images, 1);
    assert.equal(await statusOf(image), 200);
    const wrong = task(person, 'hide', { uploaded_since: 'yesterday' });
    await assertRefused(wrong, 400, 'INVALID_PARAMETER');
  });

  it('have one unfinished task', async () => {
    const person = await newPerson(app);
    const storage = await storageBeside(app);
    const { id } = await beginAccountTask(storage, null, person.id, { kind: 'hide_images', takeOverMs: 3_600_000 });
    await storage.close();
    const refused = await task(person, 'delete');
    const { error } = (await refused.clone().json()) as { error: { details: { task: string } } };
    await assertRefused(Promise.resolve(refused), 409, 'TASK_IN_PROGRESS');
    assert.equal(error.details.task, id);
    await assertRefused(
      request(app, 'DELETE', `/admin/accounts/${person.id}`, { token: admin.key }),
      409,
      'TASK_IN_PROGRESS',
    );
    assert.equal((await call(app, 'GET', '/account', person.key)).status, 200, 'the account stays open');
  });

  it('are for administrators only, and of accounts that exist', async () => {
    const person = await newPerson(app);
    for (const verb of ['delete', 'hide', 'show']) {
      const own = send(app, `/admin/accounts/${person.id}/images/${verb}`, {}, person.key);
      await assertRefused(own, 403, 'INSUFFICIENT_SCOPE');
      await assertRefused(send(app, `/admin/accounts/none/images/${verb}`, {}, admin.key), 404, 'ACCOUNT_NOT_FOUND');
    }
    await assertRefused(call(app, 'GET', '/admin/tasks/none', admin.key), 404, 'TASK_NOT_FOUND');
    const unknown = '/admin/accounts/none/images/count?kind=hide_images';
    await assertRefused(call(app, 'GET', unknown, admin.key), 404, 'ACCOUNT_NOT_FOUND');
  });
});

describe('DELETE /api/v1/admin/accounts/{id}', () => {
  const remove = (id: string) => request(app, 'DELETE', `/admin/accounts/${id}`, { token: admin.key });

  it('ends all access at once, deletes all images, and frees the email address', async () => {
    const person = await newPerson(app);
    const image = await add(person);
    const { id, account_email: email } = await begun(remove(person.id));
    assert.equal(email, null);
    assert.equal((await call(app, 'GET', '/account', person.key)).status, 401);
    await until(async () => {
      const { state } = await dataOf<Task>(call(app, 'GET', `/admin/tasks/${id}`, admin.key));
      return state === 'done';
    });
    assert.equal(await statusOf(image), 404);
    await assertRefused(call(app, 'GET', `/admin/accounts/${person.id}`, admin.key), 404, 'ACCOUNT_NOT_FOUND');
    assert.deepEqual(await auditOf(person.id), [['account.delete', admin.email, 1]]);
    const again = request(app, 'POST', '/auth/register', { body: { email: person.email, password: PASSWORD } });
    assert.equal((await again).status, 200);
  });

  it('refuses accounts of administrators, and unknown ones', async () => {
    const { accounts } = await dataOf<{ accounts: { id: string }[] }>(
      call(app, 'GET', `/admin/accounts?q=${admin.email}`, admin.key),
    );
    await assertRefused(remove(accounts[0]?.id ?? ''), 403, 'FORBIDDEN');
    await assertRefused(remove('none'), 404, 'ACCOUNT_NOT_FOUND');
  });
});
