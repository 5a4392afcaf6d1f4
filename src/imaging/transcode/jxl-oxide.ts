import { readFileSync } from 'node:fs';
import { markProcessSpent } from './process-spent.ts';
import { boundWasmMemory } from './wasm-memory.ts';

/** jxl-oxide's module, its WebAssembly memory bounded and instantiated. */
export type JxlOxide = typeof import('jxl-oxide-wasm');

let loaded: Promise<JxlOxide> | undefined;

/**
 * Loads the decoder at its first use. The library keeps its one instance, and with it the address space of the largest
 * picture allowed, until the process ends: the process is spent.
 * @param pictureBytes what the decoded picture takes outside the decoder
 */
export function loadJxlOxide(pictureBytes: number): Promise<JxlOxide> {
  markProcessSpent();
  loaded ??= instantiate(pictureBytes);
  return loaded;
}

async function instantiate(pictureBytes: number): Promise<JxlOxide> {
  const library = await import('jxl-oxide-wasm');
  boundWasmMemory(pictureBytes);
  // The package exports its script only; the program lies beside it.
  const program = new URL('jxl_oxide_wasm_bg.wasm', import.meta.resolve('jxl-oxide-wasm'));
  library.initSync({ module: readFileSync(program) });
  return library;
}
