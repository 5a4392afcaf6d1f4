import { printNote } from './print.ts';

/** Says which variables look like settings and are none. */
export function warnOfUnknown(names: readonly string[]): void {
  for (const name of names) printNote(`there is no setting ${name}; it is ignored`);
}
