import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, createClient } from '../../packages/client/src/client.ts';
import { smallPng } from '../support/requests.ts';
import { CHEAP } from '../support/solve-challenge.ts';
import { startApp } from '../support/start-app.ts';

describe('the typed client without a key, where the service asks for challenges', () => {
  it('registers and uploads in every way, with more requests than one solution admits', async () => {
    await using app = await startApp({ env: CHEAP });
    const client = createClient({ baseUrl: app.url });
    const file = new File([new Uint8Array(await smallPng(1))], 'a.png');
    const body = { email: 'solver@example.org', password: 'correct horse battery' };
    const { api_key } = await client.request('register', { body });
    for (let count = 0; count < 12; count++) assert.equal((await client.upload(file)).format, 'PNG');
    assert.equal((await client.uploadResumable(file)).format, 'PNG');
    assert.equal((await client.uploadBulk([file, file])).succeeded, 2);
    const own = createClient({ baseUrl: app.url, apiKey: api_key.key });
    assert.equal((await own.upload(file)).anonymous, false);
  });

  it('gives up when its solutions are refused, and when its signal is aborted', async () => {
    await using app = await startApp({ env: { ...CHEAP, IMGD_CHALLENGE_COST: '1000000' } });
    const file = new File([new Uint8Array(await smallPng(1))], 'a.png');
    const refused = createClient({
      baseUrl: app.url,
      fetch: async () => {
        const error = { code: 'CHALLENGE_FAILED', message: 'No.' };
        return Response.json({ success: false, error }, { status: 403 });
      },
    });
    await assert.rejects(
      refused.upload(file),
      (error) => error instanceof ApiError && error.code === 'CHALLENGE_FAILED',
    );
    const stop = new AbortController();
    const sent: string[] = [];
    const watched: typeof fetch = (url, init) => {
      sent.push(String(url));
      if (sent.length === 2) setTimeout(() => stop.abort(new Error('enough')), 20);
      return fetch(url, init);
    };
    const client = createClient({ baseUrl: app.url, fetch: watched });
    await assert.rejects(client.upload(file, { signal: stop.signal }), /enough/);
    assert.match(sent[1] ?? '', /\/api\/v1\/challenge\?for=uploads$/);
  });
});
