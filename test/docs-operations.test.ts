import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { codeBlocks } from './support/markdown.ts';
import { startApp } from './support/start-app.ts';

const run = promisify(execFile);
const OPERATIONS = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');

test('the backup of docs/operations.md, made while the service runs, serves the same images', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-backup-test-'));
  const backup = join(directory, 'backup');
  await mkdir(backup);
  try {
    const kept: string[] = [];
    {
      await using app = await startApp({ dataDir: join(directory, 'data') });
      for (const background of ['#a52', '#2a5']) kept.push(await upload(app.url, background));
      const block = codeBlocks(OPERATIONS, 'sh').find((code) => code.includes('VACUUM')) ?? '';
      const [database = '', blobs = ''] = block.trim().split('\n');
      await run('sh', ['-c', database.replace('node', process.execPath)], { cwd: directory });
      // This upload is not in the copied database. Its copied blobs must do no harm.
      await upload(app.url, '#52a');
      assert.equal(blobs, 'rsync -a data/blobs/ backup/blobs/');
      await cp(join(directory, 'data/blobs'), join(backup, 'blobs'), { recursive: true });
    }
    await using restored = await startApp({ dataDir: backup });
    for (const path of kept) {
      const response = await fetch(restored.url + path);
      assert.equal(response.status, 200);
      assert.equal((await response.bytes()).length, Number(response.headers.get('content-length')));
    }
    assert.equal((await restored.blobFiles()).length, 2 * kept.length, 'the orphans are collected');
  } finally {
    await rm(directory, { recursive: true });
  }
});

/** @returns the path of the direct link */
async function upload(url: string, background: string): Promise<string> {
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background } }).png();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture.toBuffer())]), 'plain.png');
  const response = await fetch(`${url}/api/v1/upload`, { method: 'POST', body: form });
  const { data } = (await response.json()) as { data: { links: { direct: string } } };
  return new URL(data.links.direct).pathname;
}
