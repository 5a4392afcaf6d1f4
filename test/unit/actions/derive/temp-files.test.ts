import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWorkspace } from '../../../../src/actions/derive/temp-files.ts';
import { outputFile, outputFiles } from '../../../../src/imaging/port.ts';

test('what was made under its paths is removed with it, whether its end is known or not, and nothing else', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-workspace-'));
  const { path: tempDir } = temporary;
  const taken = join(tempDir, 'of another request');
  await writeFile(taken, '');
  {
    await using workspace = openWorkspace(tempDir);
    await writeFile(workspace.newPath(), '');
    workspace.newPath();
    const known = workspace.newOutputPath();
    const unknown = workspace.newOutputPath();
    const all = [...outputFiles(known), ...outputFiles(unknown)];
    assert.equal(new Set(all).size, 2 * outputFiles(known).length);
    await writeFile(outputFile(known, 'thumbnail'), '');
    workspace.made(known, [outputFile(known, 'thumbnail')]);
    for (const file of outputFiles(unknown)) await writeFile(file, '');
    assert.equal((await readdir(tempDir)).length, 3 + outputFiles(unknown).length);
  }
  assert.deepEqual(await readdir(tempDir), ['of another request']);
});

test('what has been moved away is not looked for', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'imgd-workspace-'));
  let path = '';
  {
    await using workspace = openWorkspace(temporary.path);
    path = workspace.newPath();
    workspace.forget(path);
    await writeFile(path, '');
  }
  assert.deepEqual(
    (await readdir(temporary.path)).map((name) => join(temporary.path, name)),
    [path],
  );
});
