import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type KyselyPlugin, RawNode, sql } from 'kysely';
import { openSqliteCatalog } from '../../../src/catalog/database.ts';
import { migrateCatalog } from '../../../src/compose/migrate-catalog.ts';
import { loadConfig } from '../../../src/config.ts';

const MEMORY = 2;

test('a migration sorts new indexes in a file, and statements of requests stay in memory', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const { config } = loadConfig({ IMGD_DATA_DIR: dataDir });
  const options = { writesOnThread: true, cacheBytes: 1_000_000 };
  const catalog = await openSqliteCatalog(join(dataDir, 'imgd.sqlite'), options);
  t.after(async () => {
    await catalog.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const begun: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      begun.push(RawNode.is(node) ? node.sqlFragments.join('?') : node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await migrateCatalog(config, catalog.db.withPlugin(recorder), () => {});
  const asked = begun.filter((text) => text.startsWith('pragma temp_store'));
  assert.deepEqual(asked, ['pragma temp_store', 'pragma temp_store = file', `pragma temp_store = ${MEMORY}`]);
  const [first, last] = [begun.indexOf('pragma temp_store = file'), begun.length - 1];
  const indexes = begun.flatMap((kind, at) => (kind === 'CreateIndexNode' ? [at] : []));
  assert.ok(indexes.length > 0, 'the migrations create indexes');
  assert.ok(
    indexes.every((at) => at > first && at < last),
    'each index is created between the two settings',
  );
  const { rows } = await sql`pragma temp_store`.execute(catalog.db);
  assert.deepEqual(rows, [{ temp_store: MEMORY }]);
});
