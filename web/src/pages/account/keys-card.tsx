import { useEffect, useState } from 'preact/hooks';
import type { KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { announce, onChange } from '../../changes.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { scopeText } from './scope-text.ts';
import { ListSkeleton } from './skeleton.tsx';

type KeyDialog = { action: 'create' } | { action: 'rename' | 'rotate' | 'revoke'; key: KeyInfo };

/** The API keys of the account, with actions to create, rename, rotate and revoke them. */
export function KeysCard({ isAdmin }: { isAdmin: boolean }) {
  const { value, errorMessage, reload } = useLoaded(() => api.get<{ keys: KeyInfo[] }>('/keys'));
  const [dialog, setDialog] = useState<KeyDialog>();
  const close = () => {
    setDialog(undefined);
    announce('keys');
  };
  useEffect(() => onChange('keys', reload), []);
  return (
    <Card
      title={t('account-keys-title')}
      text={t('account-keys-text')}
      actions={
        <Button small onClick={() => setDialog({ action: 'create' })}>
          <Icon name="plus" />
          {t('account-keys-create')}
        </Button>
      }
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <ListSkeleton rows={1} />}
      {value?.keys.length === 0 && <EmptyState icon="key" title={t('account-keys-empty')} />}
      {value !== undefined && value.keys.length > 0 && (
        <ul class="lines">
          {value.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onAction={(action) => setDialog({ action, key })} />
          ))}
        </ul>
      )}
      {dialog?.action === 'create' && <CreateKeyDialog isAdmin={isAdmin} onClose={close} />}
      {dialog?.action === 'rename' && <RenameKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.action === 'rotate' && <RotateKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.action === 'revoke' && (
        <ConfirmDialog
          title={t('account-keys-revoke-title')}
          action={t('account-keys-revoke')}
          danger
          onClose={close}
          onConfirm={async () => {
            await api.delete(`/keys/${encodeURIComponent(dialog.key.id)}`);
            toast(t('account-keys-revoked'));
            close();
          }}
        >
          <p>{t('account-keys-revoke-text', { name: dialog.key.name })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function KeyRow({ apiKey, onAction }: { apiKey: KeyInfo; onAction(action: 'rename' | 'rotate' | 'revoke'): void }) {
  const { name, prefix, last4, scopes, last_used_at, created_at, expires_at } = apiKey;
  const facts = [
    last_used_at === null ? t('account-keys-never-used') : t('account-keys-used', { when: last_used_at }),
    t('account-keys-made', { when: created_at }),
    expires_at === null ? '' : t('account-keys-expires', { when: expires_at }),
  ];
  return (
    <li>
      <div>
        <p class="line-name">
          <bdi>{name}</bdi>{' '}
          <code>
            {prefix}…{last4}
          </code>
        </p>
        <p class="line-text">{facts.filter(Boolean).join(' · ')}</p>
        <p class="line-text">{scopes.map((scope) => scopeText(scope)).join(', ')}</p>
      </div>
      <Menu
        label={t('account-keys-actions-for', { name })}
        trigger={<Icon name="more" />}
        items={[
          { label: t('account-keys-rename'), onSelect: () => onAction('rename') },
          { label: t('account-keys-rotate'), onSelect: () => onAction('rotate') },
          { label: t('account-keys-revoke'), danger: true, onSelect: () => onAction('revoke') },
        ]}
      />
    </li>
  );
}
