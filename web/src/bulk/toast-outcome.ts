import type { BulkOutcome } from '../bulk/bulk-requests.ts';
import { t } from '../i18n/i18n.ts';
import { toast } from '../ui/toast.tsx';

/** Shows how many images a bulk request changed, and the first error. @param undo what the button of the toast does */
export function toastOutcome(
  { done, failed }: BulkOutcome<unknown>,
  message: (count: number) => string,
  undo?: () => Promise<void>,
): void {
  const action = undo === undefined ? {} : { action: { label: t('library-undo'), run: undo } };
  if (done.length > 0) toast(message(done.length), action);
  const missing = failed.filter(({ code }) => code === 'IMAGE_NOT_FOUND');
  const [other] = failed.filter(({ code }) => code !== 'IMAGE_NOT_FOUND');
  if (missing.length > 0) toast(t('library-already-gone', { count: missing.length }));
  if (other !== undefined) toast(t('library-not-all', { count: failed.length - missing.length, why: other.message }));
}
