import type { Command } from 'commander';
import { blockNetwork, unblockNetwork } from '../../actions/moderation/block-network.ts';
import { listBlockedNetworks } from '../../catalog/moderation/blocked-networks.ts';
import { timestamp } from '../../core/time.ts';
import { duration } from '../parsed.ts';
import { printJson, printLine, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';

/** `imgd network …`: networks from which uploads, registrations and sign-ins are refused. */
export function networkCommand(program: Command): void {
  const network = program.command('network').description('block networks (also beside a running server)');

  network
    .command('block')
    .description('refuse uploads, registrations and sign-ins from a network; a running server learns of it in seconds')
    .argument('<network>', 'an address, or a network such as 203.0.113.0/24')
    .option('--for <duration>', 'for so long, such as 12h or 7d (default: until it is unblocked)', duration)
    .option('--reason <text>', 'reason, shown to administrators')
    .action(async (given: string, options: { for?: number; reason?: string }) => {
      const row = await withStorage((storage) => {
        const endsAt = options.for === undefined ? null : storage.clock.now() + options.for;
        return blockNetwork(storage, null, { target: { network: given }, reason: options.reason ?? null, endsAt });
      });
      printLine(`${row.network} is blocked${row.ends_at === null ? '' : ` until ${timestamp(row.ends_at)}`}`);
    });

  network
    .command('unblock')
    .description('end the block of a network')
    .argument('<network>', 'the network, or the id of the block')
    .action(async (of: string) => {
      await withStorage((storage) => unblockNetwork(storage, null, of));
      printLine(`${of} is not blocked`);
    });

  network
    .command('list')
    .description('list the blocked networks')
    .option('--json', 'print them as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const blocks = await withStorage(({ db, clock }) => listBlockedNetworks(db, clock.now()));
      const views = blocks.map(({ id, network: of, reason, created_at, creator_email, ends_at }) => ({
        ...{ id, network: of, reason, created_at: timestamp(created_at), created_by: creator_email },
        ends_at: ends_at === null ? null : timestamp(ends_at),
      }));
      if (json) return printJson(views);
      const rows = views.map((one) => [
        ...[one.network ?? 'an uploader', one.ends_at ?? 'never', one.reason ?? '', one.id],
      ]);
      printLine(table(['NETWORK', 'ENDS', 'REASON', 'ID'], rows));
    });
}
