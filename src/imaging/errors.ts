/** The bytes break their format's structure (or end too early). The message names the offset and what is wrong. */
export class CorruptImageError extends Error {
  override readonly name = 'CorruptImageError';
  /** Where in the file, in bytes from its start. */
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(`corrupt image at byte ${offset}: ${problem}`);
    this.offset = offset;
  }
}
