import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** New password. */
export default function ResetPage() {
  usePageTitle('New password');
  return (
    <div class="page">
      <PageHead title="New password" />
    </div>
  );
}
