import { useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { TEXT_LIMITS } from '../../../src/core/image-texts.ts';
import { api } from '../api/api.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

interface EditDialogProps {
  image: ImageInfo;
  onChange(image: ImageInfo): void;
  onClose(): void;
}

/** Changes title, alternative text, description and tags of an image. */
export function EditDialog({ image, onChange, onClose }: EditDialogProps) {
  const [title, setTitle] = useState(image.title ?? '');
  const [alt, setAlt] = useState(image.alt ?? '');
  const [description, setDescription] = useState(image.description ?? '');
  const [tags, setTags] = useState((image.tags ?? []).join(', '));
  return (
    <ConfirmDialog
      title={t('library-edit')}
      action={t('library-edit-save')}
      onClose={onClose}
      onConfirm={async () => {
        const body = { title, alt, description, tags: [tags] };
        onChange(await api.patch<ImageInfo>(`/image/${image.id}`, body));
        toast(t('library-edit-done'));
        onClose();
      }}
    >
      <TextField
        label={t('library-details-title')}
        value={title}
        maxLength={TEXT_LIMITS.title}
        dir="auto"
        autocomplete="off"
        onInput={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextField
        label={t('library-details-alt')}
        hint={t('library-edit-alt')}
        value={alt}
        maxLength={TEXT_LIMITS.alt}
        dir="auto"
        autocomplete="off"
        onInput={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <TextAreaField
        label={t('library-details-description')}
        value={description}
        maxLength={TEXT_LIMITS.description}
        dir="auto"
        onInput={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <TextField
        label={t('library-details-tags')}
        hint={t('library-edit-tags')}
        value={tags}
        dir="auto"
        autocomplete="off"
        onInput={({ currentTarget }) => setTags(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
