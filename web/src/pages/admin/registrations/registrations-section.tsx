import { useState } from 'preact/hooks';
import type { AdminAccount, InvitationInfo } from '../../../../../src/api/admin.ts';
import { api } from '../../../api/api.ts';
import { formatTime } from '../../../i18n/format.ts';
import { t } from '../../../i18n/i18n.ts';
import { loadAttention } from '../../../shell/attention.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { PagedRows } from '../paged-rows.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';

/** Accounts that wait for a decision, and invitations to register. */
export function RegistrationsSection() {
  return (
    <>
      <h2>{t('admin-registrations-waiting')}</h2>
      <WaitingAccounts />
      <h2>{t('admin-registrations-invitations')}</h2>
      <Invitations />
    </>
  );
}

function WaitingAccounts() {
  const [rejecting, setRejecting] = useState<AdminAccount>();
  const [version, setVersion] = useState(0);
  const decided = (text: string) => {
    toast(text);
    setVersion((count) => count + 1);
    void loadAttention();
  };
  const approve = async ({ id, email }: AdminAccount) => {
    try {
      await api.post(`/admin/accounts/${id}/approve`, {});
      decided(t('admin-registrations-approved', { email }));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <PagedRows<AdminAccount>
        path="/admin/accounts"
        member="accounts"
        query={{ waiting: 'true', order: 'asc' }}
        empty={t('admin-registrations-none-waiting')}
        version={version}
        row={(account) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={account.id}>
                <bdi>{account.email}</bdi>
              </p>
              <p class="line-text">
                {[account.name, formatTime(account.created_at), proofOf(account)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Button small aria-describedby={account.id} onClick={() => void approve(account)}>
              {t('admin-registrations-approve')}
            </Button>
            <Button kind="quiet" small aria-describedby={account.id} onClick={() => setRejecting(account)}>
              {t('admin-registrations-reject')}
            </Button>
          </>
        )}
      />
      {rejecting !== undefined && (
        <ConfirmDialog
          title={t('admin-registrations-reject-title', { email: rejecting.email })}
          action={t('admin-registrations-reject')}
          onClose={() => setRejecting(undefined)}
          onConfirm={async () => {
            await api.post(`/admin/accounts/${rejecting.id}/reject`, {});
            setRejecting(undefined);
            decided(t('admin-registrations-rejected', { email: rejecting.email }));
          }}
        >
          <p>{t('admin-registrations-reject-text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const proofOf = ({ email_verified: isVerified }: AdminAccount) =>
  isVerified ? t('admin-registrations-verified') : t('admin-registrations-unverified');

function Invitations() {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<InvitationInfo>();
  const [version, setVersion] = useState(0);
  const changed = () => setVersion((count) => count + 1);
  return (
    <>
      <div class="choices">
        <Button onClick={() => setCreating(true)}>{t('admin-registrations-invite')}</Button>
      </div>
      <PagedRows<InvitationInfo>
        path="/admin/invitations"
        member="invitations"
        empty={t('admin-registrations-no-invitations')}
        version={version}
        row={(one) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={one.id}>
                <bdi>{one.note ?? one.email ?? t('admin-registrations-invitation')}</bdi>
              </p>
              <p class="line-text">
                {[
                  t('admin-registrations-used', { used: one.used, uses: one.uses }),
                  t('admin-registrations-until', { when: one.expires_at }),
                  t(`common-plan-${one.plan as 'free'}`),
                  one.note === null ? undefined : one.email,
                  one.created_by?.email,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button kind="quiet" small aria-describedby={one.id} onClick={() => setRevoking(one)}>
              {t('admin-registrations-revoke')}
            </Button>
          </>
        )}
      />
      {creating && <InvitationDialog onCreated={changed} onClose={() => setCreating(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          title={t('admin-registrations-revoke-title')}
          action={t('admin-registrations-revoke')}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/invitations/${revoking.id}`);
            setRevoking(undefined);
            changed();
          }}
        >
          <p>{t('admin-registrations-revoke-text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
