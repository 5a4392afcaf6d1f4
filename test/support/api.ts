import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode } from '../../src/core/errors.ts';
import { startApp, type TestApp } from './start-app.ts';

/** A server to test: one of our own, or one that runs already. */
export interface Target extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** The same server, past a proxy that may be in front of it: for what a proxy would see to itself. */
  nodeUrl: string;
  /** What lies behind it; undefined where the server is not ours to look into. */
  app: TestApp | undefined;
}

/** The `skip` of tests that look behind HTTP: a reason when the server under test was started by somebody else. */
export const NEEDS_INSPECTION: string | false =
  process.env.IMGD_TEST_URL === undefined ? false : 'IMGD_TEST_URL names a server that cannot be looked into';

/** The server that IMGD_TEST_URL names (its plans must allow some hundred requests an hour), or else a new one. */
export async function attachOrStart(): Promise<Target> {
  const running = process.env.IMGD_TEST_URL;
  if (running !== undefined) {
    const url = running.replace(/\/+$/, '');
    return { url, nodeUrl: url, app: undefined, async [Symbol.asyncDispose]() {} };
  }
  const app = await startApp();
  return { url: app.url, nodeUrl: app.nodeUrl, app, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** What a refusal holds beside the members that every failure has. */
export interface ApiError {
  code: string;
  message: string;
  request_id: string;
  param?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each code has details of its own
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
  expires_at: string | null;
  metadata_removed: string[];
  delete_token: string;
  delete_url: string;
}

/** Sends one file as a browser's form would, fields behind it. */
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

/** One part of a form that is written by hand. */
export interface Part {
  /** Parameters of Content-Disposition as they are written, such as `name="file"; filename="a.png"`. */
  disposition: string;
  type?: string;
  content: Buffer | string;
}

/** Sends a multipart body exactly as it is given. */
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

/** Registers an account of its own. @returns its first API key */
export async function register(target: { url: string }): Promise<string> {
  const response = await fetch(`${target.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'long enough' }),
  });
  return (await json<{ data: { api_key: { key: string } } }>(response)).data.api_key.key;
}

/** The body of an answer that must be JSON. */
export async function json<T>(response: Response): Promise<T> {
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  return (await response.json()) as T;
}

/** `data` of an upload that must have been accepted. */
export async function uploaded(answer: Response | Promise<Response>): Promise<Uploaded> {
  const response = await answer;
  const body = await json<{ success: true; data: Uploaded }>(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.deepEqual(Object.keys(body), ['success', 'data'], 'a single upload has no message');
  assert.equal(body.success, true);
  return body.data;
}

/** Address of a link at the server under test, whatever public host it shows. */
export function at(target: { url: string }, link: string): string {
  const { pathname, search } = new URL(link);
  return `${target.url}${pathname}${search}`;
}

/** That an answer is this refusal, in exactly the documented shape. @returns its `error` */
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

/** That a body has the members of a failure and no others. */
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
