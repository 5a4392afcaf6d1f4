import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { upload, uploaded } from '../support/api.ts';
import { createFakeClock } from '../support/clock.ts';
import { bearer, smallPng } from '../support/requests.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const TOKEN = 'token-of-the-metrics';
const OPERATIONS = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const oneProcess = process.env.TEST_ENGINE === undefined;
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const MINUTE_MS = 60_000;

const clock = createFakeClock(Date.UTC(2026, 10, 22, 12));
let app: TestApp;

before(async () => {
  app = await startApp({ clock, env: { IMGD_METRICS_TOKEN: TOKEN } });
});
after(() => app[Symbol.asyncDispose]());

/** The metrics of one node. */
async function scrape(): Promise<string> {
  const answer = await fetch(`${app.nodeUrl}/metrics`, { headers: bearer(TOKEN) });
  assert.equal(answer.status, 200);
  return answer.text();
}

/** The value of a sample such as `imgd_jobs{state="dead"}`; undefined = there is none. */
function sampleOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

describe('GET /metrics', () => {
  it('says which program it is, and has the names of Node.js that every dashboard knows', async () => {
    const text = await scrape();
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    assert.match(
      text,
      new RegExp(`^imgd_build_info\\{version="${version}",commit="\\w+",node="${process.version}"\\} 1$`, 'm'),
    );
    assert.match(text, /^process_cpu_seconds_total \d/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds \d/m);
    assert.doesNotMatch(text, /imgd_(process|nodejs)_/);
  });

  it('has the health of every part, and the space of the file systems', async () => {
    const text = await scrape();
    for (const part of ['database', 'storage', 'decoder', 'jobs', 'limits']) {
      assert.equal(sampleOf(text, `imgd_health{part="${part}"}`), 1, text);
    }
    const free = sampleOf(text, 'imgd_disk_free_bytes{place="data"}') ?? 0;
    const total = sampleOf(text, 'imgd_disk_total_bytes{place="data"}') ?? 0;
    assert.ok(free > 0 && free <= total, `${free} of ${total}`);
    assert.equal(sampleOf(text, 'imgd_damaged_blobs'), 0);
  });

  it('counts statuses and bytes of answers by group of routes, those from memory too', async () => {
    const { size, links } = await uploaded(upload(app, await smallPng(1)));
    const read = async (path: string) => (await fetch(new URL(path, app.nodeUrl))).arrayBuffer();
    const path = new URL(links.direct).pathname;
    const earlier = await scrape();
    for (let time = 0; time < 4; time++) await read(path);
    await read('/i/aaaaaaaaaaaa.png');
    const count = (text: string, status: number) =>
      sampleOf(text, `imgd_responses_total{route_group="delivery",status="${status}"}`) ?? 0;
    const bytes = (text: string) => sampleOf(text, 'imgd_response_bytes_total{route_group="delivery"}') ?? 0;
    // An answer is counted when its connection has taken it.
    const later = await until(async () => {
      const text = await scrape();
      return count(text, 404) > count(earlier, 404) && text;
    });
    assert.equal(count(later, 200) - count(earlier, 200), 4);
    assert.ok(bytes(later) - bytes(earlier) > 4 * size, `${bytes(later) - bytes(earlier)} bytes`);
    assert.ok((sampleOf(later, 'imgd_cache_hits_total{cache="memory"}') ?? 0) >= 3);
    assert.equal(sampleOf(later, 'imgd_uploads_in_progress'), 0);
  });

  it('counts images and stored bytes, and jobs by kind and state with their age', async () => {
    await uploaded(upload(app, await smallPng(2)));
    clock.advance(MINUTE_MS);
    const figures = await until(async () => {
      const text = await scrape();
      return (sampleOf(text, 'imgd_images') ?? 0) >= 2 && text;
    });
    assert.ok((sampleOf(figures, 'imgd_stored_bytes') ?? 0) > 0);
    assert.equal(sampleOf(figures, 'imgd_jobs{kind="expire-images",state="dead"}'), 0);
    assert.match(figures, /^imgd_oldest_job_seconds\{kind="collect-garbage"\} \d/m);
    assert.equal(sampleOf(figures, 'imgd_purge_lag_seconds'), 0);
    assert.match(figures, /^imgd_decoders_replaced_total \d+$/m);
  });

  const skip = oneProcess && 'engine: PostgreSQL, S3 and Redis';
  it('has the connections to PostgreSQL, the requests to S3, and whether Redis answers', { skip }, async () => {
    await uploaded(upload({ ...app, url: app.nodeUrl }, await smallPng(3)));
    const text = await scrape();
    assert.match(text, /^imgd_database_connections\{state="active"\} \d+$/m);
    assert.match(text, /^imgd_database_connections\{state="idle"\} \d+$/m);
    assert.equal(sampleOf(text, 'imgd_database_waiting'), 0);
    assert.equal(sampleOf(text, 'imgd_redis_up'), 1);
    assert.match(text, /^imgd_store_request_duration_seconds_count\{operation="PutObject"\} [1-9]/m);
    assert.equal(sampleOf(text, 'imgd_store_errors_total{operation="PutObject"}'), 0);
  });

  it('is free of what promtool finds', { skip: !hasPromtool && 'promtool is not installed' }, async () => {
    const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], { input: await scrape() });
    assert.equal(`${stdout}${stderr}`, '');
    assert.equal(status, 0);
  });

  it('has the metrics of the table in docs/operations.md, and no others', async () => {
    const text = await scrape();
    const own = [...text.matchAll(/^# TYPE (imgd_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const documented = [...OPERATIONS.matchAll(/^\| `(imgd_\w+)(?:\{[^}]*\})?` \| (\w+) \|(.*)$/gm)];
    const elsewhere = oneProcess ? /only with (PostgreSQL|Redis|`IMGD_BACKUP)/i : /only with `IMGD_BACKUP/i;
    const expected = documented.filter(([line]) => !elsewhere.test(line)).map(([, name, type]) => `${name} ${type}`);
    assert.deepEqual(own.sort(), expected.sort());
  });
});
