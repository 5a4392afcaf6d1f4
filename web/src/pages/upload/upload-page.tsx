import './upload.css';
import './upload-list.css';
import './earlier-uploads.css';
import { useEffect } from 'preact/hooks';
import { usePageTitle } from '../../page-title.ts';
import { useSession } from '../../session.ts';
import { useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { Icon } from '../../ui/icon.tsx';
import { loadUsage } from '../../usage.ts';
import { ClaimOffer } from './claim-offer.tsx';
import { DropZone } from './drop-zone.tsx';
import { HistoryList } from './history-list.tsx';
import { addFiles, items } from './queue.ts';
import { UploadList } from './upload-list.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';

/** The upload page: file chooser, upload queue and upload history. */
export default function UploadPage() {
  usePageTitle(upload.title);
  const session = useSession();
  const all = useStore(items);
  const dragged = useDroppedFiles(addFiles);
  useEffect(() => {
    // The usage may be outdated since the page was last shown.
    if (session.status !== 'unknown') void loadUsage().catch(() => undefined);
  }, [session.status]);
  return (
    <div class="page upload-page">
      {all.length === 0 && (
        <h1 class="upload-hero">
          {upload.heading} <em>{upload.headingSecond}</em>
        </h1>
      )}
      {all.length > 0 && <h1 class="visually-hidden">{upload.title}</h1>}
      <ClaimOffer />
      <DropZone small={all.length > 0} />
      <UploadList />
      <HistoryList />
      {dragged && (
        <div class="drop-overlay">
          <p>
            <Icon name="upload" />
            {upload.dropAnywhere}
          </p>
        </div>
      )}
    </div>
  );
}
