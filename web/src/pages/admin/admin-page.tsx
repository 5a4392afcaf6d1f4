import '../account/account.css';
import './admin.css';
import type { ComponentType } from 'preact';
import { usePageTitle } from '../../page-title.ts';
import type { PageProps } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { admin } from '../../texts/admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { BlocksSection } from './blocks-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { OverviewSection } from './overview-section.tsx';
import { QuarantineSection } from './quarantine-section.tsx';
import { ReportsSection } from './reports-section.tsx';

const SECTIONS = {
  overview: OverviewSection,
  reports: ReportsSection,
  quarantine: QuarantineSection,
  accounts: AccountsSection,
  blocks: BlocksSection,
  jobs: JobsSection,
  audit: AuditSection,
} as const satisfies Record<string, ComponentType>;

type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

/** The administration page: one section and links to the others. */
export default function AdminPage({ params }: PageProps) {
  const here = NAMES.find((name) => name === params.section) ?? 'overview';
  usePageTitle(`${admin.sections[here]} · ${admin.title}`);
  const Section = SECTIONS[here];
  if (useAccount()?.admin !== true) return <EmptyState title={admin.forbidden} />;
  return (
    <div class="page">
      <PageHead title={here === 'overview' ? admin.title : admin.sections[here]} />
      <nav class="admin-nav" aria-label={admin.sections.label}>
        {NAMES.map((name) => (
          <a
            key={name}
            href={name === 'overview' ? '/admin' : `/admin/${name}`}
            aria-current={name === here ? 'page' : undefined}
          >
            {admin.sections[name]}
          </a>
        ))}
      </nav>
      <Section />
    </div>
  );
}
