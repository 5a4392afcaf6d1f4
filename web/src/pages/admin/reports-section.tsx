import { useState } from 'preact/hooks';
import type { ReportedImage } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import type { PagedList } from '../../paged-list.ts';
import { loadAttention } from '../../shell/attention.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { PagedRows } from './paged-rows.tsx';
import { ReportRow } from './report-row.tsx';
import { type Decision, ResolveDialog } from './resolve-dialog.tsx';

const STATES = ['open', 'dismissed', 'taken_down', 'all'] as const;
const KEYS = ['j', 'k', 'x', 'd', 't', 's', 'help'] as const;
const DECISIONS: Readonly<Record<string, Decision>> = { d: 'dismiss', t: 'takedown', s: 'takedown_and_suspend' };
/** Of one request to decide. */
const MAX_SELECTED = 50;

/** An image with an id, as lists need it. */
type Row = ReportedImage & { id: string };
type List = PagedList<Row>;

const toRow = (raw: unknown): Row => ({ ...(raw as ReportedImage), id: (raw as ReportedImage).image_id });
const isDecidable = (decision: Decision, { image, uploader }: Row) =>
  decision === 'dismiss' || (image !== null && (decision === 'takedown' || uploader !== null));

interface Answer {
  failed: number;
  results: { id: string; success: boolean; error?: { message: string } }[];
}

/** Reported images and the decisions on them: one by one, by keys, or several at once. */
export function ReportsSection() {
  const [state, setState] = useState('open');
  const [version, setVersion] = useState(0);
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [confirming, setConfirming] = useState<{ decision: Decision; images: readonly Row[]; list: List }>();
  const [helps, setHelps] = useState(false);

  const show = (next: string) => {
    setState(next);
    setSelected(new Map());
  };
  const select = (image: Row, isSelected: boolean) => {
    const next = new Map(selected);
    if (!isSelected) next.delete(image.id);
    else if (next.size < MAX_SELECTED) next.set(image.id, image);
    setSelected(next);
  };

  async function resolve(decision: Decision, images: readonly Row[], list: List, note?: string): Promise<void> {
    const body = { image_ids: images.map(({ id }) => id), action: decision, ...(note === undefined ? {} : { note }) };
    const { failed, results } = await api.post<Answer>('/admin/reports/resolve', body);
    setConfirming(undefined);
    setSelected(new Map());
    const refused = results.find(({ success }) => !success);
    if (failed > 0) toast(t('admin-reports-failed', { count: failed, reason: refused?.error?.message ?? '' }));
    else toast(t(`admin-reports-done-${decision}`, { count: images.length }));
    list.remove(new Set(results.filter(({ success }) => success).map(({ id }) => id)));
    // Copies of the pictures may be in the list too.
    if (decision !== 'dismiss' && images.some(({ copies }) => copies > 1)) setVersion(version + 1);
    void loadAttention();
  }

  const decide = (decision: Decision, images: readonly Row[], list: List) => {
    if (decision === 'dismiss' && images.length === 1) resolve(decision, images, list).catch(toastError);
    else setConfirming({ decision, images, list });
  };

  const onKey = (key: string, image: Row | undefined, list: List): boolean => {
    if (key === '?') setHelps(true);
    else if (image === undefined || state !== 'open') return false;
    else if (key === 'x') select(image, !selected.has(image.id));
    else {
      const decision = DECISIONS[key];
      if (decision === undefined || !isDecidable(decision, image)) return false;
      decide(decision, [image], list);
    }
    return true;
  };

  return (
    <>
      <Filters state={state} onState={show} onKeys={() => setHelps(true)} />
      <PagedRows<Row>
        path="/admin/reported-images"
        member="images"
        query={{ state }}
        version={version}
        empty={t(`admin-reports-empty-${state}`)}
        toRow={toRow}
        onKey={onKey}
        before={(items, list) =>
          state === 'open' && (
            <BulkBar
              count={selected.size}
              onAll={() => setSelected(new Map(items.slice(0, MAX_SELECTED).map((item) => [item.id, item])))}
              onNone={() => setSelected(new Map())}
              onDecide={(decision) => decide(decision, [...selected.values()], list)}
            />
          )
        }
        row={(reported, list) => (
          <ReportRow
            reported={reported}
            selected={state === 'open' ? selected.has(reported.id) : undefined}
            onSelect={(isSelected) => select(reported, isSelected)}
            onDecide={(decision) => decide(decision, [reported], list)}
            onUploader={() => setVersion(version + 1)}
          />
        )}
      />
      {confirming !== undefined && (
        <ResolveDialog
          {...confirming}
          onClose={() => setConfirming(undefined)}
          onConfirm={(note) => resolve(confirming.decision, confirming.images, confirming.list, note)}
        />
      )}
      {helps && <KeysDialog onClose={() => setHelps(false)} />}
    </>
  );
}

interface BulkBarProps {
  count: number;
  onAll(): void;
  onNone(): void;
  onDecide(decision: Decision): void;
}

/** Decisions on the selected images. */
function BulkBar({ count, onAll, onNone, onDecide }: BulkBarProps) {
  return (
    <div class="admin-bulk" role="toolbar" aria-label={t('admin-reports-bulk')}>
      {count === 0 ? (
        <Button kind="plain" small onClick={onAll}>
          {t('admin-reports-select-all')}
        </Button>
      ) : (
        <>
          <span role="status">{t('admin-reports-selected', { count })}</span>
          <Button kind="quiet" small onClick={() => onDecide('dismiss')}>
            {t('admin-reports-dismiss')}
          </Button>
          <Button kind="danger" small onClick={() => onDecide('takedown')}>
            {t('admin-reports-takedown')}
          </Button>
          <Button kind="plain" small onClick={onNone}>
            {t('admin-reports-select-none')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The meaning of the keys. */
function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('admin-reports-keys')} onClose={onClose}>
      <dl class="admin-keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key === 'help' ? '?' : key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`admin-reports-key-${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

interface FiltersProps {
  state: string;
  onState(state: string): void;
  onKeys(): void;
}

function Filters({ state, onState, onKeys }: FiltersProps) {
  return (
    <div class="admin-filters">
      <SelectField
        label={t('admin-reports-state')}
        value={state}
        onChange={({ currentTarget }) => onState(currentTarget.value)}
      >
        {STATES.map((name) => (
          <option key={name} value={name}>
            {t(`admin-reports-state-${name}`)}
          </option>
        ))}
      </SelectField>
      <Button kind="plain" onClick={onKeys}>
        {t('admin-reports-keys')}
      </Button>
    </div>
  );
}
