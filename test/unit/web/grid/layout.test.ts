import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type GridSizes,
  layOut,
  positionAfterKey,
  positionAt,
  rowOf,
  rowsBetween,
  type Sides,
  tileStart,
} from '../../../../web/src/grid/layout.ts';

const ROWS: GridSizes = { shape: 'rows', size: 180, gap: 6, captionHeight: 0, headingHeight: 48 };
const SQUARES: GridSizes = { shape: 'squares', size: 150, gap: 12, captionHeight: 48, headingHeight: 48 };

const sides: fc.Arbitrary<Sides> = fc.option(
  fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) }),
  { nil: undefined },
);
const someItems = fc.array(sides, { minLength: 1, maxLength: 300 });
const someWidth = fc.integer({ min: 280, max: 4_000 });

describe('the layout of a grid', () => {
  it('puts every image into one row, in list order, for rows and for squares', () => {
    fc.assert(
      fc.property(someItems, someWidth, fc.constantFrom(ROWS, SQUARES), (items, width, sizes) => {
        const { rows } = layOut(items, [], width, sizes);
        let next = 0;
        for (const row of rows) {
          assert.equal(row.first, next);
          next += row.widths.length;
        }
        assert.equal(next, items.length);
      }),
    );
  });

  it('fills the width with each row but the last, and no row is wider', () => {
    fc.assert(
      fc.property(someItems, someWidth, (items, width) => {
        const { rows } = layOut(items, [], width, ROWS);
        for (const [index, { widths }] of rows.entries()) {
          const total = widths.reduce((sum, one) => sum + one, ROWS.gap * (widths.length - 1));
          assert.ok(total <= width + 1e-6, `${total} in ${width}`);
          if (index < rows.length - 1) assert.ok(total > width - 1e-6, `${total} in ${width}`);
        }
      }),
    );
  });

  it('keeps the shape of ordinary pictures, and gives each tile a width that can be hit', () => {
    fc.assert(
      fc.property(someItems, someWidth, (items, width) => {
        for (const { first, widths, height } of layOut(items, [], width, ROWS).rows) {
          for (const [column, tileWidth] of widths.entries()) {
            const own = items[first + column];
            const ratio = own === undefined ? 4 / 3 : own.width / own.height;
            assert.ok(tileWidth >= 24);
            if (ratio > 0.45 && ratio < 3.2) assert.ok(Math.abs(tileWidth / height - ratio) < 1e-6);
          }
        }
      }),
    );
  });

  it('has a heading above the first row of each month with images', () => {
    const { headings, rows } = layOut(new Array(10).fill(undefined), [3, 0, 7], 400, SQUARES);
    assert.deepEqual(
      headings.map(({ month }) => month),
      [0, 2],
    );
    assert.deepEqual(
      rows.map(({ first }) => first),
      [0, 2, 3, 5, 7, 9],
    );
    assert.equal(headings[1]?.top, (rows[1]?.top ?? 0) + 194 + 48 + 12);
    assert.equal(rows[2]?.top, (headings[1]?.top ?? 0) + 48);
  });

  it('fills the width with as many squares of the minimum side as fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 150, max: 4_000 }), (width) => {
        const [row] = layOut(new Array(100).fill(undefined), [], width, SQUARES).rows;
        const side = row?.height ?? 0;
        assert.ok(side >= 150 && side < 2 * 150 + 12 + 1);
      }),
    );
    assert.equal(layOut([undefined], [], 100, SQUARES).rows[0]?.height, 100);
  });

  it('is empty before the grid has been measured', () => {
    assert.deepEqual(layOut([undefined], [], 0, ROWS), { rows: [], headings: [], height: 0 });
  });
});

describe('the rows in view', () => {
  it('are those between two heights', () => {
    fc.assert(
      fc.property(
        someItems,
        fc.integer({ min: -2_000, max: 40_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        (items, top, height) => {
          const layout = layOut(items, [], 700, ROWS);
          const { first, end } = rowsBetween(layout, top, top + height);
          for (const [index, row] of layout.rows.entries()) {
            const visible = row.top + row.height > top && row.top < top + height;
            if (visible) assert.ok(index >= first && index < end, `row ${index} of ${first} to ${end}`);
          }
          assert.ok(end <= layout.rows.length);
        },
      ),
    );
  });

  it('holds the tile at a point', () => {
    fc.assert(
      fc.property(someItems, fc.nat(), (items, seed) => {
        const layout = layOut(items, [], 700, ROWS);
        const position = seed % items.length;
        const row = layout.rows[rowOf(layout, position)];
        assert.ok(row !== undefined);
        const column = position - row.first;
        const x = tileStart(row, column, ROWS.gap) + (row.widths[column] ?? 0) / 2;
        assert.equal(positionAt(layout, x, row.top + row.height / 2, ROWS.gap), position);
      }),
    );
  });
});

describe('keys in a grid of ten squares in four columns', () => {
  const layout = layOut(new Array(10).fill(undefined), [], 4 * 150 + 3 * 12, SQUARES);
  const after = (key: string, at: number, rtl = false) =>
    positionAfterKey(key, at, layout, { gap: 12, viewHeight: 430, rtl });
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
    ['PageDown', 9, 9],
    ['PageUp', 9, 1],
    ['PageUp', 2, 0],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['a', 2, undefined],
  ] as const) {
    it(`${key} moves from ${at} to ${expected ?? 'no tile'}`, () => assert.equal(after(key, at), expected));
  }

  it('follow the direction of the text', () => {
    assert.equal(after('ArrowLeft', 3, true), 4);
    assert.equal(after('ArrowRight', 3, true), 2);
  });

  it('do nothing without tiles', () => {
    assert.equal(
      positionAfterKey('End', 0, layOut([], [], 400, ROWS), { gap: 6, viewHeight: 400, rtl: false }),
      undefined,
    );
  });
});

describe('arrow keys in rows of different widths', () => {
  it('move to the tile above or below by its place', () => {
    const wide = { width: 300, height: 100 };
    const tall = { width: 50, height: 100 };
    const layout = layOut([wide, wide, tall, tall, tall, tall, tall, tall, tall, wide], [], 630, {
      ...ROWS,
      size: 100,
      gap: 6,
    });
    const after = (key: string, at: number) =>
      positionAfterKey(key, at, layout, { gap: 6, viewHeight: 300, rtl: false });
    assert.deepEqual(
      layout.rows.map(({ first }) => first),
      [0, 2],
    );
    assert.equal(after('ArrowDown', 0), 5);
    assert.equal(after('ArrowDown', 1), 9);
    assert.equal(after('ArrowUp', 2), 0);
    assert.equal(after('ArrowUp', 9), 1);
  });
});
