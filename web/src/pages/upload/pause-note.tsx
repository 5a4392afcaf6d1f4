import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { Icon } from '../../ui/icon.tsx';
import { pause } from './pause.ts';

const TICK_MS = 1_000;

/** Says why nothing is sent at the moment, and when it goes on. */
export function PauseNote() {
  const now = useStore(pause);
  const [, tick] = useState(0);
  useEffect(() => {
    if (now === undefined) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  if (now === undefined) return null;
  const seconds = Math.max(1, Math.ceil((now.until - Date.now()) / 1_000));
  return (
    <p class="pause-note">
      <Icon name="clock" />
      {upload.waiting(upload.waitingFor[now.reason], seconds)}
    </p>
  );
}
