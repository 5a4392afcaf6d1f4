import Type, { type Static, type TSchema } from 'typebox';
import { nullable } from './envelope.ts';

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
