import type { FastifyRequest } from 'fastify';
import { ErrorResponse } from '../../api/envelope.ts';
import { type AccountCaller, requireScope } from '../../core/caller.ts';

/** What all administrative endpoints have in their schema. */
export const adminSchema = {
  tags: ['Administration'],
  security: [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }],
};

export const adminFailures = { '4xx': ErrorResponse, '5xx': ErrorResponse };

/** Who is no administrator is told so before anything is looked at. */
export const adminOnly = {
  config: { needsCredential: true },
  onRequest: async (request: FastifyRequest) => void requireAdmin(request),
};

/** @throws AppError MISSING_API_KEY, FORBIDDEN, INSUFFICIENT_SCOPE */
export function requireAdmin({ caller }: FastifyRequest): AccountCaller {
  return requireScope(caller, 'admin');
}
