import type { Health } from '../../../../src/api/service.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { t } from '../../i18n/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';

const CHECKS = ['database', 'storage', 'disk', 'decoder', 'jobs', 'limits'] as const;

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
            const { status, detail } = value.checks[name];
            return (
              <div key={name}>
                <dt>{t(`admin-overview-checks-${name}`)}</dt>
                <dd class={status === 'ok' ? '' : 'unwell'}>{t(`admin-overview-statuses-${status}`)}</dd>
                {detail !== undefined && <dd class="line-text">{detail}</dd>}
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}

/** While a component is down, the details of the error response contain the same report. */
async function loadHealth(): Promise<Health> {
  try {
    return await api.get<Health>('/health');
  } catch (error) {
    if (error instanceof ApiError && 'checks' in error.details) return error.details as unknown as Health;
    throw error;
  }
}
