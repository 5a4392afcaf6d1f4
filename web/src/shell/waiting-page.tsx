import { useState } from 'preact/hooks';
import type { Profile } from '../../../src/api/accounts.ts';
import { t } from '../i18n/i18n.ts';
import { usePageTitle } from '../page-title.ts';
import { reloadAccount } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Pages that work while the account cannot be used yet. */
const USABLE = ['/account', '/login', '/register', '/forgot', '/reset', '/verify'];

/** What the account waits for on a page that needs a usable one; undefined = nothing. */
export function waitingFor(account: Profile | null, path: string): 'approval' | 'verification' | undefined {
  return USABLE.includes(path) ? undefined : (account?.waiting_for ?? undefined);
}

/** In place of a page that needs a usable account: what has to happen first. */
export function WaitingPage({ account, cause }: { account: Profile; cause: 'approval' | 'verification' }) {
  const [busy, setBusy] = useState(false);
  const title = t(`common-waiting-${cause}`);
  usePageTitle(title);
  const check = async () => {
    setBusy(true);
    await reloadAccount();
    setBusy(false);
  };
  return (
    <EmptyState isPage title={title} text={t(`common-waiting-${cause}-text`, { email: account.email })}>
      <Button busy={busy} onClick={() => void check()}>
        {t('common-waiting-check')}
      </Button>
      <a class="button quiet" href="/account">
        {t('common-nav-account')}
      </a>
    </EmptyState>
  );
}
