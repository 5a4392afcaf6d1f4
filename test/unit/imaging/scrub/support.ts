import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FormatName } from '../../../../src/core/formats.ts';
import type { ImageFacts } from '../../../../src/imaging/metadata/image-facts.ts';
import type { Removed } from '../../../../src/imaging/metadata/removed.ts';
import { scrubImage } from '../../../../src/imaging/scrub/scrub-image.ts';

/** Planted wherever a test hides data. A scrub must remove it. */
export const SECRET = 'planted-secret-4711';

export interface Scrubbed {
  output: Buffer;
  removed: Removed[];
  changed: boolean;
  sha256: string;
  facts: ImageFacts;
}

/** Scrubs bytes, through files in a temporary directory. */
export function scrub(input: Buffer, format: FormatName, keepMetadata = false): Scrubbed {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-scrub-'));
  try {
    const source = join(directory, 'in');
    const target = join(directory, 'out');
    writeFileSync(source, input);
    const { facts, removed, written } = scrubImage(source, target, format, { keepMetadata });
    const changed = written !== null;
    assert.equal(existsSync(target), changed, 'a clean file is not written again');
    const output = changed ? readFileSync(target) : input;
    assert.equal(output.length, written?.size ?? input.length);
    const sha256 = written?.sha256 ?? createHash('sha256').update(input).digest('hex');
    return { output, removed, changed, sha256, facts };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Pixels of all frames as libvips decodes them, without applying the orientation. */
export async function pixels(file: Buffer): Promise<{ data: Buffer; sides: string }> {
  const { data, info } = await sharp(file, { animated: true }).raw().toBuffer({ resolveWithObject: true });
  return { data, sides: `${info.width}x${info.height}x${info.channels}` };
}

/**
 * Checks the guarantees for every file: same pixels, colour profile and orientation, no planted text, and a second scrub
 * changes nothing.
 */
export async function assertClean(input: Buffer, result: Scrubbed, format: FormatName): Promise<void> {
  const [before, after] = await Promise.all([pixels(input), pixels(result.output)]);
  assert.equal(after.sides, before.sides);
  assert.ok(after.data.equals(before.data), 'pixels differ');
  const [metaBefore, metaAfter] = await Promise.all([sharp(input).metadata(), sharp(result.output).metadata()]);
  assert.deepEqual(metaAfter.icc, metaBefore.icc);
  assert.equal(metaAfter.orientation ?? 1, metaBefore.orientation ?? 1);
  assert.equal(result.output.includes(SECRET), false, 'planted text left');
  const again = scrub(result.output, format);
  assert.deepEqual({ removed: again.removed, changed: again.changed }, { removed: [], changed: false });
  assert.ok(again.output.equals(result.output), 'second scrub changed bytes');
  assert.equal(again.sha256, result.sha256);
}

/** The reason to skip a test that needs exiftool, or false. */
export const exiftoolMissing: string | false = hasExiftool() ? false : 'exiftool is not installed here';

function hasExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// Groups that describe the image itself and not its maker, and the groups of exiftool.
const HARMLESS_GROUPS =
  /^(SourceFile|System|File|Composite|ExifTool|JFIF|PNG|PNG-pHYs|GIF|RIFF|ICC_Profile|ICC-.*|APP14|QuickTime|Meta|Track\d+|Adobe)$/;
const PRIVATE_TAGS =
  /(GPS|Comment|Text|XMP|Author|Artist|Copyright|Software|Make$|Model$|Serial|Thumbnail|Preview|Description|Title|(Create|Modify|Media.*)Date|Warning)/;
// Tags of harmless groups whose names match PRIVATE_TAGS.
const HARMLESS_TAGS = /^(File:Comment|System:.*|ICC.*|File:ExifByteOrder)$/;

/** The private tags that exiftool finds, as `Group:Tag`. The orientation is not private. */
export function privateTags(paths: string[]): Map<string, string[]> {
  const json = execFileSync('exiftool', ['-a', '-G1', '-s', '-json', '-u', '-ee', ...paths], { maxBuffer: 1 << 28 });
  const files = JSON.parse(json.toString()) as Record<string, unknown>[];
  return new Map(
    files.map((file) => [String(file.SourceFile), Object.keys(file).filter((key) => isPrivate(key, file[key]))]),
  );
}

function isPrivate(key: string, value: unknown): boolean {
  if (key === 'SourceFile' || key === 'IFD0:Orientation') return false;
  const [group = '', tag = ''] = key.split(':');
  if (/^(0000:00:00|0( s)?$)/.test(String(value))) return false;
  if (key === 'File:Comment') return true;
  if (HARMLESS_TAGS.test(key)) return false;
  return !HARMLESS_GROUPS.test(group) || PRIVATE_TAGS.test(tag);
}

/** privateTags for one file in memory. */
export function privateTagsOf(file: Buffer): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-scrub-'));
  try {
    const path = join(directory, 'file');
    writeFileSync(path, file);
    return privateTags([path]).get(path) ?? ['(not read)'];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The public corpus beside the checkout, or undefined. */
export function findCorpus(): string | undefined {
  const path = join(import.meta.dirname, '../../../../../shared/corpus');
  return existsSync(join(path, 'ORIGIN.tsv')) ? path : undefined;
}
