import { FORMATS, type Format, type FormatName } from './formats.ts';

/** The formats that variants are made in, by the extension in their links. */
const VARIANT_FORMATS: readonly FormatName[] = ['JPEG', 'PNG', 'WEBP', 'AVIF'];

/** A variant that may be asked for: so many pixels wide, never wider than the original. */
export interface VariantSize {
  preset: string;
  width: number;
  height: number;
}

/** The format that an extension asks for, where variants are made in it. */
export function variantFormat(extension: string): Format | undefined {
  return VARIANT_FORMATS.map((name) => FORMATS[name]).find((format) => format.extension === extension);
}

/**
 * The presets that make an image smaller.
 * @param widths of all presets, in pixels
 */
export function variantSizes(image: { width: number; height: number }, widths: readonly number[]): VariantSize[] {
  return widths
    .filter((width) => width < image.width)
    .map((width) => ({
      preset: String(width),
      width,
      height: Math.max(1, Math.round((image.height * width) / image.width)),
    }));
}

/** Links of a variant in every format, by extension. */
export function variantLinks(imageHost: string, id: string, preset: string): Record<string, string> {
  return Object.fromEntries(
    VARIANT_FORMATS.map((name) => FORMATS[name].extension).map((extension) => [
      extension,
      `${imageHost}/v/${id}/${preset}.${extension}`,
    ]),
  );
}
