import './two-step.css';
import { useState } from 'preact/hooks';
import type { Profile } from '../../../../../src/api/accounts.ts';
import type { SecondFactorInfo, SecondFactors } from '../../../../../src/api/second-factors.ts';
import { api } from '../../../api/api.ts';
import { t } from '../../../i18n/i18n.ts';
import { canUsePasskeys } from '../../../passkeys.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useLoaded } from '../../../use-loaded.ts';
import { ListSkeleton } from '../skeleton.tsx';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** So few that the owner should create new ones. */
const FEW_CODES = 2;

type Open = { action: 'app' | 'passkey' | 'renew' } | { action: 'rename' | 'remove'; factor: SecondFactorInfo };

const pathOf = ({ id }: SecondFactorInfo) => `/account/second-factors/${encodeURIComponent(id)}`;

/** The second factors of the account, with actions to add, rename and remove them, and the recovery codes. */
export function TwoStepCard({ profile }: { profile: Profile }) {
  const { value, errorMessage, reload } = useLoaded(() => api.get<SecondFactors>('/account/second-factors'));
  const [open, setOpen] = useState<Open>();
  const factors = value?.second_factors ?? [];
  const codesLeft = value?.recovery_codes_left ?? 0;
  const close = () => {
    setOpen(undefined);
    reload();
  };
  const dialog = { hasPassword: profile.has_password, onClose: close };
  return (
    <Card
      title={t('two-step-title')}
      text={value?.required === true ? `${t('two-step-text')} ${t('two-step-required')}` : t('two-step-text')}
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <ListSkeleton rows={1} />}
      {value !== undefined && factors.length === 0 && <p class="line-text">{t('two-step-none')}</p>}
      {factors.length > 0 && (
        <ul class="lines">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onAction={(action) => setOpen({ action, factor })} />
          ))}
          <li>
            <div>
              <p class="line-name">{t('two-step-recovery-left', { count: codesLeft })}</p>
              <p class="line-text">
                {codesLeft <= FEW_CODES ? t('two-step-recovery-few') : t('two-step-recovery-text')}
              </p>
            </div>
            <Button kind="quiet" small onClick={() => setOpen({ action: 'renew' })}>
              {t('two-step-recovery-renew')}
            </Button>
          </li>
        </ul>
      )}
      {value !== undefined && (
        <div class="choices">
          {!factors.some(({ kind }) => kind === 'totp') && (
            <Button kind="quiet" onClick={() => setOpen({ action: 'app' })}>
              {t('two-step-add-app')}
            </Button>
          )}
          {canUsePasskeys() && (
            <Button kind="quiet" onClick={() => setOpen({ action: 'passkey' })}>
              {t('two-step-add-passkey')}
            </Button>
          )}
        </div>
      )}
      {value !== undefined && !canUsePasskeys() && <p class="field-hint">{t('two-step-no-passkeys')}</p>}
      {open?.action === 'app' && <AddAppDialog {...dialog} />}
      {open?.action === 'passkey' && <AddPasskeyDialog {...dialog} />}
      {open?.action === 'renew' && <RenewDialog {...dialog} />}
      {open?.action === 'rename' && <RenameDialog factor={open.factor} onClose={close} />}
      {open?.action === 'remove' && <RemoveDialog factor={open.factor} isLast={factors.length === 1} {...dialog} />}
    </Card>
  );
}

function FactorRow({ factor, onAction }: { factor: SecondFactorInfo; onAction(action: 'rename' | 'remove'): void }) {
  const { kind, name, created_at: added, last_used_at: used } = factor;
  const facts = [
    name === t(`two-step-kinds-${kind}`) ? '' : t(`two-step-kinds-${kind}`),
    t('two-step-added', { when: added }),
    used === null ? t('two-step-never-used') : t('two-step-used', { when: used }),
  ];
  return (
    <li>
      <div>
        <p class="line-name">
          <bdi>{name}</bdi>
        </p>
        <p class="line-text">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Menu
        label={t('two-step-actions-for', { name })}
        trigger={<Icon name="more" />}
        items={[
          { label: t('two-step-rename'), onSelect: () => onAction('rename') },
          { label: t('two-step-remove'), danger: true, onSelect: () => onAction('remove') },
        ]}
      />
    </li>
  );
}

interface DialogProps {
  hasPassword: boolean;
  onClose(): void;
}

function RenewDialog({ hasPassword, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async (proof: { password?: string }) => {
    const issued = await api.post<{ recovery_codes: string[] }>('/account/second-factors/recovery-codes', proof);
    setCodes(issued.recovery_codes);
  };
  return (
    <Dialog title={codes === undefined ? t('two-step-recovery-renew') : t('two-step-recovery-title')} onClose={onClose}>
      {codes === undefined ? (
        <PasswordStep
          text={t('two-step-recovery-renew-text')}
          hasPassword={hasPassword}
          onCancel={onClose}
          onProof={renew}
        />
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Dialog>
  );
}

function RemoveDialog({
  factor,
  isLast,
  hasPassword,
  onClose,
}: DialogProps & { factor: SecondFactorInfo; isLast: boolean }) {
  const remove = async (proof: { password?: string }) => {
    await api.delete(pathOf(factor), undefined, proof);
    toast(t('two-step-removed'));
    onClose();
  };
  return (
    <Dialog title={t('two-step-remove-title', { name: factor.name })} onClose={onClose}>
      <PasswordStep
        text={isLast ? `${t('two-step-remove-text')} ${t('two-step-remove-last')}` : t('two-step-remove-text')}
        hasPassword={hasPassword}
        action={t('two-step-remove')}
        danger
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}

function RenameDialog({ factor, onClose }: { factor: SecondFactorInfo; onClose(): void }) {
  const [name, setName] = useState(factor.name);
  return (
    <ConfirmDialog
      title={t('two-step-rename')}
      action={t('common-save')}
      onClose={onClose}
      onConfirm={async () => {
        await api.patch(pathOf(factor), { name: name.trim() });
        toast(t('two-step-renamed'));
        onClose();
      }}
    >
      <TextField
        label={t('two-step-name')}
        maxLength={100}
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
