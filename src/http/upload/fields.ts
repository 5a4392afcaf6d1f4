import type { FastifyRequest } from 'fastify';
import type { ImageOptions } from '../../actions/upload/commit-images.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import { type Caller, requireScope } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours } from '../../core/time.ts';
import type { HttpDeps } from '../deps.ts';
import type { Fields } from './multipart.ts';

/** What a form may add to the bytes of its file before it is certain that the file is too large. */
const FORM_OVERHEAD_BYTES = 2 ** 20;

/** Route hook: anonymous callers may upload, keys that have the scope, delete tokens not. */
export async function mayUpload(request: FastifyRequest): Promise<void> {
  if (request.caller.kind !== 'anonymous') requireScope(request.caller, 'images:write');
}

/** Route hook: refuses by the Content-Length alone what cannot be within the plan, before a byte of it is read. */
export async function refuseLongBody(request: FastifyRequest): Promise<void> {
  const { plan } = request.caller;
  if (Number(request.headers['content-length'] ?? 0) > plan.maxFileBytes + FORM_OVERHEAD_BYTES)
    throw fileTooLarge(plan);
}

/** What the fields of a form say of its images. @throws AppError INVALID_ALBUM, INVALID_EXPIRY */
export function imageOptions(
  deps: Pick<HttpDeps, 'maxAlbumLength' | 'maxExpiryHours' | 'maxAccountBytes'>,
  caller: Caller,
  fields: Fields,
): ImageOptions {
  return {
    caller,
    maxAccountBytes: deps.maxAccountBytes,
    album: parseAlbumName(fields.get('album'), deps.maxAlbumLength),
    expiryHours: parseExpiryHours(fields.get('expiry'), deps.maxExpiryHours),
  };
}

/** Reads a field that is `true` or `false`; absent or empty = false. @throws AppError INVALID_PARAMETER */
export function parseFlag(fields: Fields, name: string): boolean {
  const text = fields.get(name) ?? '';
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new AppError('INVALID_PARAMETER', { detail: `${name} must be true or false.`, param: name });
}
