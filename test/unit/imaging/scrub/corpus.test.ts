import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type FormatName, isStoredAsItIs } from '../../../../src/core/formats.ts';
import { SNIFF_BYTES, sniff } from '../../../../src/core/sniff.ts';
import { CorruptImageError } from '../../../../src/imaging/errors.ts';
import { exiftoolMissing, findCorpus, privateTags, type Scrubbed, scrub } from './support.ts';

const corpus = findCorpus();
const skip = corpus === undefined ? 'the public corpus is not beside this checkout' : false;

interface Entry {
  path: string;
  expected: string;
  format: FormatName;
  input: Buffer;
  result: Scrubbed | undefined;
}

describe('scrubbing the public corpus', { skip }, () => {
  const entries: Entry[] = [];
  const errors: string[] = [];
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'imgd-corpus-'));
    for (const line of readFileSync(join(corpus!, 'ORIGIN.tsv'), 'utf8').trim().split('\n').slice(1)) {
      const [path, expected] = line.split('\t') as [string, string];
      const input = readFileSync(join(corpus!, path));
      const format = sniff(input.subarray(0, SNIFF_BYTES)).format;
      if (format === undefined || !isStoredAsItIs(format)) continue;
      const entry: Entry = { path, expected, format, input, result: undefined };
      entries.push(entry);
      try {
        entry.result = scrub(input, format);
      } catch (error) {
        if (!(error instanceof CorruptImageError)) errors.push(`${path}: ${error}`);
      }
    }
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it('throws nothing but CorruptImageError', () => {
    assert.ok(entries.length > 100, 'the corpus was read');
    assert.deepEqual(errors, []);
  });

  it('accepts every valid file', () => {
    const refused = entries.filter(({ expected, result }) => expected === 'accept' && !result).map(({ path }) => path);
    assert.deepEqual(refused, []);
  });

  it('keeps every pixel and orientation', async () => {
    const decode = async (file: Buffer) => {
      try {
        const image = sharp(file, { animated: true, failOn: 'none' }).autoOrient();
        const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
        return { data, sides: `${info.width}x${info.height}x${info.channels}` };
      } catch {
        return undefined;
      }
    };
    const different: string[] = [];
    for (const { path, input, result } of entries) {
      if (!result?.changed) continue;
      const [before, after] = await Promise.all([decode(input), decode(result.output)]);
      const same = before?.sides === after?.sides && (!before || before.data.equals(after!.data));
      // If only the scrubbed file decodes, the metadata of the input was the problem, not its pixels.
      if (!same && before) different.push(path);
    }
    assert.deepEqual(different, []);
  });

  it('changes nothing the second time', () => {
    const restless = entries.filter(({ format, result }) => {
      if (!result) return false;
      const again = scrub(result.output, format);
      return again.changed || again.removed.length > 0 || again.sha256 !== result.sha256;
    });
    assert.deepEqual(
      restless.map(({ path }) => path),
      [],
    );
  });

  it('agrees with libvips on the size and frames of valid files', async () => {
    const different: string[] = [];
    for (const { path, expected, format, input, result } of entries) {
      // libvips reads APNG as a still image, and rotates and crops AVIF during decoding.
      if (expected !== 'accept' || !result || format === 'AVIF') continue;
      const { width, height, pageHeight, pages, orientation } = await sharp(input, { animated: true }).metadata();
      const { facts } = result;
      const frames = format === 'PNG' ? facts.frames : (pages ?? 1);
      const same = [width, pageHeight ?? height, frames, orientation ?? 1];
      if (String(same) !== String([facts.width, facts.height, facts.frames, facts.orientation])) different.push(path);
    }
    assert.deepEqual(different, []);
  });

  it('leaves no private tag for exiftool', { skip: exiftoolMissing }, () => {
    const outputs = new Map<string, string>();
    for (const [index, { path, format, result }] of entries.entries()) {
      if (!result || !/^(exif|polyglot|valid)\//.test(path)) continue;
      const output = join(directory, `${index}.${format.toLowerCase()}`);
      writeFileSync(output, result.output);
      outputs.set(output, path);
    }
    const before = privateTags(
      entries.filter(({ path }) => path.startsWith('exif/')).map(({ path }) => join(corpus!, path)),
    );
    assert.ok(
      [...before.values()].filter((tags) => tags.length > 0).length > 10,
      'control: exiftool finds tags before the scrub',
    );
    const leaks = [...privateTags([...outputs.keys()])]
      .filter(([, tags]) => tags.length > 0)
      .map(([output, tags]) => `${outputs.get(output)}: ${tags.join(' ')}`);
    assert.deepEqual(leaks, []);
  });
});
