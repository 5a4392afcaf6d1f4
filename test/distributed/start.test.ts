import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/services/process.ts';
import { makeDatabase, noPostgres, noRedis, redisUrl } from '../support/services.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/imgd.js', import.meta.url));

/** Starts the service, which must not start. @returns its exit code and what it said */
async function failToStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-start-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH ?? '', IMGD_DATA_DIR: dataDir, IMGD_PORT: '0', IMGD_LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await rm(dataDir, { recursive: true, force: true });
  return { code, said };
}

async function changed(url: string | Promise<string>, change: (url: URL) => void): Promise<string> {
  const parsed = new URL(await url);
  change(parsed);
  return parsed.href;
}

async function withDatabase(change: (url: URL) => void): Promise<string> {
  const { url, drop } = await makeDatabase();
  await drop();
  return changed(url, change);
}

const CASES: Record<string, () => Promise<[setting: string, url: string, why: RegExp]>> = {
  'a password that PostgreSQL refuses': async () => {
    const url = await withDatabase((to) => {
      to.password = 'not-the-password';
    });
    return ['IMGD_DATABASE_URL', url, /refuses the user "imgd" or the password/];
  },
  'a database that is not there': async () => {
    const url = await withDatabase((to) => {
      to.pathname = '/nowhere';
    });
    return ['IMGD_DATABASE_URL', url, /has no database "nowhere"/];
  },
  'a port on which no PostgreSQL listens': async () => {
    const url = `postgres://imgd@127.0.0.1:${await freePort()}/imgd`;
    return ['IMGD_DATABASE_URL', url, /cannot be reached .*ECONNREFUSED/];
  },
  'a host that does not exist': async () => {
    const url = 'postgres://imgd:not-the-password@host.invalid/imgd';
    return ['IMGD_DATABASE_URL', url, /host\.invalid cannot be reached/];
  },
  'a PostgreSQL that does not speak TLS, where TLS is wanted': async () => {
    const url = await withDatabase((to) => {
      to.searchParams.set('sslmode', 'verify-full');
    });
    return ['IMGD_DATABASE_URL', url, /does not support SSL/];
  },
  'a port on which no Redis listens': async () => {
    return ['IMGD_REDIS_URL', `redis://127.0.0.1:${await freePort()}`, /cannot be used .*ECONNREFUSED/];
  },
  'a password that Redis refuses': async () => {
    const url = await changed(redisUrl(), (to) => {
      to.username = 'nobody';
      to.password = 'not-the-password';
    });
    return ['IMGD_REDIS_URL', url, /WRONGPASS|invalid username-password/];
  },
};

describe('imgd serve ends with one line and exit code 1', { skip: noPostgres || noRedis }, () => {
  for (const [name, setUp] of Object.entries(CASES)) {
    it(`for ${name}`, async () => {
      const [setting, url, why] = await setUp();
      const { code, said } = await failToStart({ [setting]: url });
      assert.equal(code, 1, said);
      assert.match(said, why);
      assert.ok(said.includes(setting), said);
      assert.equal(said.trim().split('\n').length, 1, said);
      assert.ok(!said.includes('not-the-password'), 'no secret is shown');
    });
  }
});
