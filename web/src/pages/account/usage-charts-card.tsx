import type { AccountUsage } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { DayChart } from '../../charts/day-chart.tsx';
import { formatCount, formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { useLoaded } from '../../use-loaded.ts';

const DAYS = 30;
const CHARTS = [
  ['uploads', formatCount],
  ['bytes', formatSize],
  ['requests', formatCount],
] as const;
/** Shown while the figures load, so that nothing moves when they come. */
const NO_DAYS = Array.from({ length: DAYS }, (_, index) => ({
  day: new Date(index).toISOString().slice(0, 10),
  value: 0,
}));

/** Uploads, bytes and requests of the last days. */
export function UsageChartsCard() {
  const { value, errorMessage } = useLoaded(() => api.get<AccountUsage>(`/account/usage?days=${DAYS}`));
  return (
    <Card title={t('account-days-title', { days: DAYS })}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {errorMessage === undefined && (
        <div class={value === undefined ? 'usage-charts loading' : 'usage-charts'} aria-busy={value === undefined}>
          {CHARTS.map(([figure, format]) => (
            <DayChart
              key={figure}
              title={t(`account-days-${figure}`)}
              days={value?.days.map((day) => ({ day: day.day, value: day[figure] })) ?? NO_DAYS}
              format={format}
            />
          ))}
        </div>
      )}
    </Card>
  );
}
