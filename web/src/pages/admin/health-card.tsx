import type { Health } from '../../../../src/api/service.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { admin } from '../../texts/admin.ts';
import { common } from '../../texts/common.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoaded } from '../../use-loaded.ts';

const words = admin.overview;
const CHECKS = ['database', 'storage', 'decoder', 'jobs', 'limits'] as const;

/** The health of the service and its components. */
export function HealthCard() {
  const { value, errorMessage } = useLoaded(loadHealth);
  return (
    <Card title={words.health} text={value && words.running(value.version, value.uptime_seconds)}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <Spinner label={common.loading} />}
      {value !== undefined && (
        <dl class="figures">
          {CHECKS.map((name) => {
            const { status, detail } = value.checks[name];
            return (
              <div key={name}>
                <dt>{words.checks[name]}</dt>
                <dd class={status === 'ok' ? '' : 'unwell'}>{words.statuses[status]}</dd>
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
