import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutOf, presetSize } from '../../../src/core/links.ts';
import { parsePresets } from '../../../src/imaging/settings.ts';

const preset = (text: string) => {
  const [first] = parsePresets(text);
  assert.ok(first);
  return first;
};

describe('presets of the operator', () => {
  it('are a name, a size and options', () => {
    assert.deepEqual(parsePresets(''), []);
    assert.deepEqual(parsePresets(' square=400x400, fit=cover, quality=80; banner=1200x400 ;tall = x900;'), [
      { name: 'square', width: 400, height: 400, fit: 'cover', quality: 80 },
      { name: 'banner', width: 1_200, height: 400, fit: 'inside', quality: null },
      { name: 'tall', width: null, height: 900, fit: 'inside', quality: null },
    ]);
  });

  it('are refused with the name of the wrong one', () => {
    for (const [text, rule] of [
      ['400x400', /"400x400": a preset is a name/],
      ['320=400x400', /a preset is a name/],
      ['Big=1x1', /a preset is a name/],
      ['a/b=1x1', /a preset is a name/],
      ['a=400', /"a": the size/],
      ['a=x', /"a": the size/],
      ['a=-1x5', /"a": the size/],
      ['a=0x5', /"a": its sides/],
      ['a=16384x1', /"a": its sides/],
      ['a=5000x5000', /"a": its sides/],
      ['a=400x,fit=cover', /"a": fit=cover needs both sides/],
      ['a=4x4,fit=fill', /"a": "fit=fill" is neither/],
      ['a=4x4,quality=0', /"a": "quality=0" is neither/],
      ['a=4x4,quality=101', /neither/],
      ['a=4x4,blur=3', /neither/],
      ['a=4x4;a=5x5', /"a" is there twice/],
      [Array.from({ length: 21 }, (_, i) => `a${i}=4x4`).join(';'), /at most 20/],
    ] as const) {
      assert.throws(() => parsePresets(text), rule, text);
    }
  });

  it('never enlarge, stay within their box, and keep its shape or that of the image', () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    const box = fc.integer({ min: 1, max: 4_000 });
    fc.assert(
      fc.property(side, side, box, box, (width, height, boxWidth, boxHeight) => {
        for (const fit of ['cover', 'inside'] as const) {
          const made = presetSize({ width, height }, preset(`a=${boxWidth}x${boxHeight},fit=${fit}`));
          assert.ok(made.width >= 1 && made.width <= Math.min(width, boxWidth), `${fit} ${made.width}`);
          assert.ok(made.height >= 1 && made.height <= Math.min(height, boxHeight), `${fit} ${made.height}`);
          if (fit === 'cover' && width >= boxWidth && height >= boxHeight) {
            assert.deepEqual(made, { width: boxWidth, height: boxHeight });
          }
        }
      }),
    );
    assert.deepEqual(presetSize({ width: 1_000, height: 500 }, preset('a=400x400')), { width: 400, height: 200 });
    assert.deepEqual(presetSize({ width: 1_000, height: 500 }, preset('a=x100')), { width: 200, height: 100 });
    assert.deepEqual(presetSize({ width: 300, height: 150 }, preset('a=400x400,fit=cover')), {
      width: 150,
      height: 150,
    });
    assert.deepEqual(presetSize({ width: 10, height: 65_000 }, preset('a=x900')), { width: 1, height: 900 });
  });

  it('mark their stored variants by their definition, whatever their name', () => {
    const image = { width: 1_000, height: 500 };
    const mark = (text: string) => cutOf(image, preset(text)).mark;
    assert.equal(mark('a=40x40'), mark('b=40x40,fit=inside'));
    const marks = ['a=40x40', 'a=40x41', 'a=40x40,fit=cover', 'a=40x40,quality=80'].map(mark);
    assert.equal(new Set(marks).size, marks.length);
    assert.equal(cutOf(image, 320).mark, '');
  });
});
