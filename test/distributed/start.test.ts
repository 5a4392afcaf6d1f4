import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import { PROGRAM } from '../support/program.ts';
import { makeDatabase, noPostgres, noRedis, redisUrl } from '../support/services.ts';

/** Starts a service that must fail. @returns its exit code and output */
async function failToStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-start-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      IMGD_DATA_DIR: dataDir,
      IMGD_PORT: '0',
      IMGD_LOG_LEVEL: 'info',
      IMGD_START_WAIT_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await rm(dataDir, { recursive: true, force: true });
  return { code, output };
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

const CASES: Record<string, () => Promise<[setting: string, url: string, reason: RegExp]>> = {
  'a password that PostgreSQL refuses': async () => {
    const url = await withDatabase((to) => {
      to.password = 'not-the-password';
    });
    return ['IMGD_DATABASE_URL', url, /refuses the user "imgd" or the password/];
  },
  'a missing database': async () => {
    const url = await withDatabase((to) => {
      to.pathname = '/nowhere';
    });
    return ['IMGD_DATABASE_URL', url, /has no database "nowhere"/];
  },
  'a closed port of PostgreSQL': async () => {
    const url = `postgres://imgd@127.0.0.1:${await freePort()}/imgd`;
    return ['IMGD_DATABASE_URL', url, /cannot be reached .*ECONNREFUSED/];
  },
  'an unknown host': async () => {
    const url = 'postgres://imgd:not-the-password@host.invalid/imgd';
    return ['IMGD_DATABASE_URL', url, /host\.invalid cannot be reached/];
  },
  'a PostgreSQL without TLS, when TLS is required': async () => {
    const url = await withDatabase((to) => {
      to.searchParams.set('sslmode', 'verify-full');
    });
    return ['IMGD_DATABASE_URL', url, /does not support SSL/];
  },
  'several hosts of PostgreSQL that are all closed': async () => {
    const url = `postgres://imgd@127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/imgd`;
    return ['IMGD_DATABASE_URL', url, /127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ cannot be reached .*ECONNREFUSED/];
  },
  'a password that Redis refuses': async () => {
    const url = await changed(redisUrl(), (to) => {
      to.username = 'unknown';
      to.password = 'not-the-password';
    });
    return ['IMGD_REDIS_URL', url, /WRONGPASS|invalid username-password/];
  },
};

describe('imgd serve exits with one line and code 1', { skip: noPostgres || noRedis }, () => {
  for (const [name, setUp] of Object.entries(CASES)) {
    it(`for ${name}`, async () => {
      const [setting, url, reason] = await setUp();
      const { code, output } = await failToStart({ [setting]: url });
      assert.equal(code, 1, output);
      assert.match(output, reason);
      assert.ok(output.includes(setting), output);
      assert.equal(output.trim().split('\n').length, 1, output);
      assert.ok(!output.includes('not-the-password'), 'no secret is printed');
    });
  }
});
