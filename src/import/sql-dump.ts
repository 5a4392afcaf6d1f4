import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { SourceProblem } from './port.ts';
import type { TextRow } from './scratch.ts';
import { createTokens, type Token } from './sql-tokens.ts';

/** A row of a table of another host. */
export interface TableRow {
  table: string;
  /** Such as `dump.sql:812`. */
  where: string;
  values: TextRow;
}

/** Rows of tables of another host, in the order in which it gives them. */
export type Rows = AsyncIterable<TableRow | SourceProblem>;

type Found = TableRow | SourceProblem;

/**
 * Reads the rows of a dump of mysqldump, mariadb-dump, phpMyAdmin (INSERT statements) or pg_dump (plain, COPY statements).
 * Everything else is skipped, also statements that it does not know. Memory does not depend on the length of the dump. A
 * row that cannot be read is a problem with its line, and reading goes on behind it.
 * @param path of the dump, also compressed by gzip
 * @param wants the tables whose rows are read
 */
export async function* readDump(path: string, wants: (table: string) => boolean): AsyncGenerator<Found> {
  const reader = createReader(basename(path), wants);
  const decoder = new StringDecoder('utf8');
  let cut: string | undefined;
  try {
    for await (const chunk of bytesOf(path)) yield* reader.read(decoder.write(chunk));
  } catch (cause) {
    cut = cause instanceof Error ? cause.message : String(cause);
  }
  yield* reader.end(cut);
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 2 ** 20 });
  if (!path.endsWith('.gz')) return yield* file as AsyncIterable<Buffer>;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  return yield* file.pipe(unpacked) as AsyncIterable<Buffer>;
}

/** A statement that is being read. */
interface Statement {
  /** Takes a token, also the semicolon at the end. */
  take(token: Token): void;
  /** Set where the lines of a table follow the semicolon. */
  copied?: CopiedTable;
}

interface CopiedTable {
  table: string;
  columns: readonly string[];
}

/** Where statements leave what they find. */
interface Context {
  columnsOf: Map<string, readonly string[]>;
  wants(table: string): boolean;
  row(table: string, line: number, columns: readonly string[] | undefined, values: readonly (string | null)[]): void;
}

function createReader(file: string, wants: (table: string) => boolean) {
  const out: Found[] = [];
  let statement: Statement | undefined;
  /** The table whose lines follow a COPY statement. */
  let copied: CopiedTable | undefined;
  const report = (code: SourceProblem['code'], reason: string, line: number) =>
    out.push({ where: `${file}:${line}`, code, reason });
  const tokens = createTokens((line, isCut) => {
    report(isCut ? 'TRUNCATED' : 'BROKEN_ROW', 'A text has no end: its row is left out.', line);
    statement = undefined;
  });
  const context: Context = {
    columnsOf: new Map(),
    wants,
    row(table, line, columns, values) {
      if (columns === undefined) report('BROKEN_ROW', `The columns of ${table} are not known.`, line);
      else if (columns.length !== values.length) {
        report('BROKEN_ROW', `The row has ${values.length} values instead of ${columns.length}.`, line);
      } else {
        const named = columns.map((name, i) => [name, values[i] ?? null]);
        out.push({ table, where: `${file}:${line}`, values: Object.fromEntries(named) });
      }
    },
  };

  /** @returns false where the text so far ends */
  function step(): boolean {
    if (copied !== undefined) return copyLine(copied);
    const before = out.length;
    const token = tokens.next();
    if (token === undefined) return out.length > before;
    const current = statement ?? startOf(token, context);
    current.take(token);
    const isEnd = token.kind === 'mark' && token.text === ';';
    statement = isEnd ? undefined : current;
    if (isEnd) copied = current.copied;
    return true;
  }

  function copyLine({ table, columns }: CopiedTable): boolean {
    const { line } = tokens;
    const found = tokens.nextLine();
    if (found === undefined) return false;
    if (found.text === '\\.') copied = undefined;
    else if (found.isCut) report('TRUNCATED', 'The dump ends within a row, or the row is too long.', line);
    else if (found.text !== '' && wants(table))
      context.row(table, line, columns, found.text.split('\t').map(copyValue));
    return true;
  }

  function* drain(): Generator<Found> {
    while (step()) if (out.length > 0) yield* out.splice(0);
    yield* out.splice(0);
  }

  return {
    *read(more: string): Generator<Found> {
      tokens.append(more);
      yield* drain();
    },
    /** @param cut why the dump could not be read to its end */
    *end(cut: string | undefined): Generator<Found> {
      tokens.end();
      yield* drain();
      if (cut !== undefined) report('TRUNCATED', `The dump cannot be read any further: ${cut}.`, tokens.line);
      else if (statement !== undefined || copied !== undefined) {
        report('TRUNCATED', 'The dump ends within a statement.', tokens.line);
      }
      yield* out.splice(0);
    },
  };
}

/** The statement that begins with a token. */
function startOf({ kind, text }: Token, context: Context): Statement {
  const verb = kind === 'word' ? text.toUpperCase() : '';
  if (verb === 'INSERT' || verb === 'REPLACE') return insertStatement(context);
  if (verb === 'CREATE') return createStatement(context);
  if (verb === 'COPY') return copyStatement();
  return { take() {} };
}

const BEFORE_TABLE = /^(INSERT|REPLACE|INTO|IGNORE|CREATE|TABLE|IF|NOT|EXISTS|TEMPORARY|UNLOGGED|COPY|ONLY)$/i;
const KEY_WORDS = /^(PRIMARY|KEY|UNIQUE|FULLTEXT|CONSTRAINT|INDEX|CHECK|SPATIAL|FOREIGN)$/i;

/** The name of a table without that of its schema, or undefined for a word of the statement. */
function tableOf({ kind, text }: Token): string | undefined {
  if (kind === 'mark' || (kind === 'word' && BEFORE_TABLE.test(text))) return undefined;
  return kind === 'word' ? text.slice(text.lastIndexOf('.') + 1) : text;
}

/** `CREATE TABLE`: mysqldump names the columns only here. */
function createStatement({ columnsOf }: Context): Statement {
  let table: string | undefined;
  let depth = 0;
  let isFirst = false;
  const columns: string[] = [];
  return {
    take(token) {
      const mark = token.kind === 'mark' ? token.text : '';
      if (depth === 0 && columns.length === 0) table = tableOf(token) ?? table;
      // Parentheses behind the columns describe partitions.
      if (mark === '(') isFirst = ++depth === 1 && columns.length === 0;
      else if (mark === ')') depth--;
      else if (mark === ',' && depth === 1) isFirst = true;
      else if (mark === ';' && table !== undefined) columnsOf.set(table, columns);
      else if (isFirst) {
        isFirst = false;
        if (token.kind === 'text' || !KEY_WORDS.test(token.text)) columns.push(token.text);
      }
    },
  };
}

/** `INSERT INTO table [(columns)] VALUES (…), (…)`. */
function insertStatement({ columnsOf, wants, row }: Context): Statement {
  let table = '';
  let named: string[] | undefined;
  let phase: 'table' | 'columns' | 'rows' = 'table';
  let values: (string | null)[] = [];
  let depth = 0;
  let line = 0;
  let isOdd = false;

  function takeOfRows(token: Token, mark: string): void {
    if (mark === '(' && depth++ === 0) [values, line, isOdd] = [[], token.line, false];
    else if (mark === '(') isOdd = true;
    else if (mark === ')' && depth > 0) {
      if (--depth > 0 || !wants(table)) return;
      row(table, line, named ?? columnsOf.get(table), isOdd ? [] : values);
    } else if (mark === ';' && depth > 0) row(table, line, [], values);
    else if (depth > 0 && mark === '') {
      // The character set of a text stands before it.
      const isWord = token.kind === 'word';
      if (!isWord || !token.text.startsWith('_')) values.push(isWord && /^null$/i.test(token.text) ? null : token.text);
    }
  }

  return {
    take(token) {
      const mark = token.kind === 'mark' ? token.text : '';
      if (phase === 'rows') takeOfRows(token, mark);
      else if (phase === 'columns') {
        if (mark === ')') phase = 'table';
        else if (mark === '') named?.push(token.text);
      } else if (mark === '(') {
        phase = 'columns';
        named = [];
      } else if (token.kind === 'word' && /^values?$/i.test(token.text)) phase = 'rows';
      else table = tableOf(token) ?? table;
    },
  };
}

/** `COPY table (columns) FROM stdin`. */
function copyStatement(): Statement {
  const columns: string[] = [];
  const copied = { table: '', columns };
  let isInside = false;
  return {
    copied,
    take(token) {
      if (token.kind === 'mark') isInside = token.text === '(' || (isInside && token.text === ',');
      else if (isInside) columns.push(token.text);
      else if (columns.length === 0) copied.table = tableOf(token) ?? copied.table;
    },
  };
}

const COPY_ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** A field of COPY in its text format. */
function copyValue(field: string): string | null {
  if (field === '\\N') return null;
  return field.includes('\\') ? field.replace(/\\([\s\S])/g, (_, one: string) => COPY_ESCAPES[one] ?? one) : field;
}
