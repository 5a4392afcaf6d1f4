import assert from 'node:assert/strict';
import { test } from 'node:test';
import { persist } from '../../../src/lib/retry.ts';

const HOW = { attempts: 3, firstPauseMs: 1 };

test('what fails in a way that passes is done again, so often and no more', async () => {
  let calls = 0;
  const failing = (times: number) => async () => {
    if (++calls <= times) throw new Error('ill');
    return calls;
  };
  assert.equal(await persist(failing(2), () => true, HOW), 3);
  calls = 0;
  await assert.rejects(
    persist(failing(3), () => true, HOW),
    /ill/,
  );
  assert.equal(calls, 3);
  calls = 0;
  await assert.rejects(
    persist(failing(1), () => false, HOW),
    /ill/,
  );
  assert.equal(calls, 1);
});
