import { ERRORS } from '../../../src/core/errors.ts';

/** A response with its complete body. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  ms: number;
}

/** The members of an upload's `data` that the tests use. */
export interface Uploaded {
  id: string;
  size: number;
  links: { direct: string; thumbnail: string };
  delete_token: string;
  expires_at: string | null;
}

/** Sends a request with a time limit, so that a hang is an error. */
export async function request(url: string, init: RequestInit = {}, timeoutMs = 60_000): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, ms: performance.now() - startedAt };
}

export interface FileToSend {
  bytes: Buffer;
  name?: string;
  type?: string;
}

/** POST /upload. @param key of an account; without it the caller is anonymous */
export function upload(
  url: string,
  file: FileToSend,
  fields: Record<string, string> = {},
  key?: string,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', blobOf(file), file.name ?? 'picture.png');
  return request(`${url}/api/v1/upload`, { method: 'POST', headers: authorization(key), body: form });
}

function authorization(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** POST /upload/bulk. @param key of an account; without it the caller is anonymous */
export function uploadBulk(
  url: string,
  files: readonly FileToSend[],
  fields: Record<string, string> = {},
  key?: string,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('files', blobOf(file), file.name ?? 'picture.png');
  return request(`${url}/api/v1/upload/bulk`, { method: 'POST', headers: authorization(key), body: form });
}

/** DELETE /image/{id} with the delete token. */
export function remove(url: string, id: string, deleteToken: string): Promise<Answer> {
  return request(`${url}/api/v1/image/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${deleteToken}` },
  });
}

/** @throws Error unless the response is a success */
export function dataOf<T = Uploaded>(answer: Answer): T {
  const body = JSON.parse(answer.bytes.toString()) as { success: boolean; data: T };
  if (answer.status !== 200 || !body.success) throw new Error(`answered ${answer.status}: ${answer.bytes}`);
  return body.data;
}

/** The error code of a response; undefined for a 200. */
export function codeOf(answer: Answer): string | undefined {
  if (answer.status === 200) return undefined;
  return (JSON.parse(answer.bytes.toString()) as { error: { code: string } }).error.code;
}

/** Checks the documented shape of an error body. @returns the problem, or undefined */
export function errorBodyProblem(status: number, text: string): string | undefined {
  let body: { success?: unknown; error?: { code?: unknown; message?: unknown } };
  try {
    body = JSON.parse(text);
  } catch {
    return `not JSON: ${text.slice(0, 200)}`;
  }
  const { code, message } = body.error ?? {};
  if (body.success !== false || typeof code !== 'string' || typeof message !== 'string') return `wrong shape: ${text}`;
  const known = (ERRORS as Record<string, { status: number } | undefined>)[code];
  if (known === undefined) return `unknown code ${code}`;
  return known.status === status ? undefined : `${code} with status ${status}`;
}

function blobOf({ bytes, type = 'image/png' }: FileToSend): Blob {
  return new Blob([new Uint8Array(bytes)], { type });
}
