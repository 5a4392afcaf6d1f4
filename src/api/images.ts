import Type, { type Static, type TSchema } from 'typebox';
import { FORMAT_NAMES } from '../core/formats.ts';
import { IMAGE_ORDERS } from '../core/states.ts';
import { closed, ErrorFields, nullable, orEmpty, PageEnd, PageQuery, successOf, Timestamp, Url } from './envelope.ts';

const MAX_BULK_IDS = 100;
const MAX_SEARCH_LENGTH = 255;

export const Links = Type.Object({
  direct: Url,
  thumbnail: Url,
  view_page: Url,
  bbcode: Type.String(),
  html: Type.String(),
  markdown: Type.String(),
});

const Image = {
  id: Type.String({ description: 'Identifier of the image: 12 letters and digits.' }),
  filename: Type.String(),
  size: Type.Integer({ description: 'Bytes of the stored file, equal to the Content-Length of the direct link.' }),
  width: Type.Integer({ description: 'Pixels, in the orientation that browsers show.' }),
  height: Type.Integer({ description: 'Pixels, in the orientation that browsers show.' }),
  format: Type.Enum(FORMAT_NAMES),
  uploaded_at: Timestamp,
  links: Links,
};

const MetadataRemoved = Type.Array(Type.String(), {
  description: 'Kinds of removed metadata, such as gps, camera, comment, trailing_data.',
});

const Quarantined = Type.Optional(
  Type.Literal(true, { description: 'Present while the image is in quarantine: its links answer 404.' }),
);

const UploadResult = Type.Object({
  ...Image,
  album: nullable(Type.String({ description: 'The album name of the request.' })),
  expires_at: nullable(Timestamp),
  metadata_removed: MetadataRemoved,
  delete_token: Type.String({ description: 'Bearer credential that deletes this image. Shown only here.' }),
  delete_url: Type.String({ format: 'uri', description: 'Page that deletes the image after confirmation.' }),
  quarantined: Quarantined,
});
export type UploadResult = Static<typeof UploadResult>;

export const ImageInfo = Type.Object({
  ...Image,
  mime_type: Type.String(),
  extension: Type.String(),
  sha256: Type.String({ description: 'Hex SHA-256 of the stored file.' }),
  animated: Type.Boolean(),
  frames: Type.Integer(),
  has_alpha: Type.Boolean(),
  thumbnail: Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    size: nullable(Type.Integer({ description: 'Bytes; null while there is no thumbnail.' })),
    mime_type: Type.String(),
    state: Type.Optional(
      Type.Union([Type.Literal('pending'), Type.Literal('failed')], {
        description: 'Present while there is no thumbnail: pending = made on the first request.',
      }),
    ),
    fault: Type.Optional(Type.String({ description: 'Reason why the image cannot be decoded.' })),
  }),
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        preset: Type.String(),
        width: Type.Integer(),
        height: Type.Integer(),
        links: Type.Record(Type.String(), Url, { description: 'Links by extension.' }),
      }),
      { description: 'Smaller versions, made on the first request. Absent in lists.' },
    ),
  ),
  expires_at: nullable(Timestamp),
  metadata_removed: MetadataRemoved,
  views: Type.Integer(),
  anonymous: Type.Boolean({ description: 'Uploaded without an account.' }),
  quarantined: Quarantined,
  album: Type.Optional(nullable(Type.Object({ id: Type.String(), name: Type.String() }))),
  owned: Type.Optional(Type.Literal(true)),
  uploaded_with_key: Type.Optional(nullable(Type.String())),
});
export type ImageInfo = Static<typeof ImageInfo>;

const ImagePage = Type.Object({ images: Type.Array(ImageInfo), ...PageEnd });
export type ImagePage = Static<typeof ImagePage>;

const BulkItem = Type.Union([
  Type.Object({
    index: Type.Integer(),
    filename: Type.String(),
    success: Type.Literal(true),
    data: UploadResult,
  }),
  Type.Object({
    index: Type.Integer(),
    filename: Type.String(),
    success: Type.Literal(false),
    status: Type.Integer(),
    error: ErrorFields,
  }),
]);
export type BulkItem = Static<typeof BulkItem>;

const counts = { total: Type.Integer(), succeeded: Type.Integer(), failed: Type.Integer() };
const BulkResult = Type.Object({ ...counts, results: Type.Array(BulkItem) });
export type BulkResult = Static<typeof BulkResult>;

/** One result for each of several images, in the order of the request. */
const each = <T extends TSchema>(data: T) =>
  Type.Object({
    ...counts,
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

/** The result of one of several images. */
export type EachItem<T> =
  | { index: number; id: string; success: true; data: T }
  | { index: number; id: string; success: false; status: number; error: ErrorFields };
export type EachResult<T> = Omit<BulkResult, 'results'> & { results: EachItem<T>[] };

const DeletionProgress = Type.Object({
  id: Type.String({ description: 'For `GET /api/v1/deletions/{id}`.' }),
  storage: Type.Object({
    state: Type.Enum(['pending', 'gone', 'shared'], {
      description: 'shared = a duplicate still uses the bytes.',
    }),
    at: nullable(Timestamp),
  }),
  edge: Type.Object({
    state: Type.Enum(['none', 'pending', 'purged', 'failed'], {
      description: 'none = no edge is configured; failed = not retried any more.',
    }),
    at: nullable(Timestamp),
    attempts: Type.Integer(),
    last_error: nullable(Type.String()),
  }),
});
export type DeletionProgress = Static<typeof DeletionProgress>;

const DeletedImage = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  deleted_at: Timestamp,
  deletion: DeletionProgress,
});
export type DeletedImage = Static<typeof DeletedImage>;

const Deletion = Type.Object({
  ...DeletionProgress.properties,
  image_id: Type.String(),
  cause: Type.Enum(['request', 'expiry', 'takedown', 'repair']),
  deleted_at: Timestamp,
});
export type Deletion = Static<typeof Deletion>;

/** Successful responses about images, by their use. */
export const ImageResponses = {
  uploaded: Type.Object({ success: Type.Literal(true), data: UploadResult }, { title: 'Uploaded' }),
  bulk: successOf(BulkResult, 'BulkUploaded'),
  image: successOf(ImageInfo, 'ImageInformation'),
  images: successOf(ImagePage, 'Images'),
  imagesChanged: successOf(each(ImageInfo), 'ImagesChanged'),
  imagesDeleted: successOf(each(DeletedImage), 'ImagesDeleted'),
  deleted: successOf(DeletedImage, 'ImageDeleted'),
  deletion: successOf(Deletion, 'Deletion'),
};

/** Multipart forms, for the API description only: the handlers parse the forms as streams and check the fields. */
export const Forms = {
  upload: Type.Object(
    {
      file: Type.Unknown({ description: 'The image. Its content determines its type.' }),
      album: Type.Optional(Type.String({ description: 'Album name.' })),
      expiry: Type.Optional(
        Type.Integer({ description: 'Hours until the image is deleted; 0 = permanent.', minimum: 0 }),
      ),
    },
    { required: ['file'] },
  ),
  bulk: Type.Object({
    files: Type.Array(Type.Unknown(), { description: 'The images, one part for each.' }),
    album: Type.Optional(Type.String({ description: 'Album name for all images.' })),
    expiry: Type.Optional(
      Type.Integer({ description: 'Hours until the images are deleted; 0 = permanent.', minimum: 0 }),
    ),
    atomic: Type.Optional(Type.Boolean({ description: 'true = all or none.', default: false })),
  }),
};

/** Query of a list of images. */
export const ImageListQuery = Type.Object({
  ...PageQuery.properties,
  format: Type.Optional(orEmpty(Type.Enum([...FORMAT_NAMES]))),
  order: Type.Optional(orEmpty(Type.Enum([...IMAGE_ORDERS]))),
  q: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH, description: 'Text in the file name, in any case.' })),
});

/** Query of the list of an account's images. */
export const LibraryQuery = Type.Object({
  ...ImageListQuery.properties,
  album: Type.Optional(Type.String({ description: 'Album name; empty = only images in no album.' })),
  album_id: Type.Optional(Type.String({ description: 'Album id.' })),
});

const AlbumName = Type.String({ description: 'Album name; null or empty = in no album.' });
const Expiry = Type.Integer({ description: 'Hours from now; 0 = permanent.' });
const Ids = Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: MAX_BULK_IDS, uniqueItems: true });
const Claim = { delete_token: Type.String({ maxLength: 255 }) };

const ImageChange = Type.Object(
  {
    album: Type.Optional(nullable(AlbumName)),
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    expiry: Type.Optional(Expiry),
  },
  closed,
);
export type ImageChange = Static<typeof ImageChange>;

/** JSON bodies about images. */
export const ImageBodies = {
  changeImage: ImageChange,
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
};
