import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cephMissing, openTestS3, type TestS3 } from '../support/ceph.ts';
import { type Failure, type FailureOptions, s3Error, startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { examine } from './support/doctor.ts';
import { createJournal, type Journal, removeAndNote, uploadAndNote } from './support/journal.ts';
import { SEED, times } from './support/options.ts';
import { noisePng } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { ms, quantile, record } from './support/report.ts';
import { startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';
import { verify } from './support/verify.ts';

const ROUNDS = times(10, 1);
const OSD_KILLS = times(10, 1);
const FAILURE_MS = 700;
const RECOVERY_MS = 5_000;
/** An upload that fails has waited for its puts and for taking them back; and what a busy machine adds. */
const REQUEST_MS = 20_000;
const IMAGES_KEPT = 40;

const FAILURES: Record<string, [Failure, FailureOptions]> = {
  '500': [{ kind: 'answer', status: 500, body: s3Error('InternalError') }, {}],
  '503 SlowDown': [{ kind: 'answer', status: 503, body: s3Error('SlowDown') }, {}],
  'reset connections': [{ kind: 'reset' }, {}],
  silence: [{ kind: 'hang' }, {}],
  'lost acknowledgements of puts': [{ kind: 'lose-answer' }, { matching: /^PUT / }],
  'lost acknowledgements of deletes': [{ kind: 'lose-answer' }, { matching: /^DELETE / }],
};

let opening: Promise<TestS3> | undefined;
const opened = () => {
  opening ??= openTestS3();
  return opening;
};
after(async () => (await opening)?.[Symbol.asyncDispose]());

/** A way to Ceph that can be broken, and settings that lead through it. What is read comes from Ceph, never from a copy. */
async function breakableWay(s3: TestS3, prefix: string) {
  const proxy = await startTcpProxy(Number(new URL(s3.location().endpoint ?? '').port));
  const env = {
    ...s3.env,
    IMGD_BLOBS: 's3',
    IMGD_S3_PREFIX: prefix,
    IMGD_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
    IMGD_S3_ATTEMPT_TIMEOUT_MS: '1000',
    IMGD_S3_TIMEOUT_MS: '3000',
    IMGD_BLOB_CACHE_BYTES: '0',
    IMGD_MEMORY_CACHE_BYTES: '0',
    IMGD_DECODER_PROCESSES: '1',
  };
  return { proxy, env };
}

test('an S3 store that fails, loses answers or is killed under load: nothing acknowledged is lost or comes back', {
  skip: cephMissing(),
}, async (t) => {
  const random = createRandom(SEED);
  const s3 = await opened();
  const { proxy, env } = await breakableWay(s3, 'faults/');
  await using _proxy = proxy;
  await using directory = await makeTempDir();
  const journal = createJournal();
  const recoveries: number[] = [];
  await using service = await startService({ dataDir: directory.path, env });
  await using load = startLoad(journal, service.url, random);
  const acknowledges = async (count: number) => {
    const enough = journal.counts.uploads + count;
    await until(() => journal.counts.uploads >= enough);
  };
  const recover = async () => {
    const begun = performance.now();
    await until(
      async () => (await uploadAndNote(journal, service.url, { bytes: await noisePng(random) })).status === 200,
    );
    recoveries.push(performance.now() - begun);
  };

  for (let round = 0; round < ROUNDS; round++) {
    for (const [failure, options] of Object.values(FAILURES)) {
      await acknowledges(4);
      proxy.set(failure, options);
      await sleep(FAILURE_MS * (0.5 + random.next()));
      proxy.clear();
      await recover();
    }
  }
  const hits = proxy.hits();
  for (let kills = 0; kills < OSD_KILLS && s3.ceph !== undefined; kills++) {
    await acknowledges(4);
    await s3.ceph.kill('osd');
    await sleep(random.below(FAILURE_MS));
    s3.ceph.restart('osd');
    // From the moment on where Ceph itself works again.
    await until(() => works(s3));
    await recover();
  }
  await acknowledges(4);
  await load[Symbol.asyncDispose]();

  assert.deepEqual(load.unexpected, []);
  assert.deepEqual(await verify(journal, service.url), [], `of the run with seed ${SEED}`);
  assert.ok(load.longestMs < REQUEST_MS, `a request took ${ms(load.longestMs)}`);
  assert.ok(hits > Object.keys(FAILURES).length && journal.counts.deletes > 0, 'too little load');
  // The next start sweeps what failed uploads have left.
  await service.kill('SIGTERM');
  await startService({ dataDir: directory.path, env }).then((next) => next.kill('SIGTERM'));
  assert.deepEqual(await examine(directory.path, env), []);

  const { uploads, deletes } = journal.counts;
  record(
    t,
    'S3 store that answers 500 and 503, resets, hangs, loses acknowledgements; its OSD killed',
    '0 acknowledged uploads lost, 0 deletes back, 0 strays left',
    `${ROUNDS * Object.keys(FAILURES).length} faults that met ${hits} requests, ${OSD_KILLS} kills; ${uploads} uploads and ${deletes} deletes acknowledged, ${load.refused} answered 503; 0 broken`,
  );
  const most = quantile(recoveries, 1);
  record(t, 'uploads are accepted again', '< 5 s', `p50 ${ms(quantile(recoveries, 0.5))}, max ${ms(most)}`);
  record(t, 'longest request meanwhile', `< ${ms(REQUEST_MS)}`, ms(load.longestMs));
  assert.ok(most < RECOVERY_MS, `${ms(most)} to recover`);
});

test('control: a store that acknowledges what it does not keep is found out', { skip: cephMissing() }, async () => {
  const random = createRandom(SEED);
  const { proxy, env } = await breakableWay(await opened(), 'liar/');
  await using _proxy = proxy;
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env });
  const journal = createJournal();
  await uploadAndNote(journal, service.url, { bytes: await noisePng(random) });
  assert.deepEqual(await verify(journal, service.url), []);
  proxy.set({ kind: 'answer', status: 200, body: '' }, { matching: /^PUT / });
  const { status } = await uploadAndNote(journal, service.url, { bytes: await noisePng(random) });
  assert.equal(status, 200);
  assert.match((await verify(journal, service.url)).join('\n'), /was acknowledged and is answered 5\d\d/);
});

/** Whether all of Ceph works: its parts come back one after the other, and each key lies in one of them. */
async function works(s3: TestS3): Promise<boolean> {
  const plants = Array.from({ length: 16 }, () => s3.plant(`itself/${randomUUID()}`, Buffer.from('x')));
  return (await Promise.allSettled(plants)).every(({ status }) => status === 'fulfilled');
}

/** Four clients that upload and two that delete, until it is disposed of. */
function startLoad(journal: Journal, url: string, random: Random) {
  let stopped = false;
  const seen = { longestMs: 0, refused: 0, unexpected: [] as string[] };
  const client = async (work: () => Promise<{ status: number; ms: number; bytes: Buffer } | undefined>) => {
    while (!stopped) {
      const answer = await work();
      if (answer === undefined || answer.status === 503) await sleep(50);
      if (answer === undefined) continue;
      seen.longestMs = Math.max(seen.longestMs, answer.ms);
      if (answer.status === 503) seen.refused++;
      else if (answer.status !== 200 && answer.status !== 404) seen.unexpected.push(`${answer.status} ${answer.bytes}`);
    }
  };
  const uploading = async () => uploadAndNote(journal, url, { bytes: await noisePng(random) });
  const deleting = async () => {
    const [oldest] = journal.live.values();
    if (oldest === undefined || (journal.live.size < IMAGES_KEPT && random.below(4) > 0)) return undefined;
    return removeAndNote(journal, url, oldest);
  };
  const clients = [uploading, uploading, uploading, uploading, deleting, deleting].map(client);
  return Object.assign(seen, {
    async [Symbol.asyncDispose]() {
      stopped = true;
      await Promise.all(clients);
    },
  });
}
