import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/services/free-port.ts';
import * as haproxy from '../../scripts/services/haproxy.ts';
import * as nginx from '../../scripts/services/nginx.ts';
import type { Service as Balancer } from '../../scripts/services/service.ts';
import { makeCluster } from '../support/nodes.ts';
import { missing, noPostgres, noRedis } from '../support/services.ts';
import { createJournal, uploadAndRecord } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const UPLOADS = times(3_000, 100);
const UPLOADERS = 4;
const STOP_DELAY_SECONDS = 5;
/** After the delay, a node that has nothing left to do. */
const STOP_MS = 5_000;

/**
 * nginx does not ask nodes whether they are ready, and connects to one until its listener closes: the kernel resets a
 * connection that comes at that very instant. HAProxy asks, and sends nothing more.
 */
const LOST_AT_ONE_RESTART: Record<string, number> = { nginx: 1, HAProxy: 0 };

const PROXIES: Record<string, { missing: string | false; start(dir: string, nodes: string[]): Promise<Balancer> }> = {
  nginx: { missing: missing('nginx', { ...nginx, start: (dir) => nginx.start(dir, '') }), start: nginx.start },
  HAProxy: {
    missing: missing('HAProxy', { ...haproxy, start: (dir) => haproxy.start(dir, []) }),
    start: haproxy.start,
  },
};

for (const [name, proxy] of Object.entries(PROXIES)) {
  test(`nodes that restart in turn behind ${name} go on with uploads`, {
    skip: noPostgres || noRedis || proxy.missing,
  }, async (t) => {
    const random = createRandom(SEED);
    await using directory = await makeTempDir();
    await using cluster = await makeCluster();
    const env = { ...cluster.env, IMGD_STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS), IMGD_DECODER_PROCESSES: '1' };
    const places = await Promise.all(
      [0, 1].map(async () => ({ dataDir: await cluster.newDataDir(), port: String(await freePort()) })),
    );
    const startNode = ({ dataDir, port }: (typeof places)[number]) =>
      startService({ dataDir, env: { ...env, IMGD_PORT: port } });
    const nodes: Service[] = await Promise.all(places.map(startNode));
    await using _nodes = {
      [Symbol.asyncDispose]: async () => void (await Promise.all(nodes.map((node) => node.kill('SIGKILL')))),
    };
    const front = await proxy.start(
      directory.path,
      nodes.map(({ url }) => url),
    );
    await using _front = { [Symbol.asyncDispose]: () => front.stop() };

    const journal = createJournal();
    const failures: string[] = [];
    let restarts = 0;
    let isOver = false;
    const uploading = async () => {
      while (!isOver) {
        const answer = await uploadAndRecord(journal, front.url, { bytes: await noisePng(random) }).catch(String);
        if (typeof answer === 'string') failures.push(answer);
        else if (answer.status !== 200) failures.push(`${answer.status} ${answer.bytes.subarray(0, 200)}`);
      }
    };
    const stops: number[] = [];
    const restarting = async () => {
      while (restarts < nodes.length || journal.counts.uploads < UPLOADS) {
        const nth = restarts % nodes.length;
        const begun = performance.now();
        await (nodes[nth] as Service).kill('SIGTERM');
        stops.push(performance.now() - begun - STOP_DELAY_SECONDS * 1_000);
        nodes[nth] = await startNode(places[nth] as (typeof places)[number]);
        restarts++;
        // The balancer takes the node back before the next one stops.
        await sleep(3_000);
      }
      isOver = true;
    };
    await Promise.all([restarting(), ...Array.from({ length: UPLOADERS }, uploading)]);

    const { uploads } = journal.counts;
    record(
      t,
      `a rolling restart of two nodes behind ${name}`,
      LOST_AT_ONE_RESTART[name] === 0 ? '0 failed uploads' : 'at most one failed upload for each restart',
      `${restarts} restarts during ${uploads} uploads: ${failures.length} failed; a node ends ${ms(quantile(stops, 1))} after the delay`,
    );
    assert.ok(failures.length <= restarts * (LOST_AT_ONE_RESTART[name] ?? 0), failures.join('\n'));
    assert.deepEqual(await verify(journal, front.url), []);
    assert.ok(quantile(stops, 1) < STOP_MS, stops.map(ms).join(', '));
  });
}
