import type { UploadResult } from '../../../../src/api/images.ts';
import { t } from '../../i18n/i18n.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { linkText } from '../../upload/link-text.ts';

/** The links of an image in every format and, for a visitor's image, the link that deletes it. */
export function AllLinks({ image, id }: { image: UploadResult; id?: string }) {
  return (
    <div class="all-links" id={id}>
      <div class="link-grid">
        {LINK_FORMATS.map(({ name, label }) => (
          <CopyField key={name} label={label} text={linkText(image, name)} />
        ))}
      </div>
      {image.anonymous && (
        <div class="delete-link">
          <CopyField label={t('upload-delete-link')} text={image.delete_url} />
          <p class="field-hint">{t('upload-delete-link-hint')}</p>
        </div>
      )}
    </div>
  );
}
