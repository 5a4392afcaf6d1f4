import type { ReportedImage } from '../../../../src/api/moderation.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';
import type { Decision } from './resolve-dialog.tsx';
import { UploaderButton } from './uploader-dialog.tsx';

interface ReportRowProps {
  reported: ReportedImage;
  /** Undefined where nothing is left to decide. */
  selected: boolean | undefined;
  onSelect(selected: boolean): void;
  onDecide(decision: Decision): void;
  /** Called after an act on all images of the anonymous uploader. */
  onUploader(): void;
}

/** A reported image with its context, its newest reports and, while they are open, the possible decisions. */
export function ReportRow({ reported, selected, onSelect, onDecide, onUploader }: ReportRowProps) {
  const { image, image_id: id, uploader, copies } = reported;
  const name = image?.filename ?? id;
  return (
    <>
      {selected !== undefined && (
        <input
          type="checkbox"
          aria-label={t('admin-reports-select', { name })}
          checked={selected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      {image !== null && <ModeratedPicture image={image} />}
      <div class="admin-what">
        <p class="line-name" id={`image-${id}`}>
          {image === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={image.links.view_page} target="_blank" rel="noopener">
              <bdi>{name}</bdi>
            </a>
          )}
        </p>
        <p class="admin-reasons">
          {reported.reasons.map(({ reason, reports }) => (
            <span key={reason}>
              {t('admin-reports-reason', { reason: t(`admin-reports-reasons-${reason}`), count: reports })}
            </span>
          ))}
        </p>
        <p class="line-text">
          {t('admin-reports-times', {
            count: reported.reports,
            first: reported.first_reported_at,
            last: reported.last_reported_at,
          })}
        </p>
        {image === null ? (
          <p class="line-text">{t('admin-reports-gone')}</p>
        ) : (
          <p class="line-text">
            {uploader === null ? (
              t('admin-reports-anonymous')
            ) : (
              <a href={`/admin/accounts/${uploader.id}`}>{uploader.email ?? uploader.id}</a>
            )}
            {uploader?.suspended === true && ` (${t('admin-accounts-is-suspended')})`}
            {` · ${t('admin-reports-copies', { count: copies })}`}
          </p>
        )}
        <Comments reported={reported} />
        {selected !== undefined && (
          <div class="choices">
            <Button kind="quiet" small aria-describedby={`image-${id}`} onClick={() => onDecide('dismiss')}>
              {t('admin-reports-dismiss')}
            </Button>
            {image !== null && (
              <Button kind="danger" small aria-describedby={`image-${id}`} onClick={() => onDecide('takedown')}>
                {t('admin-reports-takedown')}
              </Button>
            )}
            {image !== null && uploader === null && <UploaderButton imageId={id} onDone={onUploader} />}
            {uploader !== null && (
              <Button
                kind="quiet"
                small
                aria-describedby={`image-${id}`}
                onClick={() => onDecide('takedown_and_suspend')}
              >
                {t('admin-reports-takedown_and_suspend')}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** What the newest reports say, and who has resolved them. */
function Comments({ reported }: { reported: ReportedImage }) {
  const told = reported.latest.filter(
    ({ comment, email, state }) => comment !== null || email !== null || state !== 'open',
  );
  if (told.length === 0) return null;
  return (
    <ul class="admin-comments">
      {told.map((report) => (
        <li key={report.id}>
          {report.comment !== null && <q>{report.comment}</q>}{' '}
          <span class="line-text">
            {[
              report.email ?? '',
              formatTime(report.created_at),
              report.state === 'open' ? '' : t(`admin-reports-state-${report.state}`),
              report.resolved_by === null ? '' : t('admin-reports-by', { email: report.resolved_by.email ?? '' }),
              report.note ?? '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
