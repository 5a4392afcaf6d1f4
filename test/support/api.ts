import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode } from '../../src/core/errors.ts';
import { startApp, type TestApp } from './start-app.ts';

/** The server under test: started by the test, or already running. */
export interface Target extends AsyncDisposable {
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  /** The same server without the proxy that may be in front of it, for behaviour that a proxy would hide. */
  nodeUrl: string;
  /** The service in this process; undefined for a server that was already running. */
  app: TestApp | undefined;
}

/** `skip` value of tests that need more than HTTP: a reason when the server under test was already running. */
export const NEEDS_INSPECTION: string | false =
  process.env.IMGD_TEST_URL === undefined ? false : 'needs access to the process, which IMGD_TEST_URL does not give';

/** Uses the server at IMGD_TEST_URL, whose plans must allow some hundred requests an hour, or starts a new one. */
export async function attachOrStart(): Promise<Target> {
  const running = process.env.IMGD_TEST_URL;
  if (running !== undefined) {
    const url = running.replace(/\/+$/, '');
    return { url, nodeUrl: url, app: undefined, async [Symbol.asyncDispose]() {} };
  }
  const app = await startApp();
  return { url: app.url, nodeUrl: app.nodeUrl, app, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** `error` of a failure response. */
export interface ApiError {
  code: string;
  message: string;
  request_id: string;
  param?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each code has different details
  details?: Record<string, any>;
  retry_after?: number;
}

/** `data` of a single upload. */
export interface Uploaded {
  id: string;
  filename: string;
  size: number;
  width: number;
  height: number;
  format: string;
  uploaded_at: string;
  links: Record<'direct' | 'thumbnail' | 'view_page' | 'bbcode' | 'html' | 'markdown', string>;
  album: string | null;
  title: string | null;
  alt: string | null;
  description: string | null;
  tags: string[];
  expires_at: string | null;
  metadata_removed: string[];
  source_format: string;
  anonymous: boolean;
  delete_token: string;
  delete_url: string;
}

/** Uploads one file as a browser form does, with the fields after the file. */
export function upload(
  target: { url: string },
  bytes: Buffer,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  filename = 'picture.png',
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), filename);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return fetch(`${target.url}/api/v1/upload`, { method: 'POST', headers, body });
}

/** One part of a hand-written multipart body. */
export interface Part {
  /** Raw parameters of Content-Disposition, for example `name="file"; filename="a.png"`. */
  disposition: string;
  type?: string;
  content: Buffer | string;
}

/** Uploads a hand-written multipart body. */
export function uploadParts(
  target: { url: string },
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new Uint8Array(multipartBody(parts));
  const all = { ...headers, 'content-type': MULTIPART };
  return fetch(`${target.url}/api/v1/upload`, { method: 'POST', headers: all, body });
}

const BOUNDARY = 'a-boundary-of-tests';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A body for the content type MULTIPART. */
export function multipartBody(parts: Part[]): Buffer {
  const written = parts.map(({ disposition, type, content }) => {
    const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]);
  });
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Registers a new account. @returns its first API key */
export async function register(target: { url: string }): Promise<string> {
  const response = await fetch(`${target.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'long enough' }),
  });
  return (await json<{ data: { api_key: { key: string } } }>(response)).data.api_key.key;
}

/** Parses the body. @throws AssertionError unless the response is JSON */
export async function json<T>(response: Response): Promise<T> {
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  return (await response.json()) as T;
}

/** `data` of an upload. @throws AssertionError unless the upload succeeded */
export async function uploaded(answer: Response | Promise<Response>): Promise<Uploaded> {
  const response = await answer;
  const body = await json<{ success: true; data: Uploaded }>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['success', 'data'], 'a single upload has no message');
  assert.equal(body.success, true);
  return body.data;
}

/** The URL of a link on the server under test, with the public host replaced. */
export function at(target: { url: string }, link: string): string {
  const { pathname, search } = new URL(link);
  return `${target.url}${pathname}${search}`;
}

/** Asserts that a response is this error in exactly the documented shape. @returns its `error` */
export async function assertRefused(
  answer: Response | Promise<Response>,
  status: number,
  code: ErrorCode,
): Promise<ApiError> {
  const response = await answer;
  const body = await json<{ success: boolean; error: ApiError }>(response);
  assert.deepEqual([response.status, body.error?.code], [status, code], JSON.stringify(body));
  assertErrorBody(body, code);
  assert.equal(response.headers.get('x-request-id'), body.error.request_id);
  return body.error;
}

const OPTIONAL = { param: 'string', details: 'object', retry_after: 'number' };

/** Asserts that a body has exactly the members of a failure. */
export function assertErrorBody(body: { success: boolean; error: ApiError }, code: ErrorCode): void {
  assert.deepEqual(Object.keys(body), ['success', 'error']);
  assert.equal(body.success, false);
  const { code: found, message, request_id, ...others } = body.error;
  assert.equal(found, code);
  assert.ok(message.startsWith(ERRORS[code].message), message);
  assert.match(request_id, /^[A-Za-z0-9_.-]{1,128}$/);
  for (const [name, value] of Object.entries(others)) {
    assert.equal(typeof value, (OPTIONAL as Record<string, string>)[name], `error.${name}`);
  }
}
