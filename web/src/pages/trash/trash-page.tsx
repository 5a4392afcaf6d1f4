import { useRef, useState } from 'preact/hooks';
import type { TrashedInfo } from '../../../../src/api/trash.ts';
import { restoreImages } from '../../bulk/bulk-requests.ts';
import { toastOutcome } from '../../bulk/toast-outcome.ts';
import { explain } from '../../error-message.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useUsage } from '../../usage.ts';
import { deleteForGood, emptyTrash, useTrashList } from './trash-list.ts';
import '../../bulk/bulk.css';
import './trash.css';

const DAY_MS = 86_400_000;
/** Names that a question lists. */
const MAX_NAMES = 5;

/** The images that the account has deleted and may still restore. */
export default function TrashPage() {
  usePageTitle(t('trash-title'));
  const { state, loadMore, remove } = useTrashList();
  const { items, hasMore, loading, error } = state;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly TrashedInfo[] | 'all'>();
  const root = useRef<HTMLDivElement>(null);
  const { limits, storage } = useUsage() ?? {};
  const chosen = items.filter(({ id }) => selected.has(id));

  /** The images leave the page, and the focus goes to what takes their place. */
  const leave = (ids: ReadonlySet<string>) => {
    const first = items.findIndex(({ id }) => ids.has(id));
    remove(ids);
    setSelected(new Set([...selected].filter((id) => !ids.has(id))));
    requestAnimationFrame(() => {
      const boxes = root.current?.querySelectorAll<HTMLElement>('.trash-item input') ?? [];
      (boxes[Math.min(first, boxes.length - 1)] ?? root.current)?.focus();
    });
  };
  const restore = async (images: readonly TrashedInfo[]) => {
    const outcome = await restoreImages(images.map(({ id }) => id));
    toastOutcome(outcome, (count) => t('trash-restored', { count }));
    // An image that is not there any more leaves the page as well.
    leave(new Set(images.map(({ id }) => id)));
  };
  const remain = asked === 'all' ? (storage?.trash.images ?? items.length) : (asked?.length ?? 0);
  const runDeletion = async () => {
    const images = asked === 'all' ? items : (asked ?? []);
    const ids = images.map(({ id }) => id);
    const count = asked === 'all' ? await emptyTrash() : await deleteForGood(ids);
    setAsked(undefined);
    toast(t('trash-deleted', { count }));
    leave(new Set(ids));
  };
  return (
    <div class="page wide trash" ref={root} tabIndex={-1}>
      <PageHead title={t('trash-title')} text={t('trash-text', { days: limits?.trash_days ?? 30 })}>
        {items.length > 0 && (
          <Button kind="quiet" onClick={() => setAsked('all')}>
            {t('trash-empty-action')}
          </Button>
        )}
      </PageHead>
      {items.length === 0 && !hasMore && error === undefined && (
        <EmptyState icon="trash" title={t('trash-nothing')} text={t('trash-nothing-text')}>
          <a class="button" href="/library">
            {t('trash-library')}
          </a>
        </EmptyState>
      )}
      <ul class="trash-items" aria-label={t('trash-images')}>
        {items.map((image) => (
          <TrashItem
            key={image.id}
            image={image}
            selected={selected.has(image.id)}
            onSelect={(isSelected) => {
              const next = new Set(selected);
              if (isSelected) next.add(image.id);
              else next.delete(image.id);
              setSelected(next);
            }}
            onRestore={() => void restore([image]).catch(toastError)}
            onDelete={() => setAsked([image])}
          />
        ))}
      </ul>
      {loading && <Spinner label={t('trash-loading')} />}
      {error !== undefined && (
        <ErrorMessage>
          <p>{explain(error)}</p>
          <Button kind="quiet" small onClick={() => void loadMore()}>
            {t('common-try-again')}
          </Button>
        </ErrorMessage>
      )}
      {hasMore && !loading && error === undefined && (
        <div class="choices">
          <Button kind="quiet" onClick={() => void loadMore()}>
            {t('trash-show-more')}
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <section class="selection-bar" aria-label={t('trash-selection-bar')}>
          <div class="selection-count">
            <button
              type="button"
              class="icon-button"
              aria-label={t('trash-clear-selection')}
              onClick={() => setSelected(new Set())}
            >
              <Icon name="close" />
            </button>
            <p>{t('trash-selected', { count: chosen.length })}</p>
          </div>
          <div class="selection-actions">
            <Button small onClick={() => void restore(chosen).catch(toastError)}>
              {t('trash-restore')}
            </Button>
            <Button small kind="danger" onClick={() => setAsked(chosen)}>
              {t('trash-delete')}
            </Button>
          </div>
        </section>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={
            asked === 'all'
              ? t('trash-empty-title', { count: remain })
              : t('trash-delete-title', { count: remain, name: asked[0]?.filename ?? '' })
          }
          action={asked === 'all' ? t('trash-empty-action') : t('trash-delete')}
          danger
          onConfirm={runDeletion}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {asked === 'all' ? t('trash-empty-text') : t('trash-delete-text', { count: remain, names: namesOf(asked) })}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface TrashItemProps {
  image: TrashedInfo;
  selected: boolean;
  onSelect(selected: boolean): void;
  onRestore(): void;
  onDelete(): void;
}

function TrashItem({ image, selected, onSelect, onRestore, onDelete }: TrashItemProps) {
  const { id, filename: name, purge_at: purgeAt } = image;
  const [failed, setFailed] = useState(false);
  const days = Math.max(1, Math.ceil((Date.parse(purgeAt) - Date.now()) / DAY_MS));
  return (
    <li class={selected ? 'trash-item selected' : 'trash-item'}>
      <label class="trash-picture">
        {failed ? (
          <Icon name="image" />
        ) : (
          <img
            src={`/api/v1/trash/${id}/thumbnail`}
            alt=""
            width={image.thumbnail.width}
            height={image.thumbnail.height}
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
          />
        )}
        <input
          type="checkbox"
          aria-label={t('trash-select', { name })}
          checked={selected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </label>
      <p class="trash-name">
        <FileName name={name} />
      </p>
      <p class="trash-left" title={formatTime(purgeAt)}>
        {t('trash-left', { days })}
      </p>
      <div class="trash-actions">
        <Button kind="quiet" small aria-label={t('trash-restore-named', { name })} onClick={onRestore}>
          {t('trash-restore')}
        </Button>
        <button
          type="button"
          class="icon-button"
          aria-label={t('trash-delete-named', { name })}
          title={t('trash-delete')}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  );
}

/** The first names of a list of images. */
function namesOf(images: readonly TrashedInfo[]): string {
  const names = images.slice(0, MAX_NAMES).map(({ filename }) => filename);
  const text = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(names);
  const count = images.length - names.length;
  return count === 0 ? text : t('trash-names-more', { names: names.join(', '), count });
}
