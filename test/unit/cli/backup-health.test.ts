import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startApp } from '../../support/start-app.ts';
import { rowsOf, run } from './backup-support.ts';
import { tempDir } from './support.ts';

const TOKEN = 'of-prometheus';
const HOUR_MS = 3_600_000;

describe('backups in the health and the metrics', () => {
  it('degrade the health when the last complete one is too old', async () => {
    await using directory = await tempDir();
    await using app = await startApp({ env: { IMGD_BACKUP_MAX_AGE_HOURS: '24', IMGD_METRICS_TOKEN: TOKEN } });
    const env = { IMGD_DATA_DIR: app.dataDir };
    assert.deepEqual(await backupCheck(app.url), ['degraded', 'There is no backup yet: run imgd backup.']);
    assert.equal(await lastGoodAt(app.url), undefined);

    assert.equal((await run(['backup', join(directory.path, 'target')], env)).code, 0);
    assert.deepEqual(await backupCheck(app.url), ['ok', undefined]);
    assert.ok(Math.abs(Date.parse(String(await lastGoodAt(app.url))) - Date.now()) < HOUR_MS);

    rowsOf(app.dataDir, `UPDATE backups SET finished_at = finished_at - ${25 * HOUR_MS}`);
    assert.deepEqual(await backupCheck(app.url), ['degraded', 'The last backup is 25 hours old.']);

    assert.equal((await run(['backup', join(directory.path, 'not/there')], env)).code, 1);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const metrics = await (await fetch(`${app.url}/metrics`, { headers })).text();
    assert.match(metrics, /^imgd_backup_failed 1$/m);
    const age = Number(/^imgd_backup_age_seconds (\S+)$/m.exec(metrics)?.[1]);
    assert.ok(age >= 25 * 3_600 && age < 26 * 3_600, String(age));
  });

  it('are no part of the health without a limit', async () => {
    await using app = await startApp();
    assert.deepEqual(await backupCheck(app.url), [undefined, undefined]);
  });
});

interface BackupCheck {
  status: string;
  detail?: string;
  last_good_at?: string;
}

async function checkOf(url: string): Promise<BackupCheck | undefined> {
  const { data } = (await (await fetch(`${url}/api/v1/health`)).json()) as {
    data: { checks: { backup?: BackupCheck } };
  };
  return data.checks.backup;
}

async function backupCheck(url: string): Promise<[status: string | undefined, detail: string | undefined]> {
  const check = await checkOf(url);
  return [check?.status, check?.detail];
}

const lastGoodAt = async (url: string) => (await checkOf(url))?.last_good_at;
