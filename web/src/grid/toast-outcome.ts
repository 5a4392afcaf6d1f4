import { library } from '../texts/library.ts';
import { toast } from '../ui/toast.tsx';
import type { BulkOutcome } from './bulk-requests.ts';

/** Shows how many images a bulk request changed, and the first error. */
export function toastOutcome({ done, failed }: BulkOutcome<unknown>, message: (count: number) => string): void {
  if (done.length > 0) toast(message(done.length));
  const [first] = failed;
  if (first !== undefined) toast(library.notAll(failed.length, first.message));
}
