import { useState } from 'preact/hooks';
import type { IssuedKey } from '../../../../src/api/keys.ts';
import { GRANTS } from '../../../../src/core/scopes.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { IssuedKeyView } from './issued-key-view.tsx';
import { scopeText } from './scope-text.ts';

const DAY_MS = 86_400_000;
/** Lifetimes to choose from; 0 = no end. Each has a text `account-keys-expiry-<days>`. */
const KEY_DAYS = [0, 30, 90, 365] as const;
const SCOPES = GRANTS.filter((scope) => scope !== '*');

/** Creates an API key and shows its secret once. */
export function CreateKeyDialog({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState(0);
  const [scopes, setScopes] = useState<readonly string[]>(['*']);
  const [issued, setIssued] = useState<IssuedKey>();
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(name.trim() === '' ? { name: t('account-keys-name-wrong') } : {}),
      ...(scopes.length === 0 ? { scopes: t('account-keys-scopes-wrong') } : {}),
    }),
    fieldMessages: { name: t('account-keys-name-wrong') },
    async send() {
      const expires = days === 0 ? {} : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() };
      setIssued(await api.post<IssuedKey>('/keys', { name: name.trim(), scopes, ...expires }));
    },
  });
  const toggle = (scope: string) => {
    const others = scopes.filter((one) => one !== scope && one !== '*');
    if (scope === '*') setScopes(scopes.includes('*') ? [] : ['*', ...scopes.filter((one) => one === 'admin')]);
    else
      setScopes(
        scopes.includes(scope)
          ? scopes.filter((one) => one !== scope)
          : [...(scope === 'admin' ? scopes : others), scope],
      );
  };
  const implied = (scope: string) => scopes.includes('*') && scope !== 'admin';
  if (issued !== undefined) {
    return (
      <Dialog title={t('account-keys-issued')} onClose={onClose}>
        <IssuedKeyView apiKey={issued.key} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('account-keys-create')} onClose={onClose}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('account-keys-name')}
          hint={t('account-keys-name-hint')}
          maxLength={100}
          autocomplete="off"
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField
          label={t('account-keys-expiry')}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {KEY_DAYS.map((value) => (
            <option key={value} value={String(value)}>
              {t(`account-keys-expiry-${value}`)}
            </option>
          ))}
        </SelectField>
        <fieldset class="radios">
          <legend>{t('account-keys-scopes')}</legend>
          {['*', ...SCOPES.filter((scope) => scope !== 'admin' || isAdmin)].map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope) || implied(scope)}
                disabled={scope !== '*' && implied(scope)}
                onChange={() => toggle(scope)}
              />
              <span>{scopeText(scope)}</span>
            </label>
          ))}
          {errors.scopes !== undefined && <p class="field-error">{errors.scopes}</p>}
        </fieldset>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" onClick={onClose}>
            {t('common-cancel')}
          </Button>
          <Button submit busy={busy}>
            {t('account-keys-create-action')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
