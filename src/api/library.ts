import Type, { type Static } from 'typebox';
import { FORMAT_NAMES } from '../core/formats.ts';
import { IMAGE_ORDERS } from '../core/states.ts';
import { closed, orEmpty, PageEnd, PageQuery, SHOWN_AS, successOf } from './envelope.ts';

const MAX_SEARCH_LENGTH = 255;

const Words = Type.String({
  maxLength: MAX_SEARCH_LENGTH,
  description:
    'Words, in any case and order: each is in the file name, title, tags, description or album name, or is the format.',
});
const period = (description: string) => Type.String({ maxLength: 40, description, examples: ['2026-11-21'] });
const From = period('Uploaded from this month, day or instant (ISO 8601, UTC) on.');
const To = period('Uploaded to the end of this month or day, or before this instant.');
const bytesText = (description: string) =>
  Type.String({ pattern: '^\\d{0,15}$', description, [SHOWN_AS]: { type: 'integer', minimum: 0, description } });
const MIN_SIZE = 'Bytes at least.';
const MAX_SIZE = 'Bytes at most.';

const Tag = Type.String({ maxLength: 3_000, description: 'A tag, or several separated by commas: all of them.' });
const SHA256 = 'Hex SHA-256 of the stored file, or of the uploaded one where none is stored with it.';

const filters = {
  format: Type.Optional(orEmpty(Type.Enum([...FORMAT_NAMES]))),
  q: Type.Optional(Words),
  from: Type.Optional(From),
  to: Type.Optional(To),
  min_size: Type.Optional(bytesText(MIN_SIZE)),
  max_size: Type.Optional(bytesText(MAX_SIZE)),
  tag: Type.Optional(Tag),
  sha256: Type.Optional(Type.String({ pattern: '^([0-9a-fA-F]{64})?$', description: SHA256 })),
};
const albums = {
  album: Type.Optional(Type.String({ description: 'Album name; empty = only images in no album.' })),
  album_id: Type.Optional(Type.String({ description: 'Album id.' })),
};

/** Query of a list of images. */
export const ImageListQuery = Type.Object({
  ...PageQuery.properties,
  order: Type.Optional(orEmpty(Type.Enum([...IMAGE_ORDERS]))),
  ...filters,
});

/** Query of the list of an account's images. */
export const LibraryQuery = Type.Object({ ...ImageListQuery.properties, ...albums });

const UTC_OFFSET = 'Minutes east of UTC of the clock that divides the months';

/** Query of the number of images by month. */
export const MonthsQuery = Type.Object({
  ...filters,
  ...albums,
  utc_offset: Type.Optional(
    Type.String({
      pattern: '^(-?(\\d{1,2}|[1-7]\\d\\d|8[0-3]\\d|840))?$',
      description: `${UTC_OFFSET}: -840 to 840. Default 0.`,
      [SHOWN_AS]: { type: 'integer', minimum: -840, maximum: 840, default: 0, description: `${UTC_OFFSET}.` },
    }),
  ),
});

/** The filters of a list of images, in a JSON body. */
export const ImageFilter = Type.Object(
  {
    format: Type.Optional(Type.Enum([...FORMAT_NAMES])),
    q: Type.Optional(Words),
    from: Type.Optional(From),
    to: Type.Optional(To),
    min_size: Type.Optional(Type.Integer({ minimum: 0, description: MIN_SIZE })),
    max_size: Type.Optional(Type.Integer({ minimum: 0, description: MAX_SIZE })),
    tag: Type.Optional(Tag),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: SHA256 })),
    ...albums,
  },
  { ...closed, title: 'ImageFilter', description: 'The images of the account that match; empty = all of them.' },
);

const Months = Type.Object({
  months: Type.Array(Type.Object({ month: Type.String({ pattern: '^\\d{4}-\\d\\d$' }), images: Type.Integer() }), {
    description: 'The newest first, without empty months.',
  }),
  total: Type.Integer(),
  complete: Type.Boolean({ description: 'false = counting ended at its bound: older months are missing.' }),
});
export type Months = Static<typeof Months>;

const Tags = Type.Object({
  tags: Type.Array(Type.Object({ tag: Type.String(), images: Type.Integer() })),
  ...PageEnd,
});

/** Successful responses about an account's images as a whole. */
export const LibraryResponses = { months: successOf(Months, 'Months'), tags: successOf(Tags, 'Tags') };
