import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CALM_MS, createPace } from '../../../../web/src/grid/pace.ts';

const FRAME_MS = 16;

/** Moves by the same share of a window in each frame. @returns what is said of each */
function scroll(pace: ReturnType<typeof createPace>, share: number, frames: number, from = { windows: 0, atMs: 0 }) {
  return Array.from({ length: frames }, (_, i) => pace(from.windows + share * i, from.atMs + FRAME_MS * i));
}

it('a list that is flung past rushes, from the third fast frame on, in both directions', () => {
  assert.deepEqual(scroll(createPace(), 0.3, 6), [false, false, false, true, true, true]);
  assert.deepEqual(scroll(createPace(), -0.3, 6), [false, false, false, true, true, true]);
});

it('reading, and one jump by a key, is no rush', () => {
  assert.ok(!scroll(createPace(), 0.05, 100).includes(true));
  const pace = createPace();
  assert.deepEqual([pace(0, 0), pace(0.9, 16), pace(0.9, 32), pace(1.8, 600)], [false, false, false, false]);
});

it('a rush is over a moment after it has slowed down', () => {
  const pace = createPace();
  scroll(pace, 0.3, 6);
  const [windows, endMs] = [0.3 * 5, FRAME_MS * 5];
  assert.equal(pace(windows, endMs + CALM_MS / 2), true);
  assert.equal(pace(windows, endMs + CALM_MS), false);
});
