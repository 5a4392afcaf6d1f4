import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { hasBody } from '../protocol/body.ts';
import { bodyTooLarge, watchBodySize, watchSlowBody } from '../protocol/watch-body.ts';

/** Text fields of one form: JavaScript uploaders send every input of the page. */
export const MAX_TEXT_FIELDS = 50;
export const MAX_NAME_BYTES = 100;
export const MAX_VALUE_BYTES = 64 * 1024;
const MAX_OTHER_FILES = 50;
/** Limits of the multipart parser: known attacks on such parsers flood one of these. */
const LIMITS = {
  fieldNameSize: MAX_NAME_BYTES,
  fieldSize: MAX_VALUE_BYTES,
  fields: MAX_TEXT_FIELDS,
  headerPairs: 100,
  headerSize: 16 * 1024,
  fileSize: Number.POSITIVE_INFINITY,
};
const MAX_BOUNDARY_LENGTH = 70;
const MAX_SHOWN_NAMES = 10;

export interface FormOptions {
  /** Name of the parts with uploads, for the message to a client that uses another one. */
  fileField: string;
  /** Whether a file part of this name is an upload; other file parts are ignored. */
  isUpload: (fieldName: string) => boolean;
  /** Names of the text fields; others are ignored. */
  textFields: readonly string[];
  /** null = unlimited. */
  maxFiles: number | null;
  /** Bytes of the whole body; null = unlimited. */
  maxBytes: number | null;
  /** Bytes of ignored parts, and of the rests of refused files, together. */
  maxSkippedBytes: number;
  /** Whether these text fields may come without a file; no by default. */
  isEnough?: (fields: Fields) => boolean;
  /** Whether an upload may come as a part without a file name, which is a text field otherwise: any text, or a data: URL. */
  takesText?: boolean | 'data-url';
  /** Receives one file; the next part is read after it resolves. @param isText whether the part has no file name */
  onFile: (filename: string | undefined, source: AsyncIterable<Buffer>, isText: boolean) => Promise<void>;
  /** Receives each of the text fields when it arrives: before the files that follow it. */
  onField?: (name: string, value: string) => Promise<void>;
}

/** The fields of a form by name; the last of repeated fields counts. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Reads a multipart/form-data body (RFC 7578) as a stream.
 * @returns its text fields
 * @throws AppError INVALID_CONTENT_TYPE, MISSING_FILE, TOO_MANY_FILES, INVALID_MULTIPART, REQUEST_TOO_LARGE, REQUEST_TIMEOUT,
 *   and the errors of `onFile`; the rest of the body is not read then
 */
export async function readUploadForm(request: FastifyRequest, options: FormOptions): Promise<Fields> {
  checkContentType(request, options.fileField);
  const fields = new Map<string, string>();
  const others = new Set<string>();
  const { fileField, maxFiles, maxSkippedBytes } = options;
  let files = 0;
  let skippedBytes = 0;
  const missingFile = () => missingFileOf(fileField, others, fields.has(fileField));
  const skip = async (chunks: AsyncIterator<Buffer>) => {
    for (let chunk = await nextChunk(chunks); chunk !== undefined; chunk = await nextChunk(chunks)) {
      skippedBytes += chunk.length;
      if (skippedBytes > maxSkippedBytes) throw files === 0 ? missingFile() : bodyTooLarge(maxSkippedBytes);
    }
  };
  for await (const part of partsOf(request, options)) {
    const { fieldname: name = '' } = part;
    // The parser does not enforce its own limit for names.
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
      throw malformed(`The name of a part has more than ${MAX_NAME_BYTES} bytes.`, { max_name_bytes: MAX_NAME_BYTES });
    }
    if (part.type === 'field') {
      if (name === fileField) fields.set(name, '');
      if (!options.textFields.includes(name)) continue;
      const value = textOf(part);
      fields.set(name, value);
      await options.onField?.(name, value);
      continue;
    }
    const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    if (!options.isUpload(name)) {
      others.add(name);
      await skip(chunks);
      continue;
    }
    let first = await nextChunk(chunks);
    if (options.takesText === 'data-url' && isTextPart(part)) {
      first = await headOf(first, chunks, MAX_DATA_HEADER);
      if (!DATA_HEADER.test(first?.toString('latin1', 0, MAX_DATA_HEADER) ?? '')) {
        fields.set(fileField, '');
        await skip(chunks);
        continue;
      }
    }
    // A browser sends this for an empty file input.
    if (first === undefined && (part.filename ?? '') === '') continue;
    files++;
    if (maxFiles !== null && files > maxFiles) throw tooManyFiles(maxFiles, files);
    const isText =
      options.takesText === 'data-url' ? isTextPart(part) : part.filename === undefined && options.takesText === true;
    await options.onFile(part.filename ? unescaped(part.filename) : undefined, rejoined(first, chunks), isText);
    // The next part starts after the unread rest of a refused file.
    await skip(chunks);
  }
  if (files === 0 && options.isEnough?.(fields) !== true) throw missingFile();
  fields.delete(fileField);
  return fields;
}

/** The beginning of a data: URL (RFC 2397) with base64. */
const DATA_HEADER = /^data:[^,]*;\s*base64,/i;
/** Longer than any that programs write. */
const MAX_DATA_HEADER = 256;

/** Whether a part with an upload is what a form would send for a text. */
function isTextPart({ filename, mimetype }: MultipartFile): boolean {
  return filename === undefined && (mimetype === undefined || /^(text\/|application\/json)/i.test(mimetype));
}

/** The beginning of a file: its first chunk, and others until it has some bytes or ends. */
async function headOf(first: Buffer | undefined, chunks: AsyncIterator<Buffer>, bytes: number) {
  let head = first;
  while (head !== undefined && head.length < bytes) {
    const next = await nextChunk(chunks);
    if (next === undefined) break;
    head = Buffer.concat([head, next]);
  }
  return head;
}

const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Undoes what browsers escape in the name of a file, and nothing else (HTML, section 4.10.21.8). */
function unescaped(filename: string): string {
  return filename.replace(/%(?:22|0D|0A)/g, (text) => ESCAPED[text] ?? text);
}

/** @throws AppError INVALID_MULTIPART */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) {
    const detail = `The field "${fieldname}" has more than ${MAX_VALUE_BYTES} bytes.`;
    throw malformed(detail, { max_value_bytes: MAX_VALUE_BYTES }, fieldname);
  }
  // The parser parses parts of type application/json.
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Says which part was wanted, and which came: a wrong name is the most common mistake of a first upload. */
export function missingFileOf(wanted: string, others: ReadonlySet<string>, isText: boolean): AppError {
  const received = [...others].slice(0, MAX_SHOWN_NAMES);
  const detail = [`The form needs a file in a part with the name "${wanted}".`];
  if (received.length > 0)
    detail.push(`It has files with the names ${received.map((name) => `"${name}"`).join(', ')}.`);
  if (isText) detail.push(`Its part "${wanted}" is text: a file has a filename parameter.`);
  return new AppError('MISSING_FILE', { detail: detail.join(' '), param: wanted, details: { received } });
}

function checkContentType(request: FastifyRequest, fileField: string): void {
  const type = request.headers['content-type'];
  if (type === undefined) {
    throw hasBody(request) ? new AppError('INVALID_CONTENT_TYPE') : missingFileOf(fileField, new Set(), false);
  }
  const boundary = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length === 0 || length > MAX_BOUNDARY_LENGTH) {
    throw new AppError('INVALID_CONTENT_TYPE', { detail: 'Uploads are multipart/form-data with a boundary.' });
  }
}

/** The parts of the body; fails when the client is too slow or sends too much. */
async function* partsOf(
  request: FastifyRequest,
  { maxFiles, maxBytes, takesText, isUpload }: FormOptions,
): AsyncGenerator<MultipartFile | MultipartValue> {
  const maxParts = maxFiles === null ? Number.POSITIVE_INFINITY : maxFiles + MAX_TEXT_FIELDS + MAX_OTHER_FILES;
  const parts = request.parts({
    // cleanFilename removes the path; the parser would also remove the name ".".
    preservePath: true,
    // Of the parser too: its own default would limit an unlimited plan.
    limits: { ...LIMITS, parts: maxParts + 1 },
    isPartAFile: (name: string | undefined, contentType: string | undefined, filename: string | undefined) =>
      filename !== undefined ||
      !(contentType === undefined || /^(text\/|application\/json)/i.test(contentType)) ||
      (takesText !== undefined && takesText !== false && isUpload(name ?? '')),
  });
  let current: MultipartFile | undefined;
  const fail = (error: AppError) => current?.file.destroy(error);
  const slow = watchSlowBody(request.raw, fail);
  const long = watchBodySize(request.raw, maxBytes, fail);
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), slow.error, long.error]);
      if (done === true) return;
      current = value.type === 'file' ? value : undefined;
      yield value;
    }
  } catch (error) {
    throw malformedBy(error, maxParts);
  } finally {
    slow.stop();
    long.stop();
  }
}

/** The next chunk of a file, or undefined at its end. */
async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  try {
    const { done, value } = await chunks.next();
    return done === true ? undefined : value;
  } catch (error) {
    throw malformedBy(error);
  }
}

/** A file whose first chunk was read already. The rest stays readable after an early return. */
async function* rejoined(first: Buffer | undefined, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = first; chunk !== undefined; chunk = await nextChunk(chunks)) yield chunk;
}

function tooManyFiles(limit: number, received: number): AppError {
  return new AppError('TOO_MANY_FILES', { detail: `At most ${limit} here.`, details: { limit, received } });
}

export function malformed(detail: string, details: Record<string, unknown>, param?: string): AppError {
  return new AppError('INVALID_MULTIPART', { detail, details, ...(param !== undefined && { param }) });
}

/** The error for a failure of the parser, with the limit that was exceeded. */
function malformedBy(cause: unknown, maxParts = 0): AppError {
  if (cause instanceof AppError) return cause;
  const { code } = cause as { code?: string };
  if (code === 'FST_FIELDS_LIMIT') {
    return malformed(`It has more than ${MAX_TEXT_FIELDS} text fields.`, { max_text_fields: MAX_TEXT_FIELDS });
  }
  if (code === 'FST_PARTS_LIMIT') return malformed(`It has more than ${maxParts} parts.`, { max_parts: maxParts });
  const detail = DETAILS[code ?? ''];
  return new AppError('INVALID_MULTIPART', { cause, ...(detail !== undefined && { detail }) });
}

const DETAILS: Record<string, string> = {
  FST_PROTO_VIOLATION: 'A part has a reserved name, such as "constructor".',
  FST_INVALID_JSON_FIELD_ERROR: 'A part of type application/json is not JSON.',
};
