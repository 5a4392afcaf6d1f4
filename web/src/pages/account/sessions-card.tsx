import { useState } from 'preact/hooks';
import type { SessionInfo } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { programName } from './program-name.ts';
import { ListSkeleton } from './skeleton.tsx';

/** The sessions of the account: that of this browser, then the others by their last use. They can be signed out. */
export function SessionsCard() {
  const { value, errorMessage, reload } = useLoaded(() => api.get<{ sessions: SessionInfo[] }>('/auth/sessions'));
  const [confirming, setConfirming] = useState(false);
  const sessions = value?.sessions.toSorted(inOrder);
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  const end = async (id: string) => {
    try {
      await api.delete(`/auth/sessions/${encodeURIComponent(id)}`);
      toast(t('account-sessions-ended'));
    } catch (error) {
      toastError(error);
    }
    reload();
  };
  return (
    <Card
      title={t('account-sessions-title')}
      text={t('account-sessions-text')}
      actions={
        others > 0 && (
          <Button kind="quiet" small onClick={() => setConfirming(true)}>
            {t('account-sessions-end-others')}
          </Button>
        )
      }
    >
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {sessions === undefined && errorMessage === undefined && <ListSkeleton rows={1} />}
      {sessions !== undefined && (
        <ul class="lines">
          {sessions.map((one) => (
            <SessionRow key={one.id} session={one} onEnd={() => void end(one.id)} />
          ))}
        </ul>
      )}
      {confirming && (
        <ConfirmDialog
          title={t('account-sessions-end-others-title')}
          action={t('account-sessions-end-others')}
          danger
          onClose={() => setConfirming(false)}
          onConfirm={async () => {
            const { sessions_ended: count } = await api.delete<{ sessions_ended: number }>('/auth/sessions');
            setConfirming(false);
            toast(t('account-sessions-ended-others', { count }));
            reload();
          }}
        >
          <p>{t('account-sessions-end-others-text', { count: others })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd(): void }) {
  const { user_agent, network, current, created_at, last_used_at } = session;
  const name = user_agent === null ? t('account-sessions-unknown') : programName(user_agent);
  return (
    <li>
      <div>
        <p class="line-name">
          <bdi>{name}</bdi>
          {current && <span class="badge">{t('account-sessions-current')}</span>}
        </p>
        {network !== null && (
          <p class="line-text">{t('account-sessions-network', { network: shortNetwork(network) })}</p>
        )}
        <p class="line-text">
          {current
            ? t('account-sessions-times-current', { created: created_at })
            : t('account-sessions-times', { created: created_at, used: last_used_at })}
        </p>
      </div>
      {!current && (
        <Button kind="quiet" small aria-label={t('account-sessions-end-one', { name })} onClick={onEnd}>
          {t('account-sessions-end')}
        </Button>
      )}
    </li>
  );
}

function inOrder(one: SessionInfo, other: SessionInfo): number {
  if (one.current !== other.current) return one.current ? -1 : 1;
  return one.last_used_at < other.last_used_at ? 1 : -1;
}

/** `203.0.113.0/24` as `203.0.113.x`, and `2001:db8:1::/48` as `2001:db8:1:x`. */
function shortNetwork(network: string): string {
  const [address = ''] = network.split('/');
  return address.includes(':') ? address.replace(/:?:$/, ':x') : address.replace(/\.0$/, '.x');
}
