import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { before, describe, it } from 'node:test';
import { checkGauges } from './architecture/gauges.ts';
import { arrowsBetween, measure } from './architecture/measures.ts';

const ROOT = join(import.meta.dirname, '..');

/** Each violation: its name, the planted files, and the only report. */
const PLANTED: [name: string, files: Record<string, string>, report: string][] = [
  ['a long file', { 'src/core/a.ts': '1;\n'.repeat(401) }, 'src/core/a.ts has 401 lines, more than 400'],
  ['a long test', { 'test/a.test.ts': '1;\n'.repeat(401) }, 'test/a.test.ts has 401 lines, more than 400'],
  ['a full folder', filesIn('src/blobs', 21), 'src/blobs has 21 files, more than 20'],
  ['a full folder of the web application', filesIn('web/src/ui', 21), 'web/src/ui has 21 files, more than 20'],
  [
    'an action under another name',
    { 'src/actions/images/delete-image.ts': 'export function removeImage() {}\n' },
    'src/actions/images/delete-image.ts does not export deleteImage',
  ],
];

const SOUND = {
  ...filesIn('src/blobs', 20),
  'src/core/a.ts': '1;\n'.repeat(400),
  'src/actions/images/delete-image.ts': 'export async function deleteImage() {}\n',
  'src/actions/albums/export-album.ts': 'export async function* exportAlbum() {}\n',
};

describe('gauges of the source tree', () => {
  let sources: Map<string, string>;

  before(() => {
    const paths = globSync(['{src,web/src,packages/*/src}/**/*.{ts,tsx,js,css,svg}', 'test/**/*.ts'], {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    });
    sources = new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8')]));
    assert.ok(sources.size > 400, `only ${sources.size} files were read`);
  });

  it('hold for every file and folder', () => assert.deepEqual(checkGauges(sources), []));

  it('hold for the server as a whole: files per 1,000 lines, median length, files with a single importer', () => {
    const { filesPerThousandLines, medianLines, oneImporterShare } = measure(sources, 'src');
    assert.ok(filesPerThousandLines <= 10, `${filesPerThousandLines.toFixed(1)} files per 1,000 lines`);
    assert.ok(medianLines >= 60 && medianLines <= 90, `the median file has ${medianLines} lines`);
    assert.ok(oneImporterShare < 0.3, `${(oneImporterShare * 100).toFixed(0)} % of the files have one importer`);
  });

  it('hold for imports between the folders of actions and of http', () => {
    const actions = arrowsBetween(sources, 'src/actions');
    assert.ok(actions.size <= 20, [...actions.keys()].join(', '));
    const http = arrowsBetween(sources, 'src/http');
    assert.ok(http.size <= 60, [...http.keys()].join(', '));
  });

  it('report nothing for valid files', () => {
    assert.deepEqual(checkGauges(new Map(Object.entries(SOUND))), []);
  });

  for (const [name, files, report] of PLANTED) {
    it(`report ${name}`, () =>
      assert.deepEqual(checkGauges(new Map(Object.entries({ ...SOUND, ...files }))), [report]));
  }

  it('report a function of more than 80 lines', () => {
    const withBody = (lines: number) => lint(`export function a(): void {\n${'  a();\n'.repeat(lines)}}\n`);
    assert.equal(withBody(78).status, 0);
    assert.equal(withBody(82).status, 1);
  });
});

/** Lints a text as a file of `src` with the project's own rules. */
function lint(text: string): { status: number | null; stdout: string } {
  const directory = mkdtempSync(join(tmpdir(), 'imgd-gauges-'));
  try {
    mkdirSync(join(directory, 'src'));
    writeFileSync(join(directory, 'src/a.ts'), text);
    const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    writeFileSync(join(directory, 'biome.json'), JSON.stringify(config));
    return spawnSync(join(ROOT, 'node_modules/.bin/biome'), ['lint'], { cwd: directory, encoding: 'utf8' });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function filesIn(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, 'export {};\n']));
}
