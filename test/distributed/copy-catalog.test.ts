import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { at, register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { bearer, call, smallPng } from '../support/requests.ts';
import { asAdmin, makeDatabase, noPostgres } from '../support/services.ts';
import { startApp } from '../support/start-app.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));
const SQLITE = { IMGD_DATABASE_URL: '', IMGD_REDIS_URL: '' };

/** Runs `imgd catalog copy`. */
async function copy(dataDir: string, url: string): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH ?? '', IMGD_DATA_DIR: dataDir };
  const run = promisify(execFile)(process.execPath, [PROGRAM, 'catalog', 'copy', '--to', url], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

describe('imgd catalog copy', { skip: noPostgres || process.env.TEST_BLOBS === 's3' }, () => {
  it('moves everything to PostgreSQL: ids, links, keys and tokens stay good', async () => {
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
        const { code, said } = await copy(dataDir, url);
        assert.equal(code, 1);
        assert.match(said, /A server uses/);
      }
      const full = await copy(dataDir, url);
      assert.equal(full.code, 0, full.said);
      assert.match(full.said, /^images: 3 rows$/m);
      assert.match(full.said, /rows copied and counted/);

      const again = await copy(dataDir, url);
      assert.equal(again.code, 1);
      assert.match(again.said, /The target is not empty/);

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
      assert.equal((await fetch(at(moved, second.links.direct))).status, 200, 'equal bytes are still counted');
      await uploaded(upload(moved, await smallPng(7), {}, bearer(key)));
    } finally {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('leaves nothing behind when it fails in its middle', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'imgd-copy-'));
    const { url, drop } = await makeDatabase();
    try {
      {
        await using app = await startApp({ dataDir, env: SQLITE });
        await uploaded(upload(app, await smallPng(1), { album: 'a' }, bearer(await register(app))));
      }
      // The schema is there, and one of the later tables takes no rows.
      await using schema = await startApp({ env: { ...SQLITE, IMGD_DATABASE_URL: url } });
      await schema.service.jobs.stop();
      await asAdmin(url, 'delete from jobs');
      await asAdmin(url, 'delete from secrets');
      await asAdmin(url, 'alter table images add constraint planted check (views < 0)');
      assert.equal((await copy(dataDir, url)).code, 1);
      await asAdmin(url, 'alter table images drop constraint planted');
      const { code, said } = await copy(dataDir, url);
      assert.equal(code, 0, said);
    } finally {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
