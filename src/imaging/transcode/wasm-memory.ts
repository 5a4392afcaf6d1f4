import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PAGE_BYTES = 65_536;
const MIB = 1024 * 1024;
/** Address space for the threads and heaps of libvips, and for the encoded file. */
const RESERVED_BYTES = 560 * MIB;
const MIN_BYTES = 64 * MIB;
/** Half of what 32 bits can address: more than any image within the limits needs. */
const MAX_BYTES = 2048 * MIB;

let isRetired = false;

/** Marks this process as holding memory that only its end releases. */
export function retireProcess(): void {
  isRetired = true;
}

/** Whether this process must be replaced after its current job: the next image may find too little memory. */
export function mustRetire(): boolean {
  return isRetired;
}

/**
 * Limits every WebAssembly memory that this process creates from now on to the free address space. V8 reserves the
 * declared maximum of a memory, or the largest part of it that fits: without a limit that is nearly all the address space
 * of a decoder process, and the next buffer or thread fails. Within the limit, a memory grows without a copy.
 * @param besideBytes memory that is needed outside WebAssembly, for example for the decoded image
 */
export function limitWasmMemory(besideBytes: number): void {
  collectGarbage();
  const left = freeAddressSpace() - RESERVED_BYTES - besideBytes;
  const bytes = Math.min(MAX_BYTES, Math.max(MIN_BYTES, left));
  setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(bytes / PAGE_BYTES)}`);
}

/** Frees the address space of earlier images. V8 counts only its own heap, so it would not collect in time. */
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
    // Without /proc the limit is unknown.
    return Number.POSITIVE_INFINITY;
  }
}
