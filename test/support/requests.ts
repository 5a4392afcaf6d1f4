import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { openStorageBeside, type Storage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import type { PlanName } from '../../src/core/plans.ts';
import { enginesOf } from './distributed.ts';
import { blobEngine } from './s3-engine.ts';

/** The Authorization header of a credential; no header for an anonymous caller. */
export function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** A small PNG of one colour; each shade gives different bytes. Uncompressed, so that its thumbnail differs from it. */
export function smallPng(shade = 0): Promise<Buffer> {
  const background = { r: shade & 255, g: (shade >> 8) & 255, b: 77 };
  return sharp({ create: { width: 8, height: 6, channels: 3, background } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Sends a request without a body to the API. */
export function call(
  target: { url: string },
  method: string,
  path: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${target.url}/api/v1${path}`, { method, headers: { ...bearer(token), ...headers } });
}

/** Sends a POST with a JSON body to the API. */
export function send(
  target: { url: string },
  path: string,
  body: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${target.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token), ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends a PATCH with a JSON body to the API. */
export function patch(target: { url: string }, path: string, body: unknown, token?: string): Promise<Response> {
  return fetch(`${target.url}/api/v1${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  });
}

/** Uploads several files, each as [name, bytes], in the form fields `fieldName(index)`. */
export function bulk(
  target: { url: string },
  files: readonly (readonly [string, Buffer])[],
  {
    fields = {},
    headers = {},
    fieldName = () => 'files',
  }: {
    fields?: Record<string, string>;
    headers?: Record<string, string>;
    fieldName?: (index: number) => string;
  } = {},
): Promise<Response> {
  const body = new FormData();
  files.forEach(([name, bytes], index) => {
    body.append(fieldName(index), new Blob([new Uint8Array(bytes)]), name);
  });
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return fetch(`${target.url}/api/v1/upload/bulk`, { method: 'POST', headers, body });
}

/** Settings for the catalog and the blobs of a running server. */
export async function storageEnv(app: { dataDir: string }): Promise<Record<string, string>> {
  const [blobs, shared] = [await blobEngine(app.dataDir), await enginesOf(app.dataDir)];
  return { IMGD_DATA_DIR: app.dataDir, ...blobs?.env, ...shared?.env };
}

/** The catalog and blobs of a server in this process. */
export async function storageBeside(app: { dataDir: string }): Promise<Storage> {
  const { config } = loadConfig(await storageEnv(app));
  return openStorageBeside(config, undefined, true);
}

/** All values in the catalog of a running server as text, and the raw files of SQLite. */
export async function catalogText(app: { dataDir: string }): Promise<string> {
  const storage = await storageBeside(app);
  try {
    const tables = await storage.db.introspection.getTables();
    const rows = tables.map(({ name }) =>
      storage.db
        .selectFrom(name as 'images')
        .selectAll()
        .execute(),
    );
    const files = ['imgd.sqlite', 'imgd.sqlite-wal'].map((name) => join(app.dataDir, name)).filter(existsSync);
    // Raw values: JSON would escape them.
    const values = (await Promise.all(rows)).flat().flatMap((row) => Object.values(row));
    return [...values, ...files.map((file) => readFileSync(file, 'latin1'))].join('\n');
  } finally {
    await storage.close();
  }
}

/** Creates an account that the API cannot create: of any plan, or an administrator's. */
export async function accountOf(
  app: { dataDir: string },
  { plan = 'free', isAdmin = false }: { plan?: PlanName; isAdmin?: boolean },
): Promise<{ key: string; email: string }> {
  const storage = await storageBeside(app);
  try {
    const email = `${randomUUID()}@example.com`;
    const { key } = await registerAccount(storage, {
      email,
      password: null,
      name: null,
      plan,
      isAdmin,
      isVerified: true,
    });
    return { key: key.secret, email };
  } finally {
    await storage.close();
  }
}
