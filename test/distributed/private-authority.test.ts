import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startServer as startPostgres } from '../../scripts/services/postgres.ts';
import { startServer as startRedis, type Tls } from '../../scripts/services/redis.ts';
import { upload } from '../faults/support/client.ts';
import { SEED } from '../faults/support/options.ts';
import { noisePng } from '../faults/support/pictures.ts';
import { createRandom } from '../faults/support/random.ts';
import { startService } from '../faults/support/service.ts';
import { makeAuthority, noOpenssl } from '../support/private-ca.ts';
import { noPostgres, noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { imgd, tempDir } from '../unit/cli/support.ts';

/** A validator and a collector of traces over HTTPS; `paths` are those that were asked. */
async function startHttps({ certificate, key }: Tls) {
  const paths = new Set<string>();
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    paths.add(request.url ?? '');
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/judge' ? '{"decision":"accept"}' : '{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    paths,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('a private authority', { skip: noPostgres || noRedis || noOpenssl }, () => {
  it('in IMGD_CA_FILE is trusted by every client: PostgreSQL, pg_dump, Redis, and HTTPS by both ways', async () => {
    await using dir = await tempDir();
    chmodSync(dir.path, 0o711);
    const tls = makeAuthority(dir.path);
    const [postgres, redis] = await Promise.all([
      startPostgres(dir.path, tls),
      startRedis(join(dir.path, 'redis'), { tls }),
    ]);
    await using stack = new AsyncDisposableStack();
    for (const { kill } of [postgres, redis]) stack.defer(kill);
    using https = await startHttps(tls);
    const dataDir = join(dir.path, 'data');
    mkdirSync(dataDir);
    const env = {
      IMGD_DATA_DIR: dataDir,
      IMGD_DATABASE_URL: `${postgres.url}?sslmode=verify-full`,
      IMGD_REDIS_URL: redis.url,
      IMGD_VALIDATOR_URL: `${https.url}/judge`,
      IMGD_VALIDATOR_ON_FAILURE: 'refuse',
      OTEL_EXPORTER_OTLP_ENDPOINT: https.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      IMGD_START_WAIT_SECONDS: '0',
    };

    const untrusted = await imgd(['config', '--check'], env);
    assert.equal(untrusted.code, 1);
    assert.match(
      untrusted.stderr,
      /^imgd: PostgreSQL at .* cannot be reached \(.*certificate.*\): IMGD_DATABASE_URL\.$/m,
    );
    assert.match(untrusted.stderr, /^imgd: Redis at .* cannot be used \(.*certificate.*\): IMGD_REDIS_URL\.$/m);

    const trusting = { ...env, IMGD_CA_FILE: tls.authority };
    await using service = await startService({ dataDir, env: trusting });
    assert.equal((await upload(service.url, { bytes: await noisePng(createRandom(SEED)) })).status, 200);
    await until(() => https.paths.has('/v1/traces'));
    assert.deepEqual([...https.paths].toSorted(), ['/judge', '/v1/traces']);
    const health = (await (await fetch(`${service.url}/api/v1/health`)).json()) as { data: { status: string } };
    assert.equal(health.data.status, 'ok');

    const target = join(dir.path, 'backup');
    const backup = await imgd(['backup', target], trusting);
    assert.equal(backup.code, 0, backup.stderr);
  });
});
