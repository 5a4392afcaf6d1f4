import { AppError } from './errors.ts';
/** How an image is stored and served. The name is what the API shows as `format`. */
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

/** What may be uploaded: what is stored as it is, and what is stored as one of those because not every browser shows it. */
export const INPUT_FORMATS = ['JPEG', 'PNG', 'GIF', 'WEBP', 'AVIF', 'HEIC', 'TIFF', 'BMP', 'JXL'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export function isInputFormat(text: string): text is InputFormat {
  return (INPUT_FORMATS as readonly string[]).includes(text);
}

/** Whether uploads of this format are stored in it. */
export function isStoredAsItIs(format: InputFormat): format is FormatName {
  return format in FORMATS;
}

/** The format that a link's extension asks for (`jpeg` counts as `jpg`), or undefined. Case counts. */
export function formatOfExtension(extension: string): Format | undefined {
  const wanted = extension === 'jpeg' ? 'jpg' : extension;
  return Object.values(FORMATS).find((format) => format.extension === wanted);
}

/**
 * The refusal of a file that is no accepted picture.
 * @param formats that are accepted on this server
 * @param detected what the content is instead, where that is known
 */
export function invalidFileType(formats: readonly InputFormat[], detected: string | undefined): AppError {
  return new AppError('INVALID_FILE_TYPE', {
    detail: `Accepted are ${formats.join(', ')}.`,
    details: { accepted: formats, ...(detected === undefined ? {} : { detected }) },
  });
}
