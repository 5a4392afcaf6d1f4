import { useState } from 'preact/hooks';
import type { QuarantinedImage } from '../../../../src/client/types-admin.ts';
import { api } from '../../api/api.ts';
import { humanTime } from '../../human.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';
import { PagedLines } from './paged-lines.tsx';

const words = admin.quarantine;

/** Images that only administrators see: released, or taken down. */
export function QuarantineSection() {
  const [version, setVersion] = useState(0);
  const [asked, setAsked] = useState<QuarantinedImage>();
  const [reason, setReason] = useState('');
  const [block, setBlock] = useState(true);
  const release = async ({ id }: QuarantinedImage) => {
    try {
      await api.post(`/admin/images/${id}/release`);
      toast(words.released);
      setVersion(version + 1);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <PagedLines<QuarantinedImage>
        path="/admin/quarantine"
        member="images"
        version={version}
        line={(image) => (
          <>
            <ModeratedPicture image={image} />
            <div class="admin-what">
              <p class="line-name">
                <bdi>{image.filename}</bdi>
              </p>
              <p class="line-text">
                {[image.cause, image.reason, humanTime(image.quarantined_at)].filter(Boolean).join(', ')}
              </p>
              <div class="choices">
                <Button kind="quiet" small onClick={() => void release(image)}>
                  {words.release}
                </Button>
                <Button kind="danger" small onClick={() => setAsked(image)}>
                  {admin.reports.takedown}
                </Button>
              </div>
            </div>
          </>
        )}
      />
      {asked !== undefined && (
        <ConfirmDialog
          title={admin.reports.takedown}
          action={admin.reports.takedown}
          danger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await api.post(`/admin/images/${asked.id}/takedown`, { reason, block });
            toast(words.takenDown);
            setAsked(undefined);
            setVersion(version + 1);
          }}
        >
          <TextField
            label={words.reason}
            required
            maxLength={1_000}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <CheckField
            label={words.block}
            checked={block}
            onChange={({ currentTarget }) => setBlock(currentTarget.checked)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
