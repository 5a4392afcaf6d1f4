import type { OwnAccount, Profile } from '../../src/api/accounts.ts';
import { api } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import { keepCsrfToken } from './api/csrf.ts';
import { createStore, type Store, useStore } from './store.ts';
import { toastError } from './ui/toast.tsx';
import { loadUsage } from './usage.ts';

export type Session = { status: 'unknown' } | { status: 'anonymous' } | { status: 'signed-in'; account: Profile };

/** What pages of the service that are no part of this application look for before they ask who is signed in. */
const HINT = 'imgd.signed-in';

export const session: Store<Session> = createStore<Session>({ status: 'unknown' });

/** Who is signed in, in a component that follows it. */
export function useSession(): Session {
  return useStore(session);
}

/** The account that is signed in, or null. */
export function useAccount(): Profile | null {
  const now = useSession();
  return now.status === 'signed-in' ? now.account : null;
}

/** Asks the service who this browser is signed in as. Anonymous when it cannot be reached, too. */
export async function loadSession(): Promise<void> {
  try {
    // Whoever was signed in most likely still is: both are asked for at once.
    const early = wasSignedIn() ? api.get<OwnAccount>('/account') : undefined;
    early?.catch(() => undefined);
    // Answered for anybody and not counted, so that a visitor without an account costs no refused request.
    const { authenticated } = await loadUsage();
    if (!authenticated) return endSession();
    const { csrf_token: csrfToken, ...account } = await (early ?? api.get<OwnAccount>('/account'));
    beginSession(account, csrfToken);
  } catch (error) {
    endSession();
    if (error instanceof ApiError && error.code === 'ACCOUNT_SUSPENDED') toastError(error);
  }
}

/** Keeps an account as the one that is signed in, and the token that its changes are sent with. */
export function beginSession(account: Profile, csrfToken: string | undefined): void {
  keepCsrfToken(csrfToken, account.id);
  remember(true);
  session.set({ status: 'signed-in', account });
}

/** Shows the account as it is now, after it was changed. */
export function replaceAccount(account: Profile): void {
  session.set({ status: 'signed-in', account });
}

/** Forgets the account; the service has ended its session, or there is none. */
export function endSession(): void {
  keepCsrfToken(undefined);
  remember(false);
  session.set({ status: 'anonymous' });
}

/** Signs out of the service. */
export async function signOut(): Promise<void> {
  await api.post('/auth/logout');
  endSession();
  await loadUsage();
}

/** Somebody was signed in when this browser was last here. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

function remember(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(HINT, '1');
    else localStorage.removeItem(HINT);
  } catch {
    // A browser that keeps nothing only loses the owner's actions on pages of images.
  }
}
