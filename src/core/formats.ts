import { AppError } from './errors.ts';

/** A format of stored and served images. The name is the value of the API member `format`. */
export interface Format {
  name: FormatName;
  extension: string;
  mimeType: string;
}

export const FORMATS = {
  JPEG: { name: 'JPEG', extension: 'jpg', mimeType: 'image/jpeg' },
  PNG: { name: 'PNG', extension: 'png', mimeType: 'image/png' },
  GIF: { name: 'GIF', extension: 'gif', mimeType: 'image/gif' },
  WEBP: { name: 'WEBP', extension: 'webp', mimeType: 'image/webp' },
  AVIF: { name: 'AVIF', extension: 'avif', mimeType: 'image/avif' },
} as const satisfies Record<string, { name: string; extension: string; mimeType: string }>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** Formats of uploads. Those that not every browser shows are transcoded to a stored format. */
export const INPUT_FORMATS = ['JPEG', 'PNG', 'GIF', 'WEBP', 'AVIF', 'HEIC', 'TIFF', 'BMP', 'JXL'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export function isInputFormat(text: string): text is InputFormat {
  return (INPUT_FORMATS as readonly string[]).includes(text);
}

/** Whether uploads of this format are stored without transcoding. */
export function isStoredAsItIs(format: InputFormat): format is FormatName {
  return format in FORMATS;
}

/** The format of a link's extension (`jpeg` is an alias of `jpg`), or undefined. Case-sensitive. */
export function formatOfExtension(extension: string): Format | undefined {
  const wanted = extension === 'jpeg' ? 'jpg' : extension;
  return Object.values(FORMATS).find((format) => format.extension === wanted);
}

/**
 * The error for a file that is not an accepted image.
 * @param formats accepted by this server
 * @param detected format of the content, if known
 */
export function invalidFileType(formats: readonly InputFormat[], detected: string | undefined): AppError {
  return new AppError('INVALID_FILE_TYPE', {
    detail: `Accepted are ${formats.join(', ')}.`,
    details: { accepted: formats, ...(detected === undefined ? {} : { detected }) },
  });
}
