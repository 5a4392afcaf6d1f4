import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, it } from 'node:test';
import { checkArchitecture } from './architecture/check.ts';
import { importsOf } from './architecture/imports.ts';
import { VENDOR_HOMES } from './architecture/rules.ts';

const ROOT = join(import.meta.dirname, '..');

function read(): Map<string, string> {
  const paths = globSync(['{src,packages/*/src}/**/*.{ts,js,css}', 'test/**/*.{ts,js}'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8')]));
}

/** Virtual files without a violation. Each planted violation adds or replaces one. */
const SOUND = {
  'src/core/ids.ts': "import { randomBytes } from 'node:crypto';\nexport const id = () => randomBytes(1);\n",
  'src/lib/env.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  'src/imaging/port.ts': "export type { Buffer } from 'node:buffer';\n",
  'src/imaging/pool.ts': "import sharp from 'sharp';\nexport const pool = sharp;\n",
  'src/blobs/port.ts': "import { id } from '../core/ids.ts';\nexport interface BlobStore {}\nexport const key = id;\n",
  'src/blobs/disk.ts': "import type { BlobStore } from './port.ts';\nexport const disk: BlobStore = {};\n",
  'src/blobs/memory.ts': "import type { BlobStore } from './port.ts';\nexport const memory: BlobStore = {};\n",
  'src/blobs/settings.ts': 'export const blobSettings = {};\n',
  'src/catalog/images/images.ts': "import { sql } from 'kysely';\nexport const images = sql;\n",
  'src/catalog/engine/sqlite.ts': "import { DatabaseSync } from 'node:sqlite';\nexport const open = DatabaseSync;\n",
  'src/limits/quota.ts': "import ip from 'ipaddr.js';\nexport const quota = ip;\n",
  'src/actions/upload.ts':
    "import type { BlobStore } from '../blobs/port.ts';\nexport const upload = (b: BlobStore) => b;\n",
  'src/jobs/expire.ts': "import { upload } from '../actions/upload.ts';\nexport const expire = upload;\n",
  'src/http/app.ts': "import fastify from 'fastify';\nexport const app = fastify;\n",
  'src/http/routes/get.ts': "import { app } from '../app.ts';\nexport const get = app;\n",
  'src/api/images.ts':
    "import Type from 'typebox';\nexport const Image = Type.Object({});\nexport type Image = typeof Image;\n",
  'packages/client/src/client.ts': 'export const client = 1;\n',
  'packages/upload/src/run.ts': "import { client } from '../../client/src/client.ts';\nexport const run = client;\n",
  'src/cli/upload.ts': "import { run } from '../../packages/upload/src/run.ts';\nexport const upload = run;\n",
  'src/cli/main.ts': "import { compose } from '../compose.ts';\nprocess.env.HOME;\nexport const main = compose;\n",
  'src/cli/flag.ts': 'export const flag = 1;\n',
  'src/config.ts': "import { blobSettings } from './blobs/settings.ts';\nexport const config = blobSettings;\n",
  'src/compose/blobs.ts': "import { disk } from '../blobs/disk.ts';\nexport const openBlobs = disk;\n",
  'src/compose.ts':
    "import { pino } from 'pino';\nimport { openBlobs } from './compose/blobs.ts';\nimport { config } from './config.ts';\nexport const compose = [pino, openBlobs, config];\n",
};

const withFiles = (files: Record<string, string>) => checkArchitecture(new Map(Object.entries({ ...SOUND, ...files })));

/** Each violation: its name, the file that is added or replaced, its text, and the start of the report. */
const PLANTED: [name: string, path: string, text: string, report: string][] = [
  [
    'core imports lib',
    'src/core/a.ts',
    "import { read } from '../lib/env.ts';",
    'src/core/a.ts may not import src/lib',
  ],
  ['core reaches the disk', 'src/core/a.ts', "import { open } from 'node:fs';", 'src/core/a.ts may not import node:fs'],
  ['lib imports core', 'src/lib/a.ts', "import { id } from '../core/ids.ts';", 'src/lib/a.ts may not import src/core'],
  ['lib imports a package', 'src/lib/a.ts', "import { p } from 'pino';", 'src/lib/a.ts may not import pino'],
  ['imaging imports blobs', 'src/imaging/a.ts', "import '../blobs/port.ts';", 'src/imaging/a.ts may not import'],
  [
    'blobs import the catalog',
    'src/blobs/a.ts',
    "export * from '../catalog/images/images.ts';",
    'src/blobs/a.ts may not',
  ],
  [
    'the catalog imports blobs',
    'src/catalog/a.ts',
    "import type { BlobStore } from '../blobs/port.ts';",
    'src/catalog',
  ],
  ['limits import actions', 'src/limits/a.ts', "import { upload } from '../actions/upload.ts';", 'src/limits/a.ts may'],
  ['actions import the disk', 'src/actions/a.ts', "import { disk } from '../blobs/disk.ts';", 'src/actions/a.ts may'],
  ['actions import memory', 'src/actions/a.ts', "import { memory } from '../blobs/memory.ts';", 'src/actions/a.ts may'],
  ['actions import the pool', 'src/actions/a.ts', "import { pool } from '../imaging/pool.ts';", 'src/actions/a.ts may'],
  [
    'actions open databases',
    'src/actions/a.ts',
    "import { open } from '../catalog/engine/sqlite.ts';",
    'src/actions/a.ts may',
  ],
  ['actions import http', 'src/actions/a.ts', "import { app } from '../http/app.ts';", 'src/actions/a.ts may not'],
  ['jobs import http', 'src/jobs/a.ts', "const { app } = await import('../http/app.ts');", 'src/jobs/a.ts may not'],
  ['jobs import a store', 'src/jobs/a.ts', "import { disk } from '../blobs/disk.ts';", 'src/jobs/a.ts may not'],
  ['http imports a store', 'src/http/a.ts', "import { disk } from '../blobs/disk.ts';", 'src/http/a.ts may not'],
  ['http imports imaging', 'src/http/a.ts', "import { pool } from '../imaging/pool.ts';", 'src/http/a.ts may not'],
  ['http reads the configuration', 'src/http/a.ts', "import { config } from '../config.ts';", 'src/http/a.ts may not'],
  [
    'the client package imports the server',
    'packages/client/src/a.ts',
    "import { id } from '../../../src/core/ids.ts';",
    'packages/client/src/a.ts may not import src/core/ids.ts',
  ],
  [
    'the client package imports Node.js',
    'packages/client/src/a.ts',
    "import { open } from 'node:fs';",
    'packages/client/src/a.ts may not import node:fs',
  ],
  [
    'the upload package imports http',
    'packages/upload/src/a.ts',
    "import { app } from '../../../src/http/app.ts';",
    'packages/upload/src/a.ts may not import src/http/app.ts',
  ],
  [
    'http imports a package of the repository',
    'src/http/a.ts',
    "import { run } from '../../packages/upload/src/run.ts';",
    'src/http/a.ts imports ../../packages/upload/src/run.ts, which is outside src',
  ],
  ['config imports an adapter', 'src/config.ts', "import { disk } from './blobs/disk.ts';", 'src/config.ts may not'],
  [
    'an action composes',
    'src/actions/a.ts',
    "import { openBlobs } from '../compose/blobs.ts';",
    'src/actions/a.ts may not',
  ],
  ['the root imports commands', 'src/compose.ts', "import { flag } from './cli/flag.ts';", 'src/compose.ts may not'],
  ['an unknown folder', 'src/utils/a.ts', 'export const a = 1;', 'src/utils/a.ts is in an unknown folder'],
  ['an unknown file in the root', 'src/helpers.ts', 'export const a = 1;', 'src/helpers.ts is an unknown file'],
  ['sharp elsewhere', 'src/actions/a.ts', "import sharp from 'sharp';", 'src/actions/a.ts may not import sharp'],
  ['sharp by require', 'src/http/a.ts', "const s = require('sharp');", 'src/http/a.ts may not import sharp'],
  ['libheif-js elsewhere', 'src/http/a.ts', "import 'libheif-js/wasm';", 'src/http/a.ts may not import libheif-js'],
  [
    'jxl-oxide elsewhere',
    'src/lib/a.ts',
    "type A = typeof import('jxl-oxide-wasm');",
    'src/lib/a.ts may not import jxl',
  ],
  ['fastify elsewhere', 'src/actions/a.ts', "import type { A } from 'fastify';", 'src/actions/a.ts may not import'],
  [
    'a plugin elsewhere',
    'src/compose.ts',
    "import c from '@fastify/cors';",
    'src/compose.ts may not import @fastify/cors',
  ],
  ['typebox elsewhere', 'src/core/a.ts', "import type { Static } from 'typebox';", 'src/core/a.ts may not import'],
  [
    'kysely elsewhere',
    'src/actions/a.ts',
    "import {\n  sql,\n} from 'kysely';",
    'src/actions/a.ts may not import kysely',
  ],
  ['SQLite elsewhere', 'src/jobs/a.ts', "import { DatabaseSync } from 'node:sqlite';", 'src/jobs/a.ts may not import'],
  ['rate limits elsewhere', 'src/http/a.ts', "import { R } from 'rate-limiter-flexible';", 'src/http/a.ts may not'],
  ['ipaddr.js elsewhere', 'src/http/a.ts', "import i from 'ipaddr.js';", 'src/http/a.ts may not import ipaddr.js'],
  [
    'argon2 elsewhere',
    'src/http/a.ts',
    "import { hash } from '@node-rs/argon2';",
    'src/http/a.ts may not import @node',
  ],
  ['commander elsewhere', 'src/http/a.ts', "import { Command } from 'commander';", 'src/http/a.ts may not import comm'],
  ['cli-progress elsewhere', 'src/http/a.ts', "import p from 'cli-progress';", 'src/http/a.ts may not import cli'],
  ['pino elsewhere', 'src/http/a.ts', "import { pino } from 'pino';", 'src/http/a.ts may not import pino'],
  [
    'a package without a home',
    'src/http/a.ts',
    "import _ from 'lodash';",
    'src/http/a.ts imports lodash, which has no',
  ],
  ['a cycle', 'src/core/ids.ts', "import './b.ts';", 'import cycle: src/core/ids.ts -> src/core/b.ts'],
  [
    'a missing extension',
    'src/core/a.ts',
    "import { id } from './ids';",
    'src/core/a.ts imports ./ids, which does not',
  ],
  [
    'a missing file',
    'src/core/a.ts',
    "import { id } from './none.ts';",
    'src/core/a.ts imports ./none.ts, which does not exist',
  ],
  [
    'a path out of src',
    'src/core/a.ts',
    "import '../../test/a.ts';",
    'src/core/a.ts imports ../../test/a.ts, which is',
  ],
  ['a built-in without node:', 'src/lib/a.ts', "import fs from 'fs';", 'src/lib/a.ts imports fs without node:'],
  [
    'a computed import',
    'src/jobs/a.ts',
    'const a = await import(name);',
    'src/jobs/a.ts has an import that the test cannot read',
  ],
  [
    'an import hidden by a comment',
    'src/lib/a.ts',
    "import {\n  a, // don't\n} from 'pino';",
    'src/lib/a.ts has an import that the test cannot read',
  ],
  ['process.env', 'src/http/a.ts', 'const a = process.env.HOME;', 'src/http/a.ts reads process.env'],
  ['process.env by index', 'src/http/a.ts', "const a = process['env'];", 'src/http/a.ts reads process.env'],
  ['node:process', 'src/http/a.ts', "import { env } from 'node:process';", 'src/http/a.ts imports node:process'],
  ['the console', 'src/http/a.ts', "console.log('x');", 'src/http/a.ts writes to the console'],
];

describe('the architecture', () => {
  it('holds in every file of src and test', () => {
    const sources = read();
    assert.ok(sources.size > 150, `only ${sources.size} files were read`);
    assert.deepEqual(checkArchitecture(sources), []);
  });

  it('control: reads the imports of the composition root and of the decoders', () => {
    const sources = read();
    const specifiers = (path: string) =>
      importsOf(path, sources.get(path) ?? '', assert.fail).map((one) => one.specifier);
    assert.ok(specifiers('src/compose/blobs.ts').includes('../blobs/disk.ts'));
    assert.ok(specifiers('src/imaging/libvips.ts').includes('sharp'));
    assert.ok(specifiers('src/imaging/transcode/libheif.ts').includes('libheif-js/libheif-wasm/libheif.js'));
    assert.ok(specifiers('src/imaging/transcode/decode-jxl.ts').includes('jxl-oxide-wasm'));
  });

  it('lets the web application import only types of the API schemas', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT });
    const imports = paths.flatMap((path) =>
      importsOf(path, readFileSync(join(ROOT, path), 'utf8'), () => undefined).filter(({ specifier }) =>
        specifier.includes('/src/api/'),
      ),
    );
    assert.ok(imports.length > 20);
    assert.deepEqual(
      imports.filter(({ isType }) => !isType),
      [],
    );
  });

  it('has a home for every dependency, and no other', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>;
    const homes = Object.keys(VENDOR_HOMES).filter((name) => !name.startsWith('node:'));
    assert.deepEqual(homes.sort(), Object.keys(dependencies ?? {}).sort());
  });

  it('reports nothing for valid files', () => {
    assert.deepEqual(withFiles({}), []);
    assert.deepEqual(
      withFiles({ 'src/core/a.ts': "// import { a } from 'pino';\n/** console.log(process.env) */\n" }),
      [],
    );
  });

  for (const [name, path, text, report] of PLANTED) {
    it(`reports ${name}`, () => {
      const found = withFiles({ 'src/core/b.ts': "import { id } from './ids.ts';\n", [path]: `${text}\n` });
      assert.ok(
        found.some((line) => line.startsWith(report)),
        `reported: ${found.join('; ')}`,
      );
      assert.equal(found.length, 1, found.join('; '));
    });
  }
});
