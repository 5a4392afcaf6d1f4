import { posix } from 'node:path';
import { type Sources, withoutComments } from './imports.ts';
import { linesOf } from './measures.ts';

export const MAX_FILE_LINES = 400;
export const MAX_FOLDER_FILES = 20;

/** Files that may be longer, each with its reason. */
export const LONG_FILES: ReadonlyMap<string, string> = new Map([
  ['packages/client/src/contract.ts', 'generated from the description of the API'],
]);

/** Folders that may hold more files, each with its reason. */
export const FULL_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['src/catalog/migrations', 'one file for each change of the schema, and released ones are never changed'],
]);

/** Files of `src/actions` that are named after a noun, each with its reason. */
export const NOUN_FILES: ReadonlyMap<string, string> = new Map([
  ['src/actions/accounts/api-keys.ts', 'issues, changes, rotates and revokes keys by the same rules'],
  ['src/actions/accounts/authenticator-app.ts', 'begins and finishes the set-up of an app'],
  ['src/actions/accounts/new-passkey.ts', 'begins and finishes the registration of a passkey'],
  ['src/actions/accounts/second-factors.ts', 'shows, renames and removes second factors'],
  ['src/actions/accounts/sessions.ts', 'opens and ends sessions by the same rules'],
  ['src/actions/albums/albums.ts', 'creates, shows and changes albums by the same rules'],
  ['src/actions/albums/public-totals.ts', 'a count that is kept'],
  ['src/actions/images/view-counter.ts', 'a counter with state'],
  ['src/actions/operations/statistics.ts', 'counters with state'],
  ['src/actions/webhooks/webhooks.ts', 'adds, changes, tests and removes webhooks by the same rules'],
  ['src/actions/operations/store-ownership.ts', 'claims, checks and adopts a store by the same token'],
]);

/**
 * Checks the sizes and names of source files.
 * @param sources files below `src/`, `packages/`, `web/src/` and `test/`; folders and names are checked outside `test/` only
 * @returns one sentence for each violation
 */
export function checkGauges(sources: Sources): string[] {
  const paths = [...sources.keys()];
  return [
    ...[...sources].flatMap(([path, text]) => lengthProblems(path, linesOf(text))),
    ...[...Map.groupBy(paths.filter(isProduct), posix.dirname)].flatMap(([folder, files]) => {
      return files.length > MAX_FOLDER_FILES && !FULL_FOLDERS.has(folder)
        ? [`${folder} has ${files.length} files, more than ${MAX_FOLDER_FILES}`]
        : [];
    }),
    ...[...sources]
      .filter(([path]) => /^src\/actions\/.+\.ts$/.test(path))
      .flatMap(([path, text]) => nameProblems(path, text)),
    ...[...LONG_FILES.keys(), ...NOUN_FILES.keys()].flatMap((path) => exceptionProblems(path, sources)),
  ];
}

const isProduct = (path: string) => !path.startsWith('test/');

function lengthProblems(path: string, lines: number): string[] {
  return lines > MAX_FILE_LINES && !LONG_FILES.has(path)
    ? [`${path} has ${lines} lines, more than ${MAX_FILE_LINES}`]
    : [];
}

/** The file of an action has the name of its function. */
function nameProblems(path: string, text: string): string[] {
  const name = posix.basename(path, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const exported = new RegExp(`^export (?:async )?(?:function\\*?|const) ${name}\\b`, 'm');
  return exported.test(withoutComments(text)) || NOUN_FILES.has(path) ? [] : [`${path} does not export ${name}`];
}

function exceptionProblems(path: string, sources: Sources): string[] {
  return sources.has(path) || !sources.has('src/compose.ts') ? [] : [`the exception for ${path} has no file`];
}
