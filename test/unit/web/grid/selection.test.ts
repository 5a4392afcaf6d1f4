import assert from 'node:assert/strict';
import { it } from 'node:test';
import { everySelected, extended, NOTHING_SELECTED, toggled, without } from '../../../../web/src/grid/selection.ts';

const all = [...'abcdef'].map((id) => ({ id }));
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

it('toggles single tiles', () => {
  const two = toggled(toggled(NOTHING_SELECTED, 'b', 1), 'd', 3);
  assert.equal(ids(two), 'bd');
  assert.equal(ids(toggled(two, 'b', 1)), 'd');
});

it('selects a range from the last toggled tile in either direction, and keeps other tiles selected', () => {
  const one = toggled(toggled(NOTHING_SELECTED, 'a', 0), 'd', 3);
  assert.equal(ids(extended(one, 5, all)), 'adef');
  assert.equal(ids(extended(one, 2, all)), 'acd');
  assert.equal(ids(extended(extended(one, 5, all), 2, all)), 'acdef', 'the start of the range does not move');
});

it('starts a range at the tile itself when nothing is selected', () => {
  assert.equal(ids(extended(NOTHING_SELECTED, 2, all)), 'c');
});

it('selects all tiles, and drops removed ones', () => {
  assert.equal(ids(everySelected(all)), 'abcdef');
  assert.equal(ids(without(everySelected(all), new Set(['a', 'f']))), 'bcde');
  assert.deepEqual(everySelected([]), NOTHING_SELECTED);
});
