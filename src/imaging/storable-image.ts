import type { ProcessedImage, WrittenFile } from './port.ts';

/** What is to be stored of an upload, and what its header has told. */
export interface StorableImage
  extends Omit<ProcessedImage, 'original' | 'thumbnail' | 'uploadedSha256' | 'perceptualHash'> {
  /** The upload itself where nothing had to be changed. */
  file: WrittenFile;
}
