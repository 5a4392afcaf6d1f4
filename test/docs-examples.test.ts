import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { AccountResponses } from '../src/api/accounts.ts';
import { ImageResponses } from '../src/api/images.ts';
import { KeyResponses } from '../src/api/keys.ts';
import { ServiceResponses } from '../src/api/service.ts';
import { codeBlocks } from './support/markdown.ts';
import { shapeOf } from './support/shape.ts';
import { startApp, type TestApp } from './support/start-app.ts';

/** A module that lets programs import the packages of the checkout by their names. */
const RESOLVER = `import { registerHooks } from 'node:module';
  const files = { 'imgd-client': 'client.ts', 'imgd-client/node': 'node.ts' };
  const folder = ${JSON.stringify(new URL('../packages/client/src/', import.meta.url))};
  registerHooks({
    resolve: (name, context, next) =>
      name in files ? { url: folder + files[name], shortCircuit: true } : next(name, context),
  });`;

const API = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');

/** The JSON example below a heading of docs/api.md. */
function exampleOf(heading: string): unknown {
  const section = API.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`)) ?? '';
  const [example] = codeBlocks(section, 'json');
  assert.ok(example !== undefined, `no example below "${heading}"`);
  return JSON.parse(example);
}

/** Asserts that a response has the members of the example and conforms to its schema. */
function assertMatches(heading: string, schema: TSchema, answer: unknown): void {
  assert.deepEqual(shapeOf(answer).sort(), shapeOf(exampleOf(heading)).sort());
  assert.deepEqual([...Value.Errors(withoutMore(schema) as TSchema, answer)], []);
}

/** The schema with additional members forbidden at every level. */
function withoutMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMore);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutMore(value)]));
  return 'properties' in copy && copy.type === 'object' ? { ...copy, additionalProperties: false } : copy;
}

describe('the examples of docs/api.md and README.md run as they are', () => {
  const run = promisify(execFile);
  const section = (text: string, heading: string) =>
    text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? assert.fail(heading);
  const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  let app: TestApp;
  let dir: string;
  let key = '';

  before(async () => {
    app = await startApp();
    dir = await mkdtemp(join(tmpdir(), 'imgd-examples-'));
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a5' } }).jpeg();
    for (const name of ['cat.jpg', 'dog.jpg']) await picture.clone().toFile(join(dir, name));
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });

  /** Runs a program with an example on its standard input, in the folder of the pictures. @returns its output */
  async function output(program: string, args: string[], example: string, target = app): Promise<string> {
    const text = example.replace(/https:\/\/images\.example|http:\/\/localhost:8080/g, target.url);
    const running = run(program, args, { cwd: dir, env: { ...process.env, IMGD_CLIENT_KEY: key } });
    running.child.stdin?.end(text);
    return (await running).stdout;
  }

  test('curl registers, uploads, lists and deletes', async () => {
    const [registering = '', one = '', several = '', list = '', deletion = ''] = codeBlocks(
      section(API, 'First steps'),
      'sh',
    );
    const registered = JSON.parse(await output('sh', [], registering));
    key = registered.data.api_key.key;
    const uploaded = JSON.parse(await output('sh', [], one));
    assert.deepEqual([uploaded.success, uploaded.data.album], [true, 'Cats']);
    assert.equal(JSON.parse(await output('sh', [], several)).message, '2 of 2 files uploaded');
    const { id } = uploaded.data;
    const ids = JSON.parse(await output('sh', [], list)).data.images.map((image: { id: string }) => image.id);
    assert.deepEqual(ids, [id]);
    assert.equal(JSON.parse(await output('sh', [], deletion.replace('$ID', id))).data.deleted, true);
  });

  test('JavaScript registers, uploads, lists and deletes by the client, and uploads without it', async () => {
    const [byClient = '', byFetch = ''] = codeBlocks(section(API, 'First steps'), 'js');
    const resolver = join(dir, 'resolve.mjs');
    await writeFile(resolver, RESOLVER);
    const lines = await output(process.execPath, ['--import', resolver, '--input-type=module', '-'], byClient);
    assert.match(lines, /^http\S+\/i\/(\w{12})\.jpg\n\1 cat\.jpg\n$/);
    assert.match(await output(process.execPath, ['--input-type=module', '-'], byFetch), /^http\S+\/i\/\w{12}\.jpg\n$/);
  });

  test('the README of the client uploads, lists and deletes', async () => {
    const [example = ''] = codeBlocks(
      readFileSync(new URL('../packages/client/README.md', import.meta.url), 'utf8'),
      'js',
    );
    const lines = await output(
      process.execPath,
      ['--import', join(dir, 'resolve.mjs'), '--input-type=module', '-'],
      example,
    );
    assert.match(lines, /^http\S+\.jpg\ncat\.jpg\nCats\n$/);
  });

  test('Python registers, uploads, lists and deletes', async (t) => {
    const hasRequests = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    );
    if (!hasRequests) return t.skip('Python with the package requests is not installed');
    const [example = ''] = codeBlocks(section(API, 'First steps'), 'python');
    assert.match(await output('python3', ['-'], example), /^http\S+\/i\/(\w{12})\.jpg\n\1 cat\.jpg\n$/);
  });

  test('Python and JavaScript solve challenges, to register and to upload', async () => {
    await using guarded = await startApp({ env: { IMGD_CHALLENGE: 'all', IMGD_CHALLENGE_COST: '20' } });
    const challenges = section(API, 'Challenges');
    const [python = ''] = codeBlocks(challenges, 'python');
    assert.match(await output('python3', ['-'], python, guarded), /^imgd_\w+\n$/);
    const [example = ''] = codeBlocks(challenges, 'js');
    const library = (name: string) => import.meta.resolve(name);
    const js = example.replace(/from '(altcha-lib[^']*)'/g, (_text, name: string) => `from '${library(name)}'`);
    const link = await output(process.execPath, ['--input-type=module', '-'], js, guarded);
    assert.match(link, /^http\S+\/i\/\w{12}\.jpg\n$/);
  });

  test('those of the README register and upload with the key', async () => {
    const examples = codeBlocks(section(README, 'The first upload'), 'sh').filter((code) => code.startsWith('curl'));
    const [anonymous = '', registering = '', withKey = ''] = examples;
    assert.equal(JSON.parse(await output('sh', [], anonymous)).success, true);
    const other = registering.replace('ann@', 'bob@');
    key = JSON.parse(await output('sh', [], other)).data.api_key.key;
    assert.equal(JSON.parse(await output('sh', [], withKey)).success, true);
  });
});

describe('responses match the examples of docs/api.md and their schemas', () => {
  let app: TestApp;
  let bearer: { authorization: string };
  let id: string;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.url}/api/v1${path}`, init);
    return (await response.json()) as { data: Record<string, unknown> };
  };
  const picture = async (background = '#2a5') => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
    return new Blob([new Uint8Array(bytes)]);
  };

  before(async () => {
    app = await startApp();
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('register an account', async () => {
    const body = JSON.stringify({ email: 'ann@example.com', password: 'correct horse' });
    const answer = await ask('/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    assertMatches('Register an account', AccountResponses.registered, answer);
    bearer = { authorization: `Bearer ${(answer.data.api_key as { key: string }).key}` };
  });

  test('upload one image', async () => {
    const form = new FormData();
    form.append('file', await picture(), 'cat.jpg');
    form.append('expiry', '24');
    assertMatches('Upload one image', ImageResponses.uploaded, await ask('/upload', { method: 'POST', body: form }));
  });

  test('upload several images', async () => {
    const form = new FormData();
    form.append('files', await picture(), 'cat.jpg');
    form.append('files', new Blob(['notes']), 'notes.txt');
    assertMatches(
      'Upload several images',
      ImageResponses.bulk,
      await ask('/upload/bulk', { method: 'POST', body: form }),
    );
  });

  test('image metadata, for its owner', async () => {
    const form = new FormData();
    form.append('file', await picture('#52a'), 'cat.jpg');
    for (const [name, text] of Object.entries({ album: 'Cats', title: 'A cat', alt: 'A cat on a mat' }))
      form.append(name, text);
    ({ id } = (await ask('/upload', { method: 'POST', body: form, headers: bearer })).data as { id: string });
    assertMatches('Image metadata', ImageResponses.image, await ask(`/image/${id}`, { headers: bearer }));
  });

  test('delete an image', async () => {
    assertMatches(
      'Delete an image',
      ImageResponses.deleted,
      await ask(`/image/${id}`, { method: 'DELETE', headers: bearer }),
    );
  });

  test('usage, for anonymous callers', async () => {
    assertMatches('Usage and plans', ServiceResponses.usage, await ask('/usage'));
  });

  test('control: detects a missing member, another type, and a member or value outside the schema', () => {
    const example = exampleOf('Delete an image') as { data: Record<string, unknown> };
    const look = (answer: unknown, schema: TSchema = ImageResponses.deleted) =>
      assertMatches('Delete an image', schema, answer);
    assert.doesNotThrow(() => look(example));
    assert.throws(() => look({ ...example, message: 1 }));
    assert.throws(() => look({ ...example, data: { id: '' } }));
    assert.throws(() => look({ ...example, data: { ...example.data, deleted_at: 'yesterday' } }));
    assert.throws(() => look(example, KeyResponses.revoked));
    const more = { ...example, data: { ...example.data, more: 1 } };
    assert.equal([...Value.Errors(withoutMore(ImageResponses.deleted) as TSchema, more)].length > 0, true);
  });
});
