import { urlsOfHosts } from '../lib/several-hosts.ts';

/** Where Redis is: one server, the primary that sentinels name, or the nodes of a cluster. */
export type RedisServers =
  | { kind: 'server'; url: string; hosts: readonly string[] }
  | (Group & { kind: 'sentinel'; name: string; db: number; sentinel: Credentials })
  | (Group & { kind: 'cluster' });

interface Credentials {
  username?: string;
  password?: string;
}

interface Group extends Credentials {
  tls: boolean;
  /** The sentinels, or some nodes of the cluster: the others are found. */
  nodes: readonly { host: string; port: number }[];
  /** The same, for messages. */
  hosts: readonly string[];
}

const FORMS =
  'redis://user:password@host:6379/0, redis+sentinel://user:password@host:26379,host:26379/name or redis+cluster://user:password@host:6379,host:6379';
const DEFAULT_PORTS: Readonly<Record<string, number>> = { sentinel: 26_379, cluster: 6_379 };

/**
 * Parses the address of Redis; `rediss…` = TLS. For sentinels the user and password are those of the primary and its replicas;
 * `?sentinel_username=…&sentinel_password=…` are those of the sentinels.
 * @throws Error with the rule for the text
 */
export function redisServers(text: string): RedisServers {
  const [first, ...others] = urlsOfHosts(text) ?? [];
  const [, tls, kind] = /^redis(s?)(?:\+(sentinel|cluster))?:$/.exec(first?.protocol ?? '') ?? [];
  if (first === undefined || tls === undefined || (kind === undefined && others.length > 0)) {
    throw new Error(`must be a URL such as ${FORMS} (rediss: = TLS)`);
  }
  const hosts = [first, ...others].map(({ host }) => host);
  if (kind === undefined) return { kind: 'server', url: text, hosts };
  const group: Group = {
    tls: tls === 's',
    hosts,
    nodes: [first, ...others].map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (DEFAULT_PORTS[kind] as number) : Number(port),
    })),
    ...credentials(decodeURIComponent(first.username), decodeURIComponent(first.password)),
  };
  const [name = '', db = '0', ...rest] = first.pathname.slice(1).split('/').map(decodeURIComponent);
  if (kind === 'cluster') {
    if (name !== '' && name !== '0') throw new Error('must have no database: a cluster has only number 0');
    return { kind, ...group };
  }
  if (name === '' || !/^\d+$/.test(db) || rest.length > 0) {
    throw new Error('must end with the name of the primary and, if it is not 0, the database: …/mymaster/0');
  }
  const { searchParams: query } = first;
  const sentinel = credentials(query.get('sentinel_username') ?? '', query.get('sentinel_password') ?? '');
  return { kind: 'sentinel', ...group, name, db: Number(db), sentinel };
}

function credentials(username: string, password: string): Credentials {
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
}
