import type { OwnAccount, Profile } from '../../src/api/accounts.ts';
import { api } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import { setCsrfToken } from './api/csrf.ts';
import { createStore, type Store, useStore } from './store.ts';
import { toastError } from './ui/toast.tsx';
import { loadUsage } from './usage.ts';

export type Session = { status: 'unknown' } | { status: 'anonymous' } | { status: 'signed-in'; account: Profile };

/** The server-rendered pages check this key of the local storage before they request the session. */
const SIGNED_IN_KEY = 'imgd.signed-in';

export const session: Store<Session> = createStore<Session>({ status: 'unknown' });

/** The session. The component renders again when it changes. */
export function useSession(): Session {
  return useStore(session);
}

/** The signed-in account, or null. */
export function useAccount(): Profile | null {
  const now = useSession();
  return now.status === 'signed-in' ? now.account : null;
}

/** Loads the session of this browser. Anonymous if the server cannot be reached. */
export async function loadSession(): Promise<void> {
  try {
    // A user who was signed in most likely still is, so send both requests at once.
    const early = wasSignedIn() ? api.get<OwnAccount>('/account') : undefined;
    early?.catch(() => undefined);
    // This endpoint needs no account and does not count against the rate limit, so anonymous visitors cause no failed
    // request.
    const { authenticated } = await loadUsage();
    if (!authenticated) return endSession();
    const { csrf_token: csrfToken, ...account } = await (early ?? api.get<OwnAccount>('/account'));
    beginSession(account, csrfToken);
  } catch (error) {
    endSession();
    if (error instanceof ApiError && error.code === 'ACCOUNT_SUSPENDED') toastError(error);
  }
}

/** Signs an account in on this page and stores its CSRF token. */
export function beginSession(account: Profile, csrfToken: string | undefined): void {
  setCsrfToken(csrfToken, account.id);
  storeHint(true);
  session.set({ status: 'signed-in', account });
}

/** Replaces the displayed account after a change. */
export function replaceAccount(account: Profile): void {
  session.set({ status: 'signed-in', account });
}

/** Signs out on this page. It does not end the session on the server. */
export function endSession(): void {
  setCsrfToken(undefined);
  storeHint(false);
  session.set({ status: 'anonymous' });
}

/** Ends the session on the server and on this page. */
export async function signOut(): Promise<void> {
  await api.post('/auth/logout');
  endSession();
  await loadUsage();
}

/** Whether a user was signed in during the last visit. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) !== null;
  } catch {
    return false;
  }
}

function storeHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(SIGNED_IN_KEY, '1');
    else localStorage.removeItem(SIGNED_IN_KEY);
  } catch {
    // Without local storage, pages of images only lack the owner's actions.
  }
}
