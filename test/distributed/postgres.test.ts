import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addJob } from '../../src/catalog/operations/jobs.ts';
import { leaseJob } from '../contracts/catalog-support.ts';
import { imageFixture } from '../fixtures/images.ts';
import { at, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { startNodes, storageOfNodes, type TestNodes } from '../support/nodes.ts';
import { bearer, call, send, smallPng } from '../support/requests.ts';
import { asAdmin, noPostgres, noRedis } from '../support/services.ts';
import type { TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

/** Time limit of a request: the time-outs of locks and connections, and the delays of a busy machine. */
const REQUEST_MS = 20_000;

describe('two nodes on PostgreSQL', { skip: noPostgres || noRedis }, () => {
  let service: TestNodes;
  let one: TestApp;
  let two: TestApp;
  let database = '';
  before(async () => {
    service = await startNodes(2);
    [one, two] = service.nodes as [TestApp, TestApp];
    database = service.env.IMGD_DATABASE_URL ?? '';
  });
  after(() => service[Symbol.asyncDispose]());

  const remove = (node: TestApp, { id, delete_token }: Uploaded) => call(node, 'DELETE', `/image/${id}`, delete_token);
  const statusOf = async (url: string) => {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) });
    await response.arrayBuffer();
    return response.status;
  };

  it('both serve an image that one received, and neither one that one deleted', async () => {
    const image = await uploaded(upload(one, await imageFixture('png').bytes()));
    assert.equal(await statusOf(at(two, image.links.direct)), 200);
    assert.equal((await remove(two, image)).status, 200);
    assert.equal(await statusOf(at(one, image.links.direct)), 404);
  });

  it('hide an image that one moved to the trash, and serve it again when the other restored it', async () => {
    const key = await register(one);
    const image = await uploaded(upload(one, await smallPng(55), {}, bearer(key)));
    const seen = async () => [
      await statusOf(at(one, image.links.direct)),
      await statusOf(at(two, image.links.direct)),
      (await call(two, 'GET', `/image/${image.id}`, key)).status,
    ];
    assert.deepEqual(await seen(), [200, 200, 200]);
    assert.equal((await call(one, 'DELETE', `/image/${image.id}?trash=true`, key)).status, 200);
    assert.deepEqual(await seen(), [404, 404, 404]);
    assert.equal((await send(two, '/trash/restore', { ids: [image.id] }, key)).status, 200);
    assert.deepEqual(await seen(), [200, 200, 200]);
    assert.equal((await call(two, 'DELETE', `/image/${image.id}`, key)).status, 200);
  });

  it('delete an image once under concurrent requests, and leave no reference and no garbage', async () => {
    const png = await smallPng(99);
    const images = await Promise.all(Array.from({ length: 12 }, (_, i) => uploaded(upload(i % 2 ? one : two, png))));
    const answers = await Promise.all(
      images.flatMap((image) => [remove(one, image), remove(two, image)].map(async (answer) => (await answer).status)),
    );
    assert.equal(answers.filter((status) => status === 200).length, images.length);
    assert.equal(answers.filter((status) => status === 404).length, images.length);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      assert.deepEqual((await client.query('select refs from blobs')).rows, []);
      await until(async () => {
        await one.service.jobs.runDue();
        return (await client.query('select key from garbage')).rows.length === 0;
      });
    } finally {
      await client.end();
    }
  });

  it('survive terminated connections: reads succeed, and acknowledged uploads exist', async () => {
    const image = await uploaded(upload(one, await smallPng(1)));
    let ended = false;
    const terminating = (async () => {
      for (let round = 0; round < 15; round++) {
        await asAdmin(
          database,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        await sleep(60);
      }
      ended = true;
    })();
    const kept: Uploaded[] = [];
    const statuses = new Map<number, number>();
    const uploading = async (node: TestApp, first: number) => {
      for (let shade = first; !ended; shade++) {
        const response = await upload(node, await smallPng(shade));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 200) kept.push(((await response.json()) as { data: Uploaded }).data);
        else await response.arrayBuffer();
      }
    };
    const reading = async (node: TestApp) => {
      while (!ended) assert.equal(await statusOf(at(node, image.links.view_page)), 200);
    };
    await Promise.all([terminating, uploading(one, 1_000), uploading(two, 2_000), reading(one), reading(two)]);
    assert.ok(kept.length > 0 && [...statuses.keys()].every((status) => status === 200 || status === 503));
    for (const { links } of kept) assert.equal(await statusOf(at(one, links.direct)), 200);
  });

  it('answer 503 in time during a long table lock, and work when it ends', async () => {
    const image = await uploaded(upload(one, await smallPng(2)));
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('lock table images in access exclusive mode');
      const startedAt = performance.now();
      const answers = await Promise.all([
        upload(one, await smallPng(3)),
        remove(two, image),
        call(one, 'GET', `/image/${image.id}`),
      ]);
      assert.ok(performance.now() - startedAt < REQUEST_MS);
      for (const answer of answers) {
        const { error } = (await answer.json()) as { error: { code: string; retry_after: number } };
        assert.deepEqual([answer.status, error.code], [503, 'STORAGE_UNAVAILABLE']);
        assert.ok(error.retry_after > 0);
      }
    } finally {
      await client.end();
    }
    await uploaded(upload(one, await smallPng(3)));
    assert.equal((await remove(two, image)).status, 200);
  });

  it('add their views up', async () => {
    const image = await uploaded(upload(one, await smallPng(4)));
    for (const node of [one, two, one, two]) await statusOf(at(node, image.links.direct));
    await until(async () => {
      const { data } = (await (await call(two, 'GET', `/image/${image.id}`)).json()) as { data: { views: number } };
      return data.views === 4;
    });
  });

  it('replay a response for an Idempotency-Key on the other node', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const png = await smallPng(5);
    const send = (node: TestApp) => upload(node, png, {}, headers);
    const first = await uploaded(send(one));
    assert.deepEqual(await uploaded(send(two)), first);
  });
});

describe('a node that joins others on PostgreSQL', { skip: noPostgres || noRedis }, () => {
  it("leaves other nodes' jobs alone, and takes over those of a dead node when their lease ends", async () => {
    const clock = createFakeClock();
    await using service = await startNodes(1, { clock });
    const [first] = service.nodes as [TestApp];
    await using storage = await storageOfNodes(service);
    const now = clock.now();
    await first.service.jobs.stop();
    await addJob(storage.db, { kind: 'collect-garbage', name: 'held', runAtMs: now - 86_400_000 }, now);
    // The state that a process leaves after SIGKILL.
    const held = await leaseJob(storage.db, 'a node that dies', now, 60_000);
    assert.equal(held?.kind, 'collect-garbage');
    const leaseOf = async () =>
      storage.db.selectFrom('jobs').select(['lease_owner']).where('name', '=', 'held').executeTakeFirstOrThrow();

    await using second = await service.join({ clock });
    await second.service.jobs.runDue();
    assert.equal((await leaseOf()).lease_owner, 'a node that dies', 'a start does not end leases of another node');
    clock.advance(60_001);
    await until(async () => {
      await second.service.jobs.runDue();
      return (await leaseOf()).lease_owner !== 'a node that dies';
    });
  });

  it('leaves blobs alone that another node has put but not committed', async () => {
    await using service = await startNodes(1);
    const [first] = service.nodes as [TestApp];
    await using storage = await storageOfNodes(service);
    const image = await uploaded(upload(first, await smallPng(6), {}, bearer(undefined)));
    await storage.db.deleteFrom('images').where('id', '=', image.id).execute();
    await storage.db.deleteFrom('blobs').execute();
    const before = await first.blobFiles();
    assert.ok(before.length > 0);
    await using second = await service.join();
    await second.service.jobs.runDue();
    assert.deepEqual(await first.blobFiles(), before);
  });
});
