import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '../../packages/client/src/client.ts';
import { newBlobKey } from '../../src/blobs/port.ts';
import { smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { imgd } from '../unit/cli/support.ts';

// For one node with a disk; the shared stores of several nodes have their own tests.
const ONE_NODE = { skip: process.env.TEST_ENGINE !== undefined || process.env.TEST_BLOBS !== undefined };

async function makeHome(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'imgd-owner-'));
  t.after(() => rm(home, { recursive: true }));
  return (name: string) => join(home, name);
}

async function upload(app: TestApp, shade: number) {
  const bytes = await smallPng(shade);
  return createClient({ baseUrl: app.url }).upload(new Blob([new Uint8Array(bytes)]));
}

const statusOf = async (url: string) => (await fetch(url)).status;

async function plantOrphan(dataDir: string): Promise<string> {
  const path = join(dataDir, 'blobs', newBlobKey(Date.now()));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'orphan');
  return path;
}

describe('ownership of blobs on the disk', ONE_NODE, () => {
  it('a new catalog with blobs of another one refuses to serve, and removes nothing', async (t) => {
    const path = await makeHome(t);
    const direct: string[] = [];
    {
      await using app = await startApp({ dataDir: path('one') });
      for (let i = 0; i < 3; i++) direct.push(new URL((await upload(app, i)).links.direct).pathname);
    }
    await mkdir(path('two'));
    await cp(join(path('one'), 'blobs'), join(path('two'), 'blobs'), { recursive: true });
    const env = { IMGD_DATA_DIR: path('two'), IMGD_PORT: '0', IMGD_WEB: 'off' };
    const { code, stderr } = await imgd(['serve'], env);
    assert.equal(code, 1);
    assert.match(stderr, /^imgd: The blobs in \S+two\/blobs \(IMGD_DATA_DIR\) belong to another catalog\..*\n$/);
    const doctor = await imgd(['doctor', '--repair'], env);
    assert.equal(doctor.code, 1);
    assert.match(doctor.stdout, /^unproven store ownership: The blobs in .* belong to another catalog$/m);
    assert.doesNotMatch(doctor.stdout, /^orphan|^repaired/m);
    // The right catalog finds all of them.
    await copyFile(join(path('one'), 'imgd.sqlite'), join(path('two'), 'imgd.sqlite'));
    await using app = await startApp({ dataDir: path('two') });
    for (const link of direct) assert.equal(await statusOf(app.url + link), 200);
  });

  it('a restored catalog serves, and collects orphans only after the blobs are adopted', async (t) => {
    const path = await makeHome(t);
    const dataDir = path('one');
    await startApp({ dataDir }).then((app) => app[Symbol.asyncDispose]());
    new DatabaseSync(join(dataDir, 'imgd.sqlite')).exec(`VACUUM INTO '${path('backup')}'`);
    {
      await using app = await startApp({ dataDir });
      await upload(app, 1);
    }
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `imgd.sqlite${suffix}`), { force: true });
    await copyFile(path('backup'), join(dataDir, 'imgd.sqlite'));
    {
      await using app = await startApp({ dataDir });
      const { links } = await upload(app, 2);
      assert.equal(await statusOf(links.direct), 200);
      assert.equal((await app.blobFiles()).length, 4);
    }
    const env = { IMGD_DATA_DIR: dataDir };
    const doctor = await imgd(['doctor', '--repair'], env);
    assert.deepEqual([doctor.code, /earlier state/.test(doctor.stdout)], [1, true]);
    const asked = await imgd(['blobs', 'adopt'], env);
    assert.deepEqual([asked.code, /With --yes/.test(asked.stdout)], [1, true]);
    assert.equal((await imgd(['blobs', 'adopt', '--yes'], env)).code, 0);
    await using app = await startApp({ dataDir });
    assert.equal((await app.blobFiles()).length, 2);
  });

  it('orphans of a killed process are collected at the next start', async (t) => {
    const path = await makeHome(t);
    const dataDir = path('one');
    await startApp({ dataDir }).then((app) => app[Symbol.asyncDispose]());
    const orphan = await plantOrphan(dataDir);
    await using app = await startApp({ dataDir });
    assert.ok(!(await app.blobFiles()).includes(orphan));
  });
});
