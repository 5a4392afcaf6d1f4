import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFastScrollDetector, FAST_SCROLL_END_MS } from '../../../../web/src/grid/fast-scroll.ts';

const FRAME_MS = 16;

/** Moves by the same share of the viewport in each frame. @returns the result of each frame */
function scroll(
  isFast: ReturnType<typeof createFastScrollDetector>,
  share: number,
  frames: number,
  from = { position: 0, atMs: 0 },
) {
  return Array.from({ length: frames }, (_, i) => isFast(from.position + share * i, from.atMs + FRAME_MS * i));
}

it('scrolling is fast from the third fast frame on, in both directions', () => {
  assert.deepEqual(scroll(createFastScrollDetector(), 0.3, 6), [false, false, false, true, true, true]);
  assert.deepEqual(scroll(createFastScrollDetector(), -0.3, 6), [false, false, false, true, true, true]);
});

it('slow scrolling and a single jump by a key are not fast', () => {
  assert.ok(!scroll(createFastScrollDetector(), 0.05, 100).includes(true));
  const isFast = createFastScrollDetector();
  assert.deepEqual([isFast(0, 0), isFast(0.9, 16), isFast(0.9, 32), isFast(1.8, 600)], [false, false, false, false]);
});

it('fast scrolling ends shortly after it slows down', () => {
  const isFast = createFastScrollDetector();
  scroll(isFast, 0.3, 6);
  const [position, endMs] = [0.3 * 5, FRAME_MS * 5];
  assert.equal(isFast(position, endMs + FAST_SCROLL_END_MS / 2), true);
  assert.equal(isFast(position, endMs + FAST_SCROLL_END_MS), false);
});
