import assert from 'node:assert/strict';
import { it } from 'node:test';
import { quotaHeaders, quotaView } from '../../../src/http/guards/quota.ts';

it('the end of a window is the same in all answers of the window', () => {
  const endMs = 1_795_231_115_400;
  const ends = new Set<string | undefined>();
  for (let nowMs = endMs - 3_600_000; nowMs < endMs; nowMs += 1_237) {
    const view = quotaView(100, { used: 1, msLeft: endMs - nowMs });
    ends.add(quotaHeaders(view, nowMs)['x-ratelimit-reset']);
  }
  assert.deepEqual([...ends], ['1795231115']);
});
