import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config.ts';

test('a stop during the start waits until the service has started, and both succeed', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { config } = loadConfig({
    IMGD_DATA_DIR: dataDir,
    IMGD_PORT: '0',
    IMGD_LOG_LEVEL: 'silent',
    IMGD_DECODER_PROCESSES: '1',
  });
  const service = await compose(config);
  const [listening, closed] = await Promise.allSettled([service.listen(), service.close(0, 'SIGTERM')]);
  assert.deepEqual([listening.status, closed.status], ['fulfilled', 'fulfilled'], String(Object.values(listening)));
});
