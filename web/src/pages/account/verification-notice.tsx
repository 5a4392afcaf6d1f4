import { useState } from 'preact/hooks';
import type { Profile } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { useSiteInfo } from '../../site-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast, toastError } from '../../ui/toast.tsx';

/** Asks for the confirmation of the account's address, or of the new one, on servers that send mail. */
export function VerificationNotice({ profile }: { profile: Profile }) {
  const site = useSiteInfo();
  const [busy, setBusy] = useState(false);
  const { email, email_verified: isVerified, pending_email: pending } = profile;
  if (site?.password_reset !== 'mail' || (isVerified && pending === null)) return null;
  const sendAgain = async () => {
    setBusy(true);
    try {
      await api.post('/account/verification');
      toast(t('account-verification-sent'));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      title={t('account-verification-title')}
      text={
        pending === null
          ? t('account-verification-text', { email })
          : t('account-verification-pending-text', { pending, email })
      }
      actions={
        <Button small kind="quiet" busy={busy} onClick={() => void sendAgain()}>
          {t('account-verification-again')}
        </Button>
      }
    />
  );
}
