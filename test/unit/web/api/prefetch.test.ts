import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { getPrefetched, prefetch } from '../../../../web/src/api/prefetch.ts';

/** Mocks fetch with responses in turn; null is a 401. */
function answering(answers: (string | null)[]) {
  return mock.method(globalThis, 'fetch', async () => {
    const data = answers.shift() ?? null;
    return data === null
      ? Response.json({ success: false, error: { code: 'MISSING_API_KEY', message: 'no' } }, { status: 401 })
      : Response.json({ success: true, data });
  });
}

it('an early response is used once, and the next call sends a new request', async () => {
  const fetched = answering(['first', 'second']);
  prefetch('/images?a');
  assert.equal(await getPrefetched('/images?a'), 'first');
  assert.equal(fetched.mock.callCount(), 1);
  assert.equal(await getPrefetched('/images?a'), 'second');
  fetched.mock.restore();
});

it('a refused early request is repeated, and a path without an early request is requested', async () => {
  const fetched = answering([null, 'signed in', 'other']);
  prefetch('/images?b');
  assert.equal(await getPrefetched('/images?b'), 'signed in');
  assert.equal(await getPrefetched('/images?c'), 'other');
  assert.equal(fetched.mock.callCount(), 3);
  fetched.mock.restore();
});
