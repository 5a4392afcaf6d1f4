import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { receiveFile } from '../../../../src/actions/upload/receive-file.ts';
import { INPUT_FORMATS } from '../../../../src/core/formats.ts';
import { DEFAULT_PLANS } from '../../../../src/core/plans.ts';
import { IMAGES } from '../../../fixtures/images.ts';

test('the memory of written chunks is freed, except that of chunks that share their buffer', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-receive-'));
  try {
    const head = await (IMAGES[0] as (typeof IMAGES)[number]).bytes();
    const own = Buffer.from(new Uint8Array(600_000).fill(7).buffer);
    const shared = Buffer.from(new Uint8Array(1_000).fill(9).buffer);
    const expected = Buffer.concat([head, own, shared.subarray(0, 400)]);
    async function* source() {
      yield Buffer.concat([head]);
      yield own;
      yield shared.subarray(0, 400);
    }
    const freeSpace = { take: async () => () => {} };
    const rules = { plan: DEFAULT_PLANS.enterprise, formats: INPUT_FORMATS, freeSpace };
    const received = await receiveFile(source(), join(directory, 'upload'), rules);
    assert.equal(received.sizeBytes, expected.length);
    assert.ok((await readFile(received.path)).equals(expected), 'all bytes are on the disk');
    assert.equal(own.length, 0, 'freed');
    assert.ok(shared.every((byte) => byte === 9) && shared.length === 1_000, 'not freed');
  } finally {
    await rm(directory, { recursive: true });
  }
});
