import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { ImageCollection } from '../../grid/image-collection.tsx';
import { usePageTitle } from '../../page-title.ts';
import { navigate, usePlace } from '../../router.ts';
import { useAccount } from '../../session.ts';
import { library } from '../../texts/library.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { loadUsage, useUsage } from '../../usage.ts';
import { Filters } from './filters.tsx';
import { listFor } from './kept-list.ts';
import { type Wanted, wantedOf } from './wanted.ts';

/** Do not request the usage again if it was loaded with the page. */
const FRESH_MS = 5_000;

/** The account's images. The URL holds the filter, so that it survives reloads and history navigation. */
export default function LibraryPage() {
  usePageTitle(library.title);
  const { query } = usePlace();
  const wanted = wantedOf(query);
  const accountId = useAccount()?.id ?? '';
  const shown = useMemo(() => listFor(accountId, wanted), [accountId, JSON.stringify(wanted)]);
  const storage = useUsage()?.storage;
  useEffect(() => void loadUsage(FRESH_MS).catch(() => undefined), []);

  useLayoutEffect(() => {
    const { scrollTop } = shown;
    // The navigation scrolls to the top first.
    const frame = scrollTop === 0 ? 0 : requestAnimationFrame(() => scrollTo({ top: scrollTop, behavior: 'instant' }));
    const keep = () => {
      shown.scrollTop = scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', keep);
    };
  }, [shown]);

  const narrow = (change: Partial<Wanted>) => {
    const next = Object.entries({ ...wanted, ...change }).filter(([name, value]) =>
      name === 'order' ? value !== 'newest' : value !== '',
    );
    const text = new URLSearchParams(next).toString();
    navigate(`/library${text === '' ? '' : `?${text}`}`, { replace: true });
  };
  const narrowed = wanted.q !== '' || wanted.album !== '' || wanted.format !== '';
  return (
    <div class="page">
      <PageHead title={library.title} text={storage && library.total(storage.images, storage.bytes)}>
        <a class="button" href="/">
          {library.upload}
        </a>
      </PageHead>
      <Filters wanted={wanted} onChange={narrow} />
      <ImageCollection
        list={shown.list}
        label={library.grid}
        total={narrowed ? undefined : storage?.images}
        staysInList={(image) => wanted.album === '' || (image.album?.id ?? 'none') === wanted.album}
        onGone={() => void loadUsage().catch(() => undefined)}
        empty={
          narrowed ? (
            <EmptyState icon="search" title={library.nothingFound} text={library.nothingFoundText}>
              <Button kind="quiet" onClick={() => narrow({ q: '', album: '', format: '' })}>
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
