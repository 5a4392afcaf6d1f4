import type { DayFigures, StatisticsInfo } from '../../../../src/api/admin.ts';
import { api } from '../../api/api.ts';
import { DayChart } from '../../charts/day-chart.tsx';
import { formatCount, formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { attention } from '../../shell/attention.ts';
import { useStore } from '../../store.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { HealthCard } from './health-card.tsx';

const CHARTS = ['uploads', 'upload_bytes', 'requests', 'refusals'] as const satisfies (keyof DayFigures)[];
const TOTALS = ['images', 'bytes', 'accounts', 'albums', 'blobs'] as const;
const isBytes = (name: string) => name.endsWith('bytes');

/** Health, stored data, and the statistics of recent days. */
export function OverviewSection() {
  const { value, errorMessage } = useLoaded(() => api.get<StatisticsInfo>('/admin/statistics', { days: 30 }));
  if (value === undefined)
    return errorMessage === undefined ? (
      <Spinner label={t('common-loading')} />
    ) : (
      <ErrorMessage>{errorMessage}</ErrorMessage>
    );
  return (
    <>
      <Waiting />
      <HealthCard />
      <Card title={t('admin-overview-totals')}>
        <dl class="figures">
          {TOTALS.map((name) => (
            <div key={name}>
              <dt>{t(`admin-overview-${name}`)}</dt>
              <dd>{(isBytes(name) ? formatSize : formatCount)(value.totals[name])}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t('admin-overview-days')}>
        <div class="charts">
          {CHARTS.map((name) => (
            <DayChart
              key={name}
              title={t(`admin-overview-${name}`)}
              days={value.days.map((day) => ({ day: day.day, value: day[name] }))}
              format={isBytes(name) ? formatSize : formatCount}
            />
          ))}
        </div>
      </Card>
    </>
  );
}

/** Links to what waits for a decision. */
function Waiting() {
  const waiting = useStore(attention);
  if (waiting === undefined || waiting.reported_images + waiting.dead_jobs === 0) return null;
  return (
    <p class="admin-waiting">
      {waiting.reported_images > 0 && (
        <a href="/admin/reports">{t('admin-overview-reported', { count: waiting.reported_images })}</a>
      )}
      {waiting.dead_jobs > 0 && (
        <a href="/admin/jobs">{t('admin-overview-failed-jobs', { count: waiting.dead_jobs })}</a>
      )}
    </p>
  );
}
