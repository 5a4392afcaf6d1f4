import { describe } from 'node:test';
import { noPostgres } from '../support/services.ts';
import { albumsMigrationContract } from './albums-migration.ts';
import { catalogContract } from './catalog.ts';
import { openPostgres, openSqlite } from './catalog-engines.ts';
import { catalogLibraryContract } from './catalog-library.ts';
import { catalogModerationContract } from './catalog-moderation.ts';
import { catalogSignInContract } from './catalog-sign-in.ts';
import { catalogVariantsContract } from './catalog-variants.ts';
import { catalogWorkContract } from './catalog-work.ts';

catalogContract('SQLite', openSqlite);
catalogWorkContract('SQLite', openSqlite);
catalogModerationContract('SQLite', openSqlite);
catalogSignInContract('SQLite', openSqlite);
catalogLibraryContract('SQLite', openSqlite);
albumsMigrationContract('SQLite', openSqlite);
catalogVariantsContract('SQLite', openSqlite);
describe('on PostgreSQL', { skip: noPostgres }, () => {
  catalogContract('PostgreSQL', openPostgres);
  catalogWorkContract('PostgreSQL', openPostgres);
  catalogModerationContract('PostgreSQL', openPostgres);
  catalogSignInContract('PostgreSQL', openPostgres);
  catalogLibraryContract('PostgreSQL', openPostgres);
  albumsMigrationContract('PostgreSQL', openPostgres);
  catalogVariantsContract('PostgreSQL', openPostgres);
});
