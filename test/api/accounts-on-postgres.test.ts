import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertRefused, type Uploaded, upload } from '../support/api.ts';
import { bearer, call, smallPng } from '../support/requests.ts';
import { makeDatabase, noPostgres } from '../support/services.ts';
import { dataOf, newPerson, openBrowser, PASSWORD, request } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

// SQLite has a single writer. These rules must also hold when transactions run concurrently.
describe('accounts on PostgreSQL under concurrent requests', { skip: noPostgres }, () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  let app: TestApp;
  before(async () => {
    database = await makeDatabase();
    app = await startApp({ env: { IMGD_DATABASE_URL: database.url } });
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await database.drop();
  });

  it('have at most 25 keys', async () => {
    const { email } = await newPerson(app);
    const { own, token } = await openBrowser(app, email);
    const asked = Array.from({ length: 30 }, () =>
      request(app, 'POST', '/keys', { body: { name: 'many' }, headers: own }),
    );
    const answers = await Promise.all(asked);
    assert.equal(answers.filter(({ status }) => status === 200).length, 24);
    const { keys } = await dataOf<{ keys: unknown[] }>(call(app, 'GET', '/keys', token));
    assert.equal(keys.length, 25);
  });

  it('never share an email address', async () => {
    const people = [await newPerson(app), await newPerson(app), await newPerson(app)];
    const body = { email: 'wanted@example.com', password: PASSWORD };
    const answers = await Promise.all(people.map(({ key }) => request(app, 'PATCH', '/account', { body, token: key })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  it('are deleted with every image, also those of concurrent uploads', async () => {
    for (let round = 0; round < 3; round++) {
      const { key } = await newPerson(app);
      const pngs = await Promise.all(Array.from({ length: 6 }, (_, i) => smallPng(100 * round + i)));
      const uploads = pngs.map((png) => upload(app, png, { album: 'mine' }, bearer(key)));
      const deletion = request(app, 'DELETE', '/account', { body: { password: PASSWORD }, token: key });
      for (const answer of await Promise.all(uploads)) {
        if (answer.status !== 200) {
          await assertRefused(answer, 401, 'INVALID_API_KEY');
          continue;
        }
        await deletion;
        const { id } = await dataOf<Uploaded>(answer);
        await assertRefused(call(app, 'GET', `/image/${id}`), 404, 'IMAGE_NOT_FOUND');
      }
      assert.equal((await deletion).status, 200);
    }
  });
});
