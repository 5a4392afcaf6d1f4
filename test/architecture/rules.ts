/** What may be imported from another folder: all of it, or the files and folders named. */
type Reach = 'all' | readonly string[];

const ALL: Reach = 'all';
/** Queries and row types; how a database is opened is the composition root's business. */
const QUERIES: Reach = [
  'account-admin.ts',
  'accounts.ts',
  'album-lists.ts',
  'albums.ts',
  'audit.ts',
  'blob-repair.ts',
  'blobs.ts',
  'blocks.ts',
  'damage.ts',
  'idempotency.ts',
  'image-lists.ts',
  'image-reader.ts',
  'images.ts',
  'jobs.ts',
  'keys.ts',
  'password-resets.ts',
  'ping.ts',
  'reports.ts',
  'schema-moderation.ts',
  'schema.ts',
  'sessions.ts',
];

/** Which way imports point: folder of src -> the other folders that it may import. Folders that are not listed may not exist. */
export const ARROWS: Readonly<Record<string, Readonly<Record<string, Reach>>>> = {
  core: {},
  lib: {},
  imaging: { core: ALL, lib: ALL },
  blobs: { core: ALL, lib: ALL },
  catalog: { core: ALL, lib: ALL },
  limits: { core: ALL, lib: ALL },
  mail: { core: ALL, lib: ALL },
  edge: { core: ALL, lib: ALL },
  actions: {
    core: ALL,
    lib: ALL,
    imaging: ['port.ts', 'sniff.ts'],
    blobs: ['port.ts', 'keys.ts'],
    catalog: QUERIES,
    limits: ALL,
    edge: ['port.ts'],
    mail: ['port.ts'],
  },
  jobs: {
    core: ALL,
    lib: ALL,
    actions: ALL,
    blobs: ['keys.ts'],
    catalog: QUERIES,
    edge: ['port.ts'],
    mail: ['port.ts'],
  },
  http: { core: ALL, lib: ALL, actions: ALL, limits: ALL, catalog: QUERIES },
  client: { core: ALL },
  cli: {
    root: ALL,
    core: ALL,
    lib: ALL,
    imaging: ALL,
    blobs: ALL,
    catalog: ALL,
    limits: ALL,
    mail: ALL,
    edge: ALL,
    actions: ALL,
    jobs: ALL,
    http: ALL,
    client: ALL,
  },
};

/** The files directly in src, and what they may import. */
export const ROOT_ARROWS: Readonly<Record<string, Readonly<Record<string, Reach>>>> = {
  'version.ts': {},
  'config.ts': {
    lib: ALL,
    blobs: ['settings.ts'],
    catalog: ['settings.ts'],
    cli: ['settings.ts'],
    edge: ['settings.ts'],
    http: ['settings.ts'],
    imaging: ['settings.ts'],
    limits: ['settings.ts'],
    mail: ['settings.ts'],
  },
  'compose-blobs.ts': { root: ['config.ts'], lib: ALL, blobs: ALL },
  'compose.ts': {
    root: ALL,
    core: ALL,
    lib: ALL,
    imaging: ALL,
    blobs: ALL,
    catalog: ALL,
    limits: ALL,
    mail: ALL,
    edge: ALL,
    actions: ALL,
    jobs: ALL,
    http: ALL,
  },
};

/** One vendor, one home: package -> the folder or file of src that may import it. Packages that are not listed have none. */
export const VENDOR_HOMES: Readonly<Record<string, string>> = {
  '@aws-sdk/client-s3': 'src/blobs/',
  '@aws-sdk/lib-storage': 'src/blobs/',
  '@fastify/cookie': 'src/http/',
  '@fastify/cors': 'src/http/',
  '@fastify/helmet': 'src/http/',
  '@fastify/multipart': 'src/http/',
  '@fastify/static': 'src/http/',
  '@fastify/swagger': 'src/http/',
  '@fastify/swagger-ui': 'src/http/',
  '@fastify/type-provider-typebox': 'src/http/',
  '@node-rs/argon2': 'src/actions/passwords.ts',
  'cli-progress': 'src/cli/',
  commander: 'src/cli/',
  'content-disposition': 'src/http/',
  fastify: 'src/http/',
  'ipaddr.js': 'src/limits/',
  'jxl-oxide-wasm': 'src/imaging/',
  ioredis: 'src/limits/',
  kysely: 'src/catalog/',
  'libheif-js': 'src/imaging/',
  'lru-cache': 'src/lib/bounded-cache.ts',
  'node:sqlite': 'src/catalog/',
  nodemailer: 'src/mail/',
  pg: 'src/catalog/',
  pino: 'src/compose.ts',
  'rate-limiter-flexible': 'src/limits/',
  sharp: 'src/imaging/',
  typebox: 'src/http/',
};

/** The built-in modules that `core` may use: what computes, and nothing that reaches out. */
export const CORE_BUILTINS: readonly string[] = ['node:crypto', 'node:zlib'];

export const MAX_LINES = 300;
