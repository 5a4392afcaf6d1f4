import Type, { type Static } from 'typebox';
import { closed, nullable, PageEnd, successOf, Timestamp, Url } from './envelope.ts';

const MAX_DESCRIPTION_LENGTH = 2_000;

const AlbumShare = Type.Object(
  {
    has_password: Type.Boolean({
      description: 'Protects the pages, the feeds and the archive of the album, not the links of its images.',
    }),
    expires_at: nullable(
      Type.String({ ...Timestamp, description: 'From this instant the link answers 410; null = never.' }),
    ),
    ended: Type.Boolean(),
    download: Type.Boolean({ description: 'Whether readers may download all images as a ZIP archive.' }),
  },
  { title: 'AlbumShare' },
);
export type AlbumShare = Static<typeof AlbumShare>;

const Album = Type.Object(
  {
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
    share: nullable(Type.Object(AlbumShare.properties, { description: 'Settings of the link; null without one.' })),
  },
  { title: 'Album' },
);
export type Album = Static<typeof Album>;

const AlbumPage = Type.Object({ albums: Type.Array(Album), ...PageEnd });
export type AlbumPage = Static<typeof AlbumPage>;

const DeletedAlbum = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  images_deleted: Type.Integer(),
  images_trashed: Type.Integer({ description: 'Images that were moved to the trash.' }),
});
export type DeletedAlbum = Static<typeof DeletedAlbum>;

/** Successful responses about albums, by their use. */
export const AlbumResponses = {
  albums: successOf(AlbumPage, 'Albums'),
  album: successOf(Album, 'Album'),
  albumDeleted: successOf(DeletedAlbum, 'AlbumDeleted'),
};

/** Query of the deletion of an album. */
export const DeleteAlbumQuery = Type.Object({ images: Type.Optional(Type.Enum(['keep', 'trash', 'delete'])) });

const Description = nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH }));

const NewAlbum = Type.Object({ name: Type.String(), description: Type.Optional(Description) }, closed);
export type NewAlbum = Static<typeof NewAlbum>;

const ShareChange = Type.Object(
  {
    password: Type.Optional(
      nullable(Type.String({ minLength: 8, maxLength: 128, description: 'null = the link alone gives access.' })),
    ),
    expires_at: Type.Optional(nullable(Type.String({ format: 'date-time', description: 'null = it does not end.' }))),
    download: Type.Optional(Type.Boolean()),
  },
  closed,
);

const AlbumChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    description: Type.Optional(Description),
    cover_image_id: Type.Optional(nullable(Type.String({ description: 'null = the newest image.' }))),
    public: Type.Optional(Type.Boolean()),
    share: Type.Optional(ShareChange),
  },
  closed,
);
export type AlbumChange = Static<typeof AlbumChange>;

/** JSON bodies about albums. */
export const AlbumBodies = { createAlbum: NewAlbum, changeAlbum: AlbumChange };
