import { upload } from '../../texts/upload.ts';
import { isPending, type UploadItem } from './upload-item.ts';

/** The progress of all files together, as text and as a bar. */
export function OverallProgress({ items }: { items: readonly UploadItem[] }) {
  const done = items.filter(({ status }) => status === 'done').length;
  const failed = items.filter(({ status }) => status === 'failed' || status === 'rejected').length;
  const accepted = items.filter(({ status }) => status !== 'rejected');
  const sum = (of: (item: UploadItem) => number) => accepted.reduce((total, item) => total + of(item), 0);
  const share =
    sum(({ file }) => file.size) === 0 ? 0 : sum(({ bytesSent }) => bytesSent) / sum(({ file }) => file.size);
  return (
    <div class="overall">
      <p role="status">
        <strong>{upload.overall(done, items.length)}</strong>
        {failed > 0 && upload.failedCount(failed)}
      </p>
      {items.some(isPending) && <ProgressBar label={upload.queue} share={share} />}
    </div>
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
