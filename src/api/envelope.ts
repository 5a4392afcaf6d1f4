import type { Static, TSchema } from 'typebox';
import Type from 'typebox';

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

/** A query parameter that may be empty, which counts as absent. */
export const orEmpty = (schema: TSchema) => Type.Unsafe<string>({ anyOf: [schema, { type: 'string', maxLength: 0 }] });

/** Query of every list that comes in pages. Empty parameters count as absent. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)?$', description: 'Maximum items on a page: 1 to 100. Default 50.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
});

/** Members of every page of a list. */
export const PageEnd = {
  next_cursor: nullable(Type.String({ description: 'Opaque. null on the last page.' })),
  has_more: Type.Boolean(),
};
const PageEndObject = Type.Object(PageEnd);
export type PageEnd = Static<typeof PageEndObject>;

/** Version of the API description (semver). `npm run docs` raises the minor version when the contract has changed. */
export const API_VERSION = '1.2.0';

/** SHA-256 of the description of this version without its texts, written by `npm run docs`. */
export const CONTRACT_SHA256 = 'faa4a16dc8a4bfa8151843ae95422bf0cad12d961bd40febbde385ae0a0b5c2f';
