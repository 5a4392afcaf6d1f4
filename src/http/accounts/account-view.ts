import type { OpenedSession } from '../../actions/accounts/sessions.ts';
import type { Profile } from '../../api/accounts.ts';
import type { AccountCredentials } from '../../catalog/accounts/accounts.ts';
import { timestamp } from '../../core/time.ts';
import { csrfTokenOf } from '../guards/session-cookie.ts';

/** An account as its owner sees it. */
export function profileView(account: AccountCredentials): Profile {
  const { id, email, name, plan, isAdmin, passwordHash, createdAt } = account;
  const created_at = timestamp(createdAt);
  return { id, email, name, plan, admin: isAdmin, has_password: passwordHash !== null, created_at };
}

/** A new session with its secrets. */
export function sessionView({ token, expiresAt }: OpenedSession) {
  return { session: { token, expires_at: timestamp(expiresAt) }, csrf_token: csrfTokenOf(token) };
}
