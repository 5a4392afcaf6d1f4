import type { Health } from '../../../../src/api/service.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { t } from '../../i18n/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';

const CHECKS = ['database', 'storage', 'disk', 'decoder', 'jobs', 'limits', 'backup'] as const;

/** The health of the service and its components. */
export function HealthCard() {
  const { value, errorMessage } = useLoaded(loadHealth);
  return (
    <Card
      title={t('admin-overview-health')}
      text={value && t('admin-overview-running', { version: value.version, seconds: value.uptime_seconds })}
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <Spinner label={t('common-loading')} />}
      {value !== undefined && (
        <dl class="figures">
          {CHECKS.map((name) => {
            const check = value.checks[name];
            if (check === undefined) return null;
            const { status, detail } = check;
            return (
              <div key={name}>
                <dt>{t(`admin-overview-checks-${name}`)}</dt>
                <dd class={status === 'ok' ? '' : 'unwell'}>{t(`admin-overview-statuses-${status}`)}</dd>
                {detail !== undefined && <dd class="line-text">{detail}</dd>}
                {'last_good_at' in check && check.last_good_at !== undefined && (
                  <dd class="line-text">{t('admin-overview-last-backup', { seconds: ageOf(check.last_good_at) })}</dd>
                )}
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}

/** Seconds since an instant of the API. */
const ageOf = (at: string) => Math.max(0, (Date.now() - Date.parse(at)) / 1_000);

/** While a component is down, the details of the error response contain the same report. */
async function loadHealth(): Promise<Health> {
  try {
    return await api.get<Health>('/health');
  } catch (error) {
    if (error instanceof ApiError && 'checks' in error.details) return error.details as unknown as Health;
    throw error;
  }
}
