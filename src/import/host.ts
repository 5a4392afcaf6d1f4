import type { FileTree } from './file-tree.ts';
import { type ImportSource, isProblem, SourceError, type SourceProblem } from './port.ts';
import { openScratch, type Scratch } from './scratch.ts';
import type { Rows } from './sql-dump.ts';

/** A table of another host. */
export interface WantedTable {
  /** In the scratch. */
  name: string;
  /** There. */
  matches: RegExp;
  /** A column that tells the table from others of a similar name. */
  known: string;
  /** A column that the table lacks is null. */
  columns: readonly string[];
  /** Rows that are fetched from a database at once; 200 by default. */
  pageRows?: number;
}

/** The tables of a database: of a dump, or of the database itself. */
export interface Database extends AsyncDisposable {
  /** As the operator named it, without secrets. */
  name: string;
  rows(tables: readonly WantedTable[]): Rows;
}

/** What every import of a host with a database is given. */
export interface HostOptions {
  database: Database;
  /** The files; undefined where they are in the database. */
  files: FileTree | undefined;
  /** Path at which the host serves files, where it is not the usual one. */
  oldPrefix: string | undefined;
  /** Milliseconds by which local times of the host are ahead of UTC. */
  utcOffsetMs: number;
  /** Whether images with a password are imported too. The password is lost, so their old addresses are not kept. */
  importsProtected: boolean;
  tempDir: string;
}

/** The tables of a host in a scratch, and its broken rows. */
export interface LoadedHost {
  scratch: Scratch;
  problems(): Iterable<SourceProblem>;
}

/** The column with the place of a row in its dump. */
const WHERE = '_where';

/** Reads the wanted tables into a scratch. The indexed columns are the first ones of each table. */
async function loadTables(database: Database, scratch: Scratch, tables: readonly WantedTable[]): Promise<void> {
  const columnsOf = new Map(tables.map((table) => [table, [...table.columns, WHERE]]));
  for (const [{ name }, columns] of columnsOf) scratch.createTable(name, columns);
  scratch.createTable('problems', ['at', 'code', 'reason']);
  scratch.run('BEGIN');
  for await (const row of database.rows(tables)) {
    if (isProblem(row)) {
      scratch.insert('problems', ['at', 'code', 'reason'], [row.where, row.code, row.reason]);
      continue;
    }
    const table = tables.find(({ matches, known }) => matches.test(row.table) && row.values[known] !== undefined);
    if (table === undefined) continue;
    const columns = columnsOf.get(table) as string[];
    const values = columns.map((column) => (column === WHERE ? row.where : (row.values[column] ?? null)));
    scratch.insert(table.name, columns, values);
  }
  for (const { name, columns } of tables) scratch.run(`CREATE INDEX "by_${name}" ON "${name}" ("${columns[0]}")`);
  scratch.run('COMMIT');
}

/**
 * A source of a host with a database: its tables are read once, when the first list is.
 * @param lists reads accounts, albums and images from the scratch
 */
export function openHost(
  name: string,
  { database, files, tempDir }: HostOptions,
  tables: readonly WantedTable[],
  lists: (loaded: LoadedHost) => Pick<ImportSource, 'accounts' | 'albums' | 'images'>,
): ImportSource {
  const scratch = openScratch(tempDir);
  const loaded: LoadedHost = {
    scratch,
    *problems() {
      for (const { at, code, reason } of scratch.each('SELECT * FROM problems')) {
        yield { where: at, code, reason } as SourceProblem;
      }
    },
  };
  const made = lists(loaded);
  let loading: Promise<void> | undefined;
  const load = () => {
    loading ??= loadTables(database, scratch, tables);
    return loading;
  };
  return {
    name,
    async *accounts() {
      await load();
      yield* made.accounts();
    },
    async *albums() {
      await load();
      yield* made.albums();
    },
    async *images() {
      await load();
      yield* loaded.problems();
      yield* made.images();
    },
    async [Symbol.asyncDispose]() {
      await scratch[Symbol.asyncDispose]();
      await files?.[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Opens the first of the paths that exists. @throws SourceError MISSING_FILE, UNSAFE_NAME */
export async function openFirst(files: FileTree | undefined, paths: readonly string[]): Promise<AsyncIterable<Buffer>> {
  if (files === undefined) throw new SourceError('MISSING_FILE', 'The folder of the files is not given (--files).');
  for (const path of paths) {
    const file = await files.find(path);
    if (file !== undefined) return file.open();
  }
  throw new SourceError('MISSING_FILE', `There is no file ${JSON.stringify(paths[0]?.slice(0, 300))}.`);
}

/**
 * A time of a database, in Unix milliseconds: `2024-05-06 07:08:09.123`, with `Z` or an offset where it has one.
 * @param offsetMs by which times without an offset are ahead of UTC
 * @returns null for an absent or impossible time
 */
export function timeOf(text: string | null | undefined, offsetMs = 0): number | null {
  const [, day, time = '00:00:00', zone] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d+)?))?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text ?? '') ?? [];
  if (day === undefined) return null;
  const whole = zone === undefined || zone === 'Z' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  const ms = Date.parse(`${day}T${time.slice(0, 12)}${whole}`);
  if (!(ms > 0)) return null;
  return zone === undefined ? ms - offsetMs : ms;
}

/** A number of a database, 0 where it has none. */
export const numberOf = (text: string | null | undefined): number => Math.max(0, Math.trunc(Number(text ?? 0)) || 0);
