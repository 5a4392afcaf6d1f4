import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { codeBlocks } from './support/markdown.ts';
import { startApp } from './support/start-app.ts';

const run = promisify(execFile);
const IMGD = fileURLToPath(new URL('../bin/imgd.js', import.meta.url));
const OPERATIONS = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');

test('the commands of docs/operations.md, run while the service runs, bring the same images back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-backup-test-'));
  const [dataDir, target] = [join(directory, 'data'), join(directory, 'backup')];
  const commands = codeBlocks(OPERATIONS, 'sh').flatMap((code) => code.split('\n'));
  const runDocumented = async (wanted: RegExp, env: NodeJS.ProcessEnv) => {
    const line = commands.find((command) => wanted.test(command)) ?? assert.fail(`no command ${wanted}`);
    const command = line.replace(/^imgd /, '"$NODE" "$IMGD" ').replaceAll('/mnt/backup/imgd', target);
    return run('sh', ['-c', command], { env: { PATH: process.env.PATH, NODE: process.execPath, IMGD, ...env } });
  };
  try {
    const kept: string[] = [];
    {
      await using app = await startApp({ dataDir });
      for (const background of ['#a52', '#2a5']) kept.push(await upload(app.url, background));
      await runDocumented(/^imgd backup \/mnt/, { IMGD_DATA_DIR: dataDir });
      await upload(app.url, '#52a');
      await runDocumented(/^imgd backup --check/, { IMGD_DATA_DIR: dataDir });
    }
    const restoredDir = join(directory, 'restored');
    await runDocumented(/^imgd restore/, { IMGD_DATA_DIR: restoredDir });
    await using restored = await startApp({ dataDir: restoredDir });
    for (const path of kept) {
      const response = await fetch(restored.url + path);
      assert.equal(response.status, 200);
      assert.equal((await response.bytes()).length, Number(response.headers.get('content-length')));
    }
    assert.equal((await restored.blobFiles()).length, 2 * kept.length, 'nothing newer came back');
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
