import Type, { type Static, type TSchema } from 'typebox';

/** A point in time as the API writes it. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
  description: 'ISO 8601, UTC, whole seconds.',
  examples: ['2026-11-21T02:18:35Z'],
});

export const Url = Type.String({ format: 'uri' });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Option of JSON bodies: unknown members are refused. */
export const closed = { additionalProperties: false };

/** The envelope of a success; only the single upload has no message. */
export const successOf = <T extends TSchema>(data: T, title: string) =>
  Type.Object({ success: Type.Literal(true), data, message: Type.String() }, { title });

export const ErrorFields = Type.Object({
  code: Type.String({ examples: ['INVALID_FILE_TYPE'] }),
  message: Type.String(),
  request_id: Type.Optional(Type.String()),
  param: Type.Optional(Type.String()),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  retry_after: Type.Optional(Type.Integer({ description: 'Seconds.' })),
});
export type ErrorFields = Static<typeof ErrorFields>;

/** The envelope of a failure. */
export const ErrorResponse = Type.Object({ success: Type.Literal(false), error: ErrorFields });
export type ErrorResponse = Static<typeof ErrorResponse>;

export const IdParams = Type.Object({ id: Type.String() });
