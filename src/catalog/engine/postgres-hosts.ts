import type { Client, ClientBase, ClientConfig } from 'pg';
import { urlsOfHosts } from '../../lib/several-hosts.ts';

/** Servers that do not accept writes are never used; the others are names of libpq for the same wish. */
const WANTED = new Set(['read-write', 'primary']);
const PARAMETER = 'target_session_attrs';

/**
 * The servers of a database, of which one accepts writes. The driver knows one server only.
 * @param text a URL with one host, or with several hosts as libpq takes it
 * @returns one URL for each server
 * @throws Error with the rule for the text
 */
export function postgresServers(text: string): string[] {
  const urls = urlsOfHosts(text);
  const isDatabase = (url: URL) => /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1;
  if (urls === undefined || !urls.every(isDatabase)) {
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/database, or with host,host instead of host',
    );
  }
  return urls.map((url) => {
    const wanted = url.searchParams.get(PARAMETER);
    if (wanted !== null && !WANTED.has(wanted)) throw new Error(`${PARAMETER} must be read-write: imgd writes`);
    if (wanted !== null) url.searchParams.delete(PARAMETER);
    return url.href;
  });
}

/** Connections to the server that accepts writes. */
export interface PrimaryConnections {
  /** The number of servers. */
  servers: number;
  /** For the driver's pool, and for connections beside it. */
  Client: new (
    config?: ClientConfig,
  ) => Client;
  /** Whether a connection leads to the server that accepted writes last. */
  isCurrent(client: ClientBase): boolean;
  /** Try the next server: this connection leads to one that refuses writes. */
  leave(client: ClientBase): void;
}

/**
 * Finds the server that accepts writes: each attempt to connect takes the server of the last success, and after a failure
 * the next one. With a single server nothing is asked.
 */
export function primaryConnections(Base: typeof Client, servers: readonly string[]): PrimaryConnections {
  const serverOf = new WeakMap<ClientBase, number>();
  let next = 0;
  let primary = 0;

  function leave(client: ClientBase): void {
    if (serverOf.get(client) === next) next = (next + 1) % servers.length;
  }

  class PrimaryClient extends Base {
    constructor(config: ClientConfig = {}) {
      super({ ...config, connectionString: servers[next] });
      serverOf.set(this, next);
      // A server may end the connection at any time, also in the packet that opens it. Without a listener that would end the
      // process. The pending query rejects as well.
      this.on('error', () => {});
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      const connected = this.#connect();
      if (callback === undefined) return connected;
      // The driver calls back without an error on success.
      connected.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect();
        if (servers.length > 1) await refuseStandby(this);
      } catch (error) {
        leave(this);
        throw error;
      }
      primary = serverOf.get(this) as number;
      next = primary;
      return this;
    }
  }

  return {
    servers: servers.length,
    Client: PrimaryClient,
    isCurrent: (client) => serverOf.get(client) === primary,
    leave,
  };
}

async function refuseStandby(client: Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return;
  void client.end();
  throw Object.assign(new Error(`${client.host} accepts no writes`), { code: READ_ONLY });
}

/** read_only_sql_transaction */
export const READ_ONLY = '25006';
