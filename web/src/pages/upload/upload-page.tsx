import './upload.css';
import './upload-list.css';
import './single-upload.css';
import './earlier-uploads.css';
import { useEffect } from 'preact/hooks';
import { prepareSolution } from '../../challenge/solutions.ts';
import { SolvingNote } from '../../challenge/solving-note.tsx';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { useLocation } from '../../router.ts';
import { useSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { useStore } from '../../store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { items } from '../../upload/items.ts';
import { options } from '../../upload/queue.ts';
import { isRefused } from '../../upload/upload-item.ts';
import { loadUsage } from '../../usage.ts';
import { ClaimOffer } from './claim-offer.tsx';
import { DropZone } from './drop-zone.tsx';
import { HistoryList } from './history-list.tsx';
import { SingleUpload } from './single-upload.tsx';
import { UploadList } from './upload-list.tsx';

/** The upload page: results, file chooser and upload history. `?album=` chooses the album. */
export default function UploadPage() {
  usePageTitle(t('upload-title'));
  const session = useSession();
  const album = useLocation().query.get('album');
  const all = useStore(items);
  const isEmpty = all.length === 0;
  const site = useSiteInfo();
  const isAnonymous = session.status === 'anonymous';
  const needsAccount = isAnonymous && site?.anonymous_uploads === 'off';
  useEffect(() => {
    if (isAnonymous) prepareSolution('uploads').catch(() => undefined);
  }, [isAnonymous]);
  useEffect(() => {
    // The usage may be outdated since the page was last shown.
    if (session.status !== 'unknown') void loadUsage().catch(() => undefined);
  }, [session.status]);
  useEffect(() => {
    if (album !== null) options.set((now) => ({ ...now, album }));
  }, [album]);
  useEffect(() => {
    // The result comes first, so the page begins with it.
    if (!isEmpty) scrollTo({ top: 0 });
  }, [isEmpty]);
  const [first] = all;
  const only = all.length === 1 && first !== undefined && !isRefused(first) ? first : undefined;
  return (
    <div class="page upload-page">
      {isEmpty ? (
        <h1 class="upload-hero">
          {t('upload-heading')} <em>{t('upload-heading-second')}</em>
        </h1>
      ) : (
        <h1 class="visually-hidden">{t('upload-title')}</h1>
      )}
      {only !== undefined && <SingleUpload key={only.id} item={only} />}
      {only === undefined && !isEmpty && <UploadList />}
      <ClaimOffer />
      {needsAccount ? <AccountsOnly mayRegister={site.registration === 'open'} /> : <DropZone small={!isEmpty} />}
      {isAnonymous && <SolvingNote />}
      <HistoryList />
    </div>
  );
}

/** In place of the file chooser where the server takes no files of visitors. */
function AccountsOnly({ mayRegister }: { mayRegister: boolean }) {
  return (
    <EmptyState title={t('upload-accounts-only')} text={t('upload-accounts-only-text')} icon="key">
      <a class="button" href="/login?next=/">
        {t('upload-sign-in')}
      </a>
      {mayRegister && (
        <a class="button quiet" href="/register?next=/">
          {t('upload-accounts-only-register')}
        </a>
      )}
    </EmptyState>
  );
}
