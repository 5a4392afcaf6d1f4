import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import * as postgres from '../../scripts/services/postgres.ts';
import * as redis from '../../scripts/services/redis.ts';
import type { Service } from '../../scripts/services/service.ts';

/** The exports of a module in scripts/services. */
export interface ServiceModule {
  findPrograms(): string | undefined;
  start(dir: string): Promise<Service>;
}

/**
 * `skip` value of tests that need a service: the reason why it is missing, or false.
 * With CI=true the tests run and fail when the service cannot start.
 */
export function missing(name: string, { findPrograms }: ServiceModule): string | false {
  return findPrograms() === undefined && process.env.CI !== 'true' ? `${name} is not installed` : false;
}

export const noPostgres = process.env.TEST_POSTGRES_URL === undefined && missing('PostgreSQL', postgres);
export const noRedis = process.env.TEST_REDIS_URL === undefined && missing('Redis', redis);

/** Starts a service for one test, which may kill it. Disposal removes its data. */
export async function startOwn(service: ServiceModule): Promise<Service & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'imgd-service-'));
  // Programs that drop root privileges must be able to traverse the directory.
  await chmod(dir, 0o711);
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const started = await service.start(dir);
  return {
    ...started,
    async [Symbol.asyncDispose]() {
      await started.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const shared = new Map<ServiceModule, Promise<Service>>();

/** The service that all tests of this process share. Starts on the first call and stops with the process. */
export function sharedService(service: ServiceModule): Promise<Service> {
  const running = shared.get(service) ?? startOwn(service);
  shared.set(service, running);
  return running;
}

/** An empty database in the server at `url`. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The server at TEST_POSTGRES_URL, or the shared one. @returns its URL for a superuser */
export async function postgresServer(): Promise<string> {
  return process.env.TEST_POSTGRES_URL ?? (await sharedService(postgres)).url;
}

/** Creates a database: empty, or a copy of the database `template`. */
export async function makeDatabase(template = 'template1'): Promise<TestDatabase> {
  const server = await postgresServer();
  const name = `imgd_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `create database ${name} template ${template}`);
  return { url: databaseUrl(server, name), drop: () => asAdmin(server, `drop database ${name} with (force)`) };
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement over a new connection. */
export async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The Redis at TEST_REDIS_URL, or the shared one of this process. */
export async function redisUrl(): Promise<string> {
  return process.env.TEST_REDIS_URL ?? (await sharedService(redis)).url;
}
