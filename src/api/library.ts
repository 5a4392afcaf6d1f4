import Type, { type Static, type TSchema } from 'typebox';
import { DeletedImage } from './deletions.ts';
import { ErrorFields, ImageInfo, nullable, successOf, Timestamp } from './images.ts';

const MAX_BULK_IDS = 100;
const MAX_DESCRIPTION_LENGTH = 2_000;

const PageEnd = {
  next_cursor: nullable(Type.String({ description: 'Opaque. null on the last page.' })),
  has_more: Type.Boolean(),
};

const Album = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  image_count: Type.Integer(),
  total_size: Type.Integer({ description: 'Bytes of its images.' }),
  cover: nullable(Type.Object({ id: Type.String(), thumbnail: Type.String({ format: 'uri' }) })),
  created_at: Timestamp,
  updated_at: Type.String({ ...Timestamp, description: 'Of the album itself, not of its images.' }),
  public: Type.Boolean(),
  public_url: nullable(Type.String({ format: 'uri', description: 'Who has it can look at the album.' })),
});
export type AlbumView = Static<typeof Album>;

/** What became of several images: one item for each, in the order of the request. */
const each = <T extends TSchema>(data: T) =>
  Type.Object({
    total: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(
      Type.Union([
        Type.Object({ index: Type.Integer(), id: Type.String(), success: Type.Literal(true), data }),
        Type.Object({
          index: Type.Integer(),
          id: Type.String(),
          success: Type.Literal(false),
          status: Type.Integer(),
          error: ErrorFields,
        }),
      ]),
    ),
  });

type Each<T extends TSchema> = Static<ReturnType<typeof each<T>>>;
/** The same as a type. */
export type EachView<V> = Omit<Each<TSchema>, 'results'> & {
  results: (
    | { index: number; id: string; success: true; data: V }
    | { index: number; id: string; success: false; status: number; error: Static<typeof ErrorFields> }
  )[];
};

/** Successful responses about an account's images and albums, by their use. */
export const LibraryResponses = {
  images: successOf(Type.Object({ images: Type.Array(ImageInfo), ...PageEnd }), 'Images'),
  albums: successOf(Type.Object({ albums: Type.Array(Album), ...PageEnd }), 'Albums'),
  album: successOf(Album, 'Album'),
  albumDeleted: successOf(
    Type.Object({ id: Type.String(), deleted: Type.Literal(true), images_deleted: Type.Integer() }),
    'AlbumDeleted',
  ),
  imagesChanged: successOf(each(ImageInfo), 'ImagesChanged'),
  imagesDeleted: successOf(each(DeletedImage), 'ImagesDeleted'),
};

const closed = { additionalProperties: false };
const AlbumName = Type.String({ description: 'Album name; null or empty = in no album.' });
const Expiry = Type.Integer({ description: 'Hours from now; 0 = permanent.' });
const Description = nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH }));
const Ids = Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: MAX_BULK_IDS, uniqueItems: true });
const Claim = { delete_token: Type.String({ maxLength: 255 }) };

/** JSON bodies about an account's images and albums; unknown members are refused. */
export const LibraryBodies = {
  changeImage: Type.Object(
    {
      album: Type.Optional(nullable(AlbumName)),
      filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
      expiry: Type.Optional(Expiry),
    },
    closed,
  ),
  changeImages: Type.Object(
    { ids: Ids, album: Type.Optional(nullable(AlbumName)), expiry: Type.Optional(Expiry) },
    { ...closed, minProperties: 2 },
  ),
  deleteImages: Type.Object({ ids: Ids }, closed),
  claimImage: Type.Object(Claim, closed),
  claimImages: Type.Object(
    {
      images: Type.Array(Type.Object({ id: Type.String({ maxLength: 255 }), ...Claim }, closed), {
        minItems: 1,
        maxItems: MAX_BULK_IDS,
      }),
    },
    closed,
  ),
  createAlbum: Type.Object({ name: Type.String(), description: Type.Optional(Description) }, closed),
  changeAlbum: Type.Object(
    {
      name: Type.Optional(Type.String()),
      description: Type.Optional(Description),
      cover_image_id: Type.Optional(nullable(Type.String({ description: 'null = the newest image.' }))),
      public: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
};
