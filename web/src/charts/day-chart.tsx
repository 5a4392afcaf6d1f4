import './charts.css';
import { useId } from 'preact/hooks';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';

interface DayChartProps {
  title: string;
  days: readonly { day: string; value: number }[];
  format(value: number): string;
}

const WIDTH = 320;
const HEIGHT = 96;

/** A bar chart with one bar for each day, and the same figures as a table for screen readers. */
export function DayChart({ title, days, format }: DayChartProps) {
  const id = useId();
  const most = Math.max(0, ...days.map(({ value }) => value));
  const sum = days.reduce((total, { value }) => total + value, 0);
  const step = WIDTH / Math.max(1, days.length);
  return (
    <figure class="day-chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title} <strong>{format(sum)}</strong>
      </figcaption>
      <p class="day-chart-most" aria-hidden="true">
        {t('common-chart-peak', { figure: format(most) })}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, value }, index) => {
          const height = (value / Math.max(1, most)) * HEIGHT;
          return (
            <rect key={day} x={index * step + 1} width={Math.max(1, step - 2)} y={HEIGHT - height} height={height}>
              <title>{`${formatDay(day)}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="day-chart-ends" aria-hidden="true">
        {[days[0], days.at(-1)].map((end, index) => (
          <span key={index === 0 ? 'first' : 'last'}>{end === undefined ? '' : formatDay(end.day)}</span>
        ))}
      </p>
      <details>
        <summary>
          {t('common-chart-table')} <span class="visually-hidden">{title}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('common-chart-day')}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
