import { t } from '../../i18n/i18n.ts';
import { useStore } from '../../store.ts';
import { progressOf, secondsLeft, speed } from '../../upload/progress.ts';
import type { UploadItem } from '../../upload/upload-item.ts';

/** The sent part of the files, the speed and the time left. */
export function ProgressFigures({ items }: { items: readonly UploadItem[] }) {
  const perSecond = useStore(speed);
  const progress = progressOf(items);
  if (progress.pending === 0) return null;
  const left = secondsLeft(progress, perSecond);
  return (
    <span class="progress-figures">
      <span>{t('upload-status-sending', { percent: Math.floor(progress.share * 100) })}</span>
      {perSecond !== undefined && <span>{t('upload-speed', { bytes: Math.round(perSecond) })}</span>}
      {left !== undefined && <span>{t('upload-time-left', { seconds: left })}</span>}
    </span>
  );
}

/** A progress bar; `share` is between 0 and 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.floor(Math.min(1, share) * 100);
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
