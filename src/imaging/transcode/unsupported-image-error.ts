/** The file may be sound, but it uses a part of its format (or a size) that this service does not decode. */
export class UnsupportedImageError extends Error {
  override readonly name = 'UnsupportedImageError';
}
