import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { hasBody, watchSlowBody } from '../protocol/body.ts';

/** Limits of the multipart parser: known attacks on such parsers flood one of these. */
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fields: 10,
  headerPairs: 100,
  headerSize: 16 * 1024,
  fileSize: Number.POSITIVE_INFINITY,
};
const MAX_BOUNDARY_LENGTH = 70;
const EXTRA_PARTS = 10;
/** Limit of all file parts that are no upload together. */
const MAX_IGNORED_BYTES = 2 ** 20;

export interface FormOptions {
  /** Whether a file part of this name is an upload; other file parts are ignored. */
  isUpload: (fieldName: string) => boolean;
  /** null = unlimited. */
  maxFiles: number | null;
  /** Receives one file; the next part is read after it resolves. */
  onFile: (filename: string | undefined, source: AsyncIterable<Buffer>) => Promise<void>;
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
  checkContentType(request);
  const fields = new Map<string, string>();
  let files = 0;
  let ignoredBytes = 0;
  for await (const part of partsOf(request, options.maxFiles)) {
    // The parser does not enforce its own limit for names.
    const nameTooLong = Buffer.byteLength(part.fieldname ?? '') > LIMITS.fieldNameSize;
    if (nameTooLong) throw malformed(new Error('the name of a part is too long'));
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) throw malformed(new Error('a field is too long'));
      // The parser parses parts of type application/json.
      fields.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
      continue;
    }
    if (!options.isUpload(part.fieldname)) {
      for await (const chunk of part.file) {
        ignoredBytes += (chunk as Buffer).length;
        if (ignoredBytes > MAX_IGNORED_BYTES) throw new AppError('REQUEST_TOO_LARGE', { param: part.fieldname });
      }
      continue;
    }
    const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const first = await nextChunk(chunks);
    // A browser sends this for an empty file input.
    if (first === undefined && (part.filename ?? '') === '') continue;
    files++;
    if (options.maxFiles !== null && files > options.maxFiles) throw tooManyFiles(options.maxFiles, files);
    await options.onFile(part.filename || undefined, rejoined(first, chunks));
    // The next part starts after the unread rest of a refused file.
    while ((await nextChunk(chunks)) !== undefined);
  }
  return fields;
}

function checkContentType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined) {
    throw hasBody(request) ? new AppError('INVALID_CONTENT_TYPE') : new AppError('MISSING_FILE');
  }
  const boundary = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type);
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length;
  if (length === 0 || length > MAX_BOUNDARY_LENGTH) {
    throw new AppError('INVALID_CONTENT_TYPE', { detail: 'Uploads are multipart/form-data with a boundary.' });
  }
}

/** The parts of the body; fails when the client is too slow. */
async function* partsOf(
  request: FastifyRequest,
  maxFiles: number | null,
): AsyncGenerator<MultipartFile | MultipartValue> {
  const parts = request.parts({
    // cleanFilename removes the path; the parser would also remove the name ".".
    preservePath: true,
    limits: { ...LIMITS, ...(maxFiles === null ? {} : { parts: maxFiles + EXTRA_PARTS + 1 }) },
    isPartAFile: (_name: string | undefined, contentType: string | undefined, filename: string | undefined) =>
      filename !== undefined || !(contentType === undefined || /^(text\/|application\/json)/i.test(contentType)),
  });
  let current: MultipartFile | undefined;
  const slow = watchSlowBody(request.raw, (error) => current?.file.destroy(error));
  try {
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), slow.error]);
      if (done === true) return;
      current = value.type === 'file' ? value : undefined;
      yield value;
    }
  } catch (error) {
    throw malformed(error);
  } finally {
    slow.stop();
  }
}

/** The next chunk of a file, or undefined at its end. */
async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  try {
    const { done, value } = await chunks.next();
    return done === true ? undefined : value;
  } catch (error) {
    throw malformed(error);
  }
}

/** A file whose first chunk was read already. The rest stays readable after an early return. */
async function* rejoined(first: Buffer | undefined, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = first; chunk !== undefined; chunk = await nextChunk(chunks)) yield chunk;
}

function tooManyFiles(limit: number, received: number): AppError {
  return new AppError('TOO_MANY_FILES', { detail: `At most ${limit} here.`, details: { limit, received } });
}

function malformed(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('INVALID_MULTIPART', { cause });
}
