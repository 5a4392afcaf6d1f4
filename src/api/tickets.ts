import Type, { type Static } from 'typebox';
import { INPUT_FORMATS } from '../core/formats.ts';
import { closed, nullable, PageEnd, successOf, Timestamp } from './envelope.ts';

const MAX_UPLOADS = 1_000;
const MAX_SECONDS = 30 * 86_400;
const Formats = Type.Array(Type.Enum([...INPUT_FORMATS]), { minItems: 1, uniqueItems: true });

const TicketInfo = Type.Object(
  {
    id: Type.String(),
    last4: Type.String({ description: 'The last characters of the ticket, to tell tickets apart.' }),
    uploads: Type.Integer({ description: 'Images that it permits.' }),
    used: Type.Integer({ description: 'Images that were uploaded with it.' }),
    max_bytes: nullable(Type.Integer({ description: 'Bytes of one file. null = as the plan allows.' })),
    formats: nullable(
      Type.Array(Type.Enum([...INPUT_FORMATS]), { description: 'null = all that the server accepts.' }),
    ),
    album: nullable(Type.String({ description: 'Album of the images.' })),
    expiry: Type.Integer({ description: 'Hours that the images exist; 0 = permanent.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'UploadTicket' },
);
export type TicketInfo = Static<typeof TicketInfo>;

const IssuedTicket = Type.Object(
  {
    ...TicketInfo.properties,
    ticket: Type.String({ description: 'The secret. Shown only here.' }),
  },
  { title: 'IssuedTicket' },
);
export type IssuedTicket = Static<typeof IssuedTicket>;

const RevokedTicket = Type.Object({ id: Type.String(), revoked: Type.Literal(true) });
export type RevokedTicket = Static<typeof RevokedTicket>;

const TicketPage = Type.Object({ tickets: Type.Array(TicketInfo), ...PageEnd });
export type TicketPage = Static<typeof TicketPage>;

/** Successful responses about upload tickets, by their use. */
export const TicketResponses = {
  issued: successOf(IssuedTicket, 'IssuedTicket'),
  tickets: successOf(TicketPage, 'TicketPage'),
  revoked: successOf(RevokedTicket, 'TicketRevoked'),
};

const NewTicket = Type.Object(
  {
    uploads: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_UPLOADS, default: 1, description: 'Images that it permits.' }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SECONDS, default: 3_600, description: 'Seconds until it ends.' }),
    ),
    max_bytes: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes of one file.' })),
    ),
    formats: Type.Optional(nullable(Formats)),
    album: Type.Optional(nullable(Type.String({ description: 'Album of the images.' }))),
    expiry: Type.Optional(Type.Integer({ minimum: 0, description: 'Hours that the images exist; 0 = permanent.' })),
  },
  closed,
);
export type NewTicket = Static<typeof NewTicket>;

/** JSON bodies about upload tickets. */
export const TicketBodies = { createTicket: Type.Optional(NewTicket) };
