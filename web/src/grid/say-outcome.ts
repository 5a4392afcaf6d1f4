import { library } from '../texts/library.ts';
import { toast } from '../ui/toast.tsx';
import type { Outcome } from './in-batches.ts';

/** Says what was done, and why not for the rest. */
export function sayOutcome({ done, failed }: Outcome<unknown>, said: (count: number) => string): void {
  if (done.length > 0) toast(said(done.length));
  const [first] = failed;
  if (first !== undefined) toast(library.notAll(failed.length, first.message));
}
