import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Account. */
export default function AccountPage() {
  usePageTitle('Account');
  return (
    <div class="page">
      <PageHead title="Account" />
    </div>
  );
}
