import { useEffect, useState } from 'preact/hooks';
import type { AccountTaskInfo, AdminAccount } from '../../../../../src/api/admin.ts';
import { api } from '../../../api/api.ts';
import { formatCount } from '../../../i18n/format.ts';
import { t } from '../../../i18n/i18n.ts';
import { navigate } from '../../../router.ts';
import { useAccount } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useLoaded } from '../../../use-loaded.ts';
import { ExportButton } from '../../account/export-card.tsx';

const POLL_MS = 1_000;
const DAY_MS = 86_400_000;
/** Days; 0 = all images. */
const PERIODS = [0, 1, 7] as const;
const VERBS = ['hide', 'show', 'delete'] as const;
type Wanted = (typeof VERBS)[number] | 'account';

interface AccountTasksProps {
  account: AdminAccount;
  /** The images have changed. */
  onDone(): void;
}

/** Hides, shows and deletes all images of an account, exports or deletes the account, and shows the progress. */
export function AccountTasks({ account, onDone }: AccountTasksProps) {
  const { id, email } = account;
  const [task, setTask] = useState<AccountTaskInfo>();
  const [wanted, setWanted] = useState<Wanted>();
  const isOwn = useAccount()?.id === id;
  const isRunning = task?.state === 'running';
  useEffect(() => {
    // Another administrator, a command or this page before a reload may have begun it.
    const latest = api.get<{ tasks: AccountTaskInfo[] }>('/admin/tasks', { account_id: id, limit: 1 });
    latest
      .then(({ tasks }) => setTask((known) => known ?? tasks.find(({ state }) => state === 'running')))
      .catch(() => {});
  }, [id]);
  useEffect(() => {
    if (!isRunning || task === undefined) return;
    const poll = setInterval(() => {
      api
        .get<AccountTaskInfo>(`/admin/tasks/${task.id}`)
        .then((now) => {
          setTask(now);
          if (now.state !== 'done') return;
          if (now.kind !== 'delete_account') return onDone();
          toast(t('admin-accounts-deleted'));
          navigate('/admin/accounts', { replace: true });
        })
        .catch(() => {});
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [task?.id, isRunning]);
  return (
    <>
      {task !== undefined && (
        <Meter
          label={t(`admin-tasks-${task.kind}`)}
          text={t(isRunning ? 'admin-tasks-progress' : 'admin-tasks-done', {
            done: formatCount(task.done_images),
            images: formatCount(task.images),
            bytes: task.done_bytes,
          })}
          value={task.done_images}
          max={task.images}
          isProgress
        />
      )}
      <div class="choices">
        {VERBS.map((verb) => (
          <Button key={verb} kind="quiet" small disabled={isRunning} onClick={() => setWanted(verb)}>
            {t(`admin-tasks-${verb}`)}
          </Button>
        ))}
        <ExportButton small path={`/admin/accounts/${encodeURIComponent(id)}/export`} label={t('admin-export')} />
        {!isOwn && !account.admin && (
          <Button kind="danger" small disabled={isRunning} onClick={() => setWanted('account')}>
            {t('admin-tasks-account')}
          </Button>
        )}
      </div>
      {wanted !== undefined && (
        <TaskDialog
          wanted={wanted}
          account={{ id, email }}
          onClose={() => setWanted(undefined)}
          onBegun={(begun) => {
            setTask(begun);
            setWanted(undefined);
          }}
        />
      )}
    </>
  );
}

interface TaskDialogProps {
  wanted: Wanted;
  account: { id: string; email: string };
  onBegun(task: AccountTaskInfo): void;
  onClose(): void;
}

/** Says how many images, and bytes, a task would change before it begins. */
function TaskDialog({ wanted, account: { id, email }, onBegun, onClose }: TaskDialogProps) {
  const [days, setDays] = useState(0);
  const [withHeld, setWithHeld] = useState(false);
  const [opened] = useState(() => Date.now());
  const path = `/admin/accounts/${encodeURIComponent(id)}`;
  const kind = wanted === 'account' ? 'delete_account' : `${wanted}_images`;
  const since = days === 0 ? undefined : new Date(opened - days * DAY_MS).toISOString();
  const count = useLoaded(() => {
    const held = withHeld ? { with_held: 'true' } : {};
    const query = { kind, ...held, ...(since === undefined ? {} : { uploaded_since: since }) };
    return api.get<{ images: number; bytes: number }>(`${path}/images/count`, query);
  });
  useEffect(count.reload, [days, withHeld]);
  const begin = () => {
    if (wanted === 'account') return api.delete<AccountTaskInfo>(path);
    const body = {
      ...(since === undefined ? {} : { uploaded_since: since }),
      ...(withHeld ? { with_held: true } : {}),
    };
    return api.post<AccountTaskInfo>(`${path}/images/${wanted}`, body);
  };
  return (
    <ConfirmDialog
      title={t(`admin-tasks-title-${wanted}`, { email })}
      action={t(`admin-tasks-${wanted}`)}
      danger={wanted === 'delete' || wanted === 'account'}
      onClose={onClose}
      onConfirm={async () => onBegun(await begin())}
    >
      {wanted !== 'account' && (
        <SelectField
          label={t('admin-tasks-period')}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {PERIODS.map((period) => (
            <option key={period} value={String(period)}>
              {t(`admin-tasks-period-${period}`)}
            </option>
          ))}
        </SelectField>
      )}
      {wanted === 'delete' && (
        <CheckField
          label={t('admin-tasks-held')}
          checked={withHeld}
          onChange={({ currentTarget }) => setWithHeld(currentTarget.checked)}
        />
      )}
      <p>{count.value === undefined ? t('common-loading') : t('admin-tasks-count', { ...count.value })}</p>
    </ConfirmDialog>
  );
}
