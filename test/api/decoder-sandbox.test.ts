import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it, type TestContext } from 'node:test';
import { imageFixture } from '../fixtures/images.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const TOKEN = 'token-of-the-metrics';
// Where bubblewrap is installed but does not work, the tests of the sandbox say why.
const AUTO = existsSync('/usr/bin/bwrap') ? 'bubblewrap' : 'none';

/** Runs a command where no user namespace can be made, as in most containers. */
const WITHOUT_NAMESPACES = ['-Ur', '/bin/sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"'];
const canForbid = spawnSync('unshare', [...WITHOUT_NAMESPACES, 'true']).status === 0;

describe('imgd serve where no sandbox is possible', { skip: !canForbid && 'unshare cannot forbid namespaces' }, () => {
  const serve = async (t: TestContext, mode: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-sandbox-'));
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    const env = { PATH: process.env.PATH, IMGD_SANDBOX: mode, IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_WEB: 'off' };
    const args = [...WITHOUT_NAMESPACES, process.execPath, 'bin/imgd.js', 'serve'];
    return spawn('unshare', args, { cwd: join(import.meta.dirname, '../..'), env });
  };

  it('exits with 1 and the reason if it is required', async (t) => {
    const child = await serve(t, 'require');
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(code, 1);
    assert.match(message, /IMGD_SANDBOX=require, but decoders cannot run in a sandbox: \S/);
  });

  it('starts with a warning otherwise', async (t) => {
    const child = await serve(t, 'auto');
    t.after(() => child.kill('SIGKILL'));
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith('imgd listening')) break;
    }
    assert.match(lines.join('\n'), /"reason":"[^"]+","msg":"decoders run without a sandbox/);
  });
});

for (const [mode, kind] of [
  ['auto', AUTO],
  ['off', 'none'],
] as const) {
  describe(`a service with IMGD_SANDBOX=${mode}`, () => {
    let app: TestApp;
    before(async () => {
      app = await startApp({ env: { IMGD_SANDBOX: mode, IMGD_METRICS_TOKEN: TOKEN, IMGD_DECODER_PROCESSES: '1' } });
    });
    after(() => app[Symbol.asyncDispose]());

    it('decodes uploads and makes variants, and leaves no file beside them', async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await imageFixture('png').bytes())]), 'a.png');
      const answer = await fetch(`${app.url}/api/v1/upload`, { method: 'POST', body: form });
      assert.equal(answer.status, 200);
      const { data } = (await answer.json()) as { data: { id: string } };
      assert.equal((await fetch(`${app.url}/v/${data.id}/160.webp`)).status, 200);
      assert.deepEqual(await app.temporaryFiles(), []);
      const directory = join(app.dataDir, 'decoders');
      const [decoder = '', ...more] = await readdir(directory);
      assert.deepEqual(more, []);
      const left = async () => (await readdir(join(directory, decoder), { recursive: true })).sort();
      while ((await left()).length > 2);
      assert.deepEqual(await left(), ['input', 'output']);
    });

    it(`says in the health that the sandbox of decoders is ${kind}`, async () => {
      const answer = await fetch(`${app.url}/api/v1/health`);
      const { data } = (await answer.json()) as { data: { checks: { decoder: unknown } } };
      assert.deepEqual(data.checks.decoder, {
        status: 'ok',
        sandbox: kind,
        ...(mode === 'auto' && kind === 'none' ? { detail: 'Decoders run without a sandbox.' } : {}),
      });
    });

    it('says so in the metrics', async () => {
      const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const figures = await answer.text();
      for (const one of ['bubblewrap', 'none']) {
        assert.match(figures, new RegExp(`^imgd_decoder_sandbox\\{kind="${one}"\\} ${one === kind ? 1 : 0}$`, 'm'));
      }
    });
  });
}
