import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { bearer } from './requests.ts';

export const PASSWORD = 'correct horse battery';

/** `data` of a sign-in. */
export interface SignedIn {
  account: { id: string; email: string; name: string | null; plan: string; admin: boolean; has_password: boolean };
  session: { token: string; expires_at: string };
  csrf_token: string;
}

/** An account with a password, and its first key. */
export interface Person {
  email: string;
  key: string;
  id: string;
}

/** Sends a request with an optional JSON body to the API. */
export function request(
  target: { url: string },
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${target.url}/api/v1${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...bearer(token), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** `data` of a response. @throws AssertionError unless its status is 200 */
export async function dataOf<T>(answer: Response | Promise<Response>): Promise<T> {
  const response = await answer;
  const body = (await response.json()) as { success: boolean; data: T };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data;
}

/** Registers an account. */
export async function newPerson(target: { url: string }): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const body = { email, password: PASSWORD };
  const made = await dataOf<{ account: { id: string }; api_key: { key: string } }>(
    request(target, 'POST', '/auth/register', { body }),
  );
  return { email, key: made.api_key.key, id: made.account.id };
}

export function login(
  target: { url: string },
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Response> {
  return request(target, 'POST', '/auth/login', { body: { email, password }, headers });
}

/** The session cookie that a response sets, as `name=value` and its attributes; undefined when it sets none. */
export function cookieOf(response: Response): { pair: string; attributes: string[] } | undefined {
  const [line] = response.headers.getSetCookie().filter((one) => one.includes('imgd_session='));
  const [pair, ...attributes] = (line ?? '').split('; ');
  return pair === undefined || pair === '' ? undefined : { pair, attributes };
}

/** A signed-in browser. */
export interface Browser {
  cookie: string;
  csrf: string;
  token: string;
  /** Headers of a request that a page of the site sends. */
  own: Record<string, string>;
}

export async function openBrowser(target: { url: string }, email: string): Promise<Browser> {
  const response = await login(target, email);
  const cookie = cookieOf(response)?.pair ?? assert.fail('no cookie');
  const { csrf_token, session } = await dataOf<SignedIn>(response);
  return {
    cookie,
    csrf: csrf_token,
    token: session.token,
    own: { cookie, origin: new URL(target.url).origin, 'x-csrf-token': csrf_token },
  };
}
