import { findAccountCredentials, listAccounts } from '../../catalog/accounts/accounts.ts';
import { timestamp } from '../../core/time.ts';
import type { ArchiveFile } from '../../lib/zip-archive.ts';
import { accountFiles, type ExportDeps, linesFile, toLines } from '../accounts/export-account.ts';

/** The version of the form that docs/export.md describes. */
const FORMAT = { format: 'imgd-export', version: 1, scope: 'service' } as const;
/** The folder of the images without an account. */
const ANONYMOUS = 'anonymous';

/**
 * All files of an export of the whole service, in the order of docs/export.md: a folder for each account, in the form of the
 * export of an account, and one for the images without an account. Memory does not grow with the number of images.
 * @param options.withPasswords whether password hashes are part of it
 */
export async function* exportService(
  deps: ExportDeps,
  { withPasswords }: { withPasswords: boolean },
): AsyncGenerator<ArchiveFile> {
  const now = deps.clock.now();
  const accounts = await listAccounts(deps.db);
  const json = Buffer.from(
    `${JSON.stringify({ ...FORMAT, exported_at: timestamp(now), source: deps.baseUrl }, null, 2)}\n`,
  );
  yield { path: ['service.json'], modifiedMs: now, sizeBytes: json.length, open: async () => json };
  yield linesFile('accounts.jsonl', now, async function* () {
    for (const { id, email } of accounts) yield toLines([{ id, email, path: `accounts/${id}` }]);
    yield toLines([{ id: null, email: null, path: ANONYMOUS }]);
  });
  for (const { id } of accounts) {
    const account = await findAccountCredentials(deps.db, { id });
    // Deleted since the list was made.
    if (account === undefined) continue;
    const purpose = { forService: true, withPassword: withPasswords };
    yield* below(['accounts', id], accountFiles(deps, account, now, purpose));
  }
  yield* below([ANONYMOUS], accountFiles(deps, null, now, { forService: true }));
}

async function* below(folder: readonly string[], files: AsyncIterable<ArchiveFile>): AsyncGenerator<ArchiveFile> {
  for await (const file of files) yield { ...file, path: [...folder, ...file.path] };
}
