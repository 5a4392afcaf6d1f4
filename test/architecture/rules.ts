/** The allowed imports from another folder: all files, the named files and folders, or all except the named folder. */
export type Reach = 'all' | readonly string[] | { except: string };

const ALL: Reach = 'all';
/** Queries and row types. Only the composition root opens a database. */
const QUERIES: Reach = { except: 'engine/' };

/** The directions of imports: folder of src -> the folders that it may import. Other folders are not allowed. */
export const ARROWS: Readonly<Record<string, Readonly<Record<string, Reach>>>> = {
  core: {},
  lib: {},
  api: { core: ALL },
  doors: { core: ALL },
  imaging: { core: ALL, lib: ALL },
  blobs: { core: ALL, lib: ALL },
  catalog: { core: ALL, lib: ALL },
  limits: { core: ALL, lib: ALL },
  mail: { core: ALL, lib: ALL },
  identity: { core: ALL, lib: ALL },
  edge: { core: ALL, lib: ALL },
  validation: { core: ALL, lib: ALL },
  import: { core: ALL, lib: ALL },
  webhooks: { core: ALL, lib: ALL },
  actions: {
    core: ALL,
    lib: ALL,
    imaging: ['port.ts'],
    blobs: ['port.ts'],
    catalog: QUERIES,
    limits: ALL,
    edge: ['port.ts'],
    validation: ['port.ts'],
    import: ['port.ts'],
    webhooks: ['port.ts', 'message.ts'],
    mail: ['port.ts', 'notices.ts'],
    identity: ['port.ts', 'password-hash.ts', 'common-passwords.ts', 'totp.ts', 'webauthn.ts'],
  },
  jobs: {
    core: ALL,
    lib: ALL,
    actions: ALL,
    blobs: ['port.ts'],
    catalog: QUERIES,
    edge: ['port.ts'],
    mail: ['port.ts', 'notices.ts'],
  },
  http: {
    api: ALL,
    doors: ALL,
    core: ALL,
    lib: ALL,
    actions: ALL,
    limits: ALL,
    catalog: QUERIES,
    identity: ['port.ts', 'password-hash.ts'],
  },
  compose: {
    root: ['config.ts'],
    core: ALL,
    lib: ALL,
    imaging: ALL,
    blobs: ALL,
    catalog: ALL,
    limits: ALL,
    mail: ALL,
    identity: ALL,
    edge: ALL,
    validation: ALL,
    actions: ALL,
  },
  cli: {
    root: ALL,
    compose: ALL,
    core: ALL,
    lib: ALL,
    imaging: ALL,
    blobs: ALL,
    catalog: ALL,
    limits: ALL,
    mail: ALL,
    identity: ALL,
    edge: ALL,
    validation: ALL,
    actions: ALL,
    jobs: ALL,
    http: ALL,
    api: ALL,
    import: ALL,
  },
};

/** The imports of the packages: folder of packages -> the folders and files that it may import besides its own. */
export const PACKAGE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  client: [],
  upload: [
    'packages/client/src/',
    'packages/upload/package.json',
    'src/core/',
    'src/lib/setting-parsers.ts',
    'src/cli/print.ts',
  ],
};

/** The folders of src that may import packages. */
export const PACKAGE_USERS: Readonly<Record<string, readonly string[]>> = { cli: ['packages/upload/src/'] };

/** The files directly in src, and their allowed imports. */
export const ROOT_ARROWS: Readonly<Record<string, Readonly<Record<string, Reach>>>> = {
  'version.ts': { lib: ['program-files.ts'] },
  'config.ts': {
    lib: ALL,
    blobs: ['settings.ts'],
    catalog: ['settings.ts'],
    edge: ['settings.ts'],
    http: ['settings.ts'],
    imaging: ['settings.ts'],
    limits: ['settings.ts'],
    validation: ['http.ts'],
    mail: ['smtp.ts'],
    webhooks: ['http.ts'],
    identity: ['openid.ts'],
  },
  'compose.ts': {
    root: ['config.ts', 'version.ts'],
    compose: ALL,
    core: ALL,
    lib: ALL,
    catalog: QUERIES,
    edge: ALL,
    identity: ALL,
    webhooks: ALL,
    actions: ALL,
    jobs: ALL,
    http: ALL,
  },
};

/** The home of each vendor: package -> the folders or files of src that may import it. Other packages are not allowed. */
export const VENDOR_HOMES: Readonly<Record<string, string | readonly string[]>> = {
  '@aws-sdk/client-s3': 'src/blobs/',
  '@aws-sdk/lib-storage': 'src/blobs/',
  '@aws-sdk/s3-request-presigner': 'src/blobs/',
  '@fastify/cookie': 'src/http/',
  '@fluent/bundle': 'src/http/',
  '@fastify/cors': 'src/http/',
  '@fastify/multipart': 'src/http/',
  '@fastify/proxy-addr': 'src/http/',
  '@fastify/swagger': 'src/http/',
  '@fastify/type-provider-typebox': 'src/http/',
  '@node-rs/argon2': 'src/identity/hash-thread.ts',
  '@simplewebauthn/server': 'src/identity/webauthn.ts',
  '@smithy/signature-v4': 'src/edge/',
  '@tus/server': 'src/http/upload/tus.ts',
  '@zxcvbn-ts/language-common': 'src/identity/common-passwords.ts',
  'cli-progress': 'packages/upload/src/',
  commander: 'src/cli/',
  'content-disposition': 'src/http/',
  fastify: 'src/http/',
  'ipaddr.js': ['src/limits/', 'src/lib/outbound-request.ts'],
  'jxl-oxide-wasm': 'src/imaging/',
  ioredis: 'src/limits/',
  kysely: 'src/catalog/',
  'libheif-js': 'src/imaging/',
  'lru-cache': 'src/lib/bounded-cache.ts',
  'node:sqlite': ['src/catalog/', 'src/import/'],
  nodemailer: 'src/mail/',
  pg: ['src/catalog/', 'src/import/'],
  'openid-client': 'src/identity/',
  otpauth: 'src/identity/totp.ts',
  pino: 'src/compose.ts',
  'prom-client': 'src/http/',
  'reflect-metadata': 'src/identity/webauthn.ts',
  'rate-limiter-flexible': 'src/limits/',
  sharp: 'src/imaging/',
  typebox: ['src/api/', 'src/http/'],
  yauzl: 'src/import/file-tree.ts',
  yazl: 'src/lib/zip-archive.ts',
};

/** The built-in modules that `core` may use: they compute without I/O. */
export const CORE_BUILTINS: readonly string[] = ['node:crypto', 'node:zlib'];
