import { useState } from 'preact/hooks';
import type { NewInvitation } from '../../../../../src/api/admin.ts';
import { api } from '../../../api/api.ts';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../use-form.ts';
import { ACCOUNT_PLANS } from '../accounts/account-plans.ts';

const DAY_MS = 86_400_000;
/** Each has a text `admin-networks-period-<days>`. */
const DAYS = [1, 7, 30] as const;
const DEFAULT_DAYS = 7;
const MAX_USES = 10_000;

/** Creates an invitation and shows its link once. */
export function InvitationDialog({ onCreated, onClose }: { onCreated(): void; onClose(): void }) {
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const [plan, setPlan] = useState<string>('free');
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const [created, setCreated] = useState<NewInvitation>();
  const isCount = /^\d{1,5}$/.test(uses.trim()) && Number(uses) >= 1 && Number(uses) <= MAX_USES;
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (isCount ? {} : { uses: t('admin-registrations-wrong-uses') }),
    fieldMessages: { uses: t('admin-registrations-wrong-uses'), email: t('admin-registrations-wrong-email') },
    fieldByCode: { EMAIL_DOMAIN_REFUSED: 'email' },
    async send() {
      const expires = new Date(Date.now() + days * DAY_MS).toISOString();
      const given = {
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(note.trim() !== '' && { note: note.trim() }),
      };
      const wanted = { uses: Number(uses), expires_at: expires, plan, ...given };
      setCreated(await api.post<NewInvitation>('/admin/invitations', wanted));
      onCreated();
    },
  });
  if (created !== undefined) {
    return (
      <Dialog title={t('admin-registrations-created')} onClose={onClose}>
        <div class="stack" data-secret>
          <p>{t('admin-registrations-created-text')}</p>
          <CopyField label={t('admin-registrations-link')} text={created.url} />
          <div class="choices end">
            <Button onClick={onClose}>{t('common-close')}</Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('admin-registrations-invite')} onClose={onClose}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('admin-registrations-uses')}
          inputMode="numeric"
          autocomplete="off"
          value={uses}
          error={errors.uses}
          onInput={({ currentTarget }) => setUses(currentTarget.value)}
        />
        <SelectField
          label={t('admin-registrations-valid')}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {DAYS.map((value) => (
            <option key={value} value={String(value)}>
              {t(`admin-networks-period-${value}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin-registrations-plan')}
          value={plan}
          onChange={({ currentTarget }) => setPlan(currentTarget.value)}
        >
          {ACCOUNT_PLANS.map((name) => (
            <option key={name} value={name}>
              {t(`common-plan-${name}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('admin-registrations-email')}
          hint={t('admin-registrations-email-hint')}
          optional
          type="email"
          autocomplete="off"
          value={email}
          error={errors.email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <TextField
          label={t('admin-registrations-note')}
          optional
          maxLength={1_000}
          autocomplete="off"
          value={note}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button submit busy={busy}>
            {t('admin-registrations-create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
