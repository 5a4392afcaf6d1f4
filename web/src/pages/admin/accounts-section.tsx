import { useEffect, useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../src/api/admin.ts';
import { admin } from '../../texts/admin.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ACCOUNT_PLANS } from './account-plans.ts';
import { AccountRow } from './account-row.tsx';
import { PagedRows } from './paged-rows.tsx';

const words = admin.accounts;
const TYPING_MS = 250;

/** Finds accounts, changes their plans and suspends them. */
export function AccountsSection() {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [plan, setPlan] = useState('');
  const [suspended, setSuspended] = useState('');
  useEffect(() => {
    const typed = setTimeout(() => setQ(text), TYPING_MS);
    return () => clearTimeout(typed);
  }, [text]);
  return (
    <>
      <div class="admin-filters">
        <TextField
          type="search"
          label={words.search}
          maxLength={254}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <SelectField label={words.plan} value={plan} onChange={({ currentTarget }) => setPlan(currentTarget.value)}>
          <option value="">{words.anyPlan}</option>
          {ACCOUNT_PLANS.map((name) => (
            <option key={name} value={name}>
              {words.plans[name]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.suspension}
          value={suspended}
          onChange={({ currentTarget }) => setSuspended(currentTarget.value)}
        >
          {words.suspensions.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedRows<AdminAccount>
        path="/admin/accounts"
        member="accounts"
        query={{ q, plan, suspended }}
        row={(account, list) => <AccountRow account={account} list={list} />}
      />
    </>
  );
}
