import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { layOut, rowsInView, tileAfterKey } from '../../../../web/src/grid/layout.ts';

const SIZES = { minTileWidth: 150, gap: 12, captionHeight: 48 };

describe('the layout of a grid', () => {
  it('fills the width with as many tiles of the minimum width as fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 150, max: 4_000 }), (width) => {
        const { columns, tileWidth, rowHeight } = layOut(width, SIZES);
        assert.ok(tileWidth >= SIZES.minTileWidth);
        assert.ok(tileWidth < 2 * SIZES.minTileWidth + SIZES.gap + 1, 'another column would fit');
        assert.ok(Math.abs(columns * tileWidth + (columns - 1) * SIZES.gap - width) < 1e-6);
        assert.equal(rowHeight, tileWidth + SIZES.captionHeight + SIZES.gap);
      }),
    );
  });

  it('has one column when no tile fits', () => {
    assert.deepEqual(layOut(100, SIZES), { columns: 1, tileWidth: 100, rowHeight: 160 });
  });
});

describe('the rows in view', () => {
  it('include all visible rows, and at most three viewports of rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 1_000_000 }),
        fc.integer({ min: 100, max: 3_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (top, height, rows) => {
          const rowHeight = 210;
          const { first, end } = rowsInView(top, height, rowHeight, rows);
          assert.ok(first >= 0 && end <= rows && first <= end);
          assert.ok(end - first <= 3 * Math.ceil(height / rowHeight) + 2);
          for (let row = 0; row < rows; row++) {
            const visible = (row + 1) * rowHeight > top && row * rowHeight < top + height;
            if (visible) assert.ok(row >= first && row < end, `row ${row} of ${first} to ${end}`);
          }
        },
      ),
    );
  });

  it('are none before the grid has been measured', () => {
    assert.deepEqual(rowsInView(0, 800, 0, 10), { first: 0, end: 0 });
  });
});

describe('keys in a grid of ten tiles in four columns', () => {
  const after = (key: string, at: number) => tileAfterKey(key, at, 10, 4, 2);
  for (const [key, at, expected] of [
    ['ArrowRight', 3, 4],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 9, 9],
    ['ArrowDown', 1, 5],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['ArrowDown', 6, 9],
    ['ArrowDown', 8, 8],
    ['PageDown', 0, 8],
    ['PageDown', 3, 9],
    ['PageUp', 9, 1],
    ['PageUp', 6, 2],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['a', 2, undefined],
  ] as const) {
    it(`${key} moves from ${at} to ${expected ?? 'no tile'}`, () => assert.equal(after(key, at), expected));
  }

  it('do nothing without tiles', () => assert.equal(tileAfterKey('End', 0, 0, 4, 2), undefined));
});
