import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { nameOfDatabase } from '../../src/cli/with-storage.ts';
import { at, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { PROGRAM } from '../support/program.ts';
import { bearer, call, smallPng } from '../support/requests.ts';
import { asAdmin, makeDatabase, noPostgres } from '../support/services.ts';
import { startApp } from '../support/start-app.ts';

const SQLITE = { IMGD_DATABASE_URL: '', IMGD_REDIS_URL: '' };

/** Runs `imgd catalog copy`, with the database in the settings: a command line shows its password to other users. */
function copy(dataDir: string, url: string): Promise<{ code: number; output: string }> {
  return run({ IMGD_DATA_DIR: dataDir, IMGD_DATABASE_URL: url }, 'copy');
}

async function run(settings: Record<string, string>, command: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  return promisify(execFile)(process.execPath, [PROGRAM, 'catalog', command], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

describe('imgd catalog copy', { skip: noPostgres || process.env.TEST_BLOBS === 's3' }, () => {
  it('copies everything to PostgreSQL: ids, links, keys and tokens stay valid', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-copy-'));
    const { url, drop } = await makeDatabase();
    try {
      const images: Uploaded[] = [];
      let key = '';
      {
        await using app = await startApp({ dataDir, env: SQLITE });
        key = await register(app);
        for (let i = 0; i < 3; i++) {
          images.push(await uploaded(upload(app, await smallPng(i % 2), { album: 'holiday' }, bearer(key))));
        }
        const { code, output } = await copy(dataDir, url);
        assert.equal(code, 1);
        assert.match(output, /A server uses/);
      }
      const full = await copy(dataDir, url);
      assert.equal(full.code, 0, full.output);
      assert.match(full.output, /^images: 3 rows$/m);
      assert.match(full.output, /rows copied and counted/);

      const refused = await copy(dataDir, url);
      assert.equal(refused.code, 1);
      assert.ok(refused.output.includes(`This catalog has moved to ${nameOfDatabase(url)}: `), refused.output);
      await assert.rejects(startApp({ dataDir, env: SQLITE }), /This catalog has moved to .* imgd catalog unmark/);
      assert.match((await run({ IMGD_DATA_DIR: dataDir }, 'unmark')).output, /^The catalog can be used again/);
      assert.match((await run({ IMGD_DATA_DIR: dataDir }, 'unmark')).output, /not marked as moved/);

      const again = await copy(dataDir, url);
      assert.equal(again.code, 1);
      assert.match(again.output, /The target is not empty/);

      await using moved = await startApp({ dataDir, env: { ...SQLITE, IMGD_DATABASE_URL: url } });
      for (const image of images) {
        assert.equal((await fetch(at(moved, image.links.direct))).status, 200);
        const { data } = (await (await call(moved, 'GET', `/image/${image.id}`, key)).json()) as {
          data: { id: string; album: { name: string }; uploaded_at: string };
        };
        assert.deepEqual([data.id, data.album.name, data.uploaded_at], [image.id, 'holiday', image.uploaded_at]);
      }
      const [first, second] = images as [Uploaded, Uploaded];
      assert.equal((await call(moved, 'DELETE', `/image/${first.id}`, first.delete_token)).status, 200);
      assert.equal((await fetch(at(moved, second.links.direct))).status, 200, 'reference counts are copied');
      await uploaded(upload(moved, await smallPng(7), {}, bearer(key)));
    } finally {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('copies nothing when it fails partway', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-copy-'));
    const { url, drop } = await makeDatabase();
    try {
      {
        await using app = await startApp({ dataDir, env: SQLITE });
        await uploaded(upload(app, await smallPng(1), { album: 'a' }, bearer(await register(app))));
      }
      // The schema exists, and one of the later tables accepts no rows.
      await using schema = await startApp({ env: { ...SQLITE, IMGD_DATABASE_URL: url } });
      await schema.service.jobs.stop();
      await asAdmin(url, 'delete from jobs');
      await asAdmin(url, 'delete from secrets');
      await asAdmin(url, 'alter table images add constraint planted check (views < 0)');
      assert.equal((await copy(dataDir, url)).code, 1);
      await asAdmin(url, 'alter table images drop constraint planted');
      const { code, output } = await copy(dataDir, url);
      assert.equal(code, 0, output);
    } finally {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
