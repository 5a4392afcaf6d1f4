import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient } from '../../packages/client/src/client.ts';
import { isBlobKey } from '../../src/blobs/port.ts';
import { smallPng } from '../support/requests.ts';
import { startApp } from '../support/start-app.ts';
import { imgd, tempDir } from '../unit/cli/support.ts';

const ONE_NODE = { skip: process.env.TEST_ENGINE !== undefined || process.env.TEST_BLOBS !== undefined };

async function keysIn(directory: string): Promise<string[]> {
  return (await readdir(directory, { recursive: true })).filter(isBlobKey).sort();
}

describe('imgd blobs copy --to', ONE_NODE, () => {
  it('copies to a directory beside a running service, and a second run copies the new blobs', async () => {
    await using dir = await tempDir();
    await using target = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    await using app = await startApp({ dataDir: dir.path });
    const upload = async (shade: number) =>
      createClient({ baseUrl: app.url }).upload(new Blob([new Uint8Array(await smallPng(shade))]));
    const to = join(target.path, 'blobs');
    await upload(1);
    const first = await imgd(['blobs', 'copy', '--to', to], env);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^2 copied, 0 already present, 0 removed, 0 failed$/m);
    assert.deepEqual(await keysIn(to), await keysIn(join(dir.path, 'blobs')));
    const { links } = await upload(2);
    const second = await imgd(['blobs', 'copy', '--to', to, '--verify', '--rate', '100'], env);
    assert.match(second.stdout, /^2 copied, 2 already present, 0 removed, 0 failed$/m);
    assert.equal((await keysIn(to)).length, 4);
    assert.equal((await fetch(links.direct)).status, 200);
  });

  it('reports wrong usage in one line', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    assert.equal((await imgd(['migrate'], env)).code, 0);
    for (const [args, more, code, line] of [
      [['--to', 'disk'], {}, 1, /The blobs are in \S+ \(IMGD_DATA_DIR\) already/],
      [['--to', 'ftp://host/x'], {}, 2, /must be disk, s3, s3:\/\/bucket\/prefix or the path of a directory/],
      [['--to', 's3'], {}, 1, /IMGD_S3_BUCKET/],
      [[], {}, 1, /Give the target with --to, or set IMGD_BLOBS_FALLBACK/],
      [['--to', dir.path], { IMGD_BLOBS_FALLBACK: 's3://bucket/x' }, 1, /a move is in progress|IMGD_S3/],
    ] as const) {
      const result = await imgd(['blobs', 'copy', ...args], { ...env, ...more });
      assert.equal(result.code, code, result.stderr);
      assert.match(result.stderr, line);
    }
  });
});
