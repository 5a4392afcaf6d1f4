import type { UploadResult } from '../../../src/api/images.ts';
import type { ApiError } from '../api/api-error.ts';

/** Form fields besides the file, and the idempotency key. */
export interface SendOptions {
  /** Album name; empty = none. */
  album: string;
  /** 0 = no expiry. */
  expiryHours: number;
  /** Retries of an upload send the same key, so that they create no second image. */
  idempotencyKey: string;
  /** The solution of a challenge, where the server asks for one. */
  proof: Readonly<Record<string, string>>;
}

export interface TransportEvents {
  onProgress(itemId: string, bytesSent: number): void;
  /** Bytes that the server has from an earlier request. */
  onResumed(itemId: string, bytesSent: number): void;
  onDone(itemId: string, image: UploadResult): void;
  onFailed(itemId: string, error: ApiError): void;
}

/** Sends each file immediately in a request of its own, and never retries. */
export interface Transport {
  send(itemId: string, file: File, options: SendOptions): void;
  /** Aborts the request of a file. No event follows. @param isFinal the file will not be sent again */
  abort(itemId: string, isFinal: boolean): void;
}
