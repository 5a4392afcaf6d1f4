import { t } from '../../i18n/i18n.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { items } from '../../upload/items.ts';
import { pause } from '../../upload/pause.ts';
import { isPending } from '../../upload/upload-item.ts';
import { useUsage } from '../../usage.ts';
import { formatLabel } from './image-facts.tsx';

/** More uploads than this are as good as no limit. */
const FEW_UPLOADS = 20;

/** What is removed, what is accepted and, where it is near, the hourly limit. */
export function LimitsNote({ small }: { small: boolean }) {
  const usage = useUsage();
  const isVisitor = useAccount() === null;
  if (usage === undefined) return <p class="limits-note">&nbsp;</p>;
  const { limits, storage } = usage;
  const formats = limits.accepted_formats.map(formatLabel);
  return (
    <div class="limits-note">
      {!limits.keeps_metadata && <p class="promise">{t('upload-promise')}</p>}
      {!small && <p>{t('upload-up-to', { formats: formats.join(', '), bytes: limits.max_file_size })}</p>}
      {limits.max_storage !== null && !isVisitor && (
        <p>{t('upload-storage', { bytes: Math.max(0, limits.max_storage - storage.bytes) })}</p>
      )}
      <HourlyNote />
    </div>
  );
}

/** One sentence about the hourly limit, unless it is far or the queue waits for it already. */
function HourlyNote() {
  const hour = useUsage()?.rate_limit;
  const isVisitor = useAccount() === null;
  const isPaused = useStore(pause)?.reason === 'limit';
  const waiting = useStore(items).filter(isPending).length;
  if (hour === undefined || hour.remaining === null || isPaused) return null;
  const { remaining, reset_at: resetAt } = hour;
  const tooMany = waiting > remaining && resetAt !== null;
  if (!tooMany && remaining > FEW_UPLOADS) return null;
  return (
    <p class={tooMany ? 'limits-warning' : ''}>
      {tooMany
        ? t('upload-more-than-left', { remaining, files: waiting, time: resetAt })
        : t('upload-left', { remaining })}{' '}
      {isVisitor && <a href="/register">{t('upload-with-account')}</a>}
    </p>
  );
}
