import type { DayFigures, StatisticsInfo } from '../../../../src/api/admin.ts';
import { humanSize } from '../../../../src/core/human-size.ts';
import { api } from '../../api/api.ts';
import { DayChart } from '../../charts/day-chart.tsx';
import { humanCount } from '../../human.ts';
import { admin } from '../../texts/admin.ts';
import { common } from '../../texts/common.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { HealthCard } from './health-card.tsx';

const words = admin.overview;
const CHARTS = ['uploads', 'upload_bytes', 'requests', 'refusals'] as const satisfies (keyof DayFigures)[];
const TOTALS = ['images', 'bytes', 'accounts', 'albums', 'blobs'] as const;
const isBytes = (name: string) => name.endsWith('bytes');

/** Health, stored data, and the statistics of recent days. */
export function OverviewSection() {
  const { value, errorMessage } = useLoaded(() => api.get<StatisticsInfo>('/admin/statistics', { days: 30 }));
  if (value === undefined)
    return errorMessage === undefined ? (
      <Spinner label={common.loading} />
    ) : (
      <ErrorMessage>{errorMessage}</ErrorMessage>
    );
  return (
    <>
      <HealthCard />
      <Card title={words.totals}>
        <dl class="figures">
          {TOTALS.map((name) => (
            <div key={name}>
              <dt>{words[name]}</dt>
              <dd>{(isBytes(name) ? humanSize : humanCount)(value.totals[name])}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={words.days}>
        <div class="charts">
          {CHARTS.map((name) => (
            <DayChart
              key={name}
              title={words[name]}
              days={value.days.map((day) => ({ day: day.day, value: day[name] }))}
              format={isBytes(name) ? humanSize : humanCount}
            />
          ))}
        </div>
      </Card>
    </>
  );
}
