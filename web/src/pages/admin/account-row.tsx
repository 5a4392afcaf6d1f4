import { useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../src/api/admin.ts';
import { api } from '../../api/api.ts';
import type { PagedList } from '../../paged-list.ts';
import { useAccount } from '../../session.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { ACCOUNT_PLANS } from './account-plans.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

const words = admin.accounts;

interface AccountRowProps {
  account: AdminAccount;
  list: PagedList<AdminAccount>;
}

/** An account in the list with its actions. Administrators cannot suspend themselves. */
export function AccountRow({ account, list }: AccountRowProps) {
  const [confirming, setConfirming] = useState(false);
  const isOwn = useAccount()?.id === account.id;
  const change = async (patch: object) => {
    list.replace(await api.patch<AdminAccount>(`/admin/accounts/${account.id}`, patch));
    toast(words.changed);
  };
  const facts = [
    words.kept(account.images, account.bytes),
    account.admin ? words.isAdmin : '',
    account.suspended_at === null ? '' : words.suspended(account.suspended_at),
    account.suspended_reason ?? '',
  ];
  return (
    <>
      <div class="admin-what">
        <p class="line-name" id={account.id}>
          <bdi>{account.name ?? account.email}</bdi>
        </p>
        {account.name !== null && <p class="line-text">{account.email}</p>}
        <p class="line-text">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <div class="choices">
        <select
          class="admin-select"
          aria-label={words.planOf(account.email)}
          value={account.plan}
          onChange={({ currentTarget }) => {
            change({ plan: currentTarget.value }).catch((error: unknown) => {
              currentTarget.value = account.plan;
              toastError(error);
            });
          }}
        >
          {ACCOUNT_PLANS.map((plan) => (
            <option key={plan} value={plan}>
              {words.plans[plan]}
            </option>
          ))}
        </select>
        {!isOwn && (
          <Button
            kind={account.suspended_at === null ? 'danger' : 'quiet'}
            small
            aria-describedby={account.id}
            onClick={() => setConfirming(true)}
          >
            {account.suspended_at === null ? words.suspend : words.resume}
          </Button>
        )}
      </div>
      {confirming && (
        <SuspendDialog
          account={account}
          onClose={() => setConfirming(false)}
          onChange={async (patch) => {
            await change(patch);
            setConfirming(false);
          }}
        />
      )}
    </>
  );
}
