import { useState } from 'preact/hooks';
import { explain } from '../../../error-message.ts';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { findClientKey, newClientKey } from './client-key.ts';

/** How to make a shortcut on an iPhone or iPad. Apple installs only shortcuts that it has signed, so there is no file. */
export function IosDialog({ name, onClose }: { name: string; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const create = async () => {
    setBusy(true);
    setErrorMessage(undefined);
    try {
      setSecret(await newClientKey(name, await findClientKey(name)));
    } catch (error) {
      setErrorMessage(explain(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title={name} onClose={onClose}>
      <div class="stack">
        <p>{t('account-ios-intro')}</p>
        <ol class="steps">
          <li>{t('account-ios-new')}</li>
          <li class="stack">
            {t('account-ios-request')}
            <CopyField label={t('account-ios-address')} text={`${location.origin}/api/v1/upload`} />
          </li>
          <li class="stack">
            {t('account-ios-header')}
            {secret === undefined ? (
              <>
                <p class="line-text">{t('account-ios-key-text')}</p>
                <div class="choices">
                  <Button kind="quiet" small busy={busy} onClick={() => void create()}>
                    {t('account-ios-create-key')}
                  </Button>
                </div>
              </>
            ) : (
              <div data-secret>
                <CopyField label={t('account-ios-authorization')} text={`Bearer ${secret}`} />
              </div>
            )}
            {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
          </li>
          <li>{t('account-ios-link')}</li>
        </ol>
        <div class="choices end">
          <Button onClick={onClose}>{t('account-keys-done')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
