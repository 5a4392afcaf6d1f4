import { approveAccount, rejectAccount } from '../../actions/moderation/approve-account.ts';
import {
  createInvitation,
  DEFAULT_INVITATION_DAYS,
  invitationLink,
  revokeInvitation,
} from '../../actions/moderation/create-invitation.ts';
import { AdminBodies, AdminResponses, type InvitationInfo } from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { type InvitationRecord, listInvitations } from '../../catalog/accounts/invitations.ts';
import { parseTime, timestamp } from '../../core/time.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type AdminDeps, accountView } from './accounts.ts';

const DAY_MS = 86_400_000;

/** Approves and rejects accounts that wait. */
export function adminDecisionRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'POST',
    path: '/admin/accounts/:id/approve',
    operationId: 'approveAccount',
    summary: 'Let a waiting account be used, from its next request',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.adminAccount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ caller, params }) {
      return success(accountView(await approveAccount(deps, caller.accountId, params.id)), 'Account approved');
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/accounts/:id/reject',
    operationId: 'rejectAccount',
    summary: 'Delete a waiting account',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.accountRejected,
    errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_NOT_WAITING'],
    async handler({ caller, params: { id } }) {
      await rejectAccount(deps, caller.accountId, id);
      return success({ id, rejected: true }, 'Account rejected');
    },
  });
}

/** /admin/invitations: lists, creates and revokes invitations to register. */
export function adminInvitationRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/invitations',
    operationId: 'listInvitations',
    summary: 'Invitations to register, the newest first',
    tag: 'Administration',
    access: 'admin',
    answer: AdminResponses.invitations,
    async handler() {
      const invitations = (await listInvitations(deps.db)).map(invitationView);
      return success({ invitations }, counted(invitations.length, 'invitation'));
    },
  });

  route(api, {
    method: 'POST',
    path: '/admin/invitations',
    operationId: 'createInvitation',
    summary: 'Invite people to register; the response contains the link',
    tag: 'Administration',
    access: 'admin',
    body: AdminBodies.invitation,
    answer: AdminResponses.invitation,
    isIdempotent: true,
    errors: ['EMAIL_DOMAIN_REFUSED'],
    async handler(request) {
      const { uses = 1, expires_at: end, plan = 'free', email = null, note = null } = request.body ?? {};
      const expiresAt =
        end === undefined ? deps.clock.now() + DEFAULT_INVITATION_DAYS * DAY_MS : parseTime(end, 'expires_at');
      const wanted = { uses, expiresAt, plan, email, note };
      const { invitation, token } = await createInvitation(deps, request.caller.accountId, wanted);
      const url = invitationLink(deps.baseUrl, token);
      return success({ ...invitationView(invitation), token, url }, 'Invitation created');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation; accounts that it has admitted stay',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.invitationRevoked,
    errors: ['INVITATION_NOT_FOUND'],
    async handler({ caller, params: { id } }) {
      await revokeInvitation(deps, caller.accountId, id);
      return success({ id, revoked: true }, 'Invitation revoked');
    },
  });
}

function invitationView(row: InvitationRecord): InvitationInfo {
  const { id, uses, used, plan, email, note, created_by: by, creator_email: creator } = row;
  return {
    ...{ id, uses, used, plan, email, note },
    created_at: timestamp(row.created_at),
    created_by: by === null ? null : { id: by, email: creator },
    expires_at: timestamp(row.expires_at),
  };
}
