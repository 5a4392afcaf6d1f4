import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startDecoderProcess } from '../../../src/imaging/decoder-process.ts';
import { NO_SANDBOX } from '../../../src/imaging/sandbox.ts';
import { until } from '../../support/until.ts';

const LIMITS = { addressSpaceKib: 2_500_000, maxUploadBytes: 2 ** 30, timeoutMs: 10_000 };

describe('a decoder process', () => {
  it('that is killed leaves no process behind, even when its wrapper has started another one', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'imgd-decoder-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    const pidFile = join(directory, 'pid');
    // As a wrapper that is killed between its fork and the step that lets the child die with it.
    const script = `sleep 300 & echo $! > ${pidFile}; exec "$0" "$@"`;
    const sandbox = { ...NO_SANDBOX, wrapper: () => ['/bin/sh', '-c', script] };
    const decoder = startDecoderProcess({ ...LIMITS, sandbox, workDir: join(directory, 'decoders') });
    const pid = await until(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) || undefined);
    t.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
    decoder.kill();
    await decoder.exited;
    await until(() => !isRunning(pid));
    assert.equal(isRunning(pid), false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
