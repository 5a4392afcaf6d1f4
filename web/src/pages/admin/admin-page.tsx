import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Administration. */
export default function AdminPage() {
  usePageTitle('Administration');
  return (
    <div class="page">
      <PageHead title="Administration" />
    </div>
  );
}
