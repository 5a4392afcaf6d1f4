import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
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
    form.append('album', 'Cats');
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
