import { useState } from 'preact/hooks';
import type { DeletedAccount, Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { navigate } from '../../router.ts';
import { endSession } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { loadUsage } from '../../usage.ts';

/** Deletes the account, with or without its images. */
export function DeleteAccountCard({ profile }: { profile: Profile }) {
  const [confirming, setConfirming] = useState(false);
  const [images, setImages] = useState<'delete' | 'keep'>('delete');
  const [password, setPassword] = useState('');
  const confirm = async () => {
    const proof = profile.has_password ? { password } : {};
    const { images_deleted: count } = await api.delete<DeletedAccount>('/account', { images }, proof);
    endSession();
    navigate('/', { replace: true });
    toast(t('account-delete-done', { count }));
    await loadUsage();
  };
  return (
    <Card title={t('account-delete-title')} text={t('account-delete-text')} danger>
      <div class="choices">
        <Button kind="danger" onClick={() => setConfirming(true)}>
          {t('account-delete-action')}
        </Button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t('account-delete-dialog')}
          action={t('account-delete-action')}
          danger
          onClose={() => setConfirming(false)}
          onConfirm={confirm}
        >
          <fieldset class="radios">
            <legend>{t('account-delete-images')}</legend>
            {(['delete', 'keep'] as const).map((choice) => (
              <label key={choice}>
                <input type="radio" name="images" checked={images === choice} onChange={() => setImages(choice)} />
                <span>{choice === 'delete' ? t('account-delete-remove') : t('account-delete-keep')}</span>
              </label>
            ))}
          </fieldset>
          {profile.has_password && (
            <PasswordField
              label={t('account-delete-password')}
              name="password"
              autocomplete="current-password"
              value={password}
              onValue={setPassword}
            />
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
}
