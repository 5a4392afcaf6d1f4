import { useState } from 'preact/hooks';
import type { IssuedKey } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useForm } from '../../use-form.ts';
import { IssuedKeyView } from './issued-key-view.tsx';

const words = account.keys;
const DAY_MS = 86_400_000;
const SCOPES = Object.keys(words.scope).filter((scope) => scope !== '*');

/** Creates an API key and shows its secret once. */
export function CreateKeyDialog({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState(0);
  const [scopes, setScopes] = useState<readonly string[]>(['*']);
  const [issued, setIssued] = useState<IssuedKey>();
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ({
      ...(name.trim() === '' ? { name: words.nameWrong } : {}),
      ...(scopes.length === 0 ? { scopes: words.scopesWrong } : {}),
    }),
    fieldMessages: { name: words.nameWrong },
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
      <Dialog title={words.issued} onClose={onClose}>
        <IssuedKeyView apiKey={issued.key} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          maxLength={100}
          autocomplete="off"
          value={name}
          error={errors.name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField
          label={words.expiry}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {words.expiries.map(([value, label]) => (
            <option key={value} value={String(value)}>
              {label}
            </option>
          ))}
        </SelectField>
        <fieldset class="radios">
          <legend>{words.scopes}</legend>
          {['*', ...SCOPES.filter((scope) => scope !== 'admin' || isAdmin)].map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope) || implied(scope)}
                disabled={scope !== '*' && implied(scope)}
                onChange={() => toggle(scope)}
              />
              <span>{words.scope[scope]}</span>
            </label>
          ))}
          {errors.scopes !== undefined && <p class="field-error">{errors.scopes}</p>}
        </fieldset>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button submit busy={busy}>
            {words.createAction}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
