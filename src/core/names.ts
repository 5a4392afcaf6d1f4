import { AppError } from './errors.ts';

/** In code points. */
const MAX_FILENAME_LENGTH = 255;

// Embeddings, overrides and isolates can make a name look like another one ("gpj.exe" as "exe.jpg").
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Sanitizes a client's file name: base name only, NFC, no control or direction characters, at most 255 code points.
 * @returns the name, or `image.<extension>` when nothing is left, or the `-` of programs that read standard input
 */
export function cleanFilename(given: string | undefined, extension: string): string {
  const base = (given ?? '').split(/[/\\]/u).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replace(LONE_SURROGATES, '')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
    .trim();
  // The cut may leave a space at the end.
  const name = shorten(clean).trim();
  return ['', '.', '..', '-'].includes(name) ? `image.${extension}` : name;
}

/**
 * Parses the `album` field.
 * @returns the name in NFC without outer white space and direction characters; null when absent or empty
 * @throws AppError INVALID_ALBUM when it is too long or contains control characters
 */
export function parseAlbumName(given: string | undefined, maxLength: number, param = 'album'): string | null {
  const name = (given ?? '').normalize('NFC').replace(BIDI_CONTROLS, '').trim();
  if (name === '') return null;
  const tooLong = [...name].length > maxLength;
  if (tooLong || name.search(CONTROLS) >= 0 || name.search(LONE_SURROGATES) >= 0) {
    throw new AppError('INVALID_ALBUM', {
      detail: tooLong ? `It may have ${maxLength} characters at most.` : 'It holds control characters.',
      param,
      details: { max_length: maxLength },
    });
  }
  return name;
}

/**
 * Parses the name of an account or a key.
 * @returns the name in NFC without outer white space and direction characters
 * @throws AppError INVALID_PARAMETER for control characters, which a terminal would obey
 */
export function parseLabel(given: string, param = 'name'): string {
  const name = given.normalize('NFC').replace(BIDI_CONTROLS, '').trim();
  if (name.search(CONTROLS) < 0 && name.search(LONE_SURROGATES) < 0) return name;
  throw new AppError('INVALID_PARAMETER', { detail: `${param} must not contain control characters.`, param });
}

/** Sanitizes a text of one line: NFC, line breaks and tabs as spaces, no other control and no direction characters. */
export function cleanLine(given: string): string {
  return given
    .normalize('NFC')
    .replace(LONE_SURROGATES, '')
    .replace(/[\t\n\r\u2028\u2029]+/gu, ' ')
    .replace(CONTROLS, '')
    .replace(BIDI_CONTROLS, '')
    .trim();
}

/** Sanitizes a text of several lines, such as a description or a reason: NFC, no control and direction characters except line feeds and tabs. null when nothing is left. */
export function cleanDescription(given: string | null): string | null {
  const text = (given ?? '')
    .normalize('NFC')
    .replace(LONE_SURROGATES, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(BIDI_CONTROLS, '')
    .trim();
  return text === '' ? null : text;
}

/** A case-insensitive form of a name for searches, equal on every database. */
export function searchForm(text: string): string {
  // Both conversions, because some letters have a counterpart in one direction only.
  return text.toLowerCase().toUpperCase().normalize('NFC');
}

/** Extensions of images in file names that a download may lose for that of its own format. */
const IMAGE_EXTENSION = /\.(jpe?g|jpe|jfif|png|apng|gif|webp|avif|heic|heif|tiff?|bmp|dib|jxl)$/i;
/** Further extensions of a format, which fit its bytes as well. */
const ALIASES: Record<string, readonly string[]> = { jpg: ['jpeg', 'jpe', 'jfif'], png: ['apng'] };

/**
 * The name of a file to save: it ends in an extension of its own format, so that programs open it, and so that no picture
 * is saved under the extension of a program or a page.
 * @param filename of the upload
 * @param extension of the bytes that are served
 */
export function downloadName(filename: string, extension: string): string {
  const own = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (own === extension || ALIASES[extension]?.includes(own) === true) return filename;
  const stem = filename.replace(IMAGE_EXTENSION, '');
  return `${stem === '' ? 'image' : stem}.${extension}`;
}

/** Cuts a name to 255 code points and keeps its extension. */
function shorten(name: string): string {
  const points = [...name];
  if (points.length <= MAX_FILENAME_LENGTH) return name;
  const extension = /\.[0-9A-Za-z]{1,8}$/.exec(name)?.[0] ?? '';
  return points.slice(0, MAX_FILENAME_LENGTH - extension.length).join('') + extension;
}
