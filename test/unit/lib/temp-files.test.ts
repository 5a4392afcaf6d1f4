import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTempFiles } from '../../../src/lib/temp-files.ts';

const PARTS = ['a', 'b', 'c'];
const partsOf = (prefix: string) => PARTS.map((part) => `${prefix}-${part}`);

test('disposal removes the files at its paths and after its prefixes, and no others', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-temp-files-'));
  const { path: directory } = temporary;
  await writeFile(join(directory, 'of another request'), '');
  {
    await using temp = openTempFiles(directory);
    await writeFile(temp.newPath(), '');
    temp.newPath();
    const [known, unknown] = [temp.newPrefix(partsOf), temp.newPrefix(partsOf)];
    assert.equal(new Set([...partsOf(known), ...partsOf(unknown)]).size, 2 * PARTS.length);
    const [written = ''] = partsOf(known);
    await writeFile(written, '');
    temp.narrow(known, [written]);
    for (const file of partsOf(unknown)) await writeFile(file, '');
    assert.equal((await readdir(directory)).length, 3 + PARTS.length);
  }
  assert.deepEqual(await readdir(directory), ['of another request']);
});

test('disposal leaves forgotten files alone', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-temp-files-'));
  let path = '';
  {
    await using temp = openTempFiles(temporary.path);
    path = temp.newPath();
    temp.forget(path);
    await writeFile(path, '');
  }
  assert.deepEqual(
    (await readdir(temporary.path)).map((name) => join(temporary.path, name)),
    [path],
  );
});

test('of a narrowed prefix disposal removes the written files, and leaves those alone that were moved away since', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-temp-files-'));
  const names = () => readdir(temporary.path);
  let paths: string[] = [];
  {
    await using temp = openTempFiles(temporary.path);
    const prefix = temp.newPrefix(partsOf);
    paths = partsOf(prefix);
    for (const path of paths) await writeFile(path, '');
    temp.narrow(prefix, paths.slice(0, 2));
    temp.forget(...paths.slice(0, 1));
  }
  const left = (await names()).map((name) => join(temporary.path, name)).sort();
  assert.deepEqual(left, [paths[0], paths[2]]);
});
