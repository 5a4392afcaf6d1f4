import { useState } from 'preact/hooks';
import type { IssuedWebhook, WebhookInfo } from '../../../../src/api/webhooks.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Hours in which messages carry the signatures of both secrets. */
const GRACE_HOURS = 24;

type Shown =
  | { action: 'add' }
  | { action: 'secret'; secret: string }
  | { action: 'edit' | 'rotate' | 'delete' | 'deliveries'; webhook: WebhookInfo };

/** The webhooks of the account, or of the service. @param path of their collection in the API */
export function WebhooksCard({ path, text }: { path: '/webhooks' | '/admin/webhooks'; text: string }) {
  const { value, errorMessage, reload } = useLoaded(() => api.get<{ webhooks: WebhookInfo[] }>(path));
  const [shown, setShown] = useState<Shown>();
  const close = () => {
    setShown(undefined);
    reload();
  };
  const act = (work: Promise<unknown>, done: () => void) => void work.then(done, toastError);
  const pathOf = ({ id }: WebhookInfo) => `${path}/${encodeURIComponent(id)}`;
  const showSecret = ({ secret }: IssuedWebhook) => setShown({ action: 'secret', secret });
  return (
    <Card
      title={t('webhooks-title')}
      text={text}
      actions={
        <Button small onClick={() => setShown({ action: 'add' })}>
          <Icon name="plus" />
          {t('webhooks-add')}
        </Button>
      }
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value?.webhooks.length === 0 && <EmptyState title={t('webhooks-empty')} />}
      {value !== undefined && value.webhooks.length > 0 && (
        <ul class="lines">
          {value.webhooks.map((webhook) => (
            <li key={webhook.id}>
              <Facts webhook={webhook} />
              <Menu
                label={t('webhooks-actions-for', { name: webhook.url })}
                trigger={<Icon name="more" />}
                items={[
                  { label: t('webhooks-deliveries'), onSelect: () => setShown({ action: 'deliveries', webhook }) },
                  {
                    label: t('webhooks-test'),
                    onSelect: () => act(api.post(`${pathOf(webhook)}/test`), () => toast(t('webhooks-test-sent'))),
                  },
                  { label: t('webhooks-edit'), onSelect: () => setShown({ action: 'edit', webhook }) },
                  {
                    label: webhook.active ? t('webhooks-disable') : t('webhooks-enable'),
                    onSelect: () => act(api.patch(pathOf(webhook), { active: !webhook.active }), reload),
                  },
                  { label: t('webhooks-rotate'), onSelect: () => setShown({ action: 'rotate', webhook }) },
                  {
                    label: t('webhooks-delete'),
                    danger: true,
                    onSelect: () => setShown({ action: 'delete', webhook }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {shown?.action === 'add' && <WebhookDialog path={path} onIssued={showSecret} onClose={close} />}
      {shown?.action === 'edit' && <WebhookDialog path={path} webhook={shown.webhook} onClose={close} />}
      {shown?.action === 'secret' && <SecretDialog secret={shown.secret} onClose={close} />}
      {shown?.action === 'deliveries' && <DeliveriesDialog path={pathOf(shown.webhook)} onClose={close} />}
      {shown?.action === 'rotate' && (
        <ConfirmDialog
          title={t('webhooks-rotate')}
          action={t('webhooks-rotate')}
          onClose={close}
          onConfirm={async () => {
            const body = { grace_hours: GRACE_HOURS };
            showSecret(await api.post<IssuedWebhook>(`${pathOf(shown.webhook)}/rotate-secret`, body));
          }}
        >
          <p>{t('webhooks-rotate-text')}</p>
        </ConfirmDialog>
      )}
      {shown?.action === 'delete' && (
        <ConfirmDialog
          title={t('webhooks-delete-title')}
          action={t('webhooks-delete')}
          danger
          onClose={close}
          onConfirm={async () => {
            await api.delete(pathOf(shown.webhook));
            close();
          }}
        >
          <p>
            <bdi>{shown.webhook.url}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Facts({ webhook }: { webhook: WebhookInfo }) {
  const { url, description, events, disabled_reason: reason, failing_since: failing, dropping_since: full } = webhook;
  const state =
    reason !== null
      ? t(`webhooks-disabled-${reason}`)
      : full !== null
        ? t('webhooks-dropping')
        : failing !== null
          ? t('webhooks-failing', { when: failing })
          : t('webhooks-active');
  return (
    <div>
      <p class="line-name">
        <bdi>{url}</bdi>
      </p>
      <p class="line-text">{[description, state].filter(Boolean).join(' · ')}</p>
      <p class="line-text">{events.includes('*') ? t('webhooks-events-all') : events.join(', ')}</p>
    </div>
  );
}

/** Shows the secret of a webhook, which cannot be shown again. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog title={t('webhooks-secret-title')} onClose={onClose}>
      <div class="stack" data-secret>
        <p>{t('webhooks-secret-text')}</p>
        <CopyField label={t('webhooks-secret-title')} text={secret} />
        <div class="choices end">
          <Button onClick={onClose}>{t('webhooks-done')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
