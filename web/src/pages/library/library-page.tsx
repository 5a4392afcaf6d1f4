import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { ImageCollection } from '../../grid/image-collection.tsx';
import { usePageTitle } from '../../page-title.ts';
import { navigate, useLocation } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { library } from '../../texts/library.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { loadUsage, useUsage } from '../../usage.ts';
import { cachedListFor } from './cached-list.ts';
import { Filters } from './filters.tsx';
import { filterFromQuery, type ImageFilter } from './image-filter.ts';

/** Do not request the usage again if it was loaded with the page. */
const FRESH_MS = 5_000;

/** The account's images. The URL holds the filter, so that it survives reloads and history navigation. */
export default function LibraryPage() {
  usePageTitle(library.title);
  const { query } = useLocation();
  const filter = filterFromQuery(query);
  const accountId = useAccount()?.id ?? '';
  const cached = useMemo(() => cachedListFor(accountId, filter), [accountId, JSON.stringify(filter)]);
  const storage = useUsage()?.storage;
  useEffect(() => void loadUsage(FRESH_MS).catch(() => undefined), []);

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

  const changeFilter = (change: Partial<ImageFilter>) => {
    const next = Object.entries({ ...filter, ...change }).filter(([name, value]) =>
      name === 'order' ? value !== 'newest' : value !== '',
    );
    const text = new URLSearchParams(next).toString();
    navigate(`/library${text === '' ? '' : `?${text}`}`, { replace: true });
  };
  const isFiltered = filter.q !== '' || filter.album !== '' || filter.format !== '';
  return (
    <div class="page">
      <PageHead title={library.title} text={storage && library.total(storage.images, storage.bytes)}>
        <a class="button" href="/">
          {library.upload}
        </a>
      </PageHead>
      <Filters filter={filter} onChange={changeFilter} />
      <ImageCollection
        list={cached.list}
        label={library.grid}
        total={isFiltered ? undefined : storage?.images}
        staysInList={(image) => filter.album === '' || (image.album?.id ?? 'none') === filter.album}
        onRemove={() => void loadUsage().catch(() => undefined)}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={library.nothingFound} text={library.nothingFoundText}>
              <Button kind="quiet" onClick={() => changeFilter({ q: '', album: '', format: '' })}>
                {library.clearFilters}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon="image" title={library.empty} text={library.emptyText}>
              <a class="button" href="/">
                {library.upload}
              </a>
            </EmptyState>
          )
        }
      />
    </div>
  );
}
