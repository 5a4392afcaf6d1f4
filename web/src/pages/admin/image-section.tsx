import { useState } from 'preact/hooks';
import type { ImageCase } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { formatDate, formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { navigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useForm } from '../../use-form.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ModeratedPicture } from './moderated-picture.tsx';
import { TakedownDialog } from './takedown-dialog.tsx';
import { UploaderButton } from './uploader-dialog.tsx';

/** The id alone, or the last part of a link that looks like one. */
const ID = /(?:^|\/)([0-9A-Za-z]{12})(?=[./?#]|$)/;

/** Finds an image by its id or a link, for acts without a report. */
export function ImageSection({ id }: { id?: string | undefined }) {
  const [text, setText] = useState(id ?? '');
  const { form, busy, errors, onSubmit } = useForm({
    check: () => (ID.test(text.trim()) ? {} : { image: t('admin-images-wrong') }),
    send: async () => navigate(`/admin/images/${ID.exec(text.trim())?.[1]}`),
  });
  return (
    <>
      <form ref={form} class="admin-filters" noValidate onSubmit={onSubmit}>
        <TextField
          type="search"
          label={t('admin-images-search')}
          error={errors.image}
          dir="ltr"
          maxLength={2_000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button submit busy={busy}>
          {t('admin-images-find')}
        </Button>
      </form>
      {id !== undefined && <FoundImage key={id} id={id} />}
    </>
  );
}

function FoundImage({ id }: { id: string }) {
  const path = `/admin/images/${encodeURIComponent(id)}`;
  const { value, errorMessage, reload } = useLoaded(() => api.get<ImageCase>(path));
  const [confirming, setConfirming] = useState(false);
  const {
    form,
    busy,
    errorMessage: failure,
    onSubmit,
  } = useForm({
    async send() {
      const isHidden = value?.image.quarantined === true;
      await api.post(`${path}/${isHidden ? 'release' : 'quarantine'}`, isHidden ? undefined : {});
      toast(isHidden ? t('admin-quarantine-released') : t('admin-images-hidden'));
      reload();
    },
  });
  if (errorMessage !== undefined) return <ErrorMessage>{errorMessage}</ErrorMessage>;
  if (value === undefined) return <Spinner label={t('common-loading')} />;
  const { image, uploader } = value;
  return (
    <div class="admin-lines">
      <div class="admin-line">
        <ModeratedPicture image={image} />
        <div class="admin-what">
          <p class="line-name" id={`image-${id}`}>
            <a href={image.links.view_page} target="_blank" rel="noopener">
              <bdi>{image.filename}</bdi>
            </a>
          </p>
          <p class="line-text">{factsOf(value)}</p>
          <p class="line-text">
            {uploader === null ? (
              t('admin-reports-anonymous')
            ) : (
              <a href={`/admin/accounts/${uploader.id}`}>{uploader.email ?? uploader.id}</a>
            )}
            {uploader?.suspended === true && ` (${t('admin-accounts-is-suspended')})`}
          </p>
          {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
          <form ref={form} class="choices" onSubmit={onSubmit}>
            <Button kind="quiet" small submit busy={busy}>
              {image.quarantined ? t('admin-quarantine-release') : t('admin-images-hide')}
            </Button>
            <Button kind="danger" small onClick={() => setConfirming(true)}>
              {t('admin-reports-takedown')}
            </Button>
            {uploader === null && <UploaderButton imageId={id} onDone={reload} />}
          </form>
        </div>
      </div>
      {confirming && (
        <TakedownDialog
          imageId={id}
          onClose={() => setConfirming(false)}
          onDone={() => {
            setConfirming(false);
            reload();
          }}
        />
      )}
    </div>
  );
}

function factsOf({ image, copies, open_reports: reports }: ImageCase): string {
  return [
    formatSize(image.size),
    formatDate(image.uploaded_at),
    t('admin-images-views', { count: image.views }),
    t('admin-reports-copies', { count: copies }),
    reports === 0 ? '' : t('admin-images-reports', { count: reports }),
    image.quarantined ? t('admin-sections-quarantine') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
