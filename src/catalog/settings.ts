import { integer } from '../lib/setting-parsers.ts';

export const catalogSettings = {
  databaseUrl: {
    name: 'IMGD_DATABASE_URL',
    default: undefined,
    parse: postgresUrl,
    secret: true,
    meaning:
      'The PostgreSQL database of the catalog, such as `postgres://user:password@host:5432/imgd?sslmode=verify-full`; none = SQLite in the data directory.',
  },
  databasePool: {
    name: 'IMGD_DATABASE_POOL',
    default: '10',
    parse: integer(1, 1_000),
    meaning: 'The maximum number of PostgreSQL connections of one node.',
  },
};

function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new Error('must be a URL such as postgres://user:password@host:5432/database');
  }
  return text;
}
