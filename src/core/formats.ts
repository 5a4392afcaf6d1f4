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

/** The format that a link's extension asks for (`jpeg` counts as `jpg`), or undefined. Case counts. */
export function formatOfExtension(extension: string): Format | undefined {
  const wanted = extension === 'jpeg' ? 'jpg' : extension;
  return Object.values(FORMATS).find((format) => format.extension === wanted);
}
