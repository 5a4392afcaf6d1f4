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

/** The key under which a text parameter keeps the integer that it stands for, for the API description. */
export const SHOWN_AS = Symbol('shown as');

/**
 * A query parameter whose text is an integer; empty counts as absent. The API description shows an integer.
 * @param pattern of the texts from `minimum` to `maximum`, and of the empty text
 */
export const integerText = (
  pattern: string,
  { description, ...bounds }: { description: string; minimum: number; maximum: number; default: number },
) =>
  Type.String({
    pattern,
    description: `${description}: ${bounds.minimum} to ${bounds.maximum}. Default ${bounds.default}.`,
    [SHOWN_AS]: { type: 'integer', description: `${description}.`, ...bounds },
  });

/** Query of every list that comes in pages. Empty parameters count as absent. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    integerText('^([1-9][0-9]?|100)?$', {
      description: 'Maximum items on a page',
      minimum: 1,
      maximum: 100,
      default: 50,
    }),
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
export const API_VERSION = '1.4.0';

/** SHA-256 of the description of this version without its texts, written by `npm run docs`. */
export const CONTRACT_SHA256 = '8806fc06f80fd722a0bb5d07d3e326ce52571b5f90e094c28ee5ccdfd428543e';
