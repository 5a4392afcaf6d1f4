import { createStore } from '../../store.ts';

/** Why nothing is sent for a while, and until when (ms since 1970). */
export interface Pause {
  reason: 'limit' | 'service';
  until: number;
}

/** Set while the service wants to be left alone. */
export const pause = createStore<Pause | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps still for the seconds that the service has named, then goes on. The longest wait asked for counts. */
export function pauseFor(reason: Pause['reason'], seconds: number, goOn: () => void): void {
  const until = Date.now() + seconds * 1_000;
  const now = pause.get();
  if (now !== undefined && now.until >= until) return;
  pause.set({ reason, until });
  clearTimeout(timer);
  timer = setTimeout(() => {
    pause.set(undefined);
    goOn();
  }, seconds * 1_000);
}

/** Ends the wait when nothing is left that waits. */
export function endPause(): void {
  clearTimeout(timer);
  pause.set(undefined);
}
