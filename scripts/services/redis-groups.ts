import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { startServer, type Tls } from './redis.ts';
import type { Service } from './service.ts';

const READY_MS = 30_000;
const SLOTS = 16_384;
const QUORUM = 2;
/** How long a server is silent before the others replace it. */
const DOWN_MS = 500;
/** How long the nodes of a cluster call one that is away good: longer than a command is tried again. */
const NODE_TIMEOUT_MS = 2_000;

/** Servers of Redis that replace each other, on loopback. */
export interface RedisGroup extends AsyncDisposable {
  /** For IMGD_REDIS_URL. */
  url: string;
  /** The servers with data. The first ones begin as primaries. */
  servers: Service[];
  /** The primaries now, by what the others say. */
  primaries(): Promise<Service[]>;
}

interface GroupOptions {
  tls?: Tls;
  /** Of the servers, and with `sentinel-` before it of the sentinels. */
  password?: string;
}

/** One primary with a replica, and three sentinels. */
export async function startSentinels(dir: string, { tls, password }: GroupOptions = {}): Promise<RedisGroup> {
  const secret = password === undefined ? [] : ['--requirepass', password, '--masterauth', password];
  const primary = await startServer(join(dir, 'primary'), { tls, args: secret });
  const replicaOf = ['--replicaof', '127.0.0.1', portOf(primary)];
  const replica = await startServer(join(dir, 'replica'), { tls, args: [...secret, ...replicaOf] });
  const servers = [primary, replica];
  const sentinels = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      // A sentinel keeps its state in its configuration.
      const file = join(dir, `${name}.conf`);
      writeFileSync(file, sentinelConfiguration(portOf(primary), password), { mode: 0o600 });
      return startServer(join(dir, name), { tls, args: [file, '--sentinel'], port: await freePort() });
    }),
  );
  const askSentinel = <T>(command: string, ...args: string[]) =>
    ask<T>(sentinels[0] as Service, password === undefined ? undefined : `sentinel-${password}`, command, ...args);
  await until(async () => {
    const [replicas, others] = await Promise.all([
      askSentinel<unknown[]>('sentinel', 'replicas', 'mymaster'),
      askSentinel<unknown[]>('sentinel', 'sentinels', 'mymaster'),
    ]);
    return replicas.length === 1 && others.length === 2;
  });
  await until(async () => /master_link_status:up/.test(await ask<string>(replica, password, 'info', 'replication')));
  const query = password === undefined ? '' : `?sentinel_password=${encodeURIComponent(`sentinel-${password}`)}`;
  return {
    url: `redis${tls === undefined ? '' : 's'}+sentinel://${loginOf(password)}${hostsOf(sentinels)}/mymaster${query}`,
    servers,
    async primaries() {
      const [, port] = await askSentinel<[string, string]>('sentinel', 'get-master-addr-by-name', 'mymaster');
      return servers.filter((server) => portOf(server) === port);
    },
    [Symbol.asyncDispose]: () => killAll([...sentinels, ...servers]),
  };
}

function sentinelConfiguration(port: string, password: string | undefined): string {
  return [
    `sentinel monitor mymaster 127.0.0.1 ${port} ${QUORUM}`,
    `sentinel down-after-milliseconds mymaster ${DOWN_MS}`,
    'sentinel failover-timeout mymaster 5000',
    ...(password === undefined
      ? []
      : [
          `sentinel auth-pass mymaster "${password}"`,
          `requirepass "sentinel-${password}"`,
          `sentinel sentinel-pass "sentinel-${password}"`,
        ]),
  ].join('\n');
}

/** A cluster of three primaries, each with a replica. */
export async function startCluster(dir: string, { tls, password }: GroupOptions = {}): Promise<RedisGroup> {
  const secret = password === undefined ? [] : ['--requirepass', password, '--masterauth', password];
  const startNode = async (home: string) => {
    const bus = await freePort();
    const timeout = String(NODE_TIMEOUT_MS);
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', timeout];
    const server = await startServer(home, { tls, args: [...secret, ...cluster] });
    return { server, bus };
  };
  const nodes = await Promise.all(
    // Another program may take one of the ports first.
    Array.from({ length: 6 }, (_, i) =>
      startNode(join(dir, String(i))).catch(() => startNode(join(dir, `again-${i}`))),
    ),
  );
  const servers = nodes.map(({ server }) => server);
  const [first, ...others] = nodes as [(typeof nodes)[number], ...typeof nodes];
  const call = <T>(server: Service, ...args: string[]) => ask<T>(server, password, 'cluster', ...args);
  await Promise.all(
    [0, 1, 2].map((i) => {
      const [from, to] = [i, i + 1].map((n) => Math.floor((n * SLOTS) / 3)) as [number, number];
      return call(servers[i] as Service, 'addslotsrange', String(from), String(to - 1));
    }),
  );
  for (const { server, bus } of others) await call(first.server, 'meet', '127.0.0.1', portOf(server), String(bus));
  const known = async (server: Service) => (await call<string>(server, 'nodes')).trim().split('\n').length === 6;
  for (const server of servers) await until(() => known(server));
  await Promise.all(
    [0, 1, 2].map(async (i) => {
      const id = await call<string>(servers[i] as Service, 'myid');
      await call(servers[i + 3] as Service, 'replicate', id);
    }),
  );
  for (const server of servers) {
    await until(async () => /cluster_state:ok/.test(await call<string>(server, 'info')));
    await until(async () => ((await call<string>(server, 'nodes')).match(/\bslave /g) ?? []).length === 3);
  }
  for (const server of servers.slice(3)) {
    await until(async () => /master_link_status:up/.test(await ask<string>(server, password, 'info', 'replication')));
  }
  return {
    url: `redis${tls === undefined ? '' : 's'}+cluster://${loginOf(password)}${hostsOf(servers)}`,
    servers,
    async primaries() {
      const roles = await Promise.all(
        servers.map((server) => ask<[string]>(server, password, 'role').catch(() => ['none'])),
      );
      return servers.filter((_, i) => roles[i]?.[0] === 'master');
    },
    [Symbol.asyncDispose]: () => killAll(servers),
  };
}

const loginOf = (password: string | undefined) => (password === undefined ? '' : `:${encodeURIComponent(password)}@`);
const portOf = (server: Service) => new URL(server.url).port;
const hostsOf = (servers: readonly Service[]) => servers.map(({ url }) => new URL(url).host).join(',');

/** One command over a connection of its own. */
async function ask<T>(server: Service, password: string | undefined, command: string, ...args: string[]): Promise<T> {
  const { protocol } = new URL(server.url);
  const client = new Redis(Number(portOf(server)), '127.0.0.1', {
    ...(password !== undefined && { password }),
    ...(protocol === 'rediss:' && { tls: { rejectUnauthorized: false } }),
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    commandTimeout: 2_000,
  });
  client.on('error', () => {});
  try {
    return (await client.call(command, ...args)) as T;
  } finally {
    client.disconnect();
  }
}

async function until(look: () => Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await look()); await sleep(20)) {
    if (performance.now() - begun > READY_MS) throw new Error('the servers of Redis do not find each other');
  }
}

async function killAll(servers: readonly Service[]): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
}
