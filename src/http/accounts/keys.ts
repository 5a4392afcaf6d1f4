import type { FastifyRequest } from 'fastify';
import { changeKey, createKey, type IssuedKey, revokeKey, rotateKey } from '../../actions/accounts/api-keys.ts';
import { ErrorResponse, IdParams } from '../../api/envelope.ts';
import { KeyBodies, type KeyInfo, KeyResponses } from '../../api/keys.ts';
import { type Key, listKeys } from '../../catalog/accounts/keys.ts';
import { requireScope } from '../../core/caller.ts';
import { timestamp } from '../../core/time.ts';
import type { HttpDeps } from '../deps.ts';
import { idempotentJson } from '../guards/idempotency.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing.ts';

const common = { tags: ['Keys'], security: [{ apiKey: [] }] };
const failures = { '4xx': ErrorResponse, '5xx': ErrorResponse };

/** Who may not manage keys is told so before the body is looked at. */
const guarded = {
  config: { needsCredential: true },
  onRequest: async ({ caller }: FastifyRequest) => void requireScope(caller, 'keys:manage'),
};

/** /keys: list, create, change, rotate, revoke. */
export function keyRoutes(api: App, deps: HttpDeps): void {
  api.get(
    '/keys',
    {
      schema: {
        ...common,
        operationId: 'listKeys',
        summary: 'List keys',
        response: { 200: KeyResponses.keys, ...failures },
      },
      ...guarded,
    },
    async (request) => {
      const { accountId } = requireScope(request.caller, 'keys:manage');
      const keys = await listKeys(deps.db, accountId, deps.clock.now());
      return success({ keys: keys.map(keyView) }, `${keys.length} keys`);
    },
  );

  api.post(
    '/keys',
    {
      schema: {
        ...common,
        operationId: 'createKey',
        summary: 'Create a key',
        body: KeyBodies.createKey,
        response: { 200: KeyResponses.key, ...failures },
      },
      ...guarded,
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'keys:manage');
      return idempotentJson(deps, request, reply, async () => {
        const { name, scopes = ['*'], expires_at } = request.body;
        const expiresAt = expires_at == null ? null : Date.parse(expires_at);
        const key = await createKey(deps, caller, { name, grants: scopes, expiresAt });
        return success(issuedKeyView(key), 'Key created');
      });
    },
  );

  api.patch(
    '/keys/:id',
    {
      schema: {
        ...common,
        operationId: 'changeKey',
        summary: 'Rename a key, or take scopes away from it',
        params: IdParams,
        body: KeyBodies.changeKey,
        response: { 200: KeyResponses.keyChanged, ...failures },
      },
      ...guarded,
    },
    async (request) => {
      const { name, scopes } = request.body;
      const changes = { ...(name === undefined ? {} : { name }), ...(scopes === undefined ? {} : { grants: scopes }) };
      const key = await changeKey(deps, requireScope(request.caller, 'keys:manage'), request.params.id, changes);
      return success(keyView(key), 'Key changed');
    },
  );

  api.post(
    '/keys/:id/rotate',
    {
      schema: {
        ...common,
        operationId: 'rotateKey',
        summary: 'Replace a key; the old one lives on for the hours given',
        params: IdParams,
        body: KeyBodies.rotateKey,
        response: { 200: KeyResponses.key, ...failures },
      },
      ...guarded,
      // Everything in it has a default, so it may be left out as a whole.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request, reply) => {
      const caller = requireScope(request.caller, 'keys:manage');
      return idempotentJson(deps, request, reply, async () => {
        const key = await rotateKey(deps, caller, request.params.id, request.body.grace_hours ?? 0);
        return success(issuedKeyView(key), 'Key rotated');
      });
    },
  );

  api.delete(
    '/keys/:id',
    {
      schema: {
        ...common,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        params: IdParams,
        response: { 200: KeyResponses.revoked, ...failures },
      },
      ...guarded,
    },
    async (request) => {
      const { id } = request.params;
      await revokeKey(deps, requireScope(request.caller, 'keys:manage'), id);
      return success({ id, revoked: true }, 'Key revoked');
    },
  );
}

function keyView(key: Key): KeyInfo {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scopes: key.grants,
    created_at: timestamp(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
    expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
  };
}

/** A key with its secret. */
export function issuedKeyView(key: IssuedKey): KeyInfo & { key: string } {
  const { id, ...rest } = keyView(key);
  return { id, key: key.secret, ...rest };
}
