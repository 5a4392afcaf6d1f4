import { chevereto, imgbb } from './chevereto.ts';
import type { Door } from './door.ts';
import { editors } from './editors.ts';
import { imgur } from './imgur.ts';
import { lsky } from './lsky.ts';
import { micropub } from './micropub.ts';
import { picgo } from './picgo.ts';
import { smms } from './smms.ts';
import { text } from './text.ts';

/** Every door. */
export const DOORS: readonly Door[] = [editors, text, chevereto, imgbb, imgur, smms, lsky, picgo, micropub];

/**
 * Parses names of doors: a list, `all` or `none`.
 * @throws Error that lists the names
 */
export function parseDoorNames(words: readonly string[]): readonly string[] {
  const known = DOORS.map(({ name }) => name);
  if (words.length === 1 && words[0] === 'all') return known;
  if (words.length === 1 && words[0] === 'none') return [];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined || words.length === 0) {
    throw new Error(`must be all, none, or names of ${known.join(', ')}`);
  }
  return known.filter((name) => words.includes(name));
}
