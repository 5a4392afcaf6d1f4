import { useState } from 'preact/hooks';
import type { ReportInfo } from '../../../../src/api/moderation.ts';
import { admin } from '../../texts/admin.ts';
import { SelectField } from '../../ui/field.tsx';
import { PagedRows } from './paged-rows.tsx';
import { ReportRow } from './report-row.tsx';
import { type Decision, ResolveDialog } from './resolve-dialog.tsx';

const words = admin.reports;

/** Reports by visitors and the decisions on them. */
export function ReportsSection() {
  const [state, setState] = useState('open');
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<{ decision: Decision; report: ReportInfo }>();
  return (
    <>
      <div class="admin-filters">
        <SelectField label={words.state} value={state} onChange={({ currentTarget }) => setState(currentTarget.value)}>
          {words.states.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedRows<ReportInfo>
        path="/admin/reports"
        member="reports"
        query={{ state }}
        version={version}
        row={(report) => <ReportRow report={report} onDecide={(decision) => setConfirming({ decision, report })} />}
      />
      {confirming !== undefined && (
        <ResolveDialog
          {...confirming}
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
