import {
  changeKey,
  createKey,
  type IssuedKey as KeyWithSecret,
  revokeKey,
  rotateKey,
} from '../../actions/accounts/api-keys.ts';
import { IdParams } from '../../api/envelope.ts';
import { type IssuedKey, KeyBodies, type KeyInfo, KeyResponses } from '../../api/keys.ts';
import { type Key, listKeys } from '../../catalog/accounts/keys.ts';
import { parseTime, timestamp, timestampOrNull } from '../../core/time.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type AccountDeps, actorOf } from './account.ts';

/** /keys: lists, creates, changes, rotates and revokes API keys. */
export function keyRoutes(api: App, deps: AccountDeps): void {
  route(api, {
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    summary: 'List keys',
    tag: 'Keys',
    access: 'keys:manage',
    answer: KeyResponses.keys,
    async handler({ caller }) {
      const keys = await listKeys(deps.db, caller.accountId, deps.clock.now());
      return success({ keys: keys.map(keyView) }, counted(keys.length, 'key'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    summary: 'Create a key',
    tag: 'Keys',
    access: 'keys:manage',
    body: KeyBodies.createKey,
    answer: KeyResponses.key,
    isIdempotent: true,
    errors: ['FORBIDDEN'],
    async handler(request) {
      const { name, scopes = ['*'], expires_at } = request.body;
      const expiresAt = expires_at == null ? null : parseTime(expires_at, 'expires_at');
      const key = await createKey(deps, actorOf(request), { name, grants: scopes, expiresAt });
      return success(issuedKeyView(key), 'Key created');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/keys/:id',
    operationId: 'changeKey',
    summary: 'Rename a key, or remove scopes from it',
    tag: 'Keys',
    access: 'keys:manage',
    params: IdParams,
    body: KeyBodies.changeKey,
    answer: KeyResponses.keyChanged,
    errors: ['KEY_NOT_FOUND'],
    async handler(request) {
      const { params, body } = request;
      const { name, scopes } = body;
      const changes = { ...(name === undefined ? {} : { name }), ...(scopes === undefined ? {} : { grants: scopes }) };
      return success(keyView(await changeKey(deps, actorOf(request), params.id, changes)), 'Key changed');
    },
  });

  route(api, {
    method: 'POST',
    path: '/keys/:id/rotate',
    operationId: 'rotateKey',
    summary: 'Replace a key; the old one stays valid for the given hours',
    tag: 'Keys',
    access: 'keys:manage',
    params: IdParams,
    body: KeyBodies.rotateKey,
    answer: KeyResponses.key,
    isIdempotent: true,
    errors: ['KEY_NOT_FOUND'],
    async handler(request) {
      const key = await rotateKey(deps, actorOf(request), request.params.id, request.body.grace_hours ?? 0);
      return success(issuedKeyView(key), 'Key rotated');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/keys/:id',
    operationId: 'revokeKey',
    summary: 'Revoke a key',
    tag: 'Keys',
    access: 'keys:manage',
    params: IdParams,
    answer: KeyResponses.revoked,
    errors: ['KEY_NOT_FOUND'],
    async handler(request) {
      const { id } = request.params;
      await revokeKey(deps, actorOf(request), id);
      return success({ id, revoked: true }, 'Key revoked');
    },
  });
}

function keyView(key: Key): KeyInfo {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scopes: key.grants,
    created_at: timestamp(key.createdAt),
    last_used_at: timestampOrNull(key.lastUsedAt),
    expires_at: timestampOrNull(key.expiresAt),
  };
}

export function issuedKeyView(key: KeyWithSecret): IssuedKey {
  const { id, ...rest } = keyView(key);
  return { id, key: key.secret, ...rest };
}
