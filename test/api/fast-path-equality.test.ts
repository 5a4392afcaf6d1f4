import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { register, type Uploaded, upload, uploaded } from '../support/api.ts';
import { bearer, smallPng } from '../support/requests.ts';
import { until } from '../support/until.ts';

// An answer of the fast path and the answer of its route have the same headers, log line and metrics. A query sends a
// request to the router.

const PROGRAM = new URL('../../bin/imgd.js', import.meta.url).pathname;
const METRICS = 'metrics-token';
/** The counters of the hourly limit differ by one request, so that one of them may have another digit. */
const COUNTER_DIGITS = 4;
/** Metrics that do not depend on the duration of a request. */
const COUNTERS =
  /^imgd_(request_duration_seconds_count|requests_total|views_total|refusals_total|memory_answers_total)\b.*/gm;

interface Service extends AsyncDisposable {
  url: string;
  /** Log lines of answered requests, by request id. */
  log: Map<string, Record<string, unknown>>;
}

async function serve(env: Record<string, string>): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      ...process.env,
      IMGD_DATA_DIR: dataDir,
      IMGD_PORT: '0',
      IMGD_WEB: 'off',
      IMGD_LOG_LEVEL: 'info',
      IMGD_DELIVERY_LOG_LEVEL: 'info',
      IMGD_METRICS_TOKEN: METRICS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: Service['log'] = new Map();
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const [, listening] = /^imgd listening on (\S+)/.exec(line) ?? [];
      if (listening !== undefined) return resolve(listening);
      const entry = line.startsWith('{') ? JSON.parse(line) : {};
      if (entry.msg === 'request') log.set(entry.request_id, entry);
    });
  });
  return {
    url,
    log,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  names: string[];
  body: string;
}

async function send(service: Service, method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const sent = request(service.url + path, { method, headers }).end();
  const [response] = await once(sent, 'response');
  const body = Buffer.concat(await Array.fromAsync<Buffer>(response)).toString('latin1');
  const names = response.rawHeaders.filter((_: string, i: number) => i % 2 === 0).sort();
  return { status: response.statusCode, headers: response.headers, names, body };
}

/** Metrics by name and labels, without those of the requests that read them. */
async function counters(service: Service): Promise<Map<string, number>> {
  const response = await fetch(`${service.url}/metrics`, { headers: bearer(METRICS) });
  const lines = (await response.text()).match(COUNTERS) ?? [];
  const pairs = lines.map((line) => /^(.*) (\S+)$/.exec(line)?.slice(1) as [string, string]);
  return new Map(pairs.filter(([name]) => !name.includes('/metrics')).map(([name, value]) => [name, Number(value)]));
}

/** An answer and all traces that its request leaves. */
async function observe(service: Service, id: string, { method, path, headers }: Case, query: string) {
  const before = await counters(service);
  const answer = await send(service, method, path + query, { ...headers, 'x-request-id': id });
  const after = await counters(service);
  await until(() => service.log.has(id));
  const counted = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  const { imgd_memory_answers_total: fromMemory = 0, ...changes } = Object.fromEntries(
    counted.filter(([, change]) => change !== 0),
  );
  return { ...answer, id, url: path + query, fromMemory, changes, line: service.log.get(id) ?? {} };
}

/** The same request to the fast path and to the router, within one second of the clock. */
async function observeBoth(service: Service, one: Case) {
  for (;;) {
    const second = new Date().getUTCSeconds();
    const pairId = randomUUID();
    const memory = await observe(service, `${pairId}-memory`, one, '');
    const router = await observe(service, `${pairId}-router`, one, '?x=1');
    if (new Date().getUTCSeconds() === second) return { one, memory, router };
  }
}

/** Removes the fields that differ between any two requests after checking them. */
function comparable({ id, headers, body }: { id: string; headers: IncomingHttpHeaders; body: string }, used: number) {
  const { date, 'x-request-id': requestId, ...rest } = headers;
  assert.ok(date);
  assert.equal(requestId, id);
  if (rest['x-ratelimit-used'] !== undefined) {
    const remaining = Number(rest['x-ratelimit-limit']) - used;
    assert.equal(rest['x-ratelimit-used'], String(used));
    assert.equal(rest['x-ratelimit-remaining'], String(remaining));
    assert.match(String(rest.ratelimit), new RegExp(`^"hourly";r=${remaining};t=\\d+$`));
    assert.match(String(rest['x-ratelimit-reset']), /^\d+$/);
    for (const name of ['x-ratelimit-used', 'x-ratelimit-remaining', 'ratelimit', 'x-ratelimit-reset']) rest[name] = '';
  }
  return { headers: rest, body: body.replace(id, '') };
}

interface Case {
  name: string;
  method: 'GET' | 'HEAD';
  path: string;
  headers: Record<string, string>;
  /** True where the fast path leaves the answer to the router. */
  routerOnly?: boolean;
}

/** Uploads what the cases need. */
async function prepare(service: Service): Promise<Case[]> {
  let shade = 0;
  const put = async (token?: string, fields: Record<string, string> = {}): Promise<Uploaded> =>
    uploaded(upload(service, await smallPng(shade++), fields, bearer(token)));
  const [owner, other] = [await register(service), await register(service)];
  const [plain, expiring] = [await put(), await put(undefined, { expiry: '48' })];
  // These images have no other views: a view that is written between two requests would change the second answer.
  const [unseen, owned] = [await put(), await put(owner, { album: 'Journeys' })];
  const pathOf = (link: string) => new URL(link).pathname;
  const [original, thumbnail] = [pathOf(plain.links.direct), pathOf(plain.links.thumbnail)];
  const page = pathOf(plain.links.view_page);
  const info = `/api/v1/image/${unseen.id}`;
  const etagOf = async (path: string) => (await fetch(service.url + path)).headers.get('etag') ?? '';
  const getting = (name: string, path: string, headers: Record<string, string> = {}): Case => {
    return { name, method: 'GET', path, headers };
  };
  const heading = (name: string, path: string): Case => ({ name, method: 'HEAD', path, headers: {} });
  return [
    getting('an original', original),
    heading('HEAD of an original', original),
    getting('a thumbnail', thumbnail),
    heading('HEAD of a thumbnail', thumbnail),
    getting('an original that expires', pathOf(expiring.links.direct)),
    getting('304 by entity tag', original, { 'if-none-match': await etagOf(original) }),
    getting('304 by date', thumbnail, { 'if-modified-since': new Date().toUTCString() }),
    getting('a range', original, { range: 'bytes=3-9' }),
    getting('a range of a thumbnail', thumbnail, { range: 'bytes=-5' }),
    getting('a range of another version', original, { range: 'bytes=3-9', 'if-range': '"other"' }),
    { ...getting('a range behind the end', original, { range: 'bytes=99999999-' }), routerOnly: true },
    getting('a view page', page),
    getting('a view page that expires', pathOf(expiring.links.view_page)),
    { ...heading('HEAD of a view page', page), routerOnly: true },
    getting('image info, anonymous', info),
    getting('image info, from another origin', info, { origin: 'https://example.com' }),
    getting('image info, with a key', info, bearer(other)),
    getting('image info, to the owner', `/api/v1/image/${owned.id}`, bearer(owner)),
    getting('image info, 304', info, { 'if-none-match': await etagOf(info) }),
    { ...heading('HEAD of image info', info), routerOnly: true },
  ];
}

for (const [where, env, forwarded, ip] of [
  ['without a proxy', {}, {}, '127.0.0.1'],
  ['behind a proxy that is not trusted', {}, { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  [
    'behind trusted proxies',
    { IMGD_TRUST_PROXY: '127.0.0.1,10.0.0.0/8', IMGD_BASE_URL: 'https://images.example' },
    { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' },
    '203.0.113.7',
  ],
] as const) {
  describe(`an answer from memory and that of the router, ${where}`, () => {
    let service: Service;
    const pairs: Awaited<ReturnType<typeof observeBoth>>[] = [];
    before(async () => {
      service = await serve(env);
      const cases = (await prepare(service)).map((one) => ({ ...one, headers: { ...forwarded, ...one.headers } }));
      // Reads the blobs into memory, and writes the time of last use of the keys.
      for (const { method, path, headers } of cases) await send(service, method, path, headers);
      for (const one of cases) pairs.push(await observeBoth(service, one));
    });
    after(() => service[Symbol.asyncDispose]());

    it('have the same status, headers and body', () => {
      for (const { one, memory, router } of pairs) {
        assert.deepEqual([memory.fromMemory, router.fromMemory], [one.routerOnly === true ? 0 : 1, 0], one.name);
        const used = Number(memory.headers['x-ratelimit-used']);
        assert.deepEqual(comparable(memory, used), comparable(router, used + 1), one.name);
        assert.deepEqual(memory.names, router.names, one.name);
        assert.equal(memory.status, router.status, one.name);
      }
    });

    it('have the same log line, with the address of the client', () => {
      for (const { one, memory, router } of pairs) {
        for (const { id, url, status, line } of [memory, router]) {
          const { time, ms, account_id, key_id, route, bytes_received, bytes_sent, ...rest } = line;
          for (const figure of [time, ms, bytes_received, bytes_sent]) assert.ok(Number.isInteger(figure), one.name);
          const { method } = one;
          const code = status === 416 ? { code: 'RANGE_NOT_SATISFIABLE' } : {};
          const expected = { level: 30, request_id: id, method, url, status, ip, ...code, msg: 'request' };
          assert.deepEqual(rest, expected, one.name);
        }
        assert.deepEqual(Object.keys(memory.line), Object.keys(router.line), one.name);
        assert.equal(memory.line.route, router.line.route, one.name);
        const sent = Number(router.line.bytes_sent) - Number(memory.line.bytes_sent);
        assert.ok(Math.abs(sent) <= COUNTER_DIGITS, `${one.name}: ${sent}`);
        const hasKey = 'authorization' in one.headers;
        for (const name of ['account_id', 'key_id']) {
          assert.deepEqual(
            [typeof memory.line[name], memory.line[name]],
            [hasKey ? 'string' : 'undefined', router.line[name]],
          );
        }
      }
    });

    it('change the same metrics', () => {
      for (const { one, memory, router } of pairs) {
        assert.ok(Object.keys(memory.changes).length > 0, one.name);
        assert.deepEqual(memory.changes, router.changes, one.name);
      }
    });

    it('have a new request id where the client sends none', async () => {
      for (const { one } of pairs) {
        for (const query of ['', '?x=1']) {
          const { headers } = await send(service, one.method, one.path + query, one.headers);
          const id = String(headers['x-request-id']);
          assert.match(id, /^req_[0-9A-Za-z]{20}$/);
          await until(() => service.log.has(id));
        }
      }
    });
  });
}
