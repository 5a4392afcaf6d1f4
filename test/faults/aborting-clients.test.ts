import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, dataOf, request, upload } from './support/client.ts';
import { checkStore } from './support/doctor.ts';
import { multipart } from './support/multipart.ts';
import { SEED, times } from './support/options.ts';
import { photoJpeg } from './support/pictures.ts';
import { createRandom, type Random } from './support/random.ts';
import { record } from './support/report.ts';
import { descriptorsOf, type Service, startService } from './support/service.ts';
import { makeTempDir } from './support/temp-dir.ts';

const ABORTS = times(3_000, 200);
const AT_ONCE = 32;
/** A few connections may still be closing. */
const DESCRIPTOR_SLACK = 3;

test('clients that abort uploads and downloads leave nothing', async (t) => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path, env: { IMGD_DECODER_PROCESSES: '2' } });
  const photo = await photoJpeg(random, 4_000, 3_000);
  const { links, size } = dataOf(await upload(service.url, { bytes: photo, type: 'image/jpeg' }));
  const path = new URL(links.direct).pathname;
  await aborts(service, random, photo, path, AT_ONCE * 2);
  const before = await settled(service);
  await aborts(service, random, photo, path, ABORTS);
  const after = await settled(service);
  assert.ok(service.running(), service.log());
  assert.ok(
    after.descriptors <= before.descriptors + DESCRIPTOR_SLACK,
    `${before.descriptors} -> ${after.descriptors}`,
  );
  assert.deepEqual(after.temporaryFiles, []);
  assert.deepEqual(await checkStore(directory.path), []);
  const whole = await request(service.url + path);
  assert.equal(whole.bytes.length, size);
  assert.equal(codeOf(await upload(service.url, { bytes: photo, type: 'image/jpeg' })), undefined);
  record(
    t,
    'clients that abort uploads and downloads leave nothing',
    `${AT_ONCE} at a time, thousands of times: 0 restarts, 0 temp files, descriptors flat`,
    `${ABORTS} aborts; 0 restarts, 0 temp files, descriptors ${before.descriptors} before, ${after.descriptors} after`,
  );
});

test('control: an open upload shows in the descriptors and the temporary files', async () => {
  const random = createRandom(SEED);
  await using directory = await makeTempDir();
  await using service = await startService({ dataDir: directory.path });
  const photo = await photoJpeg(random, 1_000, 800);
  const before = await settled(service);
  const body = multipart([{ name: 'file', filename: 'a.jpg', type: 'image/jpeg', bytes: photo }]);
  const sockets = await Promise.all(Array.from({ length: DESCRIPTOR_SLACK + 1 }, () => open(service)));
  for (const socket of sockets) socket.write(Buffer.concat([headOf(body), body.bytes.subarray(0, 50_000)]));
  await sleep(500);
  assert.ok((await descriptorsOf(service.pid)) > before.descriptors + DESCRIPTOR_SLACK);
  assert.notDeepEqual(await service.temporaryFiles(), []);
  for (const socket of sockets) socket.destroy();
});

async function aborts(service: Service, random: Random, photo: Buffer, path: string, count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0)
      await (random.below(2) === 0 ? cutUpload(service, random, photo) : cutDownload(service, random, path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

/** Sends a part of an upload, waits briefly, and disconnects with a reset or an orderly close. */
async function cutUpload(service: Service, random: Random, photo: Buffer): Promise<void> {
  const body = multipart([{ name: 'file', filename: 'a.jpg', type: 'image/jpeg', bytes: photo }]);
  const whole = Buffer.concat([headOf(body), body.bytes]);
  const socket = await open(service);
  // Sometimes the complete body: then the client disconnects during the decoding.
  socket.write(whole.subarray(0, random.below(4) === 0 ? whole.length : random.below(whole.length)));
  await sleep(random.below(60));
  await leave(socket, random);
}

async function cutDownload(service: Service, random: Random, path: string): Promise<void> {
  const socket = await open(service);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  if (random.below(2) === 0) await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  else await sleep(random.below(10));
  await leave(socket, random);
}

function leave(socket: Socket, random: Random): Promise<void> {
  return new Promise((resolve) => {
    // The service may already have closed the connection.
    if (socket.closed) resolve();
    socket.once('close', () => resolve());
    if (random.below(2) === 0) socket.resetAndDestroy();
    else socket.destroy();
  });
}

function open(service: Service): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => resolve(socket));
    socket.on('error', (error) => reject(new Error(`lost the service: ${service.log()}`, { cause: error })));
  });
}

function headOf(body: { bytes: Buffer; boundary: string }): Buffer {
  return Buffer.from(
    `POST /api/v1/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${body.boundary}\r\nContent-Length: ${body.bytes.length}\r\n\r\n`,
  );
}

/** Waits until the service is idle: the number of descriptors is stable and no temporary file remains. */
async function settled(service: Service): Promise<{ descriptors: number; temporaryFiles: string[] }> {
  for (let waited = 0; ; waited++) {
    const temporaryFiles = await service.temporaryFiles();
    const descriptors = await descriptorsOf(service.pid);
    await sleep(500);
    const still = descriptors === (await descriptorsOf(service.pid));
    if ((still && temporaryFiles.length === 0) || waited > 40) return { descriptors, temporaryFiles };
  }
}
