import { useEffect, useState } from 'preact/hooks';
import { loadTexts, t } from '../i18n/i18n.ts';
import { useSession } from '../session.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { promptSignIn, type SessionPrompt, sessionPrompt } from './session-recovery.ts';

/** Bars below the header about the session and the connection. */
export function StatusBars() {
  const { status } = useSession();
  const isOnline = useOnline();
  return (
    <div class="status-bars" role="status">
      {!isOnline && (
        <p class="status-bar">
          <Icon name="warning" />
          {t('common-offline')}
        </p>
      )}
      {status === 'ended' && (
        <p class="status-bar">
          <Icon name="warning" />
          <span>{t('common-session-ended')}</span>
          <Button small onClick={() => void promptSignIn()}>
            {t('common-nav-sign-in')}
          </Button>
        </p>
      )}
    </div>
  );
}

type DialogModule = typeof import('../pages/auth/sign-in-dialog.tsx');

/** The open question about the session. Its code and texts load when it is first asked. */
export function SessionDialogs() {
  const prompt = useStore(sessionPrompt);
  const [module, setModule] = useState<DialogModule>();
  const isOpen = prompt !== undefined;
  useEffect(() => {
    if (!isOpen || module !== undefined) return;
    Promise.all([import('../pages/auth/sign-in-dialog.tsx'), loadTexts(['auth', 'two-step'])]).then(
      ([loaded]) => setModule(loaded),
      // The bar remains, whose button tries again.
      () => cancel(sessionPrompt.get()),
    );
  }, [isOpen, module]);
  if (prompt === undefined || module === undefined) return null;
  if (prompt.is === 'sign-in') {
    const { default: SignInDialog } = module;
    return <SignInDialog expected={prompt.account?.email} onClose={prompt.cancel} />;
  }
  const { OtherAccountDialog } = module;
  return <OtherAccountDialog chosenAs={prompt.chosenAs} now={prompt.now} onAnswer={prompt.answer} />;
}

function cancel(prompt: SessionPrompt | undefined): void {
  if (prompt?.is === 'sign-in') prompt.cancel();
  else prompt?.answer(false);
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener('online', follow);
    addEventListener('offline', follow);
    return () => {
      removeEventListener('online', follow);
      removeEventListener('offline', follow);
    };
  }, []);
  return isOnline;
}
