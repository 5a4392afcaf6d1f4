import { useState } from 'preact/hooks';
import type { NetworkBlock } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';
import { PagedRows } from './paged-rows.tsx';

const DAY_MS = 86_400_000;
/** Days; 0 = until it is unblocked. */
const PERIODS = [1, 7, 30, 0] as const;
const DEFAULT_DAYS = 7;

/** Networks and uploaders from which uploads are refused. */
export function NetworksSection() {
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<NetworkBlock>();
  const changed = () => setVersion((count) => count + 1);
  return (
    <>
      <NetworkForm onBlocked={changed} />
      <PagedRows<NetworkBlock>
        path="/admin/networks"
        member="networks"
        empty={t('admin-networks-empty')}
        version={version}
        row={(block) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={block.id}>
                <bdi>{nameOf(block)}</bdi>
              </p>
              {block.reason !== null && <p>{block.reason}</p>}
              <p class="line-text">{factsOf(block)}</p>
            </div>
            <Button kind="quiet" small aria-describedby={block.id} onClick={() => setConfirming(block)}>
              {t('admin-blocks-unblock')}
            </Button>
          </>
        )}
      />
      {confirming !== undefined && (
        <ConfirmDialog
          title={t('admin-networks-unblock-title', { network: nameOf(confirming) })}
          action={t('admin-blocks-unblock')}
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/networks/${encodeURIComponent(confirming.id)}`);
            toast(t('admin-networks-unblocked'));
            setConfirming(undefined);
            changed();
          }}
        >
          <p>{t('admin-networks-unblock-text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Of an uploader only a hash is known, which is not shown. */
const nameOf = ({ network }: NetworkBlock) => network ?? t('admin-networks-uploader');

/** An instant as the API takes it. */
const wholeSeconds = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');

function factsOf({ created_at: at, created_by: by, ends_at: end }: NetworkBlock): string {
  const ends = end === null ? t('admin-networks-endless') : t('admin-networks-ends', { when: end });
  return [ends, formatTime(at), by?.email].filter(Boolean).join(' · ');
}

function NetworkForm({ onBlocked }: { onBlocked(): void }) {
  const [network, setNetwork] = useState('');
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (network.trim() === '' ? { network: t('admin-networks-wrong') } : {}),
    fieldMessages: { network: t('admin-networks-wrong') },
    async send() {
      const end = days === 0 ? {} : { ends_at: wholeSeconds(Date.now() + days * DAY_MS) };
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      await api.post('/admin/networks', { network: network.trim(), ...why, ...end });
      toast(t('admin-networks-blocked'));
      setNetwork('');
      setReason('');
      onBlocked();
    },
  });
  return (
    <Card title={t('admin-networks-add')} text={t('admin-networks-text')}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <div class="admin-fields">
          <TextField
            label={t('admin-networks-network')}
            hint={t('admin-networks-hint')}
            error={errors.network}
            dir="ltr"
            maxLength={64}
            autocomplete="off"
            spellcheck={false}
            value={network}
            onInput={({ currentTarget }) => setNetwork(currentTarget.value)}
          />
          <SelectField
            label={t('admin-networks-period')}
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {PERIODS.map((period) => (
              <option key={period} value={String(period)}>
                {t(`admin-networks-period-${period}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('admin-quarantine-reason')}
            optional
            maxLength={1_000}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices">
          <Button submit busy={busy}>
            {t('admin-networks-block')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
