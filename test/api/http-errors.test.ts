import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  type ApiError,
  assertErrorBody,
  assertRefused,
  attachOrStart,
  register,
  type Target,
  upload,
  uploaded,
} from '../support/api.ts';
import { smallPng } from '../support/requests.ts';

const HEADERS_SECONDS = 10;
const BODY_SECONDS = 20;

let target: Target;
before(async () => {
  target = await attachOrStart();
});
after(() => target[Symbol.asyncDispose]());

const api = (path: string, init: RequestInit = {}) => fetch(`${target.url}${path}`, init);
const postJson = (path: string, body: string, headers: Record<string, string> = {}) =>
  api(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** Sends raw bytes on a new socket. @returns the response, and its duration in seconds */
async function raw(text: string, timeoutMs = 5_000) {
  const started = performance.now();
  const { hostname, port } = new URL(target.nodeUrl);
  const socket = connect(Number(port), hostname);
  const timer = setTimeout(() => socket.destroy(new Error('no response')), timeoutMs);
  try {
    socket.write(text, 'latin1');
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
    const seconds = (performance.now() - started) / 1_000;
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as RefusedBody, seconds };
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
type RefusedBody = { success: boolean; error: ApiError };

describe('an unknown endpoint or method', () => {
  it('is ENDPOINT_NOT_FOUND for an unknown path', async () => {
    for (const path of ['/api/v1/nothing', '/api/v9/upload', '/api/v1/images/', '/api', '/nothing', '/I/a.jpg']) {
      await assertRefused(api(path), 404, 'ENDPOINT_NOT_FOUND');
    }
    await assertRefused(api('/api/v9/upload', { method: 'POST', body: 'x' }), 404, 'ENDPOINT_NOT_FOUND');
  });

  it('is ENDPOINT_NOT_FOUND for files of the API description that cannot exist', async () => {
    for (const path of ['../x', '.', '%2e', '%2e%2e/x', 'a/../../x', 'a%00b', '%5c..%5c', '..%5cx', 'nothing', '%2f']) {
      const { status, body } = await raw(`GET /docs/static/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assert.deepEqual([status, body.error.code], [404, 'ENDPOINT_NOT_FOUND'], path);
    }
  });

  const paths = [
    ['/api/v1/upload', 'GET', 'POST, OPTIONS'],
    ['/api/v1/upload/bulk', 'PUT', 'POST, OPTIONS'],
    ['/api/v1/image/AAAAAAAAAAAA', 'POST', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/api/v1/usage', 'DELETE', 'GET, HEAD, OPTIONS'],
    ['/i/AAAAAAAAAAAA.jpg', 'POST', 'GET, HEAD, OPTIONS'],
    ['/t/AAAAAAAAAAAA.jpg', 'PATCH', 'GET, HEAD, OPTIONS'],
  ] as const;
  for (const [path, method, allow] of paths) {
    it(`is METHOD_NOT_ALLOWED for ${method} ${path}, with Allow`, async () => {
      const response = await api(path, { method, ...(method === 'GET' ? {} : { body: 'x' }) });
      assert.equal(response.headers.get('allow'), allow);
      await assertRefused(response, 405, 'METHOD_NOT_ALLOWED');
      const options = await api(path, { method: 'OPTIONS' });
      assert.deepEqual([options.status < 300, options.headers.get('allow')], [true, allow]);
    });
  }
});

describe('a query', () => {
  it('that is invalid names the allowed values and forms', async () => {
    const headers = { authorization: `Bearer ${await register(target)}` };
    const path = `/api/v1/images?limit=0&format=BMP&order=up&q=${'x'.repeat(256)}`;
    const error = await assertRefused(api(path, { headers }), 400, 'INVALID_PARAMETER');
    assert.deepEqual(error.details?.errors, [
      { param: 'limit', message: 'has a wrong form: Maximum items on a page: 1 to 100. Default 50' },
      { param: 'order', message: 'must be one of newest, oldest, largest, smallest or empty' },
      { param: 'format', message: 'must be one of JPEG, PNG, GIF, WEBP, AVIF or empty' },
      { param: 'q', message: 'must have at most 255 characters' },
    ]);
  });
});

describe('every response of the API', () => {
  it('has the common headers', async () => {
    for (const path of ['/api/v1/usage', '/api/v1/nothing']) {
      const { headers } = await api(path);
      assert.match(headers.get('api-version') ?? '', /^1\.\d+\.\d+$/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('vary') ?? '', /Accept.*Authorization/);
    }
  });

  it('of the page of the API description has the headers of pages', async () => {
    for (const path of ['/docs', '/docs/json']) {
      const { headers } = await api(path, { redirect: 'manual' });
      const sent = [headers.get('x-content-type-options'), headers.get('referrer-policy')];
      assert.deepEqual(sent, ['nosniff', 'no-referrer'], path);
    }
  });

  it('returns a valid X-Request-Id and replaces an invalid one', async () => {
    const sent = async (id: string) => {
      const { headers } = await api('/api/v1/usage', { headers: { 'x-request-id': id } });
      return headers.get('x-request-id');
    };
    for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) assert.equal(await sent(id), id);
    for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', '<script>'])
      assert.match((await sent(id)) ?? '', /^req_\w{20}$/);
  });

  it('to HEAD equals that to GET, without the body', async () => {
    for (const path of ['/api/v1/usage', '/api/v1/health', '/api/v1/openapi.json', '/api/v1/nothing', '/', '/livez']) {
      const [get, head] = [await api(path), await api(path, { method: 'HEAD' })];
      assert.deepEqual([head.status, await head.text()], [get.status, ''], path);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), path);
      await get.text();
    }
  });

  it('is a problem document when the client prefers one', async () => {
    const asked = async (accept: string) => {
      const response = await api('/api/v1/image/AAAAAAAAAAAA', { headers: { accept } });
      return { type: response.headers.get('content-type'), body: (await response.json()) as Record<string, unknown> };
    };
    const { type, body } = await asked('application/problem+json');
    assert.equal(type, 'application/problem+json; charset=utf-8');
    const { success, error, ...problem } = body as { success: boolean; error: ApiError } & Record<string, unknown>;
    assertErrorBody({ success, error }, 'IMAGE_NOT_FOUND');
    assert.match(String(problem.type), /\/errors#IMAGE_NOT_FOUND$/);
    const instance = `urn:request:${error.request_id}`;
    const { type: _type, ...others } = problem;
    assert.deepEqual(others, { title: 'Image not found.', status: 404, detail: error.message, instance });
    for (const accept of [
      '*/*',
      'application/json, application/problem+json',
      'application/json, application/problem+json;q=0.5',
    ]) {
      assert.equal((await asked(accept)).type, 'application/json; charset=utf-8', accept);
    }
    const preferred = await asked('application/json;q=0.5, application/problem+json');
    assert.equal(preferred.type, 'application/problem+json; charset=utf-8');
  });
});

describe('a JSON body', () => {
  const registration = '/api/v1/auth/register';

  it('that does not parse is INVALID_JSON', async () => {
    for (const body of ['{', '', '{"email":}', '{"__proto__":{"a":1}}']) {
      await assertRefused(postJson(registration, body), 400, 'INVALID_JSON');
    }
    await assertRefused(postJson(registration, '{}', { 'content-type': 'text/plain' }), 400, 'INVALID_CONTENT_TYPE');
  });

  it('above 1 MiB is REQUEST_TOO_LARGE', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(2 ** 20) });
    await assertRefused(postJson(registration, body), 413, 'REQUEST_TOO_LARGE');
  });

  it('with undocumented or invalid members is INVALID_PARAMETER with the name of the member', async () => {
    const good = { email: 'a@example.com', password: 'long enough' };
    for (const [body, param] of [
      [{ ...good, plan: 'enterprise' }, 'plan'],
      [{ email: good.email }, 'password'],
      [{ ...good, email: 7 }, 'email'],
      [{ ...good, password: 'short' }, 'password'],
    ] as const) {
      const error = await assertRefused(postJson(registration, JSON.stringify(body)), 400, 'INVALID_PARAMETER');
      assert.equal(error.param, param);
      assert.equal(error.details?.errors[0].param, param);
      assert.equal(typeof error.details?.errors[0].message, 'string');
    }
  });

  it('that is invalid names every problem in words, with the allowed values', async () => {
    const key = await register(target);
    const asked = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await assertRefused(postJson(path, JSON.stringify(body), headers), 400, 'INVALID_PARAMETER');
      return { param: answer.param, errors: answer.details?.errors, message: answer.message };
    };
    assert.deepEqual(await asked(registration, { email: 'x', plan: 1, name: 7 }), {
      param: 'password',
      errors: [
        { param: 'password', message: 'is missing' },
        { param: 'plan', message: 'is unknown here' },
        { param: 'email', message: 'must be an email address' },
        { param: 'name', message: 'must be text' },
      ],
      message: 'Invalid request parameters. password is missing.',
    });
    for (const body of [null, [], 7, 'text']) {
      const { param, message } = await asked(registration, body);
      assert.deepEqual([param, message], ['body', 'Invalid request parameters. body must be a JSON object.']);
    }
    for (const [body, errors] of [
      [{ ids: ['a', 'a'] }, [{ param: 'ids', message: 'must not have the same item twice' }]],
      [{ ids: [] }, [{ param: 'ids', message: 'must have at least 1 item' }]],
      [{ ids: [1] }, [{ param: 'ids.0', message: 'must be text' }]],
      [{ ids: Array.from({ length: 2_000 }, String) }, [{ param: 'ids', message: 'must have at most 100 items' }]],
      [{ ids: ['a'], ...{ x: 'y'.repeat(5_000) } }, [{ param: 'x', message: 'is unknown here' }]],
    ] as const) {
      assert.deepEqual((await asked('/api/v1/images/delete', body)).errors, errors);
    }
    const { errors } = await asked('/api/v1/keys', { name: '', scopes: ['images:fly'], expires_at: 'soon' });
    assert.deepEqual(
      errors.map(({ param }: { param: string }) => param),
      ['name', 'scopes.0', 'expires_at'],
    );
    assert.match(errors[1].message, /^must be one of \*, .*images:write/);
    assert.equal(errors[2].message, 'must be a time such as 2026-11-21T02:18:35Z (RFC 3339) or null');
  });

  it('that is missing is INVALID_PARAMETER of the whole body', async () => {
    const error = await assertRefused(api(registration, { method: 'POST' }), 400, 'INVALID_PARAMETER');
    assert.equal(error.param, 'body');
  });
});

describe('malformed HTTP', () => {
  it('gets the documented JSON error', async () => {
    const field = `X-Large: ${'x'.repeat(20 * 1024)}\r\n`;
    for (const [text, status, code] of [
      ['no request at all\r\n\r\n', 400, 'INVALID_REQUEST'],
      ['GET /api/v1/usage HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
      [`GET / HTTP/1.1\r\nHost: a\r\n${field}\r\n`, 431, 'HEADERS_TOO_LARGE'],
      [`GET /${'x'.repeat(8 * 1024)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 414, 'URI_TOO_LONG'],
      ['GET /api/v1/image/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
    ] as const) {
      const answer = await raw(text);
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code], answer.head);
      assertErrorBody(answer.body, code);
      assert.match(answer.head, /^content-type: application\/json; charset=utf-8\r?$/im);
      assert.match(answer.head, new RegExp(`^x-request-id: ${answer.body.error.request_id}\\r?$`, 'im'));
    }
  });

  it('with two Host fields or another version of HTTP is refused, by the routes and by the in-memory fast path', async () => {
    const image = await uploaded(upload(target, await smallPng()));
    const direct = new URL(image.links.direct).pathname;
    await (await api(direct)).arrayBuffer();
    const heads = [
      'HTTP/1.1\r\nHost: a\r\nHost: b',
      'HTTP/1.1\r\nHost: a\r\nhOST: a',
      'HTTP/2.0\r\nHost: a',
      'HTTP/1.1',
    ];
    for (const path of ['/api/v1/usage', direct, '/livez']) {
      for (const head of heads) {
        const { status, body } = await raw(`GET ${path} ${head}\r\nConnection: close\r\n\r\n`);
        assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST'], `${path} ${head}`);
      }
    }
  });

  it('that is too slow gets REQUEST_TIMEOUT: headers after 10 seconds, a body after 20', async () => {
    const type = 'multipart/form-data; boundary=b';
    const fields = `Host: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n`;
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nGIF89a';
    const timeoutMs = (BODY_SECONDS + 10) * 1_000;
    const [headers, body] = await Promise.all([
      raw('GET / HTTP/1.1\r\nHost: a\r\n', timeoutMs),
      raw(`POST /api/v1/upload HTTP/1.1\r\n${fields}\r\n${part}`, timeoutMs),
    ]);
    for (const { status, body: shown } of [headers, body]) {
      assert.equal(status, 408);
      assertErrorBody(shown, 'REQUEST_TIMEOUT');
    }
    assert.ok(headers.seconds > HEADERS_SECONDS - 1 && headers.seconds < HEADERS_SECONDS + 5, `${headers.seconds} s`);
    assert.ok(body.seconds > BODY_SECONDS - 1 && body.seconds < BODY_SECONDS + 8, `${body.seconds} s`);
  });
});
