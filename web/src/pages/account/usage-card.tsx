import { useEffect } from 'preact/hooks';
import { humanSize } from '../../../../src/core/human-size.ts';
import { humanCount } from '../../human.ts';
import { account } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError } from '../../ui/toast.tsx';
import { loadUsage, useUsage } from '../../usage.ts';

const words = account.usage;

/** Usage of the plan's limits. */
export function UsageCard() {
  const usage = useUsage();
  useEffect(() => {
    loadUsage().catch(toastError);
  }, []);
  if (usage === undefined) return <Spinner label={common.loading} />;
  const { rate_limit: hour, limits, storage } = usage;
  return (
    <Card title={words.title} text={hour.used > 0 && hour.reset_at !== null ? words.resets(hour.reset_at) : undefined}>
      <Share label={words.requests} used={hour.used} max={hour.limit} say={humanCount} />
      <Share label={words.storage} used={storage.bytes} max={limits.max_storage} say={humanSize} />
      <dl class="figures">
        <Figure name={words.images} value={humanCount(storage.images)} />
        <Figure name={words.albums} value={humanCount(storage.albums)} />
        <Figure name={words.fileSize} value={humanSize(limits.max_file_size)} />
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
  if (max !== null) return <Meter label={label} text={words.of(say(used), say(max))} value={used} max={max} />;
  return (
    <p class="no-limit">
      <span>{label}</span> <span>{words.unlimited(say(used))}</span>
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
