import { useState } from 'preact/hooks';
import type { KeyInfo } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

const words = account.keys;

type KeyDialog = { action: 'create' } | { action: 'rename' | 'rotate' | 'revoke'; key: KeyInfo };

/** The API keys of the account, with actions to create, rename, rotate and revoke them. */
export function KeysCard({ isAdmin }: { isAdmin: boolean }) {
  const { value, errorMessage, reload } = useLoaded(() => api.get<{ keys: KeyInfo[] }>('/keys'));
  const [dialog, setDialog] = useState<KeyDialog>();
  const close = () => {
    setDialog(undefined);
    reload();
  };
  return (
    <Card
      title={words.title}
      text={words.text}
      actions={
        <Button small onClick={() => setDialog({ action: 'create' })}>
          <Icon name="plus" />
          {words.create}
        </Button>
      }
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <Spinner label={common.loading} />}
      {value?.keys.length === 0 && <EmptyState icon="key" title={words.empty} />}
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
          title={words.revokeTitle}
          action={words.revoke}
          danger
          onClose={close}
          onConfirm={async () => {
            await api.delete(`/keys/${encodeURIComponent(dialog.key.id)}`);
            toast(words.revoked);
            close();
          }}
        >
          <p>{words.revokeText(dialog.key.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function KeyRow({ apiKey, onAction }: { apiKey: KeyInfo; onAction(action: 'rename' | 'rotate' | 'revoke'): void }) {
  const { name, prefix, last4, scopes, last_used_at, created_at, expires_at } = apiKey;
  const facts = [
    words.used(last_used_at),
    words.made(created_at),
    expires_at === null ? '' : words.expires(expires_at),
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
        <p class="line-text">{facts.filter(Boolean).join(', ')}</p>
        <p class="line-text">{scopes.map((scope) => words.scope[scope] ?? scope).join(', ')}</p>
      </div>
      <Menu
        label={words.actionsFor(name)}
        trigger={<Icon name="more" />}
        items={[
          { label: words.rename, onSelect: () => onAction('rename') },
          { label: words.rotate, onSelect: () => onAction('rotate') },
          { label: words.revoke, danger: true, onSelect: () => onAction('revoke') },
        ]}
      />
    </li>
  );
}
