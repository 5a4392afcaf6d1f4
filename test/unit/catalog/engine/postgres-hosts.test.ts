import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresServers } from '../../../../src/catalog/engine/postgres-hosts.ts';

describe('the servers of IMGD_DATABASE_URL', () => {
  it('are one URL for each host, with the same user, database and parameters', () => {
    assert.deepEqual(postgresServers('postgres://u:p%40s@one:5432,[::1]:5433,three/imgd?sslmode=require'), [
      'postgres://u:p%40s@one:5432/imgd?sslmode=require',
      'postgres://u:p%40s@[::1]:5433/imgd?sslmode=require',
      'postgres://u:p%40s@three/imgd?sslmode=require',
    ]);
    assert.deepEqual(postgresServers('postgres:///imgd?host=/run/postgresql'), [
      'postgres:///imgd?host=/run/postgresql',
    ]);
  });

  it('accept writes: target_session_attrs may say so, and nothing else', () => {
    assert.deepEqual(postgresServers('postgres://one,two/imgd?target_session_attrs=read-write'), [
      'postgres://one/imgd',
      'postgres://two/imgd',
    ]);
    assert.throws(() => postgresServers('postgres://one,two/imgd?target_session_attrs=standby'), /must be read-write/);
  });

  for (const wrong of [
    'mysql://one/imgd',
    'postgres://one,two',
    'postgres://one,,two/imgd',
    'one',
    'postgres://a b/c',
  ]) {
    it(`refuse ${wrong}`, () => assert.throws(() => postgresServers(wrong), /must be a URL such as postgres:/));
  }
});
