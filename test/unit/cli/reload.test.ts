import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { until } from '../../support/until.ts';
import { start, tempDir } from './support.ts';

const SETTINGS = { IMGD_PORT: '0', IMGD_WEB: 'off', IMGD_MIN_FREE_BYTES: '0' };

/** `imgd serve --env-file`, whose file a test rewrites before SIGHUP. */
async function serveFromFile(dir: string, text: string) {
  const file = join(dir, 'imgd.env');
  await writeFile(file, text);
  const child = start(['serve', '--env-file', file], { ...SETTINGS, IMGD_DATA_DIR: join(dir, 'data') });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await until(() => /^imgd listening on (\S+)$/m.exec(output)?.[1]);
  return {
    url,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async reload(changed: string) {
      await writeFile(file, changed);
      child.kill('SIGHUP');
    },
    async plan() {
      const { data } = (await (await fetch(`${url}/api/v1/plans`)).json()) as {
        data: { plans: { name: string; requests_per_hour: number }[] };
      };
      return data.plans.find(({ name }) => name === 'anonymous')?.requests_per_hour;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const plansOf = (requestsPerHour: number) => `IMGD_PLANS={"anonymous":{"requestsPerHour":${requestsPerHour}}}\n`;

describe('SIGHUP', () => {
  it('takes plans and log level over from the settings file, and names what changed', async () => {
    await using dir = await tempDir();
    await using server = await serveFromFile(dir.path, plansOf(77));
    assert.equal(await server.plan(), 77);
    await server.reload(`${plansOf(88)}IMGD_LOG_LEVEL=warn\nIMGD_TRASH_DAYS=3\n`);
    await until(async () => (await server.plan()) === 88);
    const line = await until(() => /^\{.*settings reloaded.*\}$/m.exec(server.output())?.[0]);
    const { plans, log_level, restart } = JSON.parse(line);
    assert.deepEqual(plans, ['anonymous.requestsPerHour: 77 -> 88']);
    assert.deepEqual(log_level, { from: 'info', to: 'warn' });
    assert.deepEqual(restart, ['IMGD_TRASH_DAYS']);
    const before = server.output().length;
    await fetch(`${server.url}/livez`);
    await server.reload(`${plansOf(99)}IMGD_LOG_LEVEL=info\n`);
    await until(async () => (await server.plan()) === 99);
    assert.doesNotMatch(server.output().slice(before), /livez/, 'requests are not logged at level warn');
    // And again at level info.
    await until(() => /\/api\/v1\/plans/.test(server.output().slice(before)));
  });

  it('refuses wrong settings in the log, keeps the old ones and serves on', async () => {
    await using dir = await tempDir();
    await using server = await serveFromFile(dir.path, plansOf(77));
    await server.reload('IMGD_PLANS={"anonymous":{"requestsPerHour":-1}}\n');
    await until(() => /settings are refused/.test(server.output()));
    assert.match(server.output(), /IMGD_PLANS: anonymous\.requestsPerHour must be/);
    assert.equal(await server.plan(), 77);
    await server.reload(`${plansOf(88)}IMGD_LOG_LEVEL=loud\n`);
    await until(() => /IMGD_LOG_LEVEL: must be one of/.test(server.output()));
    assert.equal(await server.plan(), 77, 'all or nothing');
    assert.ok(server.isRunning());
  });

  it('switches challenges on and off, so that an operator under attack needs no restart', async () => {
    await using dir = await tempDir();
    await using server = await serveFromFile(dir.path, plansOf(77));
    const guarded = async () => {
      const { data } = (await (await fetch(`${server.url}/api/v1/site`)).json()) as { data: { challenge: string[] } };
      return data.challenge.join();
    };
    const cost = async () => {
      const answer = await fetch(`${server.url}/api/v1/challenge?for=uploads`);
      const { data } = (await answer.json()) as { data: { challenge: { parameters: { cost: number } } } };
      return data.challenge.parameters.cost;
    };
    assert.deepEqual([await guarded(), await cost()], ['', 1_000]);
    await server.reload(`${plansOf(77)}IMGD_CHALLENGE=uploads\nIMGD_CHALLENGE_COST=3000\n`);
    await until(async () => (await guarded()) === 'uploads');
    assert.equal(await cost(), 3_000);
    const line = await until(() => /^\{.*settings reloaded.*\}$/m.exec(server.output())?.[0]);
    const { challenge, restart } = JSON.parse(line);
    assert.deepEqual([challenge, restart], [{ registration: false, uploads: true, iterations: 3_000 }, undefined]);
    const form = new FormData();
    form.set('file', new Blob(['x']), 'a.png');
    assert.equal((await fetch(`${server.url}/api/v1/upload`, { method: 'POST', body: form })).status, 403);
    await server.reload(plansOf(77));
    await until(async () => (await guarded()) === '');
  });

  it('drops no request: an upload in progress ends well', async () => {
    await using dir = await tempDir();
    await using server = await serveFromFile(dir.path, plansOf(77));
    const form = new FormData();
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } }).png();
    form.set('file', new Blob([new Uint8Array(await picture.toBuffer())]), 'slow.png');
    const encoded = new Response(form);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': bytes.length };
    const upload = request(`${server.url}/api/v1/upload`, { method: 'POST', headers });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(bytes.subarray(0, bytes.length / 2));
    await until(() => upload.socket !== null && upload.socket.bytesWritten > bytes.length / 2);
    await server.reload(plansOf(88));
    await until(async () => (await server.plan()) === 88);
    upload.end(bytes.subarray(bytes.length / 2));
    const [response] = await answered;
    response.resume();
    assert.equal(response.statusCode, 200);
  });
});
