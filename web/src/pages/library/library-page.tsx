import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Library. */
export default function LibraryPage() {
  usePageTitle('Library');
  return (
    <div class="page">
      <PageHead title="Library" />
    </div>
  );
}
