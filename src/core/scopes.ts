/** What an API key may do. */
export const SCOPES = [
  'images:write',
  'images:read',
  'images:delete',
  'albums:read',
  'albums:write',
  'keys:manage',
  'account:read',
  'account:write',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** What a key is given: single scopes, or `*` = all but `admin`. */
export const GRANTS = ['*', ...SCOPES] as const;
export type Grant = (typeof GRANTS)[number];

/** Whether the grants of a key cover a scope. */
export function covers(grants: readonly Grant[], scope: Scope): boolean {
  return grants.includes(scope) || (scope !== 'admin' && grants.includes('*'));
}

/** Whether a key may hand these grants on: nobody makes a key that may do more than the one that makes it. */
export function coversAll(held: readonly Grant[], wanted: readonly Grant[]): boolean {
  return wanted.every((grant) => (grant === '*' ? held.includes('*') : covers(held, grant)));
}
