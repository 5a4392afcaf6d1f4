import { anyText, integer } from '../lib/setting-parsers.ts';
import { postgresServers } from './engine/postgres-hosts.ts';

export const catalogSettings = {
  databaseUrl: {
    name: 'IMGD_DATABASE_URL',
    default: undefined,
    parse: postgresUrl,
    secret: true,
    meaning:
      'The PostgreSQL database of the catalog, such as `postgres://user:password@host:5432/imgd?sslmode=verify-full`; several servers as `host,host`, of which the one that accepts writes is used; none = SQLite in the data directory.',
  },
  databasePool: {
    name: 'IMGD_DATABASE_POOL',
    default: '10',
    parse: integer(1, 1_000),
    meaning: 'The maximum number of PostgreSQL connections of one node.',
  },
  backupTarget: {
    name: 'IMGD_BACKUP_TARGET',
    default: undefined,
    parse: anyText,
    meaning: 'Where `imgd backup` and `imgd restore` keep backups, if not told: a directory, or `s3://bucket/prefix`.',
  },
  backupMaxAgeHours: {
    name: 'IMGD_BACKUP_MAX_AGE_HOURS',
    default: undefined,
    parse: integer(1),
    meaning: 'Hours after the last complete backup from which the health is degraded; none = not checked.',
  },
};

function postgresUrl(text: string): string {
  postgresServers(text);
  return text;
}
