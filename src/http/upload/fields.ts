import type { FastifyRequest } from 'fastify';
import type { ImageOptions } from '../../actions/upload/commit-images.ts';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours } from '../../core/time.ts';
import type { UploadRouteDeps } from './deps.ts';
import type { Fields } from './multipart.ts';

/** Bytes of a form beside its file: a body longer than the plan's file size by more than this is refused unread. */
const FORM_OVERHEAD_BYTES = 2 ** 20;

/** Route hook: refuses a body whose Content-Length exceeds the plan before any of it is read. */
export async function refuseLongBody(request: FastifyRequest): Promise<void> {
  const { plan } = request.caller;
  if (Number(request.headers['content-length'] ?? 0) > plan.maxFileBytes + FORM_OVERHEAD_BYTES)
    throw fileTooLarge(plan);
}

/** The options of a form's images. @throws AppError INVALID_ALBUM, INVALID_EXPIRY */
export function imageOptions(
  deps: Pick<UploadRouteDeps, 'maxAlbumLength' | 'maxExpiryHours'>,
  caller: Caller,
  fields: Fields,
): ImageOptions {
  return {
    caller,
    album: parseAlbumName(fields.get('album'), deps.maxAlbumLength),
    expiryHours: parseExpiryHours(fields.get('expiry'), deps.maxExpiryHours),
  };
}

/** Parses a field that is `true` or `false`; absent or empty = false. @throws AppError INVALID_PARAMETER */
export function parseFlag(fields: Fields, name: string): boolean {
  const text = fields.get(name) ?? '';
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new AppError('INVALID_PARAMETER', { detail: `${name} must be true or false.`, param: name });
}
