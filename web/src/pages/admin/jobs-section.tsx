import { useState } from 'preact/hooks';
import type { JobInfo } from '../../../../src/api/admin.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { attention, loadAttention } from '../../shell/attention.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { PagedRows } from './paged-rows.tsx';

const STATES = ['dead', 'waiting', 'running', 'all'] as const;

/** Background jobs: the failed ones where there are some, otherwise all. */
export function JobsSection() {
  const waiting = useStore(attention);
  const [chosen, setState] = useState<string>();
  const state = chosen ?? (waiting === undefined ? undefined : waiting.dead_jobs > 0 ? 'dead' : 'all');
  const [version, setVersion] = useState(0);
  const [confirming, setConfirming] = useState<JobInfo>();
  const retry = async ({ id }: JobInfo) => {
    try {
      await api.post(`/admin/jobs/${encodeURIComponent(id)}/retry`);
      toast(t('admin-jobs-retried'));
      setVersion(version + 1);
      void loadAttention();
    } catch (error) {
      toastError(error);
    }
  };
  if (state === undefined) return <Spinner label={t('common-loading')} />;
  return (
    <>
      <div class="admin-filters">
        <SelectField
          label={t('admin-jobs-state')}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        >
          {STATES.map((name) => (
            <option key={name} value={name}>
              {t(`admin-jobs-state-${name}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedRows<JobInfo>
        path="/admin/jobs"
        member="jobs"
        query={state === 'all' ? {} : { state }}
        empty={t(`admin-jobs-empty-${state}`)}
        version={version}
        row={(job) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={job.id}>
                {job.kind}
              </p>
              <p class="line-text">{t('admin-jobs-attempts', { count: job.attempts, when: job.run_at })}</p>
              {job.last_error !== null && <p class="line-text">{job.last_error}</p>}
            </div>
            {job.state !== 'running' && (
              <div class="choices">
                <Button kind="quiet" small aria-describedby={job.id} onClick={() => void retry(job)}>
                  {t('admin-jobs-retry')}
                </Button>
                {!job.periodic && (
                  <Button kind="danger" small aria-describedby={job.id} onClick={() => setConfirming(job)}>
                    {t('admin-jobs-remove')}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      />
      {confirming !== undefined && (
        <ConfirmDialog
          title={t('admin-jobs-remove-title')}
          action={t('admin-jobs-remove')}
          danger
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/jobs/${encodeURIComponent(confirming.id)}`);
            toast(t('admin-jobs-removed'));
            setConfirming(undefined);
            setVersion(version + 1);
            void loadAttention();
          }}
        >
          <p>{confirming.kind}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
