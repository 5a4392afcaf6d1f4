import { useState } from 'preact/hooks';
import type { SameUploader, UploaderActed } from '../../../../src/api/moderation.ts';
import { UPLOADER_ACTIONS } from '../../../../src/core/states.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { ModeratedPicture } from './moderated-picture.tsx';

/** Opens the images of the uploader of an anonymous image. */
export function UploaderButton({ imageId, onDone }: Omit<UploaderDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const done = () => {
    setIsOpen(false);
    onDone();
  };
  return (
    <>
      <Button kind="quiet" small aria-describedby={`image-${imageId}`} onClick={() => setIsOpen(true)}>
        {t('admin-uploader-open')}
      </Button>
      {isOpen && <UploaderDialog imageId={imageId} onDone={done} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface UploaderDialogProps {
  imageId: string;
  onDone(): void;
  onClose(): void;
}

const SHOWN_PICTURES = 12;
const BLOCK_HOURS = 7 * 24;
/** Few enough that the progress moves. */
const IMAGES_A_REQUEST = 500;

/** Shows the images of an anonymous uploader, and hides or removes all of them, with the progress. */
function UploaderDialog({ imageId, onDone, onClose }: UploaderDialogProps) {
  const [action, setAction] = useState<string>('hide');
  const [blocks, setBlocks] = useState(true);
  const [done, setDone] = useState(0);
  const path = (id: string) => `/admin/images/${id}/same-uploader`;
  const { value } = useLoaded(() => api.get<SameUploader>(path(imageId)));
  return (
    <ConfirmDialog
      title={t('admin-uploader-title')}
      action={t('admin-uploader-apply')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        if (blocks) await api.post(path(imageId), { block_hours: BLOCK_HOURS });
        let next: string | null = imageId;
        for (let sum = 0; next !== null; ) {
          const body = { action, max_images: IMAGES_A_REQUEST };
          const acted: UploaderActed = await api.post(path(next), body);
          next = acted.done === 0 ? null : acted.next_image_id;
          sum += acted.done;
          setDone(sum);
        }
        toast(t('admin-uploader-done'));
        onDone();
      }}
    >
      {value !== undefined && <p>{t('admin-uploader-count', { count: value.total })}</p>}
      <div class="admin-pictures">
        {value?.images.slice(0, SHOWN_PICTURES).map((image) => (
          <ModeratedPicture key={image.id} image={image} />
        ))}
      </div>
      <SelectField
        label={t('admin-uploader-action')}
        value={action}
        onChange={({ currentTarget }) => setAction(currentTarget.value)}
      >
        {UPLOADER_ACTIONS.map((one) => (
          <option key={one} value={one}>
            {t(`admin-uploader-actions-${one}`)}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={t('admin-uploader-block')}
        checked={blocks}
        onChange={({ currentTarget }) => setBlocks(currentTarget.checked)}
      />
      {done > 0 && <p role="status">{t('admin-uploader-progress', { count: done })}</p>}
    </ConfirmDialog>
  );
}
