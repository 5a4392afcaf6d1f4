import type { Command } from 'commander';
import { administerAccount } from '../../actions/moderation/suspend-account.ts';
import { requireAccount } from '../operator.ts';
import { emailAddress } from '../parsed.ts';
import { printLine } from '../print.ts';
import { withStorage } from '../with-storage.ts';

/** `imgd account suspend` and `unsuspend`: the very next request is answered accordingly. */
export function suspendCommands(account: Command): void {
  account
    .command('suspend')
    .description('let an account do nothing until it is unsuspended')
    .argument('<email>', 'its email address', emailAddress)
    .option('--reason <text>', 'why, for the administrators')
    .option('--hide-images', 'hide its images too', false)
    .action(async (email: string, { reason, hideImages }: { reason?: string; hideImages: boolean }) => {
      const changed = await withStorage(async (storage) => {
        const { id } = await requireAccount(storage.db, email);
        return administerAccount(storage, null, id, { suspended: true, reason, hideImages });
      });
      printLine(`${changed.email} is suspended`);
    });

  account
    .command('unsuspend')
    .description('let a suspended account go on')
    .argument('<email>', 'its email address', emailAddress)
    .action(async (email: string) => {
      const changed = await withStorage(async (storage) => {
        const { id } = await requireAccount(storage.db, email);
        return administerAccount(storage, null, id, { suspended: false });
      });
      printLine(`${changed.email} may go on`);
    });
}
