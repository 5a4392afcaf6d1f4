import { useState } from 'preact/hooks';
import type { IssuedWebhook, WebhookInfo } from '../../../../src/api/webhooks.ts';
import { WEBHOOK_EVENTS } from '../../../../src/core/states.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';

interface WebhookDialogProps {
  /** Of the collection in the API. */
  path: string;
  /** The webhook to change; undefined = a new one. */
  webhook?: WebhookInfo;
  onIssued?(issued: IssuedWebhook): void;
  onClose(): void;
}

/** Adds or changes a webhook. */
export function WebhookDialog({ path, webhook, onIssued, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? ['*']);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(url.trim() === '' ? { url: t('webhooks-url-wrong') } : {}),
      ...(events.length === 0 ? { events: t('webhooks-events-wrong') } : {}),
    }),
    fieldMessages: { url: t('webhooks-url-wrong') },
    async send() {
      const body = { url: url.trim(), description: description.trim() || null, events };
      if (webhook === undefined) return onIssued?.(await api.post<IssuedWebhook>(path, body));
      await api.patch(`${path}/${encodeURIComponent(webhook.id)}`, body);
      onClose();
    },
  });
  const all = events.includes('*');
  const toggle = (event: string) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event]);
  return (
    <Dialog title={webhook === undefined ? t('webhooks-add') : t('webhooks-edit')} onClose={onClose}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('webhooks-url')}
          type="url"
          inputMode="url"
          dir="ltr"
          maxLength={2_048}
          autocomplete="off"
          value={url}
          error={errors.url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextField
          label={t('webhooks-description')}
          optional
          maxLength={500}
          autocomplete="off"
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <fieldset class="radios">
          <legend>{t('webhooks-events')}</legend>
          <label>
            <input type="checkbox" checked={all} onChange={() => setEvents(all ? [] : ['*'])} />
            <span>{t('webhooks-events-all')}</span>
          </label>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={all || events.includes(event)}
                disabled={all}
                onChange={() => toggle(event)}
              />
              <code>{event}</code>
            </label>
          ))}
          {errors.events !== undefined && <p class="field-error">{errors.events}</p>}
        </fieldset>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" onClick={onClose}>
            {t('common-cancel')}
          </Button>
          <Button submit busy={busy}>
            {t('common-save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
