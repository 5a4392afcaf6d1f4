import Type, { type Static, type TSchema } from 'typebox';
import { FORMAT_NAMES, INPUT_FORMATS } from '../core/formats.ts';
import { MAX_TAG_LENGTH, MAX_TAGS, TEXT_LIMITS } from '../core/image-texts.ts';
import { closed, ErrorFields, nullable, orEmpty, PageEnd, successOf, Timestamp, Url } from './envelope.ts';
import { ImageFilter } from './library.ts';

const MAX_BULK_IDS = 100;
const MAX_EXCEPTIONS = 1_000;

export const Links = Type.Object(
  {
    direct: Url,
    thumbnail: Url,
    view_page: Url,
    bbcode: Type.String(),
    html: Type.String(),
    markdown: Type.String(),
  },
  { title: 'Links' },
);

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

const textOf = (name: keyof typeof TEXT_LIMITS, description: string) =>
  Type.String({ description: `${description} At most ${TEXT_LIMITS[name]} characters.` });
const Title = textOf('title', 'Title.');
const Alt = textOf('alt', 'Alternative text: what the picture shows, for readers who do not see it.');
const Description = textOf('description', 'Description; may have several lines.');
const Tags = Type.Array(Type.String(), {
  description: `Lower case. At most ${MAX_TAGS} tags of ${MAX_TAG_LENGTH} characters.`,
});
const texts = { title: nullable(Title), alt: nullable(Alt), description: nullable(Description) };

const MetadataRemoved = Type.Array(Type.String(), {
  description: 'Kinds of removed metadata, such as gps, camera, comment, trailing_data.',
});

const Quarantined = Type.Optional(
  Type.Literal(true, { description: 'Present while the image is in quarantine: its links answer 404.' }),
);

const UploadResult = Type.Object(
  {
    ...Image,
    album: nullable(Type.String({ description: 'The album name of the request.' })),
    ...texts,
    tags: Tags,
    expires_at: nullable(Timestamp),
    metadata_removed: MetadataRemoved,
    source_format: Type.Enum([...INPUT_FORMATS], {
      description: 'Format of the uploaded file: another one than `format` where the image was converted.',
    }),
    anonymous: Type.Boolean({
      description: 'Uploaded without an account: only the delete token can delete the image.',
    }),
    delete_token: Type.Optional(
      Type.String({
        description:
          'Bearer credential that deletes this image. Shown only here; a repeated answer to an anonymous caller has it if the Idempotency-Key has 128 bits.',
      }),
    ),
    delete_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Page that deletes the image after confirmation; as `delete_token`.' }),
    ),
    quarantined: Quarantined,
  },
  { title: 'UploadedImage' },
);
/** An upload as a repeated answer may show it: without the delete token. */
export type RepeatedUpload = Static<typeof UploadResult>;
export type UploadResult = RepeatedUpload & Required<Pick<RepeatedUpload, 'delete_token' | 'delete_url'>>;

const Variant = Type.Object({
  preset: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  links: Type.Record(Type.String(), Url, { description: 'Links by extension.' }),
});

export const ImageInfo = Type.Object(
  {
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
      Type.Array(Variant, { description: 'Smaller versions, made on the first request. Absent in lists.' }),
    ),
    presets: Type.Optional(
      Type.Array(Variant, {
        description: 'Versions that the operator has defined, made on the first request. Absent in lists.',
      }),
    ),
    expires_at: nullable(Timestamp),
    metadata_removed: Type.Optional(MetadataRemoved),
    views: Type.Integer(),
    anonymous: Type.Boolean({ description: 'Uploaded without an account.' }),
    ...texts,
    quarantined: Quarantined,
    album: Type.Optional(nullable(Type.Object({ id: Type.String(), name: Type.String() }))),
    tags: Type.Optional(Tags),
    owned: Type.Optional(Type.Literal(true)),
    uploaded_with_key: Type.Optional(nullable(Type.String())),
  },
  { title: 'Image' },
);
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
export const each = <T extends TSchema>(data: T) =>
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

const Matched = Type.Object(
  {
    matched: Type.Integer({ description: 'Images that matched behind the cursor when the call began.' }),
    succeeded: Type.Integer(),
    failed: Type.Integer({ description: 'Images that were deleted or quarantined in the meantime.' }),
    ids: Type.Array(Type.String(), { description: 'Ids of the images that succeeded, at most 500.' }),
    remaining: Type.Integer({ description: 'Matching images that this call did not handle.' }),
    complete: Type.Boolean({ description: 'false = counting ended at its bound: more may match.' }),
    ...PageEnd,
  },
  { title: 'MatchedImages', description: 'With `query`.' },
);
export type Matched = Static<typeof Matched>;

/** The result of one of several images. */
export type EachItem<T> =
  | { index: number; id: string; success: true; data: T }
  | { index: number; id: string; success: false; status: number; error: ErrorFields };
export type EachResult<T> = Omit<BulkResult, 'results'> & { results: EachItem<T>[] };

const DeletionProgress = Type.Object(
  {
    id: Type.String({ description: 'For `GET /api/v1/deletions/{id}`.' }),
    storage: Type.Object({
      state: Type.Enum(['pending', 'gone'], {
        description: 'gone = no byte is kept for this image; also while another image has the same content.',
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
  },
  { title: 'DeletionProgress' },
);
export type DeletionProgress = Static<typeof DeletionProgress>;

const DeletedImage = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    deleted: Type.Literal(true),
    deleted_at: Timestamp,
    deletion: DeletionProgress,
  },
  { title: 'DeletedImage' },
);
export type DeletedImage = Static<typeof DeletedImage>;

const TrashedImage = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    trashed: Type.Literal(true),
    trashed_at: Timestamp,
    purge_at: Type.String({ ...Timestamp, description: 'When it is deleted for good.' }),
  },
  { title: 'TrashedImage', description: 'With `trash`, unless the server has no trash.' },
);
export type TrashedImage = Static<typeof TrashedImage>;

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
  image: successOf(ImageInfo, 'Image'),
  images: successOf(ImagePage, 'Images'),
  imagesChanged: successOf(each(ImageInfo), 'ImagesChanged'),
  matchesChanged: successOf(Type.Union([each(ImageInfo), Matched]), 'ImagesOrMatchesChanged'),
  imagesDeleted: successOf(Type.Union([each(Type.Union([DeletedImage, TrashedImage])), Matched]), 'ImagesDeleted'),
  deleted: successOf(Type.Union([DeletedImage, TrashedImage]), 'ImageDeleted'),
  deletion: successOf(Deletion, 'Deletion'),
};

/** A part with a file, as OpenAPI tools know it. */
const File = Type.Unsafe<unknown>({
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description: 'An image. Its content determines its type.',
});

/** Fields of every form that uploads. */
const options = {
  album: Type.Optional(Type.String({ description: 'Album name.' })),
  expiry: Type.Optional(Type.Integer({ description: 'Hours until the image is deleted; 0 = permanent.', minimum: 0 })),
  expires_in: Type.Optional(Type.Integer({ description: 'Seconds, in place of `expiry`; 0 = permanent.', minimum: 0 })),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'The instant (RFC 3339), in place of `expiry`.' }),
  ),
  title: Type.Optional(Title),
  alt: Type.Optional(Alt),
  description: Type.Optional(Description),
  tags: Type.Optional(Type.String({ description: 'Tags, separated by commas.', examples: ['cat, garden'] })),
};

/** Multipart forms, for the API description only: the handlers parse the forms as streams and check the fields. */
export const Forms = {
  upload: Type.Object({
    file: Type.Optional(File),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'Address of the image, in place of `file`, where the server fetches images (`IMGD_URL_UPLOADS`).',
      }),
    ),
    ...options,
  }),
  bulk: Type.Object({
    files: Type.Array(File, { description: 'The images, one part for each. The other fields apply to all of them.' }),
    ...options,
    atomic: Type.Optional(Type.Boolean({ description: 'true = all or none.', default: false })),
  }),
};

/** Query of the deletion of an image. */
export const DeleteImageQuery = Type.Object({
  trash: Type.Optional(
    orEmpty(Type.Enum(['true', 'false'], { description: 'true = moves the own image to the trash of the account.' })),
  ),
});

const AlbumName = Type.String({ description: 'Album name; null or empty = in no album.' });
const expiry = {
  expiry: Type.Optional(Type.Integer({ description: 'Hours from now; 0 = permanent.' })),
  expires_in: Type.Optional(Type.Integer({ description: 'Seconds from now, in place of `expiry`; 0 = permanent.' })),
  expires_at: Type.Optional(
    nullable(Type.String({ maxLength: 40, description: 'RFC 3339, in place of `expiry`; null = permanent.' })),
  ),
};
/** Longer texts are refused with their own error; this bounds the work. */
const GivenTags = Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100, description: 'Replaces the tags.' });
const tags = {
  tags: Type.Optional(GivenTags),
  add_tags: Type.Optional({ ...GivenTags, description: 'Adds tags.' }),
  remove_tags: Type.Optional({ ...GivenTags, description: 'Removes tags.' }),
};
export const Ids = Type.Array(Type.String({ maxLength: 255 }), {
  minItems: 1,
  maxItems: MAX_BULK_IDS,
  uniqueItems: true,
});
/** Images by their ids, or by a query in its place. */
const chosen = {
  ids: Type.Optional(Ids),
  query: Type.Optional(ImageFilter),
  except: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: MAX_EXCEPTIONS,
      description: 'With `query`: ids of images that stay as they are.',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'With `query`: `next_cursor` of the call before.' })),
};
const ToTrash = Type.Boolean({ description: 'Moves them to the trash of their account.', default: false });
const Claim = { delete_token: Type.String({ maxLength: 255 }) };

const ImageChange = Type.Object(
  {
    album: Type.Optional(nullable(AlbumName)),
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024 })),
    ...expiry,
    title: Type.Optional(nullable(Title)),
    alt: Type.Optional(nullable(Alt)),
    description: Type.Optional(nullable(Description)),
    ...tags,
  },
  closed,
);
export type ImageChange = Static<typeof ImageChange>;

/** JSON bodies about images. */
export const ImageBodies = {
  changeImage: ImageChange,
  changeImages: Type.Object(
    { ...chosen, album: Type.Optional(nullable(AlbumName)), ...expiry, ...tags },
    { ...closed, minProperties: 2 },
  ),
  deleteImages: Type.Object({ ...chosen, trash: Type.Optional(ToTrash) }, closed),
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
