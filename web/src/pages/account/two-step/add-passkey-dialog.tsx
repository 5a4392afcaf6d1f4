import { useState } from 'preact/hooks';
import type { AddedFactor, PasskeySetUp } from '../../../../../src/api/second-factors.ts';
import { api } from '../../../api/api.ts';
import { t } from '../../../i18n/i18n.ts';
import { createPasskey } from '../../../passkeys.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { programName } from '../program-name.ts';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const PATH = '/account/second-factors/passkey';

/** Adds a passkey: password and name, the browser's own dialog, then the recovery codes. */
export function AddPasskeyDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const [name, setName] = useState<string>(() => programName(navigator.userAgent));
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <Dialog title={t('two-step-recovery-title')} onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  const add = async (proof: { password?: string }) => {
    const { ticket, options } = await api.post<PasskeySetUp>(PATH, proof);
    const body = {
      ticket,
      passkey: await createPasskey(options),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    };
    const { recovery_codes: issued } = await api.post<AddedFactor>(`${PATH}/confirm`, body);
    toast(t('two-step-passkey-added'));
    if (issued === undefined) onClose();
    else setCodes(issued);
  };
  return (
    <Dialog title={t('two-step-passkey-title')} onClose={onClose}>
      <PasswordStep
        text={t('two-step-passkey-intro')}
        hasPassword={hasPassword}
        action={t('two-step-make-passkey')}
        onCancel={onClose}
        onProof={add}
      >
        <TextField
          label={t('two-step-name')}
          hint={t('two-step-passkey-name-hint')}
          name="name"
          maxLength={100}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </PasswordStep>
    </Dialog>
  );
}
