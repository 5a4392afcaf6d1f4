import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { FORMAT_NAMES, type FormatName } from '../../../../src/core/formats.ts';
import { REMOVED_MEANINGS, type Removed, sortRemoved } from '../../../../src/imaging/metadata/removed.ts';
import { scrubImage } from '../../../../src/imaging/scrub/scrub-image.ts';
import { jpegSegment, picture, withSegments } from './parts.ts';

describe('scrubbing a file', () => {
  let directory: string;
  let source: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'imgd-scrub-'));
    source = join(directory, 'source');
    writeFileSync(source, withSegments(await picture().jpeg().toBuffer(), jpegSegment(0xfe, 'a comment')));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('returns size and hash of the output', () => {
    const target = join(directory, 'target');
    const { written: told, removed } = scrubImage(source, target, 'JPEG', { keepMetadata: false });
    const written = readFileSync(target);
    assert.deepEqual(removed, ['comment']);
    assert.deepEqual(told, { size: written.length, sha256: createHash('sha256').update(written).digest('hex') });
  });

  it('does not change the input and leaves no output for a corrupt file', () => {
    const broken = join(directory, 'broken');
    const bytes = readFileSync(source).subarray(0, -2);
    writeFileSync(broken, bytes);
    const names = readdirSync(directory);
    assert.throws(() => scrubImage(broken, join(directory, 'out'), 'JPEG', { keepMetadata: false }), {
      name: 'CorruptImageError',
    });
    assert.deepEqual(readdirSync(directory), names);
    assert.ok(readFileSync(broken).equals(bytes));
  });

  it('never overwrites a file, and passes on file system errors', () => {
    const taken = join(directory, 'taken');
    writeFileSync(taken, 'mine');
    assert.throws(() => scrubImage(source, taken, 'JPEG', { keepMetadata: false }), { code: 'EEXIST' });
    assert.equal(readFileSync(taken, 'utf8'), 'mine');
    const options = { keepMetadata: false };
    const target = join(directory, 'never');
    assert.throws(() => scrubImage(join(directory, 'absent'), target, 'JPEG', options), { code: 'ENOENT' });
    assert.throws(() => scrubImage(source, '/dev/full/x', 'JPEG', { keepMetadata: false }), { code: 'ENOTDIR' });
  });

  it('leaves no output if the disk becomes full', async () => {
    const large = join(directory, 'large');
    const target = join(directory, 'partial');
    const noise = sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } });
    await noise
      .withExif({ IFD0: { Copyright: 'c' } })
      .jpeg({ quality: 95 })
      .toFile(large);
    const module = join(import.meta.dirname, '../../../../src/imaging/scrub/scrub-image.ts');
    const script = `import { scrubImage } from ${JSON.stringify(module)};
      try { scrubImage(...${JSON.stringify([large, target, 'JPEG', { keepMetadata: false }])}); }
      catch (error) { process.stdout.write(error.code); }`;
    // A limit on the file size simulates a full disk.
    const command = 'ulimit -f 100; exec "$0" --input-type=module -e "$1"';
    // Without coverage: its file would be truncated too.
    const env = { ...process.env, NODE_V8_COVERAGE: '' };
    assert.equal(execFileSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8', env }), 'EFBIG');
    assert.equal(existsSync(target), false);
  });

  it('throws the same error for an empty file and for another format', () => {
    const empty = join(directory, 'empty');
    writeFileSync(empty, '');
    const scrub = (path: string, format: FormatName) => () =>
      scrubImage(path, join(directory, 'never'), format, { keepMetadata: false });
    for (const format of FORMAT_NAMES) {
      assert.throws(scrub(empty, format), { name: 'CorruptImageError' }, format);
      if (format !== 'JPEG') assert.throws(scrub(source, format), { name: 'CorruptImageError' }, format);
    }
    assert.equal(existsSync(empty), true);
  });

  it('checks the facts before it writes, and writes nothing if the check throws', () => {
    const target = join(directory, 'refused');
    const refuse = ({ width, height }: { width: number; height: number }) => {
      throw new Error(`${width} x ${height}`);
    };
    assert.throws(() => scrubImage(source, target, 'JPEG', { keepMetadata: false }, refuse), /48 x 32/);
    assert.equal(existsSync(target), false);
  });

  it('lists each removed kind once, in the order of the table', () => {
    const all = Object.keys(REMOVED_MEANINGS) as Removed[];
    assert.deepEqual(sortRemoved([...all.toReversed(), ...all]), all);
  });
});
