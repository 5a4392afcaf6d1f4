import { useEffect, useState } from 'preact/hooks';
import type { AdministeredAccount } from '../../../../src/client/types-admin.ts';
import { api } from '../../api/api.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { PagedLines } from './paged-lines.tsx';
import type { PagedList } from './paged-list.ts';

const words = admin.accounts;
const PLANS = ['free', 'pro', 'enterprise'] as const;
const TYPING_MS = 250;

/** Accounts: found, put on other plans, suspended. */
export function AccountsSection() {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const typed = setTimeout(() => setQ(text), TYPING_MS);
    return () => clearTimeout(typed);
  }, [text]);
  return (
    <>
      <TextField
        type="search"
        label={words.search}
        maxLength={254}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <PagedLines<AdministeredAccount>
        path="/admin/accounts"
        member="accounts"
        query={{ q }}
        line={(account, list) => <AccountLine account={account} list={list} />}
      />
    </>
  );
}

interface AccountLineProps {
  account: AdministeredAccount;
  list: PagedList<AdministeredAccount>;
}

function AccountLine({ account, list }: AccountLineProps) {
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const change = async (wanted: object) => {
    list.replace(await api.patch<AdministeredAccount>(`/admin/accounts/${account.id}`, wanted));
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
        <p class="line-name">
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
          onChange={({ currentTarget }) => void change({ plan: currentTarget.value }).catch(toastError)}
        >
          {PLANS.map((plan) => (
            <option key={plan} value={plan}>
              {plan}
            </option>
          ))}
        </select>
        {account.suspended_at === null ? (
          <Button kind="danger" small onClick={() => setAsked(true)}>
            {words.suspend}
          </Button>
        ) : (
          <Button kind="quiet" small onClick={() => void change({ suspended: false }).catch(toastError)}>
            {words.resume}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          title={words.suspendTitle(account.email)}
          action={words.suspend}
          danger
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            await change({ suspended: true, ...(reason.trim() === '' ? {} : { reason }) });
            setAsked(false);
          }}
        >
          <TextField
            label={admin.quarantine.reason}
            optional
            maxLength={1_000}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
