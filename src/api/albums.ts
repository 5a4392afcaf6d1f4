import Type, { type Static } from 'typebox';
import { closed, nullable, PageEnd, successOf, Timestamp, Url } from './envelope.ts';

const MAX_DESCRIPTION_LENGTH = 2_000;

const Album = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  image_count: Type.Integer(),
  total_size: Type.Integer({ description: 'Total bytes of its images.' }),
  cover: nullable(Type.Object({ id: Type.String(), thumbnail: Url })),
  created_at: Timestamp,
  updated_at: Type.String({ ...Timestamp, description: 'Of the album itself, not of its images.' }),
  public: Type.Boolean(),
  public_url: nullable(Type.String({ format: 'uri', description: 'Anyone with this link can see the album.' })),
});
export type Album = Static<typeof Album>;

const AlbumPage = Type.Object({ albums: Type.Array(Album), ...PageEnd });
export type AlbumPage = Static<typeof AlbumPage>;

const DeletedAlbum = Type.Object({ id: Type.String(), deleted: Type.Literal(true), images_deleted: Type.Integer() });
export type DeletedAlbum = Static<typeof DeletedAlbum>;

/** Successful responses about albums, by their use. */
export const AlbumResponses = {
  albums: successOf(AlbumPage, 'Albums'),
  album: successOf(Album, 'Album'),
  albumDeleted: successOf(DeletedAlbum, 'AlbumDeleted'),
};

/** Query of the deletion of an album. */
export const DeleteAlbumQuery = Type.Object({ images: Type.Optional(Type.Enum(['keep', 'delete'])) });

const Description = nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH }));

const NewAlbum = Type.Object({ name: Type.String(), description: Type.Optional(Description) }, closed);
export type NewAlbum = Static<typeof NewAlbum>;

const AlbumChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    description: Type.Optional(Description),
    cover_image_id: Type.Optional(nullable(Type.String({ description: 'null = the newest image.' }))),
    public: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type AlbumChange = Static<typeof AlbumChange>;

/** JSON bodies about albums. */
export const AlbumBodies = { createAlbum: NewAlbum, changeAlbum: AlbumChange };
