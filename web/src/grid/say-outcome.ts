import { library } from '../texts/library.ts';
import { toast } from '../ui/toast.tsx';
import type { Outcome } from './in-batches.ts';

/** Shows how many images a bulk request changed, and the first error. */
export function sayOutcome({ done, failed }: Outcome<unknown>, said: (count: number) => string): void {
  if (done.length > 0) toast(said(done.length));
  const [first] = failed;
  if (first !== undefined) toast(library.notAll(failed.length, first.message));
}
