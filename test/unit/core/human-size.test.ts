import assert from 'node:assert/strict';
import { it } from 'node:test';
import { humanSize } from '../../../src/core/human-size.ts';

it('humanSize shows up to three significant digits in units of 1,024', () => {
  const shown = [0, 1_001, 1_023, 1_024, 1_536, 10_240, 1_845_494, 64 * 2 ** 20, 2 ** 30 - 1, 2 ** 40, 2 ** 51];
  assert.deepEqual(shown.map(humanSize), [
    '0 B',
    '1,001 B',
    '1,023 B',
    '1 KB',
    '1.5 KB',
    '10 KB',
    '1.76 MB',
    '64 MB',
    '1 GB',
    '1 TB',
    '2,048 TB',
  ]);
});
