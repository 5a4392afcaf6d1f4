/** A decoder process died, or took too long and was ended. */
export class DecoderLostError extends Error {
  override name = 'DecoderLostError';
}
