import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/core/errors.ts';
import { checkExtent, type Extent } from '../../../src/imaging/limits.ts';

const PLAN = 250_000_000;
const LARGE_FILE = 100_000_000;
const still: Extent = { width: 100, height: 50, frames: 1, progressive: false };

/** The limit that refuses the image, and its value; undefined if none does. */
function refusal(
  extent: Partial<Extent>,
  maxPixels = PLAN,
  sizeBytes = LARGE_FILE,
): [limit: string, figure: unknown] | undefined {
  try {
    checkExtent({ ...still, ...extent }, maxPixels, sizeBytes);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'IMAGE_DIMENSIONS_EXCEEDED', String(error));
    const { width, height, frames, scans: _, scan_samples: __, ...limit } = error.details ?? {};
    assert.deepEqual(
      { width, height, frames },
      { width: extent.width ?? 100, height: extent.height ?? 50, frames: extent.frames ?? 1 },
    );
    return Object.entries(limit)[0];
  }
}

describe('the limits of an image', () => {
  for (const [what, extent, limit] of [
    ['a side of 65,535', { width: 65_535, height: 1 }, undefined],
    ['a side of 65,536', { width: 65_536, height: 1 }, ['max_side', 65_535]],
    ['a height of 65,536', { width: 1, height: 65_536 }, ['max_side', 65_535]],
    ['a bomb of 8,000,000 x 12', { width: 8_000_000, height: 12 }, ['max_side', 65_535]],
    ["exactly the plan's area", { width: 25_000, height: 10_000 }, undefined],
    ["one row more than the plan's area", { width: 25_000, height: 10_001 }, ['max_pixels', PLAN]],
    ['a progressive image of the maximum area', { width: 10_000, height: 10_000, progressive: true }, undefined],
    ['a progressive image above it', { width: 10_000, height: 10_001, progressive: true }, ['max_pixels', 100_000_000]],
    ['1,000 frames', { frames: 1_000 }, undefined],
    ['1,001 frames', { frames: 1_001 }, ['max_frames', 1_000]],
    ['frames of 400 megapixels together', { width: 20_000, height: 10_000, frames: 2 }, undefined],
    ['64 scans', { scans: { count: 64, samples: 64 * 5_000 } }, undefined],
    ['65 scans', { scans: { count: 65, samples: 65 * 5_000 } }, ['max_scans', 64]],
    ['scans of 2,500 megasamples together', { scans: { count: 25, samples: 2_500_000_000 } }, undefined],
    [
      'scans of more than that together',
      { scans: { count: 25, samples: 2_500_000_001 } },
      ['max_scan_samples', 2_500_000_000],
    ],
    [
      'frames of more than that together',
      { width: 20_000, height: 10_000, frames: 3 },
      ['max_total_pixels', 400_000_000],
    ],
  ] as const) {
    it(`${limit === undefined ? 'accept' : 'refuse'} ${what}`, () => {
      assert.deepEqual(refusal(extent), limit);
    });
  }

  it('give an animation more pixels for each of its bytes', () => {
    const animation = { width: 10_000, height: 1_000, frames: 21 };
    assert.deepEqual(refusal(animation, PLAN, 1_000), ['max_total_pixels', 200_150_000]);
    assert.equal(refusal(animation, PLAN, 70_000), undefined);
    assert.equal(refusal({ ...animation, frames: 40 }, PLAN, 2_000_000), undefined);
    assert.deepEqual(refusal({ ...animation, frames: 41 }, PLAN, 2_000_000), ['max_total_pixels', 400_000_000]);
  });

  it('allow an image from items of four times its area and 16 megapixels', () => {
    assert.equal(refusal({ itemPixels: 4 * 5_000 + 16_000_000 }), undefined);
    assert.deepEqual(refusal({ itemPixels: 4 * 5_000 + 16_000_001 }), ['max_item_pixels', 16_020_000]);
  });

  it('give an interlaced PNG more memory for each of its bytes', () => {
    const deep = { width: 10_000, height: 6_000, progressive: true, interlacedPixelBytes: 8 };
    assert.deepEqual(refusal(deep, PLAN, 1_000_000), ['max_pixels', 50_500_000]);
    assert.equal(refusal(deep, PLAN, 20_000_000), undefined);
    assert.equal(refusal({ ...deep, height: 10_000, interlacedPixelBytes: 4 }, PLAN, 1_000), undefined);
  });

  it('of a plan apply to still images above 400 megapixels, and to progressive images if they are lower', () => {
    assert.equal(refusal({ width: 50_000, height: 10_000 }, 1_000_000_000), undefined);
    assert.deepEqual(refusal({ width: 101, height: 10, progressive: true }, 1_000), ['max_pixels', 1_000]);
  });
});
