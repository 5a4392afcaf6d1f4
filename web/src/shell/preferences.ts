import { type Preferences, readPreferences } from '../../../src/core/preferences.ts';
import { api } from '../api/api.ts';
import { t } from '../i18n/i18n.ts';
import { chosenLanguage, language, storeLanguage } from '../i18n/language.ts';
import { session } from '../session.ts';
import { createStore, type Store, useStore } from '../store.ts';
import { chooseTheme, theme } from '../theme.ts';
import { toast, toastError } from '../ui/toast.tsx';
import { copiesAfterUpload, linkFormat } from '../upload/preferences.ts';
import { options } from '../upload/queue.ts';

const KEY = 'imgd.preferences';

/** What this browser's account or visitor has chosen; null = nothing. */
export const preferences: Store<Preferences> = createStore(read());

/** The preferences. The component renders again when they change. */
export function usePreferences(): Preferences {
  return useStore(preferences);
}

/**
 * Changes preferences in this browser, in all tabs, and with the account.
 * @returns when the server has them; a failure is shown, and the browser keeps the choice
 */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  adopt({ ...preferences.get(), ...changes });
  if (session.get().status !== 'signed-in') return;
  await api.patch<Preferences>('/account/preferences', changes).catch(toastError);
}

/** Applies the preferences, and follows the session, the controls that change one of them, and other tabs. */
export function startPreferences(): void {
  apply(preferences.get());
  applyToUploads(preferences.get());
  follow(theme, 'theme', 'system');
  follow(linkFormat, 'link_format', 'direct');
  follow(copiesAfterUpload, 'copy_after_upload', false);
  session.subscribe(followSession);
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) set(read());
  });
}

/** A control elsewhere, such as the theme switch of the footer, changes a preference, too. */
function follow<K extends keyof Preferences>(
  store: Store<NonNullable<Preferences[K]>>,
  name: K,
  initial: NonNullable<Preferences[K]>,
): void {
  store.subscribe(() => {
    const value = store.get();
    if (value !== (preferences.get()[name] ?? initial)) void changePreferences({ [name]: value });
  });
}

let account: string | undefined;

/**
 * An account brings its preferences: what it has chosen replaces what the browser had. When it signs out, its album and
 * expiry go, so that they tell the next visitor nothing.
 */
function followSession(): void {
  const now = session.get();
  if (now.status !== 'signed-in' && now.status !== 'anonymous') return;
  const next = now.status === 'signed-in' ? now.account.id : undefined;
  if (next === account) return;
  if (next === undefined) adopt({ ...preferences.get(), album: null, expiry: null });
  else void load(next);
  account = next;
}

async function load(accountId: string): Promise<void> {
  const stored = await api.get<Preferences>('/account/preferences').catch(() => undefined);
  if (stored === undefined || account !== accountId) return;
  const chosen = Object.entries(stored).filter(([, value]) => value !== null);
  adopt({ ...preferences.get(), ...Object.fromEntries(chosen) });
  offerLanguage(stored.language);
}

/** The texts of this visit stay until the page loads again, which would lose what is typed: the user decides when. */
function offerLanguage(code: string | null): void {
  if (code === null || code === (chosenLanguage() ?? language.code)) return;
  storeLanguage(code);
  const action = { label: t('common-switch-language'), run: () => location.reload() };
  const name = new Intl.DisplayNames([language.code], { type: 'language' }).of(code) ?? code;
  toast(t('common-account-language', { language: name }), { action });
}

/** Keeps preferences in this browser. */
function adopt(next: Preferences): void {
  set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without local storage, the choice lasts until the page is closed.
  }
}

function set(next: Preferences): void {
  const before = preferences.get();
  preferences.set(next);
  apply(next);
  if (next.album !== before.album || next.expiry !== before.expiry) applyToUploads(next);
}

function apply({ theme: chosen, link_format, copy_after_upload }: Preferences): void {
  if (chosen !== null && chosen !== theme.get()) chooseTheme(chosen);
  if (link_format !== null) linkFormat.set(link_format);
  if (copy_after_upload !== null) copiesAfterUpload.set(copy_after_upload);
}

function applyToUploads({ album, expiry }: Preferences): void {
  options.set({ album: album ?? '', expiryHours: expiry ?? 0 });
}

function read(): Preferences {
  try {
    return readPreferences(localStorage.getItem(KEY));
  } catch {
    return readPreferences(null);
  }
}
