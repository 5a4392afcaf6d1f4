import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { migrate } from '../../../src/catalog/migrate.ts';
import { makeImage } from '../../contracts/catalog-support.ts';
import { upload, uploaded } from '../../support/api.ts';
import { bearer, smallPng, storageBeside } from '../../support/requests.ts';
import { startApp } from '../../support/start-app.ts';
import { imgd, tempDir } from './support.ts';

describe('imgd image', () => {
  it('finds images by id, SHA-256 and file, and takes them down with their duplicates', async () => {
    await using directory = await tempDir();
    const dataDir = join(directory.path, 'data');
    await using app = await startApp({ dataDir });
    const env = { IMGD_DATA_DIR: dataDir };
    const email = 'owner@example.com';
    const key = /imgd_\w+/.exec((await imgd(['account', 'create', email], env)).stdout)?.[0];
    const bytes = await smallPng(7);
    const anonymous = await uploaded(upload(app, bytes));
    const owned = await uploaded(upload(app, bytes, {}, bearer(key)));
    const other = await uploaded(upload(app, await smallPng(0x4040)));
    const file = join(directory.path, 'picture.png');
    await writeFile(file, bytes);

    const found = JSON.parse((await imgd(['image', 'show', anonymous.id, '--json'], env)).stdout);
    assert.deepEqual(found.map((one: { id: string }) => one.id).sort(), [anonymous.id, owned.id].sort());
    assert.deepEqual(found.map((one: { account: string | null }) => one.account).sort(), [null, email]);
    for (const what of [file, found[0].sha256, found[0].uploaded_sha256.toUpperCase()]) {
      const shown = await imgd(['image', 'show', what], env);
      assert.match(shown.stdout, new RegExp(anonymous.id), what);
      assert.match(shown.stdout, new RegExp(`${owned.id}.*${email}`), what);
      assert.doesNotMatch(shown.stdout, new RegExp(other.id), what);
    }

    assert.equal((await imgd(['image', 'takedown', file], env)).code, 2, 'it needs a reason');
    const taken = await imgd(['image', 'takedown', file, '--reason', 'a court order'], env);
    assert.match(taken.stdout, /^2 images taken down$/m, taken.stderr);
    for (const { id } of [anonymous, owned]) assert.equal((await fetch(`${app.url}/i/${id}.png`)).status, 404);
    assert.equal((await fetch(`${app.url}/i/${other.id}.png`)).status, 200);
    const again = await imgd(['image', 'show', file], env);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /There is no image with this id or content/);

    const storage = await storageBeside({ dataDir });
    const entries = await storage.db.selectFrom('audit').selectAll().where('action', '=', 'image.takedown').execute();
    const blocks = await storage.db.selectFrom('blocks').selectAll().execute();
    await storage.close();
    assert.deepEqual(entries.map(({ subject, actor_id }) => [subject, actor_id]).sort(), [
      ...[anonymous.id, owned.id].sort().map((id) => [id, null]),
    ]);
    assert.deepEqual(
      blocks.map(({ reason }) => reason),
      ['a court order'],
    );
    assert.match((await imgd(['image', 'show', 'nothing'], env)).stderr, /nothing is no image, no SHA-256 and no file/);
  });

  it('shows the state of an image: shown, expired, quarantined or in the trash', async () => {
    await using directory = await tempDir();
    const storage = await storageBeside({ dataDir: directory.path });
    await migrate(storage.db);
    const states = {
      shown: {},
      expired: { expires_at: 1 },
      quarantined: { quarantined_at: 1, quarantine_cause: 'administrator' },
      'in the trash': { trashed_at: 1, purge_at: Date.now() + 1 },
    } as const;
    const made = await Promise.all(
      Object.entries(states).map(async ([state, columns]) => [state, (await makeImage(storage.db, columns)).id]),
    );
    await storage.close();
    for (const [state, id = ''] of made) {
      const { stdout, stderr } = await imgd(['image', 'show', id, '--json'], { IMGD_DATA_DIR: directory.path });
      const found = (JSON.parse(stdout) as { id: string; state: string }[]).find((one) => one.id === id);
      assert.equal(found?.state, state, stderr);
    }
  });
});
