import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { hammingDistance } from '../../../src/core/perceptual-hash.ts';
import { HASHED_SIDE, hashImage, perceptualHash } from '../../../src/imaging/process-image.ts';
import { limitSettings } from '../../../src/limits/settings.ts';
import { scene } from '../../fixtures/scenes.ts';

const DEFAULT_DISTANCE = Number(limitSettings.blockDistance.default);
const SCENES = Array.from({ length: 8 }, (_, seed) => scene(seed));

let directory: string;
let files = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'imgd-hash-test-'));
});
after(() => rm(directory, { recursive: true }));

async function hashOf(image: Sharp): Promise<string> {
  return (await hashOrNull(image)) ?? assert.fail('no hash');
}

async function hashOrNull(image: Sharp): Promise<string | null> {
  const path = join(directory, `${files++}`);
  await image.toFile(path);
  return hashImage(path);
}

const CHANGES: Record<string, (picture: Sharp) => Sharp> = {
  'JPEG of low quality': (picture) => picture.jpeg({ quality: 30 }),
  'WebP, enlarged': (picture) => picture.resize(400).webp({ quality: 60 }),
  'JPEG, a third as wide': (picture) => picture.resize(107).jpeg(),
  'other proportions': (picture) => picture.resize(300, 300, { fit: 'fill' }).png(),
  brighter: (picture) => picture.linear(1.05, 8).jpeg(),
  darker: (picture) => picture.linear(0.9, 0).jpeg(),
  'without colour': (picture) => picture.greyscale().png(),
};

describe('the perceptual hash', () => {
  for (const [name, change] of Object.entries(CHANGES)) {
    it(`survives: ${name}`, async () => {
      for (const [seed, picture] of SCENES.entries()) {
        const [before, changed] = [await hashOf(picture.clone().png()), await hashOf(change(picture.clone()))];
        const distance = hammingDistance(before, changed);
        assert.ok(distance <= DEFAULT_DISTANCE, `scene ${seed}: ${distance} bits`);
      }
    });
  }

  it('distinguishes unrelated images', async () => {
    const hashes = await Promise.all(SCENES.map((picture) => hashOf(picture.clone().png())));
    for (const [i, one] of hashes.entries()) {
      for (const other of hashes.slice(0, i)) assert.ok(hammingDistance(one, other) > 12, `${one} ${other}`);
    }
  });

  it('is null for flat or nearly flat images', async () => {
    const flat = sharp({ create: { width: 80, height: 60, channels: 3, background: '#48a' } });
    assert.equal(await hashOrNull(flat.clone().png()), null);
    assert.equal(await hashOrNull(flat.clone().jpeg({ quality: 20 })), null);
    const transparent = {
      create: { width: 80, height: 60, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    };
    assert.equal(await hashOrNull(sharp(transparent).png()), null);
    const noise = new Uint8Array(HASHED_SIDE ** 2).map((_, i) => 128 + ((i * 2_654_435_761) % 3));
    assert.equal(perceptualHash(noise), null);
  });

  it('is null for even gradients, where noise would decide the bits', () => {
    for (const slope of [
      (x: number) => x * 8,
      (_: number, y: number) => y * 8,
      (x: number, y: number) => (x + y) * 4,
    ]) {
      const grey = new Uint8Array(HASHED_SIDE ** 2).map((_, i) => slope(i % HASHED_SIDE, Math.floor(i / HASHED_SIDE)));
      assert.equal(perceptualHash(grey), null);
    }
  });

  it('is 16 hex digits, the same every time', async () => {
    const hash = await hashOf(scene(1, 160, 120).png());
    assert.match(hash, /^[0-9a-f]{16}$/);
    assert.equal(await hashOf(scene(1, 160, 120).png()), hash);
  });
});
