import { closeSync, openSync } from 'node:fs';
import { CorruptImageError } from '../errors.ts';
import { createByteReader } from '../file-bytes.ts';

// Script, markup, document and archive headers that make a picture a polyglot. Those of four bytes ask for what must
// follow them, or every thousandth honest photograph would be suspected.
// biome-ignore lint/suspicious/noControlCharactersInRegex: archive headers are made of them, and they end a tag's name here
const ACTIVE = /<script|<svg[\0-\x20/>]|<html|<!doctype\s|<\?php|%pdf-\d|pk\x03\x04[\x0a-\x3f]\x00/i;
const LONGEST_BYTES = 16;
const PIECE_BYTES = 64 * 1024;

/**
 * True when the bytes of a file hold what another program would run or unpack. A scrub leaves the compressed picture
 * as it is, and that can be drawn so that it spells such a thing; only decoding and encoding anew removes it.
 * Linear time, constant memory; synchronous, for decoder processes. File system errors pass through.
 */
export function hasActiveContent(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const reader = createByteReader(fd, (offset) => new CorruptImageError(offset, 'file became shorter'));
    let carried = '';
    for (let at = 0; at < reader.size; ) {
      const piece = reader.view(at, PIECE_BYTES);
      const text = carried + piece.toString('latin1');
      if (ACTIVE.test(text)) return true;
      carried = text.slice(-LONGEST_BYTES);
      at += piece.length;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}
