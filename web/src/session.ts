import type { Usage } from '../../src/client/types.ts';
import { api } from './api/api.ts';
import { keepCsrfToken } from './api/csrf.ts';
import { createStore, type Store, useStore } from './store.ts';

/** The account that is signed in. */
export interface Account {
  id: string;
  email: string;
  name: string | null;
  plan: string;
  created_at: string;
  admin?: boolean;
}

export type Session = { status: 'unknown' } | { status: 'anonymous' } | { status: 'signed-in'; account: Account };

/** What pages of the service that are no part of this application look for before they ask who is signed in. */
const HINT = 'imgd.signed-in';

export const session: Store<Session> = createStore<Session>({ status: 'unknown' });

/** Who is signed in, in a component that follows it. */
export function useSession(): Session {
  return useStore(session);
}

/** The account that is signed in, or null. */
export function useAccount(): Account | null {
  const now = useSession();
  return now.status === 'signed-in' ? now.account : null;
}

/** Asks the service who this browser is signed in as. Anonymous when it cannot be reached, too. */
export async function loadSession(): Promise<void> {
  try {
    // Answered for anybody and not counted, so that a visitor without an account costs no refused request.
    const usage = await api.get<Usage>('/usage');
    if (!usage.authenticated) return endSession();
    beginSession(await api.get<AccountAnswer>('/account'));
  } catch {
    endSession();
  }
}

/** What signing in, registering and GET /account answer. */
export interface AccountAnswer {
  account?: Account;
  csrf_token?: string;
}

/** Keeps the account of an answer as the one that is signed in. */
export function beginSession(answer: AccountAnswer): void {
  const account = answer.account ?? (answer as unknown as Account);
  if (answer.csrf_token !== undefined) keepCsrfToken(answer.csrf_token);
  remember(true);
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
}

function remember(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(HINT, '1');
    else localStorage.removeItem(HINT);
  } catch {
    // A browser that keeps nothing only loses the owner's actions on pages of images.
  }
}
