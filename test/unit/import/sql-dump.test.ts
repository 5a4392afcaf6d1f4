import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isProblem } from '../../../src/import/port.ts';
import { readDump } from '../../../src/import/sql-dump.ts';
import { createTokens, type Token } from '../../../src/import/sql-tokens.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imgd-dump-'));
});
after(() => rm(folder, { recursive: true }));

/** The values of the rows, or the codes of the problems. */
async function read(dump: string | Buffer, name = 'dump.sql') {
  const path = join(folder, name);
  await writeFile(path, dump);
  const found: unknown[] = [];
  for await (const one of readDump(path, (table) => table !== 'other')) {
    found.push(isProblem(one) ? `${one.where} ${one.code}` : [one.table, ...Object.values(one.values)]);
  }
  return found;
}

const MYSQL = `-- a comment; with 'quotes'
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE IF NOT EXISTS \`t\` (
  \`id\` int NOT NULL, \`text\` varchar(9) DEFAULT 'a,b);', \`n\` decimal(8,2), # another
  PRIMARY KEY (\`id\`), KEY \`x\` (\`text\`(10))
) ENGINE=InnoDB PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (5));
INSERT INTO \`t\` VALUES (1,'it''s \\'one\\', \\\\ (two);\\n',-1.50),(2,NULL,0);
INSERT INTO t (\`text\`, id, n) VALUES
(_utf8mb4 'ü "x"', 3, 1),
("double", 4, NULL);
INSERT INTO other VALUES (1);
`;
const MYSQL_ROWS = [
  ['t', '1', "it's 'one', \\ (two);\n", '-1.50'],
  ['t', '2', null, '0'],
  ['t', 'ü "x"', '3', '1'],
  ['t', 'double', '4', null],
];

describe('readDump', () => {
  it('reads INSERT statements of mysqldump and phpMyAdmin', async () => {
    assert.deepEqual(await read(MYSQL), MYSQL_ROWS);
    assert.deepEqual(await read(gzipSync(MYSQL), 'dump.sql.gz'), MYSQL_ROWS);
  });

  it('reads COPY statements of pg_dump', async () => {
    const dump = `SET x = 'y';\nCOPY public."File" (id, "createdAt", name) FROM stdin;\n1\t\\N\ta\\tb\\\\\\n\n2\tx\t\n\\.\n\nCOPY other (a) FROM stdin;\n1\n\\.\nCOPY e_user (id) FROM stdin;\n5\n\\.\n`;
    assert.deepEqual(await read(dump), [
      ['File', '1', null, 'a\tb\\\n'],
      ['File', '2', 'x', ''],
      ['e_user', '5'],
    ]);
  });

  it('reports each broken row with its line, and goes on behind it', async () => {
    const dump = `CREATE TABLE t (id int, b text);
INSERT INTO t VALUES (1,'a'),(2),(3,'c',4),(4,f('x')),(5,'e');
INSERT INTO t VALUES (6,'lost),(7,'x');
INSERT INTO t VALUES (8,'h');
INSERT INTO unknown VALUES (9,'i');
COPY t (id, b) FROM stdin;
10\tj
11
12\tl
\\.
INSERT INTO t VALUES (13,'m'),(14,'cut`;
    assert.deepEqual(await read(dump), [
      ['t', '1', 'a'],
      'dump.sql:2 BROKEN_ROW',
      'dump.sql:2 BROKEN_ROW',
      'dump.sql:2 BROKEN_ROW',
      ['t', '5', 'e'],
      'dump.sql:3 BROKEN_ROW',
      ['t', '8', 'h'],
      'dump.sql:5 BROKEN_ROW',
      ['t', '10', 'j'],
      'dump.sql:8 BROKEN_ROW',
      ['t', '12', 'l'],
      ['t', '13', 'm'],
      'dump.sql:11 TRUNCATED',
    ]);
  });

  it('reports a dump that ends within a table, a row, a file of gzip', async () => {
    assert.deepEqual(await read('COPY t (id, b) FROM stdin;\n1\ta\n2'), [
      ['t', '1', 'a'],
      'dump.sql:3 TRUNCATED',
      'dump.sql:3 TRUNCATED',
    ]);
    const packed = gzipSync(MYSQL);
    const found = await read(packed.subarray(0, packed.length - 9), 'cut.sql.gz');
    assert.match(String(found.at(-1)), /^cut\.sql\.gz:\d+ TRUNCATED$/);
  });

  it('reads random bytes without an error', async () => {
    for (let seed = 1; seed < 40; seed++) {
      const bytes = Buffer.from(
        Array.from({ length: 300 }, (_, i) => MYSQL.charCodeAt((i * seed * 7_919) % MYSQL.length)),
      );
      await read(bytes);
    }
  });
});

describe('createTokens', () => {
  it('gives the same tokens however the text is cut', () => {
    const tokensOf = (size: number) => {
      const found: Token[] = [];
      const tokens = createTokens(() => assert.fail('nothing is lost'));
      for (let i = 0; i < MYSQL.length; i += size) {
        tokens.append(MYSQL.slice(i, i + size));
        for (let token = tokens.next(); token !== undefined; token = tokens.next()) found.push(token);
      }
      tokens.end();
      return found;
    };
    const whole = tokensOf(MYSQL.length);
    for (const size of [1, 2, 3, 7, 50]) assert.deepEqual(tokensOf(size), whole);
  });
});
