import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import type { Tls } from './redis.ts';

const run = promisify(execFile);

const READY_MS = 90_000;
const POLL_MS = 100;
const ACCESS_KEY = 'imgdtest';
const SECRET_KEY = 'imgdtestsecret';

/** Required programs; the Debian packages are ceph-mon, ceph-osd, radosgw and ceph-common. */
export const CEPH_PROGRAMS = [
  'ceph-mon',
  'ceph-osd',
  'radosgw',
  'radosgw-admin',
  'ceph-authtool',
  'monmaptool',
  'ceph',
];

/** Daemons that tests may kill: the object store and the S3 gateway. */
export type CephDaemon = 'osd' | 'gateway';

/** A single-node Ceph cluster with its S3 gateway, on loopback. */
export interface Ceph {
  /** Settings of imgd for this store; the caller creates the bucket. */
  env: Record<string, string>;
  endpoint: string;
  /** The same over TLS; only with a certificate. */
  tlsEndpoint: string | undefined;
  /** Runs radosgw-admin, such as for another key of the user `imgd`. */
  admin(...args: string[]): Promise<unknown>;
  /** Kills a daemon at once, like a power failure. */
  kill(daemon: CephDaemon): Promise<void>;
  /** Starts a killed daemon; resolves when its process runs, before it is ready. */
  restart(daemon: CephDaemon): void;
  /** Stops the cluster; its data stays in the directory. */
  stop(): Promise<void>;
}

/**
 * Starts Ceph with all of its data below an empty directory. Works as root or any user; its daemons end with this
 * process.
 * @throws Error with the output of a daemon that does not become ready
 */
export async function startCeph(directory: string, tls?: Tls): Promise<Ceph> {
  for (const part of ['mon', 'osd', 'rgw', 'run']) await mkdir(join(directory, part), { recursive: true });
  const [monPort, s3Port, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const conf = join(directory, 'ceph.conf');
  const keyring = join(directory, 'keyring');
  const fsid = randomUUID();
  await writeFile(conf, configuration({ directory, keyring, fsid, monPort, s3Port, tlsPort, tls }));
  const call = (program: string, ...args: string[]) => run(program, [...args, '-c', conf], { timeout: READY_MS });
  const daemons = new Map<string, Daemon>();
  const start = (name: string, program: string, ...args: string[]) => {
    daemons.set(name, startDaemon(program, ['-f', '-c', conf, ...args]));
  };
  const starts = {
    monitor: () => start('monitor', 'ceph-mon', '-i', 'a'),
    osd: () => start('osd', 'ceph-osd', '-i', '0'),
    gateway: () => start('gateway', 'radosgw', '-n', 'client.admin'),
  };
  const stop = async () => {
    await Promise.all([...daemons.values()].map((daemon) => daemon.end('SIGKILL')));
  };

  try {
    await makeKeys(keyring);
    const monmap = join(directory, 'monmap');
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monPort}]`, monmap]);
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring);
    starts.monitor();
    const osdId = randomUUID();
    await Promise.all([
      call('ceph', 'osd', 'new', osdId).then(() => call('ceph', 'auth', 'import', '-i', keyring)),
      call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId),
    ]);
    starts.osd();
    starts.gateway();
    const endpoint = `http://127.0.0.1:${s3Port}`;
    await untilAnswers(endpoint, daemons);
    const user = ['--uid', 'imgd', '--display-name', 'imgd', '--access-key', ACCESS_KEY, '--secret-key', SECRET_KEY];
    await call('radosgw-admin', 'user', 'create', ...user);
    return {
      endpoint,
      env: {
        IMGD_S3_ENDPOINT: endpoint,
        IMGD_S3_ACCESS_KEY_ID: ACCESS_KEY,
        IMGD_S3_SECRET_ACCESS_KEY: SECRET_KEY,
        IMGD_S3_FORCE_PATH_STYLE: 'true',
      },
      kill: async (name) => daemons.get(name)?.end('SIGKILL'),
      restart: (name) => starts[name](),
      tlsEndpoint: tls && `https://127.0.0.1:${tlsPort}`,
      admin: (...args) => call('radosgw-admin', ...args),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Daemon {
  child: ChildProcess;
  said(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

function startDaemon(program: string, args: string[]): Daemon {
  // If available, it ends the daemons of a killed test run.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const keep = (chunk: string) => {
    text = (text + chunk).slice(-4_000);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  child.on('error', (error) => keep(error.message));
  return {
    child,
    said: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
    },
  };
}

async function untilAnswers(endpoint: string, daemons: ReadonlyMap<string, Daemon>): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < READY_MS; await sleep(POLL_MS)) {
    for (const [name, { child, said }] of daemons) {
      if (child.exitCode !== null) throw new Error(`the ${name} of Ceph ended: ${said()}`);
    }
    const answered = await fetch(endpoint).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
  }
  throw new Error('the S3 gateway of Ceph does not become ready');
}

async function makeKeys(keyring: string): Promise<void> {
  const key = (name: string, ...caps: string[]) =>
    run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps.flatMap((cap) => ['--cap', ...cap.split('=')])]);
  await run('ceph-authtool', ['--create-keyring', keyring]);
  await key('mon.', 'mon=allow *');
  await key('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *');
  await key('osd.0', 'mon=allow profile osd', 'osd=allow *', 'mgr=allow profile osd');
}

interface Layout {
  directory: string;
  keyring: string;
  fsid: string;
  monPort: number;
  s3Port: number;
  tlsPort: number;
  tls: Tls | undefined;
}

/** A single replica and few placement groups: small and fast, with the same rules for keys as any cluster. */
function configuration({ directory, keyring, fsid, monPort, s3Port, tlsPort, tls }: Layout): string {
  const overTls =
    tls && ` ssl_endpoint=127.0.0.1:${tlsPort} ssl_certificate=${tls.certificate} ssl_private_key=${tls.key}`;
  const global = {
    fsid,
    keyring,
    mon_host: `[v2:127.0.0.1:${monPort}]`,
    public_addr: '127.0.0.1',
    auth_allow_insecure_global_id_reclaim: false,
    mon_allow_pool_size_one: true,
    mon_allow_pool_delete: true,
    mon_max_pg_per_osd: 2_000,
    mon_data_avail_warn: 1,
    mon_data_avail_crit: 1,
    mon_osd_full_ratio: 0.99,
    osd_crush_chooseleaf_type: 0,
    osd_objectstore: 'bluestore',
    bluestore_block_size: 16 * 2 ** 30,
    osd_memory_target: 2 ** 30,
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 4,
    osd_pool_default_pgp_num: 4,
    osd_pool_default_pg_autoscale_mode: 'off',
    rgw_rados_pool_pg_num_min: 4,
    run_dir: join(directory, 'run'),
    admin_socket: join(directory, 'run', '$name.asok'),
    pid_file: join(directory, 'run', '$name.pid'),
    log_file: join(directory, '$name.log'),
    log_to_stderr: false,
    err_to_stderr: true,
  };
  const sections: Record<string, Record<string, unknown>> = {
    global,
    'mon.a': { mon_data: join(directory, 'mon') },
    'osd.0': { osd_data: join(directory, 'osd') },
    'client.admin': {
      rgw_data: join(directory, 'rgw'),
      rgw_frontends: `beast endpoint=127.0.0.1:${s3Port}${overTls ?? ''}`,
      rgw_dns_name: 'localhost',
    },
  };
  return Object.entries(sections)
    .flatMap(([name, values]) => [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`)])
    .join('\n')
    .concat('\n');
}
