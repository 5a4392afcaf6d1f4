import { useEffect } from 'preact/hooks';
import { formatCount, formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { toastError } from '../../ui/toast.tsx';
import { loadUsage, useUsage } from '../../usage.ts';
import { ListSkeleton } from './skeleton.tsx';

/** Usage of the plan's limits. */
export function UsageCard() {
  const usage = useUsage();
  useEffect(() => {
    loadUsage().catch(toastError);
  }, []);
  if (usage === undefined) {
    return (
      <Card title={t('account-usage-title')}>
        <div class="usage-skeleton">
          <ListSkeleton rows={2} />
        </div>
      </Card>
    );
  }
  const { rate_limit: hour, limits, storage } = usage;
  return (
    <Card
      title={t('account-usage-title')}
      text={hour.used > 0 && hour.reset_at !== null ? t('account-usage-resets', { when: hour.reset_at }) : undefined}
    >
      <Share label={t('account-usage-requests')} used={hour.used} max={hour.limit} say={formatCount} />
      <Share label={t('account-usage-storage')} used={storage.bytes} max={limits.max_storage} say={formatSize} />
      <dl class="figures">
        <Figure name={t('account-usage-images')} value={formatCount(storage.images)} />
        <Figure name={t('account-usage-albums')} value={formatCount(storage.albums)} />
        <Figure name={t('account-usage-file-size')} value={formatSize(limits.max_file_size)} />
      </dl>
    </Card>
  );
}

interface ShareProps {
  label: string;
  used: number;
  /** null = no limit. */
  max: number | null;
  say(value: number): string;
}

function Share({ label, used, max, say }: ShareProps) {
  if (max !== null)
    return (
      <Meter label={label} text={t('account-usage-of', { used: say(used), max: say(max) })} value={used} max={max} />
    );
  return (
    <p class="no-limit">
      <span>{label}</span> <span>{t('account-usage-unlimited', { used: say(used) })}</span>
    </p>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
