import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Albums. */
export default function AlbumsPage() {
  usePageTitle('Albums');
  return (
    <div class="page">
      <PageHead title="Albums" />
    </div>
  );
}
