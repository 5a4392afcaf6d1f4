import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { runLimited } from './limited-process.ts';
import { workDir } from './picture-file.ts';

const CORPUS = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));
const FOLDERS = ['valid/heif', 'valid/tiff', 'valid/bmp', 'valid/jxl', 'bad/heif', 'bad/tiff', 'bad/bmp', 'exif/tiff'];
const FORMATS: Record<string, string> = {
  '.heic': 'HEIC',
  '.heif': 'HEIC',
  '.tif': 'TIFF',
  '.tiff': 'TIFF',
  '.bmp': 'BMP',
  '.jxl': 'JXL',
};
const skip = existsSync(CORPUS) ? false : 'the public corpus is not beside the repository';

for (const folder of FOLDERS) {
  test(`every file of the public corpus in ${folder} ends as expected`, { skip }, async (t) => {
    const dir = workDir(t);
    const expectations = new Map(
      readFileSync(join(CORPUS, 'ORIGIN.tsv'), 'utf8')
        .split('\n')
        .map((line) => line.split('\t').slice(0, 2) as [string, string]),
    );
    const names = readdirSync(join(CORPUS, folder)).filter((name) => extname(name) in FORMATS);
    assert.ok(names.length > 0);
    const jobs = names.map(
      (name) => [FORMATS[extname(name)] as string, join(CORPUS, folder, name), join(dir, name)] as const,
    );
    const { results, ended } = runLimited(jobs);
    assert.equal(results.length, names.length, ended);
    for (const [i, name] of names.entries()) {
      const expected = expectations.get(`${folder}/${name}`);
      const { error, format } = results[i] as { error?: string; format?: string };
      if (expected === 'accept') assert.equal(error, undefined, name);
      if (expected === 'refuse') assert.notEqual(error, undefined, name);
      if (error === undefined)
        assert.equal((await sharp(join(dir, name)).metadata()).format?.toUpperCase(), format, name);
    }
  });
}
