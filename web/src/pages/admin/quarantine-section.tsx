import { useState } from 'preact/hooks';
import type { QuarantinedImage } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';
import { PagedRows } from './paged-rows.tsx';
import { TakedownDialog } from './takedown-dialog.tsx';

/** Quarantined images, which only administrators can see. Each can be released or taken down. */
export function QuarantineSection() {
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<string>();
  const release = async (id: string) => {
    try {
      await api.post(`/admin/images/${id}/release`);
      toast(t('admin-quarantine-released'));
      setVersion((now) => now + 1);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <PagedRows<QuarantinedImage>
        path="/admin/quarantine"
        member="images"
        empty={t('admin-quarantine-empty')}
        version={version}
        row={(image) => (
          <>
            <ModeratedPicture image={image} />
            <div class="admin-what">
              <p class="line-name" id={image.id}>
                <bdi>{image.filename}</bdi>
              </p>
              {image.reason !== null && <p>{image.reason}</p>}
              <p class="line-text">
                {t(`admin-quarantine-causes-${image.cause}`)},{' '}
                {t('admin-quarantine-since', { when: image.quarantined_at })}
              </p>
              <div class="choices">
                <Button kind="quiet" small aria-describedby={image.id} onClick={() => void release(image.id)}>
                  {t('admin-quarantine-release')}
                </Button>
                <Button kind="danger" small aria-describedby={image.id} onClick={() => setConfirming(image.id)}>
                  {t('admin-reports-takedown')}
                </Button>
              </div>
            </div>
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
