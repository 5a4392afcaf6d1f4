import { t } from '../../i18n/i18n.ts';

/** Grey lines in place of a list that loads, as high as the list will be, so that nothing below it moves. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{t('common-loading')}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton-row">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
