import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';

/** Shows the secret of a new API key, which cannot be shown again. */
export function IssuedKeyView({ apiKey, onDone }: { apiKey: string; onDone(): void }) {
  return (
    <div class="stack" data-secret>
      <p>{t('account-keys-issued-text')}</p>
      <CopyField label={t('account-keys-issued-key')} text={apiKey} />
      <div class="choices end">
        <Button onClick={onDone}>{t('account-keys-done')}</Button>
      </div>
    </div>
  );
}
