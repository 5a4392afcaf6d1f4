import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { bounded, fitScale, fitted, toggledScale, zoomedAt } from '../../../../web/src/lightbox/zoom.ts';

const stage = { width: 1_000, height: 600 };
const photo = { width: 4_000, height: 3_000 };

it('shows a large picture as a whole, an ordinary small one at its own size, and a tiny one enlarged by a whole number', () => {
  assert.equal(fitScale(photo, stage), 0.2);
  assert.equal(fitScale({ width: 300, height: 200 }, stage), 1);
  assert.equal(fitScale({ width: 16, height: 16 }, stage), 8);
  assert.equal(fitScale({ width: 120, height: 110 }, stage), 5);
});

it('keeps the image pixel under the pointer while it zooms', () => {
  const at = { x: 100, y: -50 };
  const before = zoomedAt(fitted(photo, stage), 1, { x: 0, y: 0 }, photo, stage);
  const after = zoomedAt(before, 2, at, photo, stage);
  assert.equal((at.x - after.x) / after.scale, (at.x - before.x) / before.scale);
  assert.equal((at.y - after.y) / after.scale, (at.y - before.y) / before.scale);
});

it('never leaves the stage empty beside a picture that is larger, and centres a smaller one', () => {
  const far = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 8, noNaN: true }), far, far, (scale, x, y) => {
      const { x: shownX, y: shownY } = bounded({ scale, x, y }, photo, stage);
      assert.ok(Math.abs(shownX) <= Math.max(0, (photo.width * scale - stage.width) / 2));
      if (photo.height * scale <= stage.height) assert.equal(Math.abs(shownY), 0);
    }),
  );
});

it('toggles between the whole picture and its own size; a picture that fits is doubled', () => {
  assert.equal(toggledScale(fitted(photo, stage), photo, stage), 1);
  assert.equal(toggledScale({ scale: 1, x: 0, y: 0 }, photo, stage), 0.2);
  const small = { width: 300, height: 200 };
  assert.equal(toggledScale(fitted(small, stage), small, stage), 2);
});
