import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isHeld, type Pause, pause } from '../../upload/pause.ts';
import { askAgain, waitsForSignIn } from '../../upload/queue.ts';

const TICK_MS = 1_000;
const SIGN_IN = '/login?next=/';

/** Shows why the queue waits, and when it continues. */
export function PauseNote() {
  const now = useStore(pause);
  const held = useStore(isHeld);
  const isWaitingForAccount = useStore(waitsForSignIn);
  const isVisitor = useAccount() === null;
  useTick(now !== undefined);
  if (isWaitingForAccount) {
    return (
      <p class="pause-note" role="status">
        <Icon name="clock" />
        <span>{t('upload-pause-session')}</span>
        <Button kind="plain" small onClick={askAgain}>
          {t('upload-sign-in')}
        </Button>
      </p>
    );
  }
  if (held || now === undefined) return null;
  return (
    <p class="pause-note">
      <Icon name="clock" />
      <span>
        {textOf(now)} {now.reason === 'limit' && isVisitor && <a href={SIGN_IN}>{t('upload-sign-in-now')}</a>}
      </span>
    </p>
  );
}

function textOf({ reason, until }: Pause): string {
  if (reason === 'connection') return t('upload-cut');
  if (reason === 'limit') return t('upload-pause-limit', { time: new Date(until).toISOString() });
  return t('upload-pause-service', { seconds: Math.max(1, (until - Date.now()) / 1_000) });
}

/** Renders again every second. */
function useTick(isOn: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
