import { useState } from 'preact/hooks';
import type { AdminAccount } from '../../../../../src/api/admin.ts';
import type { ModeratedImage } from '../../../../../src/api/moderation.ts';
import { api } from '../../../api/api.ts';
import { formatDate, formatSize } from '../../../i18n/format.ts';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useLoaded } from '../../../use-loaded.ts';
import { ModeratedPicture } from '../moderated-picture.tsx';
import { PagedRows } from '../paged-rows.tsx';
import { TakedownDialog } from '../takedown-dialog.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountTasks } from './account-tasks.tsx';

/** An account with all its images. */
export function AccountDetail({ id }: { id: string }) {
  const path = `/admin/accounts/${encodeURIComponent(id)}`;
  const { value, errorMessage } = useLoaded(() => api.get<AdminAccount>(path));
  const [changed, setChanged] = useState<AdminAccount>();
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<string>();
  const account = changed ?? value;
  if (account === undefined) {
    if (errorMessage !== undefined) return <ErrorMessage>{errorMessage}</ErrorMessage>;
    return <Spinner label={t('common-loading')} />;
  }
  return (
    <>
      <div class="admin-lines">
        <div class="admin-line">
          <AccountRow account={account} onChange={setChanged} />
        </div>
      </div>
      <h2>{t('admin-accounts-images')}</h2>
      <AccountTasks account={account} onDone={() => setVersion((count) => count + 1)} />
      <PagedRows<ModeratedImage>
        path={`${path}/images`}
        member="images"
        version={version}
        empty={t('admin-accounts-no-images')}
        look="admin-images"
        row={(image) => (
          <>
            <ModeratedPicture image={image} />
            <p class="line-name" id={image.id}>
              <a href={image.links.view_page} target="_blank" rel="noopener">
                <bdi>{image.filename}</bdi>
              </a>
            </p>
            <p class="line-text">
              {[
                formatSize(image.size),
                formatDate(image.uploaded_at),
                t('admin-images-views', { count: image.views }),
                image.quarantined ? t('admin-sections-quarantine') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Button kind="quiet" small aria-describedby={image.id} onClick={() => setConfirming(image.id)}>
              {t('admin-reports-takedown')}
            </Button>
          </>
        )}
      />
      {confirming !== undefined && (
        <TakedownDialog
          imageId={confirming}
          onClose={() => setConfirming(undefined)}
          onDone={() => {
            setConfirming(undefined);
            setVersion(version + 1);
          }}
        />
      )}
    </>
  );
}
