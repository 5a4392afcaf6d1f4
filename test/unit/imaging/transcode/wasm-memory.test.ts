import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const MODULE = new URL('../../../../src/imaging/transcode/wasm-memory.ts', import.meta.url).href;

/** Runs a script under the limits of a decoder process. @returns its output */
function runLimited(script: string): string {
  const child = spawnSync(
    '/bin/sh',
    [
      '-c',
      'ulimit -c 0; ulimit -v 2500000; exec "$0" "$@"',
      process.execPath,
      '--wasm-max-mem-pages=512',
      '--input-type=module',
      '-e',
      `import { limitWasmMemory } from '${MODULE}'; ${script}`,
    ],
    { env: { MALLOC_ARENA_MAX: '1' }, encoding: 'utf8', timeout: 30_000 },
  );
  return child.stdout;
}

test('WebAssembly gets 400 MiB and leaves as much, repeatedly', () => {
  const printed = runLimited(`
    for (let round = 0; round < 4; round++) {
      limitWasmMemory(0);
      new WebAssembly.Memory({ initial: 1, maximum: 65_536 }).grow(6_400);
      process.stdout.write(Buffer.alloc(400 * 1024 * 1024).length > 0 ? 'ok ' : '');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }`);
  assert.equal(printed, 'ok ok ok ok ');
});

test('memory that is needed outside WebAssembly stays free', () => {
  const pagesWith = (besideMib: number) =>
    Number(
      runLimited(`
        limitWasmMemory(${besideMib} * 1024 * 1024);
        const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
        let pages = 1;
        try { for (;;) { memory.grow(512); pages += 512; } } catch {}
        process.stdout.write(String(pages));`),
    );
  const [without, beside] = [pagesWith(0), pagesWith(200)];
  assert.ok(without - beside >= 2_500, `${without} pages, ${beside} beside 200 MiB`);
});
