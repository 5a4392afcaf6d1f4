import '../account/account.css';
import './admin.css';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import type { PageProps } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { attention, loadAttention } from '../../shell/attention.ts';
import { useStore } from '../../store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { WebhooksCard } from '../webhooks/webhooks-card.tsx';
import { AccountDetail } from './accounts/account-detail.tsx';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { BlocksSection } from './blocks-section.tsx';
import { ImageSection } from './image-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { NetworksSection } from './networks-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { QuarantineSection } from './quarantine-section.tsx';
import { RegistrationsSection } from './registrations/registrations-section.tsx';
import { ReportsSection } from './reports-section.tsx';

interface SectionProps {
  /** Of the image or account, from the path. */
  id?: string | undefined;
}

const SECTIONS = {
  overview: OverviewSection,
  reports: ReportsSection,
  images: ImageSection,
  quarantine: QuarantineSection,
  accounts: AccountsOrOne,
  registrations: RegistrationsSection,
  blocks: BlocksSection,
  networks: NetworksSection,
  jobs: JobsSection,
  webhooks: WebhooksSection,
  audit: AuditSection,
} as const satisfies Record<string, ComponentType<SectionProps>>;

type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

/** The administration page: one section and links to the others. */
export default function AdminPage({ params }: PageProps) {
  const here = NAMES.find((name) => name === params.section) ?? 'overview';
  usePageTitle(`${t(`admin-sections-${here}`)} · ${t('admin-title')}`);
  const Section: ComponentType<SectionProps> = SECTIONS[here];
  const isAdmin = useAccount()?.admin === true;
  const waiting = useStore(attention);
  const counts: Partial<Record<SectionName, number | undefined>> = {
    reports: waiting?.reported_images,
    jobs: waiting?.dead_jobs,
    registrations: waiting?.waiting_accounts,
  };
  const links = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAdmin) void loadAttention();
  }, [isAdmin, here]);
  // The counts widen links.
  useEffect(() => showCurrent(links.current), [isAdmin, here, waiting]);
  if (!isAdmin) return <EmptyState title={t('admin-forbidden')} isPage />;
  return (
    <div class="page">
      <PageHead title={here === 'overview' ? t('admin-title') : t(`admin-sections-${here}`)} />
      <nav ref={links} class="admin-nav" aria-label={t('admin-sections-label')}>
        {NAMES.map((name) => (
          <a
            key={name}
            href={name === 'overview' ? '/admin' : `/admin/${name}`}
            aria-current={name === here ? 'page' : undefined}
          >
            {t(`admin-sections-${name}`)}
            <Badge count={counts[name] ?? 0} />
          </a>
        ))}
      </nav>
      <Section id={params.id} />
    </div>
  );
}

/** Narrow windows show some of the links at a time. Scrolling the row alone leaves the page where it is. */
function showCurrent(links: HTMLElement | null): void {
  const current = links?.querySelector('[aria-current]');
  if (!links || !current) return;
  const [row, link] = [links.getBoundingClientRect(), current.getBoundingClientRect()];
  if (link.left >= row.left && link.right <= row.right) return;
  links.scrollBy(link.left + link.width / 2 - row.left - row.width / 2, 0);
}

function AccountsOrOne({ id }: SectionProps) {
  return id === undefined ? <AccountsSection /> : <AccountDetail id={id} />;
}

function WebhooksSection() {
  return <WebhooksCard path="/admin/webhooks" text={t('webhooks-service-text')} />;
}

function Badge({ count }: { count: number }) {
  return count === 0 ? null : <span class="count-badge">{formatCount(count)}</span>;
}
