import type { Usage } from '../../../src/api/service.ts';
import { SNIFF_BYTES, sniff } from '../../../src/core/sniff.ts';
import type { Rejection } from './upload-item.ts';

/**
 * Checks a file against the limits before it is sent, so that a file that the server would refuse costs no request.
 * The server decides by the same first bytes.
 * @param limits undefined while they are not loaded
 * @returns why the file is refused; undefined if the server may accept it
 */
export async function checkFile(file: File, limits: Usage['limits'] | undefined): Promise<Rejection | undefined> {
  if (file.size === 0) return { kind: 'empty' };
  const limitBytes = limits?.max_file_size;
  if (limitBytes !== undefined && file.size > limitBytes) return { kind: 'too-large', bytes: file.size, limitBytes };
  const head = await headOf(file);
  // Deleted since it was chosen, or a folder.
  if (head === undefined) return { kind: 'unreadable' };
  const { format, detected } = sniff(head.subarray(0, SNIFF_BYTES));
  const accepted = limits?.accepted_formats ?? [];
  if (format !== undefined && (limits === undefined || accepted.includes(format))) return undefined;
  return { kind: 'unsupported', detected: format ?? typeOf(head) ?? detected, accepted };
}

async function headOf(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    return undefined;
  }
}

/** More than the server looks at, because an SVG may begin with a long comment. */
const HEAD_BYTES = 1_024;

function typeOf(head: Uint8Array): string | undefined {
  return /<svg[\s>]/i.test(String.fromCharCode(...head)) ? 'SVG' : undefined;
}
