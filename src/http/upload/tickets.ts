import { createTicket, type TicketDeps } from '../../actions/upload/create-ticket.ts';
import { IdParams, PageQuery } from '../../api/envelope.ts';
import { TicketBodies, type TicketInfo, TicketResponses } from '../../api/tickets.ts';
import type { TicketRow } from '../../catalog/accounts/rows.ts';
import { deleteTicket, listOpenTickets } from '../../catalog/accounts/tickets.ts';
import { readPage } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { isInputFormat } from '../../core/formats.ts';
import { parseAlbumName } from '../../core/names.ts';
import { parseExpiryHours, timestamp } from '../../core/time.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

const DEFAULT_SECONDS = 3_600;

export interface TicketRouteDeps extends TicketDeps {
  readonly baseUrl: string;
  cursorSecret: Uint8Array;
  maxAlbumLength: number;
  maxExpiryHours: number;
}

/** /tickets: creates, lists and revokes upload tickets, with which strangers upload to the caller's account. */
export function ticketRoutes(api: App, deps: TicketRouteDeps): void {
  route(api, {
    method: 'POST',
    path: '/tickets',
    operationId: 'createTicket',
    summary: 'Create an upload ticket',
    description: 'It permits uploads to the account within its limits, in place of a key, and nothing else.',
    tag: 'Images',
    access: 'images:write',
    body: TicketBodies.createTicket,
    answer: TicketResponses.issued,
    isIdempotent: true,
    errors: ['INVALID_ALBUM', 'INVALID_EXPIRY'],
    async handler(request) {
      const { uploads = 1, expires_in = DEFAULT_SECONDS, max_bytes = null, formats = null } = request.body;
      const { album, expiry = 0 } = request.body;
      const { secret, ...row } = await createTicket(deps, request.caller, {
        uploads,
        expiresInSeconds: expires_in,
        maxBytes: max_bytes,
        formats,
        album: parseAlbumName(album ?? undefined, deps.maxAlbumLength),
        expiryHours: parseExpiryHours(String(expiry), request.caller.plan.maxExpiryHours ?? deps.maxExpiryHours),
      });
      return success({ ticket: secret, ...ticketView(row) }, 'Ticket created');
    },
  });

  route(api, {
    method: 'GET',
    path: '/tickets',
    operationId: 'listTickets',
    summary: 'List the upload tickets that permit further uploads, newest first',
    tag: 'Images',
    access: 'images:write',
    query: PageQuery,
    answer: TicketResponses.tickets,
    async handler(request, reply) {
      const { accountId } = request.caller;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['tickets', accountId], ...pageOf(request.query) },
        (after, limit) => listOpenTickets(deps.db, accountId, deps.clock.now(), after, limit),
        ({ created_at, id }) => ({ value: created_at, id }),
      );
      const tickets = page.items.map(ticketView);
      return success({ tickets, ...endPage(deps, request, reply, page) }, counted(tickets.length, 'ticket'));
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/tickets/:id',
    operationId: 'revokeTicket',
    summary: 'Revoke an upload ticket',
    tag: 'Images',
    access: 'images:write',
    params: IdParams,
    answer: TicketResponses.revoked,
    errors: ['TICKET_NOT_FOUND'],
    async handler({ caller, params: { id } }) {
      if (!(await deleteTicket(deps.db, caller.accountId, id))) throw new AppError('TICKET_NOT_FOUND');
      return success({ id, revoked: true }, 'Ticket revoked');
    },
  });
}

function ticketView(row: TicketRow): TicketInfo {
  const { id, last4, uploads, used, max_bytes, album, expiry_hours, created_at, expires_at } = row;
  return {
    id,
    last4,
    uploads,
    used,
    max_bytes,
    formats: row.formats === null ? null : row.formats.split(' ').filter(isInputFormat),
    album,
    expiry: expiry_hours,
    created_at: timestamp(created_at),
    expires_at: timestamp(expires_at),
  };
}
