import { usePageTitle } from '../../page-title.ts';
import { PageHead } from '../../ui/page-head.tsx';

/** Upload. */
export default function UploadPage() {
  usePageTitle('Upload');
  return (
    <div class="page">
      <PageHead title="Upload" />
    </div>
  );
}
