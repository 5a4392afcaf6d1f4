import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Album. */
export default function AlbumPage() {
  usePageTitle('Album');
  return (
    <div class="page">
      <PageHead title="Album" />
    </div>
  );
}
