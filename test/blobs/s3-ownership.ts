import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../packages/client/src/client.ts';
import { newBlobKey } from '../../src/blobs/port.ts';
import type { TestS3 } from '../support/ceph.ts';
import { smallPng } from '../support/requests.ts';
import { startApp } from '../support/start-app.ts';
import { tempDir } from '../unit/cli/support.ts';

/** Which catalog the objects of a bucket belong to. */
export function s3Ownership(
  opened: () => Promise<TestS3>,
  settings: () => Promise<Record<string, string>>,
  options: { skip: string | false },
): void {
  describe('ownership of blobs in S3', options, () => {
    it('a new catalog on a used prefix refuses to serve, and removes nothing', async () => {
      const [s3, env] = [await opened(), await settings()];
      await using dir = await tempDir();
      let link = '';
      {
        await using app = await startApp({ dataDir: dir.path, env });
        const bytes = new Uint8Array(await smallPng());
        const { links } = await createClient({ baseUrl: app.url }).upload(new Blob([bytes]));
        link = new URL(links.direct).pathname;
      }
      const before = await s3.keys(`${env.IMGD_S3_PREFIX}/`);
      assert.equal(before.length, 3, 'an original, a thumbnail and the owner token');
      await assert.rejects(
        startApp({ env }),
        /The blobs in s3:\S+ \(IMGD_S3_BUCKET, IMGD_S3_PREFIX\) belong to another/,
      );
      assert.deepEqual(await s3.keys(`${env.IMGD_S3_PREFIX}/`), before);
      await using app = await startApp({ dataDir: dir.path, env });
      assert.equal((await fetch(app.url + link)).status, 200);
    });

    it('orphans of a killed process are collected at the next start, and other objects stay', async () => {
      const [s3, env] = [await opened(), await settings()];
      await using dir = await tempDir();
      await startApp({ dataDir: dir.path, env }).then((app) => app[Symbol.asyncDispose]());
      for (const key of [newBlobKey(Date.now()), 'logs/2026', 'readme.txt']) {
        await s3.plant(`${env.IMGD_S3_PREFIX}/${key}`, Buffer.from('x'));
      }
      await using app = await startApp({ dataDir: dir.path, env });
      assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
      assert.deepEqual((await s3.keys(`${env.IMGD_S3_PREFIX}/`)).sort(), ['imgd-mark', 'logs/2026', 'readme.txt']);
    });
  });
}
