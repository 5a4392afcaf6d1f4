import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareOfService } from '../../../src/compose/processes/share-of-service.ts';
import { loadConfig } from '../../../src/config.ts';

const SETTINGS = {
  IMGD_PROCESSES: '3',
  IMGD_DECODER_PROCESSES: '8',
  IMGD_DECODER_QUEUE: '64',
  IMGD_UPLOADS_AT_ONCE: '2',
  IMGD_MEMORY_CACHE_BYTES: '1000',
  IMGD_ANSWER_CACHE_BYTES: '2000000',
  IMGD_BLOB_CACHE_BYTES: '3001',
  IMGD_BLOB_CACHE_DIR: '/var/cache/imgd',
  IMGD_MAX_CONNECTIONS: '100',
};

const sharesOf = (settings: Record<string, string>) =>
  [0, 1, 2].map((number) => shareOfService(loadConfig(settings).config, number));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the share of a process', () => {
  it('adds up to the bounds of the service, with at least one decoder and one upload each', () => {
    const shares = sharesOf(SETTINGS);
    assert.deepEqual(
      shares.map(({ imaging }) => imaging.processes),
      [3, 3, 2],
    );
    assert.equal(sum(shares.map(({ imaging }) => imaging.maxWaiting)), 64);
    assert.deepEqual(
      shares.map(({ imaging }) => imaging.uploadsAtOnce),
      [1, 1, 1],
    );
    assert.equal(sum(shares.map(({ storage }) => storage.memoryCacheBytes)), 1_000);
    assert.equal(sum(shares.map(({ http }) => http.answerCacheBytes)), 2_000_000);
    assert.equal(sum(shares.map(({ storage }) => storage.blobCacheBytes)), 3_001);
    assert.equal(sum(shares.map(({ http }) => http.maxConnections)), 100);
  });

  it('leaves unlimited what is unlimited, and off what is off', () => {
    const off = { IMGD_MAX_CONNECTIONS: '0', IMGD_UPLOADS_AT_ONCE: '0', IMGD_MEMORY_CACHE_BYTES: '0' };
    for (const { http, imaging, storage } of sharesOf({ ...SETTINGS, ...off })) {
      assert.deepEqual([http.maxConnections, imaging.uploadsAtOnce, storage.memoryCacheBytes], [0, 0, 0]);
    }
  });

  it('gives each process a directory of its own for copies of blobs', () => {
    const directories = sharesOf(SETTINGS).map(({ storage }) => storage.blobCacheDir);
    assert.deepEqual(directories, ['/var/cache/imgd', '/var/cache/imgd/worker-1', '/var/cache/imgd/worker-2']);
  });

  it('is the whole where one process serves', () => {
    const { config } = loadConfig(SETTINGS);
    assert.equal(shareOfService(config, undefined), config);
  });
});
