import { useState } from 'preact/hooks';
import type { ReportInfo } from '../../../../src/client/types-admin.ts';
import { api } from '../../api/api.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { ModeratedPicture } from './moderated-picture.tsx';
import { PagedLines } from './paged-lines.tsx';

const words = admin.reports;
type Action = 'dismiss' | 'takedown' | 'takedown_and_suspend';

/** What visitors have reported, and what is decided about it. */
export function ReportsSection() {
  const [state, setState] = useState('open');
  const [version, setVersion] = useState(0);
  const [asked, setAsked] = useState<{ action: Action; report: ReportInfo }>();
  const [note, setNote] = useState('');
  return (
    <>
      <SelectField label={words.state} value={state} onChange={({ currentTarget }) => setState(currentTarget.value)}>
        {words.states.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <PagedLines<ReportInfo>
        path="/admin/reports"
        member="reports"
        query={{ state }}
        version={version}
        line={(report) => <ReportLine report={report} onAsk={(action) => setAsked({ action, report })} />}
      />
      {asked !== undefined && (
        <ConfirmDialog
          title={words[asked.action]}
          action={words[asked.action]}
          danger={asked.action !== 'dismiss'}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            const body = { action: asked.action, ...(note.trim() === '' ? {} : { note }) };
            await api.post(`/admin/reports/${asked.report.id}/resolve`, body);
            toast(words.done);
            setAsked(undefined);
            setNote('');
            setVersion(version + 1);
          }}
        >
          <TextField
            label={words.note}
            optional
            maxLength={1_000}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}

function ReportLine({ report, onAsk }: { report: ReportInfo; onAsk(action: Action): void }) {
  const { image } = report;
  return (
    <>
      {image === null ? <p class="line-text">{words.gone}</p> : <ModeratedPicture image={image} />}
      <div class="admin-what">
        <p class="line-name">
          {report.reason}: <bdi>{image?.filename ?? report.image_id}</bdi>
        </p>
        {report.comment !== null && <p>{report.comment}</p>}
        <p class="line-text">{words.from(report.created_at, report.email)}</p>
        {report.note !== null && <p class="line-text">{report.note}</p>}
        {report.state === 'open' && (
          <div class="choices">
            <Button kind="quiet" small onClick={() => onAsk('dismiss')}>
              {words.dismiss}
            </Button>
            {image !== null && (
              <Button kind="danger" small onClick={() => onAsk('takedown')}>
                {words.takedown}
              </Button>
            )}
            {image?.account_id != null && (
              <Button kind="danger" small onClick={() => onAsk('takedown_and_suspend')}>
                {words.takedown_and_suspend}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
