import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PAGE_BYTES = 65_536;
const MIB = 1024 * 1024;
/** What libvips' threads, their heaps and the encoded file take of the address space. */
const RESERVED_BYTES = 560 * MIB;
const LEAST_BYTES = 64 * MIB;
/** A WebAssembly memory is addressed by 32 bits; half of that is more than any picture within the limits takes. */
const MOST_BYTES = 2048 * MIB;

/**
 * Bounds every WebAssembly memory that this process makes from now on by what its address space limit leaves.
 * V8 reserves a memory's declared maximum, or the largest part of it that still fits: without a bound that is nearly
 * all a limited process has, and the next buffer or thread fails. Within the bound, growing needs no copy.
 * @param besideBytes memory that will be needed outside WebAssembly, such as for the decoded picture
 */
export function boundWasmMemory(besideBytes: number): void {
  collectGarbage();
  const left = freeAddressSpace() - RESERVED_BYTES - besideBytes;
  const bytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, left));
  setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(bytes / PAGE_BYTES)}`);
}

// What earlier pictures left is garbage, yet holds its address space until V8 looks, and V8 counts only its own heap.
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function freeAddressSpace(): number {
  try {
    const limit = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    const used = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return limit === null || used === null ? Number.POSITIVE_INFINITY : Number(limit[1]) - Number(used[1]) * 1024;
  } catch {
    // Without /proc there is no such limit to be seen.
    return Number.POSITIVE_INFINITY;
  }
}
