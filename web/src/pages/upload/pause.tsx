import { useEffect, useState } from 'preact/hooks';
import { createStore, useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { Icon } from '../../ui/icon.tsx';

/** Why the queue is paused, and until when (Unix time in milliseconds). */
export interface Pause {
  reason: 'limit' | 'service';
  until: number;
}

/** Set while the API asks clients to wait (Retry-After). */
export const pause = createStore<Pause | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Pauses the queue. Of several waits the longest applies. */
export function pauseFor(reason: Pause['reason'], seconds: number, resume: () => void): void {
  const until = Date.now() + seconds * 1_000;
  const now = pause.get();
  if (now !== undefined && now.until >= until) return;
  pause.set({ reason, until });
  clearTimeout(timer);
  timer = setTimeout(() => {
    pause.set(undefined);
    resume();
  }, seconds * 1_000);
}

/** Ends the pause, because no upload is waiting. */
export function endPause(): void {
  clearTimeout(timer);
  pause.set(undefined);
}

const TICK_MS = 1_000;

/** Shows why the queue is paused, and when it resumes. */
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
