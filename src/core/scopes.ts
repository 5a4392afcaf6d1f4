/** Permissions of API keys. */
export const SCOPES = [
  'images:write',
  'images:read',
  'images:delete',
  'albums:read',
  'albums:write',
  'keys:manage',
  'webhooks:manage',
  'account:read',
  'account:write',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes that a key can be granted; `*` = all except `admin`. */
export const GRANTS = ['*', ...SCOPES] as const;
export type Grant = (typeof GRANTS)[number];

/** Whether the grants of a key cover a scope. */
export function covers(grants: readonly Grant[], scope: Scope): boolean {
  return grants.includes(scope) || (scope !== 'admin' && grants.includes('*'));
}

/** Whether a key may create another one with the wanted grants: no key creates one with more permissions than its own. */
export function coversAll(held: readonly Grant[], wanted: readonly Grant[]): boolean {
  return wanted.every((grant) => (grant === '*' ? held.includes('*') : covers(held, grant)));
}
