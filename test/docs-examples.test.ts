import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { codeBlocks } from './support/markdown.ts';
import { shapeOf } from './support/shape.ts';
import { startApp, type TestApp } from './support/start-app.ts';

const API = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');

/** The JSON example below a heading of docs/api.md. */
function exampleOf(heading: string): unknown {
  const section = API.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`)) ?? '';
  const [example] = codeBlocks(section, 'json');
  assert.ok(example !== undefined, `there is an example below "${heading}"`);
  return JSON.parse(example);
}

function assertLooksAs(heading: string, answer: unknown): void {
  assert.deepEqual(shapeOf(answer).sort(), shapeOf(exampleOf(heading)).sort());
}

describe('examples of docs/api.md look like the answers of a service', () => {
  let app: TestApp;
  let bearer: { authorization: string };
  let id: string;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.url}/api/v1${path}`, init);
    return (await response.json()) as { data: Record<string, unknown> };
  };
  const picture = async () => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a5' } })
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
    assertLooksAs('Register an account', answer);
    bearer = { authorization: `Bearer ${(answer.data.api_key as { key: string }).key}` };
  });

  test('upload one image', async () => {
    const form = new FormData();
    form.append('file', await picture(), 'cat.jpg');
    form.append('expiry', '24');
    assertLooksAs('Upload one image', await ask('/upload', { method: 'POST', body: form }));
  });

  test('upload several images', async () => {
    const form = new FormData();
    form.append('files', await picture(), 'cat.jpg');
    form.append('files', new Blob(['notes']), 'notes.txt');
    assertLooksAs('Upload several images', await ask('/upload/bulk', { method: 'POST', body: form }));
  });

  test('image information, for its owner', async () => {
    const form = new FormData();
    form.append('file', await picture(), 'cat.jpg');
    form.append('album', 'Cats');
    ({ id } = (await ask('/upload', { method: 'POST', body: form, headers: bearer })).data as { id: string });
    assertLooksAs('Image information', await ask(`/image/${id}`, { headers: bearer }));
  });

  test('delete an image', async () => {
    assertLooksAs('Delete an image', await ask(`/image/${id}`, { method: 'DELETE', headers: bearer }));
  });

  test('usage, for anonymous callers', async () => {
    assertLooksAs('Usage and plans', await ask('/usage'));
  });

  test('control: a member less, and another type, are seen', () => {
    const example = exampleOf('Delete an image') as { data: Record<string, unknown> };
    assert.throws(() => assertLooksAs('Delete an image', { ...example, message: 1 }));
    assert.throws(() => assertLooksAs('Delete an image', { ...example, data: { id: '' } }));
  });
});
