import type { OwnAccount, Profile } from '../../src/api/accounts.ts';
import { ApiError } from './api/api-error.ts';
import { sender, setSender } from './api/csrf.ts';
import { dropEarlyAnswers, request } from './api/request.ts';
import { announce } from './changes.ts';
import { createStore, type Store, useStore } from './store.ts';
import { toastError } from './ui/toast.tsx';
import { loadUsage, loadUsageAnew } from './usage.ts';

export type Session =
  | { status: 'unknown' }
  /** The server could not be asked. */
  | { status: 'unreachable' }
  | { status: 'anonymous' }
  | { status: 'signed-in'; account: Profile }
  /** The session of this account has ended. Its page stays, with what was typed and chosen. */
  | { status: 'ended'; account: Profile };

/** The server-rendered pages check this key of the local storage before they request the session. */
const SIGNED_IN_KEY = 'imgd.signed-in';
/** They offer administrators a link where it is set. */
const ADMIN_KEY = 'imgd.admin';

export const session: Store<Session> = createStore<Session>({ status: 'unknown' });

/** The session. The component renders again when it changes. */
export function useSession(): Session {
  return useStore(session);
}

/** The account of the page, also while its session has ended; null for visitors. */
export function useAccount(): Profile | null {
  const now = useSession();
  return now.status === 'signed-in' || now.status === 'ended' ? now.account : null;
}

/** Email addresses of the accounts that this tab has been signed in to, by id. */
const emails = new Map<string, string>();

/** The email address of an account that this tab has been signed in to. */
export function emailOf(accountId: string): string | undefined {
  return emails.get(accountId);
}

let loads = 0;

/**
 * Loads the session of this browser, which another tab may have changed. A server that cannot be reached changes nothing
 * but the first time.
 */
export async function loadSession(): Promise<void> {
  loads += 1;
  const mine = loads;
  const isLatest = () => mine === loads;
  try {
    // A user who was signed in most likely still is, so send both requests at once.
    const early = wasSignedIn() ? request<OwnAccount>('GET', '/account') : undefined;
    early?.catch(() => undefined);
    // This endpoint needs no account and does not count against the rate limit, so anonymous visitors cause no failed
    // request.
    const { authenticated } = await loadUsageAnew();
    if (!authenticated) return isLatest() ? forget() : undefined;
    const own = await (early ?? request<OwnAccount>('GET', '/account'));
    if (isLatest()) adopt(own);
  } catch (error) {
    if (isLatest()) failed(error);
  }
}

function failed(error: unknown): void {
  const hasAnswered = error instanceof ApiError && (error.status === 401 || error.code === 'ACCOUNT_SUSPENDED');
  if (hasAnswered) forget();
  else if (session.get().status === 'unknown') session.set({ status: 'unreachable' });
  if (error instanceof ApiError && error.code === 'ACCOUNT_SUSPENDED') toastError(error);
}

/** Signs an account in, in all tabs, and stores its CSRF token. */
export function beginSession(account: Profile, csrfToken: string | undefined): void {
  loads += 1;
  adopt({ ...account, ...(csrfToken !== undefined && { csrf_token: csrfToken }) });
  void loadUsage().catch(() => undefined);
  announce('session');
}

/** Replaces the displayed account after a change. */
export function replaceAccount(account: Profile): void {
  session.set({ status: 'signed-in', account });
}

/** The session on the server is over: signs out in all tabs. */
export function endSession(): void {
  loads += 1;
  forget();
  announce('session');
}

/** The session has ended without the user's doing: the page stays until the user leaves it or signs in again. */
export function suspendSession(): void {
  const now = session.get();
  if (now.status !== 'signed-in') return;
  forgetHints();
  session.set({ status: 'ended', account: now.account });
}

/** Leaves the page of a session that has ended. */
export function leaveEndedSession(): void {
  if (session.get().status === 'ended') forget();
}

/** Ends the session on the server and in all tabs. @throws ApiError when the server cannot be reached */
export async function signOut(): Promise<void> {
  try {
    await request('POST', '/auth/logout', { body: {} });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Another tab has signed in again or as somebody else: that session is meant.
    if (error.code === 'FORBIDDEN' && (await reloadAccount()) === 'signed-in') {
      await request('POST', '/auth/logout', { body: {} });
    } else if (error.status !== 401) throw error;
  }
  endSession();
  await loadUsageAnew().catch(() => undefined);
}

/**
 * Asks the server who this browser is now, and adopts that account.
 * @returns `failed` when the server gave no answer; then nothing changes
 */
export async function reloadAccount(): Promise<'signed-in' | 'signed-out' | 'failed'> {
  try {
    const before = sender()?.accountId;
    const own = await request<OwnAccount>('GET', '/account');
    adopt(own);
    if (before !== own.id) void loadUsage().catch(() => undefined);
    return 'signed-in';
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'signed-out' : 'failed';
  }
}

/** Whether a user was signed in during the last visit. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) !== null;
  } catch {
    return false;
  }
}

function adopt({ csrf_token: token, ...account }: OwnAccount): void {
  setSender(token === undefined ? undefined : { token, accountId: account.id });
  storeHint(SIGNED_IN_KEY, true);
  storeHint(ADMIN_KEY, account.admin);
  emails.set(account.id, account.email);
  session.set({ status: 'signed-in', account });
}

function forget(): void {
  dropEarlyAnswers();
  setSender(undefined);
  forgetHints();
  session.set({ status: 'anonymous' });
}

function forgetHints(): void {
  for (const key of [SIGNED_IN_KEY, ADMIN_KEY]) storeHint(key, false);
}

function storeHint(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Without local storage, pages of images only lack the actions of owners and administrators.
  }
}
