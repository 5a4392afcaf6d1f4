import './account.css';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { navigate, useLocation } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WebhooksCard } from '../webhooks/webhooks-card.tsx';
import { ClientsCard } from './clients/clients-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ExportCard } from './export-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoStepCard } from './two-step/two-step-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { UsageChartsCard } from './usage-charts-card.tsx';
import { VerificationNotice } from './verification-notice.tsx';

const TABS = ['overview', 'preferences', 'keys', 'security'] as const;

export default function AccountPage() {
  usePageTitle(t('account-title'));
  const profile = useAccount();
  const { query } = useLocation();
  if (profile === null) return null;
  // An account that waits may have neither keys nor webhooks.
  const tabs = TABS.filter((name) => name !== 'keys' || profile.waiting_for === null);
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'overview';
  return (
    <div class="page narrow">
      <PageHead
        title={profile.name ?? profile.email}
        text={t('account-since', { plan: t(`common-plan-${profile.plan}`), created: profile.created_at })}
      />
      <Tabs
        label={t('account-tabs-label')}
        tabs={tabs.map((name) => ({ name, label: t(`account-tabs-${name}`) }))}
        chosen={tab}
        onChoose={(name) => navigate(name === 'overview' ? '/account' : `/account?tab=${name}`, { replace: true })}
      >
        <div class="account-cards" key={tab}>
          {tab === 'overview' && (
            <>
              <VerificationNotice profile={profile} />
              <UsageCard />
              <UsageChartsCard />
              <ProfileCard profile={profile} />
            </>
          )}
          {tab === 'preferences' && <PreferencesCard />}
          {tab === 'keys' && (
            <>
              <KeysCard isAdmin={profile.admin} />
              <ClientsCard />
              <WebhooksCard path="/webhooks" text={t('webhooks-text')} />
            </>
          )}
          {tab === 'security' && (
            <>
              <PasswordCard profile={profile} />
              <TwoStepCard profile={profile} />
              <SessionsCard />
              <ExportCard />
              <DeleteAccountCard profile={profile} />
            </>
          )}
        </div>
      </Tabs>
    </div>
  );
}
