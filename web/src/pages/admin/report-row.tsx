import type { ReportInfo } from '../../../../src/api/moderation.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';
import type { Decision } from './resolve-dialog.tsx';

const words = admin.reports;

/** A report with its picture and, while it is open, the possible decisions. */
export function ReportRow({ report, onDecide }: { report: ReportInfo; onDecide(decision: Decision): void }) {
  const { image } = report;
  return (
    <>
      {image !== null && <ModeratedPicture image={image} />}
      <div class="admin-what">
        <p class="line-name" id={report.id}>
          {words.reasons[report.reason]}: <bdi>{image?.filename ?? report.image_id}</bdi>
        </p>
        {report.comment !== null && <p>{report.comment}</p>}
        <p class="line-text">{words.from(report.created_at, report.email)}</p>
        {image === null && <p class="line-text">{words.gone}</p>}
        {report.state === 'open' ? (
          <Decisions report={report} onDecide={onDecide} />
        ) : (
          <p class="line-text">
            {words.resolvedBy(words.resolved[report.state], report.resolved_at, report.resolved_by?.email ?? null)}
          </p>
        )}
        {report.note !== null && <p class="line-text">{report.note}</p>}
      </div>
    </>
  );
}

function Decisions({ report, onDecide }: { report: ReportInfo; onDecide(decision: Decision): void }) {
  const { id, image } = report;
  return (
    <div class="choices">
      <Button kind="quiet" small aria-describedby={id} onClick={() => onDecide('dismiss')}>
        {words.dismiss}
      </Button>
      {image !== null && (
        <Button kind="danger" small aria-describedby={id} onClick={() => onDecide('takedown')}>
          {words.takedown}
        </Button>
      )}
      {image !== null && image.account_id !== null && (
        <Button kind="danger" small aria-describedby={id} onClick={() => onDecide('takedown_and_suspend')}>
          {words.takedown_and_suspend}
        </Button>
      )}
    </div>
  );
}
