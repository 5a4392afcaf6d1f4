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

/**
 * Why a decoder process was lost: it crashed or broke the protocol, exceeded its time or its CPU budget, or was killed
 * from outside, as the kernel does when memory runs out. Only the last says nothing about the file.
 */
export const LOSS_KINDS = ['crash', 'timeout', 'cpu', 'killed'] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** A decoder process ended during a job, or was killed because of it. */
export class DecoderLostError extends Error {
  override readonly name: string = 'DecoderLostError';
  readonly kind: LossKind;

  constructor(message: string, { kind = 'crash', ...options }: ErrorOptions & { kind?: LossKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** A decoder process was killed because a file cost more CPU time than its budget. A second attempt would cost the same. */
export class CpuBudgetError extends DecoderLostError {
  override readonly name = 'CpuBudgetError';
  readonly budgetSeconds: number;

  constructor(budgetSeconds: number) {
    super(`decoding took more than ${budgetSeconds.toFixed(1)} s of CPU time`, { kind: 'cpu' });
    this.budgetSeconds = budgetSeconds;
  }
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
