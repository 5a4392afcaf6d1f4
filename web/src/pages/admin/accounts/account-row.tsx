import { useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../../src/api/admin.ts';
import { api } from '../../../api/api.ts';
import { t } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ACCOUNT_PLANS } from './account-plans.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

interface AccountRowProps {
  account: AdminAccount;
  onChange(account: AdminAccount): void;
}

type Confirming = 'suspension' | { plan: AdminAccount['plan'] };

/** An account with its actions. Administrators cannot suspend themselves. */
export function AccountRow({ account, onChange }: AccountRowProps) {
  const [confirming, setConfirming] = useState<Confirming>();
  const isOwn = useAccount()?.id === account.id;
  const { id, email, plan } = account;
  const change = async (patch: object) => {
    onChange(await api.patch<AdminAccount>(`/admin/accounts/${id}`, patch));
    toast(t('admin-accounts-changed'));
    setConfirming(undefined);
  };
  const facts = [
    t('admin-accounts-kept', { images: account.images, bytes: account.bytes }),
    account.last_seen_at === null ? '' : t('admin-accounts-last-seen', { when: account.last_seen_at }),
    account.admin ? t('admin-accounts-is-admin') : '',
    account.suspended_at === null ? '' : t('admin-accounts-suspended', { when: account.suspended_at }),
    account.suspended_reason ?? '',
  ];
  const suspension = {
    label: account.suspended_at === null ? t('admin-accounts-suspend') : t('admin-accounts-resume'),
    onSelect: () => setConfirming('suspension'),
  };
  return (
    <>
      <div class="admin-what">
        <p class="line-name" id={id}>
          <a href={`/admin/accounts/${id}`}>
            <bdi>{account.name ?? email}</bdi>
          </a>
        </p>
        {account.name !== null && <p class="line-text">{email}</p>}
        <p class="line-text">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div class="choices">
        <select
          class="admin-select"
          aria-label={t('admin-accounts-plan-of', { email })}
          value={plan}
          onChange={({ currentTarget }) => {
            setConfirming({ plan: currentTarget.value as AdminAccount['plan'] });
            // Until it is confirmed, the account has its old plan.
            currentTarget.value = plan;
          }}
        >
          {ACCOUNT_PLANS.map((name) => (
            <option key={name} value={name}>
              {t(`common-plan-${name}`)}
            </option>
          ))}
        </select>
        <Menu
          label={t('admin-accounts-actions', { email })}
          trigger={<Icon name="more" />}
          items={[{ label: t('admin-accounts-images'), href: `/admin/accounts/${id}` }, ...(isOwn ? [] : [suspension])]}
        />
      </div>
      {confirming === 'suspension' && (
        <SuspendDialog account={account} onClose={() => setConfirming(undefined)} onChange={change} />
      )}
      {typeof confirming === 'object' && (
        <ConfirmDialog
          title={t('admin-accounts-plan-title', { email })}
          action={t('admin-accounts-plan-change')}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => change({ plan: confirming.plan })}
        >
          <p>
            {t('admin-accounts-plan-text', {
              from: t(`common-plan-${plan}`),
              to: t(`common-plan-${confirming.plan}`),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
