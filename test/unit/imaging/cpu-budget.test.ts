import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src/core/errors.ts';
import { INPUT_FORMATS, type InputFormat } from '../../../src/core/formats.ts';
import { cpuBudgetSeconds, needsPixels } from '../../../src/imaging/cpu-budget.ts';
import { CpuBudgetError } from '../../../src/imaging/errors.ts';
import { createDecoderPool } from '../../../src/imaging/pool.ts';
import type { ProcessJob } from '../../../src/imaging/port.ts';
import { findSandbox } from '../../../src/imaging/sandbox.ts';
import { cpuSecondsOf, openCpuMeter, watchCpu } from '../../../src/imaging/watch-cpu.ts';
import { jxlFile } from '../../fixtures/costly/jxl.ts';
import { imageFixture } from '../../fixtures/images.ts';

const MIB = 2 ** 20;
const budget = (format: InputFormat, sizeBytes: number, pixels: number, isVariant = false) =>
  cpuBudgetSeconds({ format, sizeBytes, pixels, isVariant });

describe('the CPU budget of a job', () => {
  it('is at most two seconds for each megabyte sent, and three seconds for a small file', () => {
    for (const format of INPUT_FORMATS) {
      assert.ok(budget(format, 100, 1e9) <= 3, format);
      assert.ok(budget(format, 4e6, 1e9) <= 8, format);
    }
  });

  it('grows with pixels and bytes, and starts at 1.5 seconds', () => {
    for (const format of INPUT_FORMATS) {
      assert.ok(budget(format, 1_000, 10_000) < 1.6, format);
      assert.ok(budget(format, 40 * MIB, 50e6) < budget(format, 40 * MIB, 100e6), format);
      assert.ok(budget(format, 40 * MIB, 50e6) < budget(format, 64 * MIB, 50e6), format);
    }
  });

  it('covers the largest image of every plan', () => {
    assert.ok(budget('JPEG', 64 * MIB, 100e6) > 10);
    assert.ok(budget('PNG', 256 * MIB, 250e6) > 30);
    assert.ok(budget('PNG', 1024 * MIB, 1_000e6) > 100);
  });

  it('adds the encoding of a variant', () => {
    assert.equal(budget('JPEG', 1_000, 1e6, true) - budget('JPEG', 1_000, 1e6), 5);
  });
});

test('a decoder tells the pixels that raise the budget by more than a tenth', () => {
  const isTold = (format: InputFormat, sizeBytes: number, pixels: number) =>
    needsPixels({ format, sizeBytes, pixels, isVariant: false });
  assert.equal(isTold('JPEG', 184_000, 1_600 * 1_200), false);
  assert.equal(isTold('JPEG', 1_300_000, 4_000 * 3_000), true);
  for (const format of INPUT_FORMATS) {
    assert.equal(isTold(format, 10_000, 64 * 64), false, format);
    assert.equal(isTold(format, 4e6, 20e6), true, format);
  }
});

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const skip = process.platform === 'linux' ? false : 'CPU time of other processes comes from /proc';

describe('watching CPU time', { skip }, () => {
  it('reports a process that exceeds its budget, also behind a wrapper, and no idle one', async (t) => {
    // The shell does not become the program: it waits for it. Both end by themselves.
    const start = (program: string) =>
      spawn('/bin/sh', ['-c', `"${process.execPath}" -e "$0"; true`, program], { stdio: 'ignore' });
    const spinning = start('const end = Date.now() + 5_000; while (Date.now() < end) ;');
    const idle = start('setTimeout(() => {}, 2_000)');
    t.after(() => Promise.all([spinning, idle].map((child) => child.exitCode ?? once(child, 'exit'))));
    await assert.rejects(watchCpu(spinning.pid, 0.3).exceeded, CpuBudgetError);
    const watch = watchCpu(idle.pid, 5);
    const first = await Promise.race([watch.exceeded, sleep(500, 'idle')]);
    watch.stop();
    assert.equal(first, 'idle');
  });

  it('counts what a process has used before as no part of the job, also behind a wrapper', async (t) => {
    const program = 'while (process.cpuUsage().user < 300_000) ; console.log("spun"); setTimeout(() => {}, 3_000)';
    const child = spawn('/bin/sh', ['-c', `"${process.execPath}" -e "$0"; true`, program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    t.after(() => ended);
    await once(child.stdout, 'data');
    const meter = openCpuMeter(child.pid);
    const before = meter.seconds() as number;
    assert.ok(before > 0.2 && before <= (cpuSecondsOf(child.pid as number) as number), `${before} s`);
    const watch = watchCpu(child.pid, before / 2, before);
    const first = await Promise.race([watch.exceeded, sleep(500, 'idle')]);
    watch.stop();
    assert.equal(first, 'idle');
    await assert.rejects(watchCpu(child.pid, before / 2, 0).exceeded, CpuBudgetError);
    await ended;
    assert.equal(meter.seconds(), undefined);
    meter.close();
    assert.equal(openCpuMeter(undefined).seconds(), undefined);
  });

  it('ends a job whose file costs more, without a retry, and the next job succeeds', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'imgd-budget-'));
    const lost: string[] = [];
    const pool = createDecoderPool({
      processes: 1,
      maxWaiting: 10,
      timeoutMs: 60_000,
      addressSpaceKib: 2_500_000,
      maxUploadBytes: 2 ** 30,
      sandbox: await findSandbox('auto', directory),
      workDir: join(directory, 'decoders'),
      onLost: (why) => lost.push(why),
    });
    t.after(async () => {
      await pool.close();
      rmSync(directory, { recursive: true, force: true });
    });
    const job = (name: string, format: InputFormat, bytes: Buffer): ProcessJob => {
      const inputPath = join(directory, name);
      writeFileSync(inputPath, bytes);
      const rest = { maxPixels: 100_000_000, keepMetadata: false, formats: INPUT_FORMATS };
      return {
        inputPath,
        outputPath: `${inputPath}-out`,
        sha256: sha256Of(bytes),
        sizeBytes: bytes.length,
        format,
        ...rest,
      };
    };
    const origin = { kind: 'upload', caller: 'test' } as const;
    const bomb = jxlFile({ width: 1_000, height: 1_000, hiddenFrames: 200, isFiltered: true });
    await assert.rejects(pool.processWithRetry(job('bomb', 'JXL', bomb), origin), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'INVALID_IMAGE');
      assert.deepEqual(error.details, { max_cpu_seconds: 1.9 });
      return true;
    });
    assert.deepEqual(lost, ['decoding took more than 1.9 s of CPU time']);
    assert.equal((await pool.process(job('good', 'PNG', await imageFixture('png').bytes()), origin)).width, 64);
  });
});
