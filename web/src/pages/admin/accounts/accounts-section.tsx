import { useEffect, useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../../src/api/admin.ts';
import { t } from '../../../i18n/i18n.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { PagedRows } from '../paged-rows.tsx';
import { ACCOUNT_PLANS } from './account-plans.ts';
import { AccountRow } from './account-row.tsx';

const TYPING_MS = 250;

/** Each order with its query. */
const ORDERS = {
  newest: { sort: 'created', order: 'desc' },
  bytes: { sort: 'bytes', order: 'desc' },
  images: { sort: 'images', order: 'desc' },
  used: { sort: 'last_seen', order: 'desc' },
  unused: { sort: 'last_seen', order: 'asc' },
} as const;
type Order = keyof typeof ORDERS;

const SUSPENSIONS = ['', 'true', 'false'] as const;

/** Finds and sorts accounts, changes their plans and suspends them. */
export function AccountsSection() {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [plan, setPlan] = useState('');
  const [suspended, setSuspended] = useState('');
  const [order, setOrder] = useState<Order>('newest');
  useEffect(() => {
    const typed = setTimeout(() => setQ(text), TYPING_MS);
    return () => clearTimeout(typed);
  }, [text]);
  return (
    <>
      <div class="admin-filters">
        <TextField
          type="search"
          label={t('admin-accounts-search')}
          maxLength={254}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <SelectField
          label={t('admin-accounts-plan')}
          value={plan}
          onChange={({ currentTarget }) => setPlan(currentTarget.value)}
        >
          <option value="">{t('admin-accounts-any-plan')}</option>
          {ACCOUNT_PLANS.map((name) => (
            <option key={name} value={name}>
              {t(`common-plan-${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin-accounts-suspension')}
          value={suspended}
          onChange={({ currentTarget }) => setSuspended(currentTarget.value)}
        >
          {SUSPENSIONS.map((value) => (
            <option key={value} value={value}>
              {t(`admin-accounts-suspension-${value === '' ? 'all' : value}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin-accounts-order')}
          value={order}
          onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}
        >
          {Object.keys(ORDERS).map((name) => (
            <option key={name} value={name}>
              {t(`admin-accounts-order-${name as Order}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedRows<AdminAccount>
        path="/admin/accounts"
        member="accounts"
        empty={t('admin-accounts-empty')}
        query={{ q, plan, suspended, ...ORDERS[order] }}
        row={(account, list) => <AccountRow account={account} onChange={(changed) => list.replace(changed)} />}
      />
    </>
  );
}
