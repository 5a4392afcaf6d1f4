import { useState } from 'preact/hooks';
import type { ModeratedImage } from '../../../../src/api/moderation.ts';
import { t } from '../../i18n/i18n.ts';

/** A possibly offensive picture. It is blurred until the administrator reveals it. */
export function ModeratedPicture({ image }: { image: ModeratedImage }) {
  const [shown, setShown] = useState(false);
  return (
    <div class="moderated">
      <img class={shown ? '' : 'blurred'} src={`/api/v1/admin/images/${image.id}/thumbnail`} alt="" />
      <button type="button" class="copy" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t('admin-reports-hide') : t('admin-reports-reveal')}
        <span class="visually-hidden"> {image.filename}</span>
      </button>
    </div>
  );
}
