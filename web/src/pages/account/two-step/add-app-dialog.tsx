import { useState } from 'preact/hooks';
import type { AddedFactor, TotpSetUp } from '../../../../../src/api/second-factors.ts';
import { api } from '../../../api/api.ts';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useForm } from '../../../use-form.ts';
import { PasswordStep } from './password-step.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Adds an authenticator app: password, picture and code, then the recovery codes. */
export function AddAppDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const [setUp, setSetUp] = useState<TotpSetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <Dialog title={t('two-step-recovery-title')} onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  const finish = ({ recovery_codes: issued }: AddedFactor) => {
    toast(t('two-step-app-added'));
    if (issued === undefined) onClose();
    else setCodes(issued);
  };
  return (
    <Dialog title={t('two-step-app-title')} onClose={onClose}>
      {setUp === undefined ? (
        <PasswordStep
          text={t('two-step-app-intro')}
          hasPassword={hasPassword}
          onCancel={onClose}
          onProof={async (proof) => setSetUp(await api.post<TotpSetUp>('/account/second-factors/totp', proof))}
        />
      ) : (
        <CodeStep setUp={setUp} onCancel={onClose} onAdded={finish} />
      )}
    </Dialog>
  );
}

interface CodeStepProps {
  setUp: TotpSetUp;
  onAdded(added: AddedFactor): void;
  onCancel(): void;
}

function CodeStep({ setUp, onAdded, onCancel }: CodeStepProps) {
  const [code, setCode] = useState('');
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => (/^\s*(\d\s*){6}$/.test(code) ? {} : { code: t('two-step-code-wrong') }),
    fieldMessages: { code: t('two-step-code-wrong') },
    async send() {
      const body = { ticket: setUp.ticket, code };
      onAdded(await api.post<AddedFactor>('/account/second-factors/totp/confirm', body));
    },
  });
  return (
    <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
      <p>{t('two-step-scan')}</p>
      <QrCode text={setUp.uri} label={t('two-step-picture')} />
      <CopyField label={t('two-step-key')} text={setUp.secret} />
      <TextField
        label={t('two-step-code')}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={16}
        value={code}
        error={errors.code}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
      />
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <div class="choices end">
        <Button kind="quiet" onClick={onCancel}>
          {t('common-cancel')}
        </Button>
        <Button submit busy={busy}>
          {t('two-step-turn-on')}
        </Button>
      </div>
    </form>
  );
}
