import { useState } from 'preact/hooks';
import type { JobInfo } from '../../../../src/api/admin.ts';
import { api } from '../../api/api.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { PagedRows } from './paged-rows.tsx';

const words = admin.jobs;

/** Background jobs, with failed jobs first. */
export function JobsSection() {
  const [state, setState] = useState('dead');
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<JobInfo>();
  const retry = async ({ id }: JobInfo) => {
    try {
      await api.post(`/admin/jobs/${encodeURIComponent(id)}/retry`);
      toast(words.retried);
      setVersion(version + 1);
    } catch (error) {
      toastError(error);
    }
  };
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
      <PagedRows<JobInfo>
        path="/admin/jobs"
        member="jobs"
        query={{ state }}
        version={version}
        row={(job) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={job.id}>
                {job.kind}
              </p>
              <p class="line-text">{words.attempts(job.attempts, job.run_at)}</p>
              {job.last_error !== null && <p class="line-text">{job.last_error}</p>}
            </div>
            {job.state !== 'running' && (
              <div class="choices">
                <Button kind="quiet" small aria-describedby={job.id} onClick={() => void retry(job)}>
                  {words.retry}
                </Button>
                {!job.periodic && (
                  <Button kind="danger" small aria-describedby={job.id} onClick={() => setConfirming(job)}>
                    {words.remove}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      />
      {confirming !== undefined && (
        <ConfirmDialog
          title={words.removeTitle}
          action={words.remove}
          danger
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/jobs/${encodeURIComponent(confirming.id)}`);
            toast(words.removed);
            setConfirming(undefined);
            setVersion(version + 1);
          }}
        >
          <p>{confirming.kind}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
