/** The bytes break the structure of their format, or the file is truncated. The message gives the offset and the problem. */
export class CorruptImageError extends Error {
  override readonly name = 'CorruptImageError';
  /** In bytes from the start of the file. */
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(`corrupt image at byte ${offset}: ${problem}`);
    this.offset = offset;
  }
}

/** The file may be valid, but it uses a feature of its format, or a size, that this service does not decode. */
export class UnsupportedImageError extends Error {
  override readonly name = 'UnsupportedImageError';
}

/** A decoder process died, or exceeded its time limit and was killed. */
export class DecoderLostError extends Error {
  override readonly name = 'DecoderLostError';
}

const STORAGE_ERROR_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);
/** libvips passes on only the text of a system error. */
const STORAGE_ERROR_TEXTS = /No space left on device|Disk quota exceeded|Input\/output error/;

/** Whether an error, or its cause, is a failure of the disk and not of the image. */
export function isStorageError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && STORAGE_ERROR_CODES.has(String(error.code))) return true;
  return STORAGE_ERROR_TEXTS.test(error.message) || isStorageError(error.cause);
}
