import { type ExportDeps, exportAccount, requestExport, requireExport } from '../../actions/accounts/export-account.ts';
import { AccountResponses, ExportFile, ExportParams } from '../../api/accounts.ts';
import { timestamp } from '../../core/time.ts';
import { type IdempotencyDeps, idempotentJson } from '../guards/idempotency.ts';
import { type ArchiveDeps, sendArchive } from '../protocol/archives.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the export of an account. */
export interface AccountExportDeps extends IdempotencyDeps, ExportDeps, ArchiveDeps {}

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
    async handler(request, reply) {
      const subject = { account: request.caller.accountId };
      // The download counts. A refusal here is better to read than one of a download.
      await deps.windows.archives.count(subject);
      await deps.windows.archives.giveBack(subject);
      return idempotentJson(deps, request, reply, async () => {
        const { token, expiresAt, images, bytes } = await requestExport(deps, request.caller);
        const url = `${deps.baseUrl}/api/v1/account/export/${token}`;
        return success({ url, expires_at: timestamp(expiresAt), images, bytes }, 'The download may begin');
      });
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
      const { accountId } = await requireExport(deps, token);
      return sendArchive(deps, request, reply, {
        subject: { account: accountId },
        name: `imgd-export-${timestamp(deps.clock.now()).slice(0, 10)}`,
        async files() {
          const { files, end } = await exportAccount(deps, token);
          if (reply.raw.destroyed) end();
          else reply.raw.once('close', end);
          return files;
        },
      });
    },
  });
}
