import assert from 'node:assert/strict';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { temporary } from '../support/deployed.ts';
import { installed, npm, packed } from '../support/packed.ts';
import { commandsOf } from './machine/commands.ts';
import { follow } from './machine/follow.ts';
import { noMachine, startMachine } from './machine/machine.ts';

const NO_DOCKER = 'the machine has no Docker; image.test.ts and compose.test.ts cover these files';

describe('the documents, on a clean machine with systemd', { skip: noMachine(), timeout: 600_000 }, () => {
  test('docs/operations.md runs the package under systemd, from its installation to a restore', async (t) => {
    const { tarball } = await packed(t);
    const folder = await temporary(t);
    // Fills the cache of npm, because the machine has no network.
    const cache = ['--cache', join(folder, 'npm-cache')];
    if (!(await installed(t, join(folder, 'app'), '--ignore-scripts', ...cache, tarball))) return;
    const machine = await startMachine(t, async (files) => {
      await rename(join(folder, 'npm-cache'), join(files, 'npm-cache'));
      await copyFile(process.execPath, join(files, 'node'));
      await copyFile(tarball, join(files, basename(tarball)));
      const registry = (await npm(['config', 'get', 'registry'], folder)).trim();
      await writeFile(join(files, 'npmrc'), `offline=true\nregistry=${registry}\n`);
    });
    const prepare = ['cp -r npm-cache ../.npm', 'cp npmrc ../.npmrc', 'install -m 755 node /usr/local/bin/node'];
    await machine.run(['cd files', ...prepare].join('\n'));
    const done = await follow(machine, 'docs/operations.md', {
      notRun: [
        [/^npx imgd serve$/, 'it runs until it is stopped; the unit starts the same program'],
        [/docker|deploy\/compose/, NO_DOCKER],
        [/s3:\/\//, 'the machine has no S3 store; test/faults/backup.test.ts has one'],
        [/--at /, 'the name of a backup that the reader has'],
        [/^OTEL_/, 'it runs until it is stopped'],
      ],
      before: {
        Restore: 'systemctl stop imgd && rm -rf /var/lib/imgd && install -d -o imgd -g imgd -m 700 /var/lib/imgd',
      },
    });
    assert.ok(done.length > 10);
  });
});

test('commands are lines, continued lines and here-documents of sh blocks, with their heading', () => {
  const page = [
    '# One\n```sh\n# a comment\na 1\n\nb \\\n  2\n```\n```yaml\nx: y\n```',
    "## Two\ntext\n```sh\ncat > f <<'END'\nc 3\n\n# d\nEND\ne 4   # why\n```\n",
  ].join('\n');
  assert.deepEqual(commandsOf(page), [
    { heading: 'One', command: 'a 1' },
    { heading: 'One', command: 'b \\\n  2' },
    { heading: 'Two', command: "cat > f <<'END'\nc 3\n\n# d\nEND" },
    { heading: 'Two', command: 'e 4   # why' },
  ]);
});
