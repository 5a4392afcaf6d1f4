import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Create account. */
export default function RegisterPage() {
  usePageTitle('Create account');
  return (
    <div class="page">
      <PageHead title="Create account" />
    </div>
  );
}
