import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { ImageCollection } from '../../grid/image-collection.tsx';
import { t } from '../../i18n/i18n.ts';
import { usePageTitle } from '../../page-title.ts';
import { navigate, useLocation } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { loadUsage, useUsage } from '../../usage.ts';
import { cachedListFor } from './cached-list.ts';
import { Filters } from './filters.tsx';
import { filterFromQuery, type ImageFilter, isFiltering, NO_FILTER, queryOf, selectorOf } from './image-filter.ts';
import './library.css';

/** Do not request the usage again if it was loaded with the page. */
const FRESH_MS = 5_000;

/** The account's images. The URL holds the filter, so that it survives reloads and history navigation. */
export default function LibraryPage() {
  usePageTitle(t('library-title'));
  const { query } = useLocation();
  const filter = filterFromQuery(query);
  const accountId = useAccount()?.id ?? '';
  const cached = useMemo(() => cachedListFor(accountId, filter), [accountId, JSON.stringify(filter)]);
  const { total: found } = useStore(cached.list.state);
  const storage = useUsage()?.storage;
  useEffect(() => void loadUsage(FRESH_MS).catch(() => undefined), []);
  useKeptScroll(cached);

  const changeFilter = (change: Partial<ImageFilter>) => {
    const text = queryOf({ ...filter, ...change });
    navigate(text === '' ? '/library' : `/library?${text}`, { replace: true });
  };
  const isFiltered = isFiltering(filter);
  const text = isFiltered
    ? found !== undefined && t('library-found', { count: found })
    : storage && t('library-total', { count: storage.images, bytes: storage.bytes });
  return (
    <div class="page wide library">
      <PageHead title={t('library-title')} text={text || ' '}>
        <a class="button quiet" href="/trash">
          {t('common-nav-trash')}
        </a>
        <a class="button" href="/">
          {t('library-upload')}
        </a>
      </PageHead>
      <Filters filter={filter} onChange={changeFilter} />
      <ImageCollection
        list={cached.list}
        label={t('library-grid')}
        total={isFiltered ? undefined : storage?.images}
        query={selectorOf(filter)}
        staysInList={(image) => filter.album === '' || (image.album?.id ?? 'none') === filter.album}
        onRemove={() => void loadUsage().catch(() => undefined)}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={t('library-nothing-found')} text={t('library-nothing-found-text')}>
              <Button kind="quiet" onClick={() => changeFilter({ ...NO_FILTER, order: filter.order })}>
                {t('library-clear-filters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon="image" title={t('library-empty')} text={t('library-empty-text')}>
              <a class="button" href="/">
                {t('library-upload')}
              </a>
            </EmptyState>
          )
        }
      />
    </div>
  );
}

/** Keeps the scroll position with the list, so that the user returns to the same images. */
function useKeptScroll(cached: { scrollTop: number }): void {
  useLayoutEffect(() => {
    const { scrollTop } = cached;
    // The navigation scrolls to the top first.
    const frame = scrollTop === 0 ? 0 : requestAnimationFrame(() => scrollTo({ top: scrollTop, behavior: 'instant' }));
    const saveScroll = () => {
      cached.scrollTop = scrollY;
    };
    addEventListener('scroll', saveScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', saveScroll);
    };
  }, [cached]);
}
