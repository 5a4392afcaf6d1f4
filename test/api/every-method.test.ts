import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, METHODS, request as send } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ERRORS, type ErrorCode } from '../../src/core/errors.ts';
import { fetchDescription } from '../support/description.ts';
import { accountOf, bearer } from '../support/requests.ts';
import { routesOf } from '../support/routes.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { webBuild } from '../support/web-build.ts';

/** The methods that the service answers; those of the other methods that Node.js parses are in `METHODS`. */
const KNOWN = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** CONNECT has no path, and Node.js parses no made-up method: both have tests of their own. */
const OTHERS = METHODS.filter((method) => !KNOWN.includes(method) && method !== 'CONNECT');

const UNKNOWN_PATHS = ['/nothing', '/api', '/api/v1/nothing', '/api/v1/image', '/docs/nothing', '/i/a/b'];
const EXTRA_PATHS = ['/api/v1/openapi.json', '/docs', '/docs/static/index.html', '/docs/json', '/%zz'];
/** Documented: the method of none of these requests. */
const NEVER: readonly ErrorCode[] = ['INTERNAL_ERROR', 'FORMAT_NOT_SUPPORTED'];

const TRUNCATED_FORM = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nxyz';
const TYPES = [
  undefined,
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'no type',
  '',
];
type Combination = readonly [type: string | undefined, body: string | undefined];
const ALL: readonly Combination[] = [
  ...TYPES.flatMap((type) => [undefined, '{}', '{"ids":', TRUNCATED_FORM].map((body) => [type, body] as const)),
  ...['', '[]', 'null'].map((body) => ['application/json', body] as const),
];
/** A path refuses the methods that it lacks before it reads a type or a body: each pair gets some, all of them together all. */
const OF_REFUSED = 5;
const FEW: readonly Combination[] = [
  [undefined, undefined],
  ['application/json', '{}'],
];

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let app: TestApp;
let paths: string[];
/** The methods of the paths whose routes the service lists. */
const methodsOf = new Map<string, Set<string>>();
let admin: Record<string, string>;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
before(async () => {
  const unlimited = { requestsPerHour: null };
  const plans = JSON.stringify({ anonymous: unlimited, enterprise: unlimited });
  app = await startApp({ env: { IMGD_PLANS: plans }, webDir: webBuild() });
  admin = bearer((await accountOf(app, { plan: 'enterprise', isAdmin: true })).key);
  const described = Object.keys((await fetchDescription(app)).paths);
  const filled = (path: string) => path.replace(/\{ext\}/g, 'jpg').replace(/\{\w+\}/g, 'AAAAAAAAAAAA');
  for (const route of await routesOf(app.service.app)) {
    const [method = '', path = ''] = route.split(' ');
    methodsOf.set(filled(path), (methodsOf.get(filled(path)) ?? new Set()).add(method));
  }
  paths = [...new Set([...described, ...EXTRA_PATHS, ...UNKNOWN_PATHS].map(filled).concat(...methodsOf.keys()))];
});
after(async () => {
  agent.destroy();
  await app[Symbol.asyncDispose]();
});

function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  // The proxy before two nodes answers TRACE itself.
  const { hostname, port } = new URL(method === 'TRACE' ? app.nodeUrl : app.url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = send(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Why an answer is not one that the documentation allows; undefined when it is. */
function fault(method: string, path: string, { status, headers, body }: Answer): string | undefined {
  if (status >= 500) return `is ${status} ${body}`;
  if (status === 405 && headers.allow === undefined) return 'has no Allow';
  if (!path.startsWith('/api/') || method === 'HEAD' || status === 204 || status === 302) return undefined;
  const isJson = headers['content-type'] === 'application/json; charset=utf-8';
  if (!isJson) return `has the type ${headers['content-type']} (${status})`;
  const { success, error } = JSON.parse(body) as { success?: boolean; error?: { code: ErrorCode; param?: string } };
  // The API description is the only answer without an envelope.
  if (status === 200) return success === true || path.endsWith('/openapi.json') ? undefined : 'has no success';
  if (error === undefined || ERRORS[error.code]?.status !== status) return `is undocumented: ${status} ${body}`;
  if (NEVER.includes(error.code)) return `is ${error.code}`;
  return error.param === '' ? 'has an empty param' : undefined;
}

/** All combinations; for a method that a path lacks the next few, so that all of them together get all. */
function chosenFrom(combinations: readonly Combination[]) {
  let next = 0;
  return (method: string, path: string): readonly Combination[] => {
    const isRefused = methodsOf.get(path)?.has(method) === false;
    if (!isRefused || combinations.length <= OF_REFUSED) return combinations;
    return Array.from({ length: OF_REFUSED }, () => combinations[next++ % combinations.length] as Combination);
  };
}

/** Sends the combinations to all paths, 16 at a time. @returns a line for each wrong answer */
async function wrongAnswers(
  methods: readonly string[],
  combinations: readonly Combination[],
): Promise<{ sent: number; wrong: string[] }> {
  const wrong: string[] = [];
  const chosen = chosenFrom(combinations);
  const requests = paths.flatMap((path) =>
    methods.flatMap((method) => chosen(method, path).map(([type, body]) => ({ method, path, type, body }))),
  );
  const pending = requests.entries();
  async function work() {
    for (const [index, { method, path, type, body }] of pending) {
      const caller = index % 2 === 0 ? admin : {};
      const headers = { ...caller, ...(type === undefined ? {} : { 'content-type': type }) };
      const shown = `${method} ${path} with ${type ?? 'no type'} and ${body === undefined ? 'no body' : JSON.stringify(body)}`;
      const answer = await ask(method, path, headers, body).catch((error: Error) => error);
      const found = answer instanceof Error ? `failed: ${answer.message}` : fault(method, path, answer);
      if (found !== undefined) wrong.push(`${shown} ${found}`);
    }
  }
  await Promise.all(Array.from({ length: 16 }, work));
  return { sent: requests.length, wrong };
}

describe('every method on every path', { timeout: 300_000 }, () => {
  it('of the API and the site has a documented answer below 500, with any type and body', async () => {
    const { sent, wrong } = await wrongAnswers(['GET', 'POST', 'PATCH', 'DELETE'], ALL);
    assert.ok(sent > 10_000, String(sent));
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${sent}`);
  });

  it('that few paths have or none has a documented answer below 500', async () => {
    const { sent, wrong } = await wrongAnswers([...OTHERS, 'HEAD', 'PUT', 'OPTIONS'], FEW);
    assert.ok(OTHERS.includes('QUERY') && OTHERS.includes('PROPFIND') && OTHERS.includes('PURGE'));
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${sent}`);
  });

  it('that is none of the service is 405 with Allow on known paths and 404 on others', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'PURGE', 'TRACE', 'LINK', 'M-SEARCH']) {
      for (const [path, allow] of [
        ['/api/v1/usage', 'GET, HEAD, OPTIONS'],
        ['/api/v1', 'GET, HEAD, OPTIONS'],
        ['/api/v1/upload?a=b', 'POST, OPTIONS'],
        ['/api/v1/image/AAAAAAAAAAAA', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
        ['/i/AAAAAAAAAAAA.jpg', 'GET, HEAD, OPTIONS'],
        ['/docs', 'GET, HEAD, OPTIONS'],
        ['/', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const { status, headers, body } = await ask(method, path, {});
        assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path}`);
        assert.deepEqual(JSON.parse(body).error.details, { allow: allow.split(', ') });
      }
      for (const path of ['/nothing', '/api/v1/nothing', '/api/v1/image/', '/api/v1/image/a/b/c']) {
        assert.equal((await ask(method, path, {})).status, 404, `${method} ${path}`);
      }
    }
  });

  it('is 405 on the page of the API reference too', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await ask(method, '/docs', {});
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'], method);
    }
  });
});

describe('a method that is no HTTP method of a path', () => {
  for (const line of ['FOO /api/v1/usage', 'CONNECT example.com:443', 'get /api/v1/usage', 'CONNECT /api/v1/usage']) {
    it(`such as "${line}" is INVALID_REQUEST`, async () => {
      const { hostname, port } = new URL(app.nodeUrl);
      const socket = connect(Number(port), hostname);
      socket.setTimeout(5_000, () => socket.destroy(new Error('no response')));
      socket.write(`${line} HTTP/1.1\r\nHost: example.com\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += chunk;
      assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.equal(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.code, 'INVALID_REQUEST');
    });
  }
});
