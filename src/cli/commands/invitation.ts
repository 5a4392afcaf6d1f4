import type { Command } from 'commander';
import {
  createInvitation,
  DEFAULT_INVITATION_DAYS,
  invitationLink,
  revokeInvitation,
} from '../../actions/moderation/create-invitation.ts';
import { MAX_INVITATION_USES } from '../../api/admin.ts';
import { type InvitationRecord, listInvitations } from '../../catalog/accounts/invitations.ts';
import { DEFAULT_PLANS, type PlanName } from '../../core/plans.ts';
import { timestamp } from '../../core/time.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { ACCOUNT_PLANS, duration, emailAddress, parsed, planOfAccount } from '../parsed.ts';
import { printJson, printLine, printNote, publicAddress, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';

const DAY_MS = 86_400_000;

interface CreateOptions {
  uses: number;
  for: number;
  plan: PlanName;
  email?: string;
  note?: string;
  json: boolean;
}

/** `imgd invitation …`: invitations to register, for IMGD_REGISTRATION=invitation and approval. */
export function invitationCommand(program: Command): void {
  const invitation = program
    .command('invitation')
    .description('invite people to register (also beside a running server)');

  invitation
    .command('create')
    .description('create an invitation and print its link, which is not shown again')
    .option('--uses <count>', 'the number of accounts that it admits', parsed(integer(1, MAX_INVITATION_USES)), 1)
    .option(
      '--for <duration>',
      `valid for so long, such as 12h or 30d (default: ${DEFAULT_INVITATION_DAYS}d)`,
      duration,
      DEFAULT_INVITATION_DAYS * DAY_MS,
    )
    .option(
      '--plan <plan>',
      `plan of the accounts: ${ACCOUNT_PLANS.join(', ')}`,
      planOfAccount,
      DEFAULT_PLANS.free.name,
    )
    .option('--email <email>', 'admit this email address only', emailAddress)
    .option('--note <text>', 'note, shown to administrators')
    .option('--json', 'print invitation and link as JSON', false)
    .action(create);

  invitation
    .command('revoke')
    .description('revoke an invitation; accounts that it has admitted stay')
    .argument('<id>', 'id of the invitation')
    .action(async (id: string) => {
      await withStorage((storage) => revokeInvitation(storage, null, id));
      printLine(`${id} is revoked`);
    });

  invitation
    .command('list')
    .description('list the invitations; those that ended more than 30 days ago are gone')
    .option('--json', 'print them as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const views = await withStorage(async ({ db }) => (await listInvitations(db)).map(view));
      if (json) return printJson(views);
      const rows = views.map((one) => [
        ...[`${one.used}/${one.uses}`, one.plan, one.email ?? 'any', one.expires_at, one.note ?? '', one.id],
      ]);
      printLine(table(['USED', 'PLAN', 'EMAIL', 'EXPIRES', 'NOTE', 'ID'], rows));
    });
}

async function create(options: CreateOptions): Promise<void> {
  const { uses, for: durationMs, plan, email = null, note = null, json } = options;
  await withStorage(async (storage, { http }) => {
    if (http.registration === 'closed') printNote('IMGD_REGISTRATION is closed here: no invitation is accepted');
    const deps = { ...storage, registrationDomains: http.registrationDomains };
    const wanted = { uses, expiresAt: storage.clock.now() + durationMs, plan, email, note };
    const { invitation, token } = await createInvitation(deps, null, wanted);
    const link = invitationLink(publicAddress(http), token);
    if (json) return printJson({ ...view(invitation), token, url: link });
    const admits = `${uses === 1 ? 'one account' : `${uses} accounts`} until ${timestamp(invitation.expires_at)}`;
    printNote(`${invitation.id} admits ${admits}; its link, shown only now:`);
    printLine(link);
  });
}

function view({ id, uses, used, plan, email, note, created_at, creator_email, expires_at }: InvitationRecord) {
  return {
    ...{ id, uses, used, plan, email, note, created_at: timestamp(created_at) },
    ...{ created_by: creator_email, expires_at: timestamp(expires_at) },
  };
}
