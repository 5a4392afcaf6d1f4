import type { FormatName } from '../core/formats.ts';
import { sharp } from './libvips.ts';
import type { Extent } from './limits.ts';

/** What the header tells, before anything is decoded. Sides are those that a browser shows. */
export interface Probe extends Extent {
  hasAlpha: boolean;
}

/** Formats whose decoders need the whole picture in memory. */
const NEVER_STREAMABLE: ReadonlySet<FormatName> = new Set(['WEBP', 'AVIF']);

/** Reads the header alone. */
export async function probe(path: string, format: FormatName): Promise<Probe> {
  const found = await sharp(path, { failOn: 'error', limitInputPixels: false }).metadata();
  return {
    width: found.autoOrient.width,
    height: found.autoOrient.height,
    frames: found.pages ?? 1,
    hasAlpha: found.hasAlpha,
    streamable: !(NEVER_STREAMABLE.has(format) || found.isProgressive),
  };
}
