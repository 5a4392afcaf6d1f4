import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  type DialectAdapter,
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  sql,
} from 'kysely';
import type { Client, ClientConfig } from 'pg';
import { orUnavailable } from './postgres-errors.ts';
import {
  CONNECT_TIMEOUT_MS,
  DISABLE_TIMEOUT,
  LOCK_TIMEOUT_MS,
  RESTORE_TIMEOUT,
  resilientPool,
  START_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './postgres-pool.ts';

const INT8 = 20;
const NUMERIC = 1_700;

/**
 * Kysely's PostgreSQL dialect on `pg`, which is loaded only here. As in SQLite, integers are numbers, and text is compared
 * by its bytes.
 * @param url `postgres://…` with parameters of libpq, such as those for TLS
 * @throws Error that names the setting when the database cannot be reached or refuses the connection
 */
export async function postgresDialect(url: string, maxConnections: number): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'imgd',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)),
    },
  };
  const open = async (changes: ClientConfig = {}) => {
    const client = new pg.Client({ ...config, ...changes });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const probe = await open({ connectionTimeoutMillis: START_TIMEOUT_MS }).catch((error) => {
    throw startError(url, error);
  });
  await probe.end();
  const pool = resilientPool(new pg.Pool({ ...config, max: maxConnections }));
  return new NodesDialect({ pool }, () => open({ statement_timeout: 0, lock_timeout: 0 }));
}

/** An error that names the setting, without the password. */
function startError(url: string, error: unknown): Error {
  const { host, pathname, username } = new URL(url);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const database = decodeURIComponent(pathname.slice(1));
  const why =
    code === '28P01' || code === '28000'
      ? `refuses the user "${decodeURIComponent(username)}" or the password`
      : code === '3D000'
        ? `has no database "${database}"`
        : `cannot be reached (${error instanceof Error && error.message !== '' ? error.message : code})`;
  return new Error(`PostgreSQL at ${host} ${why}: IMGD_DATABASE_URL.`);
}

class NodesDialect extends PostgresDialect {
  readonly #openLockClient: () => Promise<Client>;

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0], openLockClient: () => Promise<Client>) {
    super(config);
    this.#openLockClient = openLockClient;
  }

  override createAdapter(): DialectAdapter {
    return new NodesAdapter(this.#openLockClient);
  }

  override createQueryCompiler(): QueryCompiler {
    return new BytewiseCompiler();
  }
}

// Kysely uses an advisory lock, which CockroachDB ignores and YugabyteDB may reject. A row lock in a second transaction
// works on all of them, and ends with its connection.
class NodesAdapter extends PostgresAdapter {
  readonly #open: () => Promise<Client>;
  #holder: Client | undefined;

  constructor(open: () => Promise<Client>) {
    super();
    this.#open = open;
  }

  override async acquireMigrationLock(
    db: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    const holder = await this.#open().catch((error) => {
      throw orUnavailable(error);
    });
    try {
      await holder.query('begin');
      await holder.query(`select id from "${lockTable}" where id = $1 for update`, [lockRowId]);
    } catch (error) {
      await holder.end();
      throw orUnavailable(error);
    }
    this.#holder = holder;
    await sql.raw(DISABLE_TIMEOUT).execute(db);
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    const holder = this.#holder;
    this.#holder = undefined;
    await holder?.end();
    await sql.raw(RESTORE_TIMEOUT).execute(db);
  }
}

// Paging and comparisons rely on the byte order of keys, whatever the collation of the database.
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const column = this.parentNode as ColumnDefinitionNode | undefined;
    if (node.dataType === 'text' && column?.kind === 'ColumnDefinitionNode') this.append(' collate "C"');
  }
}
