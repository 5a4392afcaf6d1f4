import type { Profile } from '../../../src/api/accounts.ts';
import type { Sender } from '../api/csrf.ts';
import { sender } from '../api/csrf.ts';
import { setRecovery } from '../api/recovery.ts';
import { announce, onChange } from '../changes.ts';
import { onNavigate } from '../router.ts';
import {
  emailOf,
  leaveEndedSession,
  loadSession,
  reloadAccount,
  session,
  suspendSession,
  wasSignedIn,
} from '../session.ts';
import { createStore } from '../store.ts';
import { loadUsage } from '../usage.ts';

/** A question in a dialog over the page. */
export type SessionPrompt =
  /** To sign in again as the account of the page. It is answered by signing in, here or in another tab. */
  | { is: 'sign-in'; account: Profile | undefined; cancel(): void }
  /** Whether files that were chosen as one account are uploaded as another. */
  | { is: 'other-account'; chosenAs: string | undefined; now: string; answer(uploads: boolean): void };

/** The open question; undefined = none. */
export const sessionPrompt = createStore<SessionPrompt | undefined>(undefined);

/** A tab that becomes visible asks whether its session still lives, but not more often. */
const CHECK_INTERVAL_MS = 60_000;
/** The answer no holds for the files that wait behind the one that was asked for. */
const NO_HOLDS_MS = 3_000;

/** Loads the session, and from now on follows what other tabs and the server do to it. */
export function startSession(): void {
  setRecovery({ recover, confirmOther, lost: suspendSession });
  const wasKnown = wasSignedIn();
  void loadSession().then(() => {
    // After signing in with a provider, in a tab of its own.
    if (!wasKnown && session.get().status === 'signed-in') announce('session');
  });
  onChange('session', (elsewhere) => elsewhere && void loadSession());
  onNavigate(leaveEndedSession);
  addEventListener('online', () => session.get().status === 'unreachable' && void loadSession());
  let checkedAtMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    const isDue = performance.now() - checkedAtMs > CHECK_INTERVAL_MS;
    if (document.visibilityState !== 'visible' || !isDue || session.get().status !== 'signed-in') return;
    checkedAtMs = performance.now();
    void loadUsage().catch(() => undefined);
  });
}

let reloading: ReturnType<typeof reloadAccount> | undefined;

async function recover(sentAs: Sender | undefined, asks: boolean): Promise<boolean> {
  // Another request has recovered the session in the meantime.
  if (sender() !== undefined && sender()?.token !== sentAs?.token) return true;
  // The first request of a page is sent before its session is known.
  if (sentAs === undefined && !asks) return false;
  const hadEnded = session.get().status === 'ended';
  reloading ??= reloadAccount().finally(() => {
    reloading = undefined;
  });
  const now = await reloading;
  if (now === 'failed') return false;
  if (now === 'signed-in') return sender()?.token !== sentAs?.token;
  // The refusal has cleared the cookie of a session that had ended before the page was opened.
  if (sentAs === undefined) return true;
  suspendSession();
  if (hadEnded && !asks && sessionPrompt.get() === undefined) return false;
  return promptSignIn();
}

let signingIn: Promise<boolean> | undefined;

/**
 * Opens the sign-in dialog over the page.
 * @returns whether somebody is signed in now
 */
export function promptSignIn(): Promise<boolean> {
  signingIn ??= new Promise<boolean>((resolve) => {
    const before = session.get();
    const close = (isSignedIn: boolean) => {
      stop();
      sessionPrompt.set(undefined);
      signingIn = undefined;
      resolve(isSignedIn);
    };
    const stop = session.subscribe(() => {
      const { status } = session.get();
      if (status === 'signed-in') close(true);
      else if (status === 'anonymous' && before.status === 'ended') close(false);
    });
    const account = before.status === 'ended' ? before.account : undefined;
    sessionPrompt.set({ is: 'sign-in', account, cancel: () => close(false) });
  });
  return signingIn;
}

const agreed = new Set<string>();
let declined = { key: '', atMs: Number.NEGATIVE_INFINITY };
let asking: Promise<boolean> | undefined;

async function confirmOther(chosenAs: string, now: string): Promise<boolean> {
  await asking;
  const key = `${chosenAs} ${now}`;
  if (agreed.has(key)) return true;
  if (declined.key === key && performance.now() - declined.atMs < NO_HOLDS_MS) return false;
  asking = new Promise<boolean>((resolve) => {
    const answer = (uploads: boolean) => {
      sessionPrompt.set(undefined);
      asking = undefined;
      if (uploads) agreed.add(key);
      else declined = { key, atMs: performance.now() };
      resolve(uploads);
    };
    sessionPrompt.set({ is: 'other-account', chosenAs: emailOf(chosenAs), now: emailOf(now) ?? '', answer });
  });
  return asking;
}
