import type { IncomingHttpHeaders } from 'node:http';

/**
 * The credential of a request, as an `Authorization` header field (RFC 6750). `X-API-Key: <key>` means the same as
 * `Authorization: Bearer <key>`, for clients that cannot set the latter. If both are there, `Authorization` counts.
 * @returns undefined if the request has neither
 */
export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization;
  const key = headers['x-api-key'];
  return typeof key === 'string' ? `Bearer ${key}` : undefined;
}
