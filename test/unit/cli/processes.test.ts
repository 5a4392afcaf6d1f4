import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../support/until.ts';
import { isRunning, workersOf } from '../../support/worker-processes.ts';
import { connect, connectToEach, serveTogether, uploadBy } from './processes-support.ts';
import { serve, tempDir } from './support.ts';

const plansOf = (requestsPerHour: number | null) => JSON.stringify({ anonymous: { requestsPerHour } });
const UNLIMITED = { IMGD_PLANS: plansOf(null) };

describe('IMGD_PROCESSES', () => {
  it('starts no other process where it is 1', async () => {
    await using dir = await tempDir();
    await using server = await serve(dir.path);
    assert.equal(workersOf(server).size, 0);
  });

  it('lets worker processes answer on the same port, and ends all with the first SIGTERM', async () => {
    await using dir = await tempDir();
    await using server = await serveTogether(dir.path, 3);
    const workers = workersOf(server);
    assert.deepEqual([...workers.keys()].sort(), [1, 2]);
    for (const connection of await connectToEach(server, 3)) {
      assert.equal((await connection.send('GET', '/readyz')).status, 200);
      connection[Symbol.dispose]();
    }
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0, server.stdout());
    for (const pid of workers.values()) assert.equal(isRunning(pid), false);
  });

  it('shows each process at once what another has stored or deleted', async () => {
    await using dir = await tempDir();
    await using server = await serveTogether(dir.path, 2, UNLIMITED);
    const connections = await connectToEach(server, 2);
    for (let round = 0; round < 40; round++) {
      const [writer, reader] = round % 2 === 0 ? connections : connections.toReversed();
      const { id, path, deleteToken } = await uploadBy(writer!, round);
      assert.equal((await reader!.send('GET', path)).status, 200, `round ${round}: the original`);
      assert.equal((await reader!.send('GET', path)).status, 200, `round ${round}: from memory`);
      const authorization = `Bearer ${deleteToken}`;
      const deletion = await writer!.send('DELETE', `/api/v1/image/${id}`, {
        authorization,
        'x-delete-token': deleteToken,
      });
      assert.equal(deletion.status, 200, deletion.body.toString());
      assert.equal((await reader!.send('GET', path)).status, 404, `round ${round}: after the deletion`);
    }
    for (const connection of connections) connection[Symbol.dispose]();
  });

  it('counts the hourly limit exactly over all processes', async () => {
    await using dir = await tempDir();
    await using server = await serveTogether(dir.path, 3, { IMGD_PLANS: plansOf(50) });
    const connections = await connectToEach(server, 3);
    const { id } = await uploadBy(connections[0]!, 1);
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        using own = connect(server.url);
        return await (connections[index] ?? own).send('GET', `/api/v1/image/${id}`);
      }),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    const used = admitted.map(({ headers }) => Number(headers['x-ratelimit-used'])).sort((one, other) => one - other);
    const first = used[0]!;
    assert.ok(first < 40, `${first} requests found the connections`);
    assert.deepEqual(
      used,
      Array.from({ length: 51 - first }, (_, index) => first + index),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]));
    for (const connection of connections) connection[Symbol.dispose]();
  });

  it('adds the metrics of all processes, whichever is asked', async () => {
    await using dir = await tempDir();
    await using server = await serveTogether(dir.path, 2, { ...UNLIMITED, IMGD_METRICS_TOKEN: 'secret' });
    const connections = await connectToEach(server, 2);
    for (const [index, connection] of connections.entries()) {
      for (let count = 0; count <= index; count++) await uploadBy(connection, 100 + count);
    }
    for (const connection of connections) {
      const { status, body } = await connection.send('GET', '/metrics', { authorization: 'Bearer secret' });
      const text = body.toString();
      assert.equal(status, 200, text);
      const figure = (name: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1],
        );
      assert.equal(figure('imgd_responses_total{route_group="upload",status="200"}'), 3, text);
      assert.equal(figure('imgd_uploads_total'), 3);
      assert.equal(figure('imgd_request_duration_seconds_count{method="POST",route="/api/v1/upload",status="200"}'), 3);
      assert.equal(
        figure('imgd_jobs{kind="expire-images",state="waiting"}'),
        figure('imgd_jobs{kind="collect-garbage",state="waiting"}'),
      );
      assert.match(text, /^imgd_build_info\{.*\} 1$/m);
      assert.match(text, /^imgd_decoder_sandbox\{kind="(none|bubblewrap)"\} 1$/m);
      assert.ok(figure('process_start_time_seconds') > 0);
      connection[Symbol.dispose]();
    }
  });

  it('gives the settings that SIGHUP reads to all processes', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'imgd.env');
    await writeFile(file, `IMGD_PLANS=${plansOf(77)}\n`);
    await using server = await serve(join(dir.path, 'data'), { IMGD_PROCESSES: '2', IMGD_LOG_LEVEL: 'info' }, [
      '--env-file',
      file,
    ]);
    const connections = await connectToEach(server, 2);
    await writeFile(file, `IMGD_PLANS=${plansOf(88)}\n`);
    server.kill('SIGHUP');
    for (const connection of connections) {
      await until(async () => (await connection.send('GET', '/api/v1/plans')).body.includes('"requests_per_hour":88'));
      connection[Symbol.dispose]();
    }
  });

  it('serves a Unix socket by all processes', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'imgd.sock');
    const env = { ...UNLIMITED, IMGD_HOST: path, IMGD_BASE_URL: 'https://images.example' };
    await using server = await serveTogether(join(dir.path, 'data'), 2, env);
    const connections = await connectToEach(server, 2);
    for (const connection of connections) {
      assert.equal((await uploadBy(connection, 7)).status, 200);
      connection[Symbol.dispose]();
    }
    server.kill('SIGTERM');
    assert.equal(await server.ended, 0);
  });
});
