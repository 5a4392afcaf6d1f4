/** What the operating system says when it is the disk that fails, and not the image; libvips passes only the text on. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);
const TEXTS = /No space left on device|Disk quota exceeded|Input\/output error/;

/** Whether an error, or what caused it, is a failure of the disk. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && CODES.has(String(error.code))) return true;
  return TEXTS.test(error.message) || isStorageFault(error.cause);
}
