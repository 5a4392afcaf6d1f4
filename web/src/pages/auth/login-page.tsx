import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Sign in. */
export default function LoginPage() {
  usePageTitle('Sign in');
  return (
    <div class="page">
      <PageHead title="Sign in" />
    </div>
  );
}
