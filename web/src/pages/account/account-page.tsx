import './account.css';
import { usePageTitle } from '../../page-title.ts';
import { navigate, useLocation } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { account as words } from '../../texts/account.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { ShareXCard } from './sharex-card.tsx';
import { UsageCard } from './usage-card.tsx';

const TABS = ['overview', 'keys', 'security'] as const;

export default function AccountPage() {
  usePageTitle(words.title);
  const profile = useAccount();
  const { query } = useLocation();
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'overview';
  if (profile === null) return null;
  return (
    <div class="page narrow">
      <PageHead title={profile.name ?? profile.email} text={words.since(profile.plan, profile.created_at)} />
      <Tabs
        label={words.tabs.label}
        tabs={TABS.map((name) => ({ name, label: words.tabs[name] }))}
        chosen={tab}
        onChoose={(name) => navigate(name === 'overview' ? '/account' : `/account?tab=${name}`, { replace: true })}
      >
        <div class="account-cards" key={tab}>
          {tab === 'overview' && (
            <>
              <UsageCard />
              <ProfileCard profile={profile} />
            </>
          )}
          {tab === 'keys' && (
            <>
              <KeysCard isAdmin={profile.admin} />
              <ShareXCard />
            </>
          )}
          {tab === 'security' && (
            <>
              <PasswordCard profile={profile} />
              <SessionsCard />
              <DeleteAccountCard profile={profile} />
            </>
          )}
        </div>
      </Tabs>
    </div>
  );
}
