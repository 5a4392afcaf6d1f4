import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Forgot password. */
export default function ForgotPage() {
  usePageTitle('Forgot password');
  return (
    <div class="page">
      <PageHead title="Forgot password" />
    </div>
  );
}
