import type { DeliveryInfo } from '../../../../src/api/webhooks.ts';
import { api } from '../../api/api.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';

/** The newest deliveries of a webhook. @param path of the webhook in the API */
export function DeliveriesDialog({ path, onClose }: { path: string; onClose(): void }) {
  const { value, errorMessage, reload } = useLoaded(() =>
    api.get<{ deliveries: DeliveryInfo[] }>(`${path}/deliveries`, { limit: '50' }),
  );
  const redeliver = ({ id }: DeliveryInfo) =>
    void api.post(`${path}/deliveries/${encodeURIComponent(id)}/redeliver`).then(reload, toastError);
  return (
    <Dialog title={t('webhooks-deliveries')} onClose={onClose}>
      <div class="stack">
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        {value === undefined && errorMessage === undefined && <Spinner label={t('common-loading')} />}
        {value?.deliveries.length === 0 && <EmptyState title={t('webhooks-deliveries-empty')} />}
        {value !== undefined && value.deliveries.length > 0 && (
          <ul class="lines">
            {value.deliveries.map((delivery) => (
              <li key={delivery.id}>
                <div>
                  <p class="line-name">
                    <code>{delivery.type}</code> {t(`webhooks-state-${delivery.state}`)}
                  </p>
                  <p class="line-text">{factsOf(delivery)}</p>
                </div>
                <Button
                  kind="quiet"
                  small
                  aria-label={t('webhooks-redeliver-named', { type: delivery.type, when: delivery.created_at })}
                  onClick={() => redeliver(delivery)}
                >
                  {t('webhooks-redeliver')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div class="choices end">
          <Button kind="quiet" onClick={reload}>
            {t('webhooks-deliveries-reload')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function factsOf({ created_at: at, attempts, response_status: status, error }: DeliveryInfo): string {
  return [
    formatTime(at),
    t('webhooks-attempts', { count: attempts }),
    error ?? (status === null ? '' : t('webhooks-status', { status })),
  ]
    .filter(Boolean)
    .join(' · ');
}
