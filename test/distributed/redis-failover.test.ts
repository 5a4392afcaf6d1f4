import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startCluster, startSentinels } from '../../scripts/services/redis-groups.ts';
import { trustAuthorities } from '../../src/lib/authorities.ts';
import { openRedisLimits } from '../../src/limits/redis-limits.ts';
import { windowsFrom } from '../../src/limits/windows.ts';
import { request } from '../faults/support/client.ts';
import { SEED } from '../faults/support/options.ts';
import { noisePng } from '../faults/support/pictures.ts';
import { createRandom, type Random } from '../faults/support/random.ts';
import { ms, record } from '../faults/support/report.ts';
import { type Service, startService } from '../faults/support/service.ts';
import { makeAuthority, noOpenssl } from '../support/private-ca.ts';
import { noRedis } from '../support/services.ts';
import { until } from '../support/until.ts';
import { tempDir } from '../unit/cli/support.ts';

const skip = noRedis || noOpenssl;
const LIMIT = 3;
const CALLERS = 24;
const UPLOADERS = 4;
/** The time-out of Redis is two seconds; the rest allows for a busy machine. */
const REQUEST_MS = 10_000;
const PASSWORD = 'a secret: %/@';
const PLANS = JSON.stringify({ anonymous: { requestsPerHour: LIMIT } });

/** What a start says of a Redis that it cannot use. */
async function refusalOf(url: string): Promise<string> {
  const figures = windowsFrom('{}');
  const opened = openRedisLimits({ url, prefix: 'imgd', figures, onChange: () => {} });
  return opened.then(
    async (limits) => {
      await limits.close();
      return 'used';
    },
    (error: Error) => error.message,
  );
}

/** Starts two services that share nothing but Redis. */
async function startTwo(dir: string, url: string, caFile: string) {
  const env = { IMGD_REDIS_URL: url, IMGD_CA_FILE: caFile, IMGD_PLANS: PLANS, IMGD_TRUST_PROXY: '127.0.0.1' };
  const more = { IMGD_DECODER_PROCESSES: '1', IMGD_LOG_LEVEL: 'info' };
  const start = (name: string) => startService({ dataDir: `${dir}/${name}`, env: { ...env, ...more } });
  return Promise.all([start('one'), start('two')]);
}

async function limitsAreShared({ url }: Service): Promise<boolean> {
  const { bytes } = await request(`${url}/api/v1/health`);
  return JSON.parse(bytes.toString()).data.checks.limits.status === 'ok';
}

/** Twice the limit of requests by each of many callers, over both services. @returns the number within the limit */
async function admitted(nodes: readonly Service[], network: number): Promise<number> {
  const requests = Array.from({ length: CALLERS * LIMIT * 2 }, async (_, i) => {
    const headers = { 'x-forwarded-for': `198.18.${network}.${i % CALLERS}` };
    const url = nodes[Math.floor(i / CALLERS) % nodes.length]?.url;
    return (await request(`${url}/api/v1/image/AAAAAAAAAAAA`, { headers })).status;
  });
  const statuses = await Promise.all(requests);
  return statuses.filter((status) => status !== 429).length;
}

/** Uploads without an end, each by another caller. */
function startLoad(nodes: readonly Service[], random: Random) {
  const seen = { uploads: 0, failed: [] as string[], longestMs: 0 };
  let stopped = false;
  const uploading = async () => {
    while (!stopped) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await noisePng(random))], { type: 'image/png' }), 'a.png');
      const headers = { 'x-forwarded-for': `10.${random.below(256)}.${random.below(256)}.${random.below(256)}` };
      const url = `${random.pick(nodes).url}/api/v1/upload`;
      const answer = await request(url, { method: 'POST', headers, body: form });
      seen.longestMs = Math.max(seen.longestMs, answer.ms);
      if (answer.status === 200) seen.uploads++;
      else seen.failed.push(`${answer.status} ${answer.bytes}`);
    }
  };
  const ended = Promise.all(Array.from({ length: UPLOADERS }, uploading));
  const stop = async () => {
    stopped = true;
    await ended;
    return seen;
  };
  return { seen, stop };
}

describe('Redis that fails over', { skip }, () => {
  for (const [name, start, primaries] of [
    ['Sentinel', startSentinels, 1],
    ['Cluster', startCluster, 3],
  ] as const) {
    it(`${name} over TLS: a primary is killed under load, uploads and limits go on`, async (t) => {
      const random = createRandom(SEED);
      await using dir = await tempDir();
      const tls = makeAuthority(dir.path);
      const begun = performance.now();
      await using group = await start(dir.path, { tls, password: PASSWORD });
      t.diagnostic(`${name} started in ${ms(performance.now() - begun)}`);
      assert.match(await refusalOf(group.url), /^Redis at .* cannot be used \(.*certificate.*\): IMGD_REDIS_URL\.$/);
      trustAuthorities(tls.authority);
      assert.equal(await refusalOf(group.url), 'used');
      assert.match(await refusalOf(group.url.replace('a%20secret', 'a%20guess')), /cannot be used \(.*WRONGPASS/);
      if (name === 'Sentinel') {
        const unknown = /the sentinels know no primary "theirmaster"/;
        assert.match(await refusalOf(group.url.replace('mymaster', 'theirmaster')), unknown);
      }

      const nodes = await startTwo(dir.path, group.url, tls.authority);
      await using one = nodes[0];
      await using two = nodes[1];
      for (const node of nodes) assert.ok(await limitsAreShared(node), node.log());
      assert.equal((await group.primaries()).length, primaries);
      assert.equal(await admitted(nodes, 1), CALLERS * LIMIT, 'keys of all slots');

      const load = startLoad([one, two], random);
      await until(() => load.seen.uploads >= 6);
      const [killed] = (await group.primaries()) as [(typeof group.servers)[number]];
      await killed.kill();
      const killedAt = performance.now();
      await until(async () => !(await limitsAreShared(one)));
      await until(async () => (await Promise.all(nodes.map(limitsAreShared))).every(Boolean));
      const disturbedMs = performance.now() - killedAt;
      assert.ok(!(await group.primaries()).includes(killed), 'a replica has become the primary');
      const { uploads } = load.seen;
      await until(() => load.seen.uploads >= uploads + 6);
      const seen = await load.stop();
      assert.deepEqual(seen.failed, []);
      assert.ok(seen.longestMs < REQUEST_MS, `a request took ${ms(seen.longestMs)}`);
      assert.equal(await admitted(nodes, 2), CALLERS * LIMIT, 'both services count together again');
      record(
        t,
        `Redis ${name} over TLS: a primary killed under load`,
        '0 uploads fail',
        `${seen.uploads} uploads, 0 failed, longest ${ms(seen.longestMs)}; counted together again after ${ms(disturbedMs)}`,
      );
    });
  }
});
