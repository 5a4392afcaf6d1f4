import Type, { type Static } from 'typebox';
import { FORMAT_NAMES } from '../core/formats.ts';
import {
  MAX_COMMENT_LENGTH,
  QUARANTINE_CAUSES,
  REPORT_REASONS,
  REPORT_STATES,
  RESOLUTIONS,
  UPLOADER_ACTIONS,
} from '../core/states.ts';
import { closed, integerText, nullable, PageEnd, PageQuery, successOf, Timestamp } from './envelope.ts';
import { each, Links } from './images.ts';

const MAX_REASON_LENGTH = 1_000;
/** Each image is decided on in a transaction of its own, and a takedown waits for the store. */
const MAX_DECIDED_IMAGES = 50;
/** Counts of a list stop here, so that their cost is bounded. */
export const MAX_COUNTED = 1_000;

export const Person = Type.Object(
  {
    id: Type.String(),
    email: nullable(Type.String({ description: 'null when the account was deleted.' })),
  },
  { title: 'Person' },
);

const ModeratedImage = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    format: Type.Enum(FORMAT_NAMES),
    width: Type.Integer(),
    height: Type.Integer(),
    size: Type.Integer({ description: 'Bytes.' }),
    links: Links,
    uploaded_at: Timestamp,
    account_id: nullable(Type.String()),
    quarantined: Type.Boolean(),
    views: Type.Integer({ description: 'Of its page and its file.' }),
  },
  { title: 'ModeratedImage' },
);
export type ModeratedImage = Static<typeof ModeratedImage>;

const QuarantinedImage = Type.Object(
  {
    ...ModeratedImage.properties,
    quarantined_at: Timestamp,
    cause: Type.Enum([...QUARANTINE_CAUSES]),
    reason: nullable(Type.String()),
  },
  { title: 'QuarantinedImage' },
);
export type QuarantinedImage = Static<typeof QuarantinedImage>;

const ReleasedImage = Type.Object({ id: Type.String(), released: Type.Literal(true) });
export type ReleasedImage = Static<typeof ReleasedImage>;

const BlockInfo = Type.Object(
  {
    id: Type.String(),
    image_id: Type.String({ description: 'The image that was taken down.' }),
    sha256: Type.String({ description: 'Hex SHA-256 of the stored file.' }),
    uploaded_sha256: nullable(Type.String({ description: 'Hex SHA-256 of the uploaded file.' })),
    perceptual_hash: nullable(Type.String({ description: '16 hex digits.' })),
    reason: Type.String(),
    created_at: Timestamp,
    created_by: nullable(Person),
  },
  { title: 'Block' },
);
export type BlockInfo = Static<typeof BlockInfo>;

const Unblocked = Type.Object({ id: Type.String(), unblocked: Type.Literal(true) });
export type Unblocked = Static<typeof Unblocked>;

const TakenDown = Type.Object({
  id: Type.String(),
  taken_down: Type.Integer({ description: 'Number of removed images: this one and its duplicates.' }),
  block_id: nullable(Type.String()),
});
export type TakenDown = Static<typeof TakenDown>;

const Reported = Type.Object({ reported: Type.Literal(true) });
export type Reported = Static<typeof Reported>;

const ReportInfo = Type.Object(
  {
    id: Type.String(),
    image: nullable(ModeratedImage),
    image_id: Type.String({ description: 'Kept when the image is deleted.' }),
    reason: Type.Enum([...REPORT_REASONS]),
    comment: nullable(Type.String()),
    email: nullable(Type.String()),
    created_at: Timestamp,
    state: Type.Enum([...REPORT_STATES]),
    resolved_at: nullable(Timestamp),
    resolved_by: nullable(Person),
    note: nullable(Type.String()),
  },
  { title: 'Report' },
);
export type ReportInfo = Static<typeof ReportInfo>;

const { image: _image, image_id: _imageId, ...reportMembers } = ReportInfo.properties;
const ReportOfImage = Type.Object(reportMembers, { title: 'ReportOfImage' });
export type ReportOfImage = Static<typeof ReportOfImage>;

const Uploader = Type.Object(
  {
    ...Person.properties,
    name: nullable(Type.String()),
    suspended: Type.Boolean(),
    images: Type.Integer(),
  },
  { title: 'Uploader' },
);

export type Uploader = Static<typeof Uploader>;

const copies = Type.Integer({
  description: `The image and its duplicates, which a takedown removes together. Counted up to ${MAX_COUNTED}; 0 when the image is gone.`,
});

const ImageCase = Type.Object(
  {
    image: ModeratedImage,
    uploader: nullable(Uploader),
    copies,
    open_reports: Type.Integer(),
  },
  { title: 'ImageCase' },
);
export type ImageCase = Static<typeof ImageCase>;

const ReportedImage = Type.Object(
  {
    image_id: Type.String({ description: 'Kept when the image is deleted.' }),
    image: nullable(ModeratedImage),
    uploader: nullable(Uploader),
    copies,
    reports: Type.Integer({ description: 'In the requested state.' }),
    reasons: Type.Array(Type.Object({ reason: Type.Enum([...REPORT_REASONS]), reports: Type.Integer() }), {
      description: 'The most frequent first.',
    }),
    first_reported_at: Timestamp,
    last_reported_at: Timestamp,
    latest: Type.Array(ReportOfImage, { description: 'The newest reports, newest first.' }),
  },
  { title: 'ReportedImage' },
);
export type ReportedImage = Static<typeof ReportedImage>;

/** Images of one request, so that its cost is bounded. */
export const MAX_UPLOADER_IMAGES = 10_000;
const MAX_HOURS = 720;

const SameUploader = Type.Object(
  {
    total: Type.Integer({ description: `Images of the uploader in this time. Counted up to ${MAX_UPLOADER_IMAGES}.` }),
    shown: Type.Integer({ description: 'Those of them that are not in quarantine.' }),
    images: Type.Array(ModeratedImage, { description: 'The newest, at most 100.' }),
  },
  { title: 'SameUploader' },
);

export type SameUploader = Static<typeof SameUploader>;

const UploaderActed = Type.Object(
  {
    done: Type.Integer({ description: 'Images that were hidden or removed.' }),
    remaining: Type.Integer({ description: 'Images that are left for another request.' }),
    next_image_id: nullable(Type.String({ description: 'One of them: the image of this request may be gone.' })),
    block_id: nullable(Type.String()),
  },
  { title: 'UploaderActed' },
);

const NetworkBlock = Type.Object(
  {
    id: Type.String(),
    network: nullable(Type.String({ description: 'In CIDR notation; null for an uploader.' })),
    reason: nullable(Type.String()),
    created_at: Timestamp,
    created_by: nullable(Person),
    ends_at: nullable(Timestamp),
  },
  { title: 'NetworkBlock' },
);
export type NetworkBlock = Static<typeof NetworkBlock>;

const Attention = Type.Object(
  {
    reported_images: Type.Integer({ description: `Images with open reports. Counted up to ${MAX_COUNTED}.` }),
    dead_jobs: Type.Integer({ description: 'Jobs that have failed too often to be retried.' }),
    waiting_accounts: Type.Integer({ description: 'That wait for approval or for the verification of their address.' }),
  },
  { title: 'Attention' },
);
export type Attention = Static<typeof Attention>;

/** A response with the bytes of a picture. */
export const Picture = {
  description: 'The picture, not JSON.',
  content: { 'image/*': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
};

/** Successful responses about moderation, by their use. */
export const ModerationResponses = {
  reported: successOf(Reported, 'Reported'),
  reports: successOf(Type.Object({ reports: Type.Array(ReportInfo), ...PageEnd }), 'Reports'),
  report: successOf(ReportInfo, 'Report'),
  reportedImages: successOf(Type.Object({ images: Type.Array(ReportedImage), ...PageEnd }), 'ReportedImages'),
  decided: successOf(each(Type.Object({ state: Type.Enum([...REPORT_STATES]) })), 'Decided'),
  imageCase: successOf(ImageCase, 'ImageCase'),
  sameUploader: successOf(SameUploader, 'SameUploader'),
  uploaderActed: successOf(UploaderActed, 'UploaderActed'),
  networks: successOf(Type.Object({ networks: Type.Array(NetworkBlock) }), 'NetworkBlocks'),
  network: successOf(NetworkBlock, 'NetworkBlock'),
  attention: successOf(Attention, 'Attention'),
  accountImages: successOf(Type.Object({ images: Type.Array(ModeratedImage), ...PageEnd }), 'AccountImages'),
  takenDown: successOf(TakenDown, 'TakenDown'),
  blocks: successOf(Type.Object({ blocks: Type.Array(BlockInfo), ...PageEnd }), 'Blocks'),
  unblocked: successOf(Unblocked, 'Unblocked'),
  quarantine: successOf(Type.Object({ images: Type.Array(QuarantinedImage), ...PageEnd }), 'Quarantine'),
  quarantined: successOf(QuarantinedImage, 'Quarantined'),
  released: successOf(ReleasedImage, 'Released'),
};

export const ReportsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(Type.Enum([...REPORT_STATES, 'all'], { default: 'open' })),
});

export const Reason = Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH });

const NewReport = Type.Object(
  {
    reason: Type.Enum([...REPORT_REASONS]),
    comment: Type.Optional(Type.String({ maxLength: MAX_COMMENT_LENGTH })),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  },
  closed,
);
export type NewReport = Static<typeof NewReport>;

const Decision = Type.Object({ action: Type.Enum([...RESOLUTIONS]), note: Type.Optional(Reason) }, closed);
export type Decision = Static<typeof Decision>;

const Takedown = Type.Object(
  {
    reason: Reason,
    block: Type.Optional(Type.Boolean({ description: 'Refuse uploads of the same picture.', default: true })),
  },
  closed,
);
export type Takedown = Static<typeof Takedown>;

export type UploaderActed = Static<typeof UploaderActed>;

/** The days of IMGD_UPLOADER_HASH_DAYS bound it, too. */
export const SinceQuery = Type.Object({
  since_hours: Type.Optional(
    integerText('^([1-9]\\d?|[1-6]\\d\\d|7[01]\\d|720)?$', {
      description: 'Hours back from now',
      minimum: 1,
      maximum: MAX_HOURS,
      default: 24,
    }),
  ),
});

const UploaderAct = Type.Object(
  {
    action: Type.Optional(
      Type.Enum([...UPLOADER_ACTIONS], {
        description: '`takedown` also blocks the pictures. Without it: only the block.',
      }),
    ),
    since_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_HOURS, default: 24 })),
    block_hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_HOURS, description: 'Refuse uploads of the uploader for so long.' }),
    ),
    max_images: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_UPLOADER_IMAGES, default: MAX_UPLOADER_IMAGES })),
    reason: Type.Optional(Reason),
  },
  closed,
);

/** JSON bodies about moderation. */
export const ModerationBodies = {
  report: NewReport,
  resolve: Decision,
  decide: Type.Object(
    {
      ...Decision.properties,
      image_ids: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_DECIDED_IMAGES, uniqueItems: true }),
    },
    closed,
  ),
  takedown: Takedown,
  quarantine: Type.Object({ reason: Type.Optional(Reason) }, closed),
  uploaderAct: UploaderAct,
  network: Type.Object(
    {
      network: Type.String({ maxLength: 64, description: 'An address, or a network in CIDR notation.' }),
      reason: Type.Optional(Reason),
      ends_at: Type.Optional(nullable(Timestamp)),
    },
    closed,
  ),
};
