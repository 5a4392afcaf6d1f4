import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Uploaded, upload, uploaded } from '../../support/api.ts';
import { bearer, smallPng } from '../../support/requests.ts';
import { startApp } from '../../support/start-app.ts';
import { imgd, tempDir } from './support.ts';

const EMAIL = 'owner@example.org';

describe('imgd account images, beside a running server', () => {
  it('lists the images of an account, hides, shows and deletes them, and changes nothing without --yes', async () => {
    await using directory = await tempDir();
    const dataDir = join(directory.path, 'data');
    await using app = await startApp({ dataDir });
    const env = { IMGD_DATA_DIR: dataDir, IMGD_BASE_URL: app.url };
    const key = /imgd_\w+/.exec((await imgd(['account', 'create', EMAIL], env)).stdout)?.[0];
    const other = await uploaded(upload(app, await smallPng(1)));
    const own: Uploaded[] = [];
    for (let shade = 2; shade < 5; shade++)
      own.push(await uploaded(upload(app, await smallPng(shade), {}, bearer(key))));
    const run = (...args: string[]) => imgd(['account', 'images', EMAIL, ...args], env);
    const statuses = () => Promise.all(own.map(async ({ id }) => (await fetch(`${app.url}/i/${id}.png`)).status));

    const [newest] = JSON.parse((await run('--json')).stdout);
    assert.deepEqual(
      [newest.id, newest.bytes, newest.quarantine, newest.link],
      [own[2]?.id, own[2]?.size, null, `${app.url}/i/${own[2]?.id}.png`],
    );
    const table = (await run('--list')).stdout;
    for (const { id } of own) assert.ok(table.includes(id), table);
    assert.ok(!table.includes(other.id));
    assert.deepEqual(JSON.parse((await run('--json', '--since', '24h')).stdout).length, 3);

    const asked = await run('--hide');
    assert.deepEqual([asked.code, await statuses()], [1, [200, 200, 200]]);
    assert.match(asked.stdout, /^3 images \(.*\) would be hidden\. Run it again with --yes\.$/m);
    assert.match((await run('--hide', '--yes')).stdout, /^3 images \(.*\) hidden$/m);
    assert.deepEqual(await statuses(), [404, 404, 404]);
    assert.match((await run()).stdout, /account/, 'the list says why they are hidden');
    assert.match((await run('--show', '--yes')).stdout, /^3 images \(.*\) shown$/m);
    assert.deepEqual(await statuses(), [200, 200, 200]);

    const deleted = JSON.parse((await run('--delete', '--yes', '--json')).stdout);
    assert.deepEqual([deleted.images, deleted.bytes], [3, own.reduce((sum, { size }) => sum + size, 0)]);
    assert.deepEqual(await statuses(), [404, 404, 404]);
    assert.deepEqual(JSON.parse((await run('--json')).stdout), []);
    assert.equal((await fetch(`${app.url}/i/${other.id}.png`)).status, 200);
  });

  it('refuses two acts at once, times that are none, and unknown accounts', async () => {
    await using directory = await tempDir();
    const env = { IMGD_DATA_DIR: directory.path };
    await imgd(['account', 'create', EMAIL, '--new-catalog'], env);
    const run = (...args: string[]) => imgd(['account', 'images', ...args], env);
    const both = await run(EMAIL, '--hide', '--delete');
    assert.deepEqual([both.code, /cannot be used with/.test(both.stderr)], [2, true]);
    const since = await run(EMAIL, '--since', 'yesterday');
    assert.deepEqual([since.code, /such as 24h/.test(since.stderr)], [2, true]);
    const unknown = await run('unknown@example.org', '--delete', '--yes');
    assert.deepEqual([unknown.code, /There is no account/.test(unknown.stderr)], [1, true]);
  });
});
