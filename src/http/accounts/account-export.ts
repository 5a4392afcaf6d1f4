import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ExportDeps,
  type ExportPermission,
  exportAccount,
  requestExport,
  requestExportAsAdmin,
  requireExport,
} from '../../actions/accounts/export-account.ts';
import { AccountResponses, ExportFile, type ExportLink, ExportParams } from '../../api/accounts.ts';
import { IdParams } from '../../api/envelope.ts';
import { timestamp } from '../../core/time.ts';
import { type ArchiveDeps, sendArchive } from '../protocol/archives.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the export of an account. */
export interface AccountExportDeps extends ExportDeps, ArchiveDeps {}

/** /account/export: all data of the account as a ZIP file. */
export function accountExportRoutes(api: App, deps: AccountExportDeps): void {
  route(api, {
    method: 'POST',
    path: '/account/export',
    operationId: 'exportAccount',
    summary: "Get an address from which all of the account's data can be downloaded once as a ZIP file",
    tag: 'Accounts',
    access: 'account:read',
    answer: AccountResponses.exportLink,
    isIdempotent: true,
    errors: ['EXPORT_IN_PROGRESS', 'TOO_MANY_ATTEMPTS'],
    preHandler: ({ caller }) => requireAnotherArchive(deps, caller),
    async handler({ caller }) {
      return success(linkView(deps, 'account/export', await requestExport(deps, caller)), BEGIN);
    },
  });

  route(api, {
    method: 'GET',
    path: '/account/export/:token',
    operationId: 'downloadExport',
    summary: 'Download the data of an account',
    description: 'A ZIP file (docs/export.md), which is made while it is sent. The address works once.',
    tag: 'Accounts',
    // The address is the credential: a browser opens it without a header.
    access: 'public',
    counted: false,
    ignoresCookie: true,
    page: 'for-browsers',
    params: ExportParams,
    answers: { 200: ExportFile },
    errors: ['EXPORT_NOT_FOUND', 'EXPORT_IN_PROGRESS', 'TOO_MANY_ATTEMPTS', 'STORAGE_UNAVAILABLE'],
    async handler(request, reply) {
      const { token } = request.params;
      const { accountId } = await requireExport(deps, token, null);
      return sendExport(deps, request, reply, { token, actorId: null, payer: accountId });
    },
  });
}

/** /admin/accounts/{id}/export: the same for an administrator, who alone can download it. */
export function adminExportRoutes(api: App, deps: AccountExportDeps): void {
  route(api, {
    method: 'POST',
    path: '/admin/accounts/:id/export',
    operationId: 'exportAccountAsAdmin',
    summary: 'Get an address from which the data of an account can be downloaded once as a ZIP file',
    description: 'Only the administrator who asked for it can download it, with a credential.',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AccountResponses.exportLink,
    isIdempotent: true,
    errors: ['ACCOUNT_NOT_FOUND', 'EXPORT_IN_PROGRESS', 'TOO_MANY_ATTEMPTS'],
    preHandler: ({ caller }) => requireAnotherArchive(deps, caller),
    async handler({ caller, params }) {
      const requested = await requestExportAsAdmin(deps, caller.accountId, params.id);
      return success(linkView(deps, 'admin/exports', requested), BEGIN);
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/exports/:token',
    operationId: 'downloadExportAsAdmin',
    summary: 'Download the data of an account',
    description: 'A ZIP file (docs/export.md), which is made while it is sent. The address works once.',
    tag: 'Administration',
    access: 'admin',
    page: 'for-browsers',
    params: ExportParams,
    answers: { 200: ExportFile },
    errors: ['EXPORT_NOT_FOUND', 'EXPORT_IN_PROGRESS', 'TOO_MANY_ATTEMPTS', 'STORAGE_UNAVAILABLE'],
    async handler(request, reply) {
      const { token } = request.params;
      const { accountId: actorId } = request.caller;
      await requireExport(deps, token, actorId);
      return sendExport(deps, request, reply, { token, actorId, payer: actorId });
    },
  });
}

const BEGIN = 'The download may begin';

/** The download counts. A refusal when the address is asked for is better to read than one of the download. */
async function requireAnotherArchive(
  { windows }: AccountExportDeps,
  { accountId }: { accountId: string },
): Promise<void> {
  const subject = { account: accountId };
  await windows.archives.count(subject);
  await windows.archives.giveBack(subject);
}

function linkView({ baseUrl }: AccountExportDeps, path: string, permission: ExportPermission): ExportLink {
  const { token, expiresAt, images, bytes } = permission;
  return { url: `${baseUrl}/api/v1/${path}/${token}`, expires_at: timestamp(expiresAt), images, bytes };
}

interface Download {
  token: string;
  /** The administrator who asked for it; null = the owner. */
  actorId: string | null;
  /** The account whose share of the archives it uses. */
  payer: string;
}

function sendExport(
  deps: AccountExportDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, actorId, payer }: Download,
): Promise<FastifyReply> {
  return sendArchive(deps, request, reply, {
    subject: { account: payer },
    name: `imgd-export-${timestamp(deps.clock.now()).slice(0, 10)}`,
    async files() {
      const { files, end } = await exportAccount(deps, token, actorId);
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
      return files;
    },
  });
}
