import type { ExpressionBuilder } from 'kysely';
import { newId } from '../../core/ids.ts';
import { splitTags } from '../../core/image-texts.ts';
import type { WebhookEvent } from '../../core/states.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { currentTraceparent } from '../../lib/tracing.ts';
import type { KeyRow } from '../accounts/rows.ts';
import type { AlbumRow, Db, ImageRow, Schema } from '../schema.ts';

// The outbox. An event is recorded in the transaction of its cause, so that neither exists without the other: one row
// for each webhook that asked for it. Statements that run at every upload or deletion return `isHeard`, and only then do
// further statements follow: without webhooks an event costs no statement of its own. A cached answer would be wrong on
// the other nodes.

/** Whether any webhook may want events of the image: a column to return from a statement about `images`. */
export function isHeard(eb: ExpressionBuilder<Schema, 'images'>) {
  return eb
    .exists(
      eb
        .selectFrom('webhooks')
        .select('webhooks.id')
        .where('webhooks.disabled_at', 'is', null)
        .where((or) =>
          or.or([
            or('webhooks.account_id', 'is', null),
            or('webhooks.account_id', '=', or.ref('images.account_id' as never)),
          ]),
        ),
    )
    .as('is_heard');
}

export interface EventCause {
  type: WebhookEvent;
  /** The account that it concerns; null = anonymous. Webhooks of the service hear of all accounts. */
  accountId: string | null;
  nowMs: number;
}

/**
 * Records an event for every webhook that asked for it. Call it in the transaction of the cause.
 * @param describe reads the facts; called only when somebody listens; undefined = there is nothing to tell
 */
export async function recordEvent(
  tx: Db,
  { type, accountId, nowMs }: EventCause,
  describe: () => object | undefined | Promise<object | undefined>,
): Promise<void> {
  const listening = await tx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('disabled_at', 'is', null)
    .where('full_since', 'is', null)
    .where((eb) =>
      eb.or([eb('account_id', 'is', null), ...(accountId === null ? [] : [eb('account_id', '=', accountId)])]),
    )
    // No webhook is deleted before its delivery is inserted.
    .forKeyShare()
    .execute();
  const wanting = listening.filter(({ events }) => events === '*' || events.split(' ').includes(type));
  if (wanting.length === 0) return;
  const facts = await describe();
  if (facts === undefined) return;
  const data = JSON.stringify({ ...facts, account_id: accountId, traceparent: currentTraceparent() });
  await tx
    .insertInto('webhook_deliveries')
    .values(wanting.map(({ id }) => newDelivery(id, type, data, nowMs)))
    .execute();
}

/** A delivery that is due now. @param data JSON object */
export function newDelivery(
  webhookId: string,
  type: Schema['webhook_deliveries']['type'],
  data: string,
  nowMs: number,
) {
  return {
    id: newId('msg'),
    webhook_id: webhookId,
    type,
    data,
    created_at: nowMs,
    state: 'pending' as const,
    attempts: 0,
    due_at: nowMs,
    lease_owner: null,
    attempted_at: null,
    finished_at: null,
    duration_ms: null,
    response_status: null,
    error: null,
  };
}

/** Records an event about an image that exists. @param changed names of the changed members */
export async function recordImageEvent(
  tx: Db,
  type: 'image.uploaded' | 'image.updated',
  image: Pick<ImageRow, 'id' | 'account_id'>,
  nowMs: number,
  changed?: readonly string[],
): Promise<void> {
  await recordEvent(tx, { type, accountId: image.account_id, nowMs }, async () => {
    const facts = await imageFacts(tx, image.id);
    return facts && { ...facts, ...(changed === undefined ? {} : { changed }) };
  });
}

/** Why an image is gone: deleted, moved to the trash of its account, taken down, lost by the store. */
export type DeletionReason = 'request' | 'trash' | 'takedown' | 'repair';

/** The columns that tell of an image that is gone. */
export const REMOVED_COLUMNS = ['id', 'account_id', 'filename', 'format', 'size_bytes', 'uploaded_at'] as const;
type RemovedImage = Pick<ImageRow, (typeof REMOVED_COLUMNS)[number]>;

/** Records that an image is gone. @param restorableUntil until when its owner can restore it from the trash */
export async function recordRemoval(
  tx: Db,
  image: RemovedImage,
  reason: DeletionReason | 'expiry',
  nowMs: number,
  restorableUntil: number | null = null,
): Promise<void> {
  const type = reason === 'expiry' ? 'image.expired' : 'image.deleted';
  const { id, filename, format, size_bytes: size, uploaded_at: uploaded } = image;
  await recordEvent(tx, { type, accountId: image.account_id, nowMs }, () => ({
    id,
    filename,
    format,
    size,
    uploaded_at: timestamp(uploaded),
    ...(reason === 'expiry' ? {} : { reason, restorable_until: timestampOrNull(restorableUntil) }),
  }));
}

async function imageFacts(tx: Db, id: string): Promise<object | undefined> {
  const image = await tx
    .selectFrom('images')
    .innerJoin('blobs', 'blobs.key', 'images.original_key')
    .leftJoin('albums', 'albums.id', 'images.album_id')
    .selectAll('images')
    .select(['blobs.sha256', 'albums.name as album_name'])
    .where('images.id', '=', id)
    .executeTakeFirst();
  if (image === undefined) return undefined;
  return {
    id,
    filename: image.filename,
    size: image.size_bytes,
    width: image.width,
    height: image.height,
    format: image.format,
    uploaded_at: timestamp(image.uploaded_at),
    sha256: image.sha256,
    animated: image.frames > 1,
    has_alpha: image.has_alpha === 1,
    title: image.title,
    alt: image.alt,
    description: image.description,
    tags: splitTags(image.tags),
    album: image.album_name ?? image.album_label,
    expires_at: timestampOrNull(image.expires_at),
    anonymous: image.account_id === null,
    quarantined: image.quarantined_at !== null,
  };
}

/** Records an event about an album. @param album as it is now, or was last */
export async function recordAlbumEvent(
  tx: Db,
  type: 'album.created' | 'album.updated' | 'album.deleted',
  album: Pick<AlbumRow, 'id' | 'account_id' | 'name' | 'description' | 'public_token' | 'created_at'>,
  nowMs: number,
): Promise<void> {
  const { id, name, description, public_token: token, created_at: created } = album;
  await recordEvent(tx, { type, accountId: album.account_id, nowMs }, () => ({
    id,
    name,
    description,
    public: token !== null,
    created_at: timestamp(created),
  }));
}

/** The columns that tell of a key. */
export const KEY_COLUMNS = [
  'id',
  'account_id',
  'name',
  'prefix',
  'last4',
  'grants',
  'created_at',
  'expires_at',
] as const;

/** Records that a key was created, or that it is revoked; a rotated key stays valid until its new end. */
export async function recordKeyEvent(
  tx: Db,
  type: 'key.created' | 'key.revoked',
  key: Pick<KeyRow, (typeof KEY_COLUMNS)[number]>,
  nowMs: number,
): Promise<void> {
  await recordEvent(tx, { type, accountId: key.account_id, nowMs }, () => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    scopes: key.grants.split(' '),
    created_at: timestamp(key.created_at),
    expires_at: timestampOrNull(key.expires_at),
  }));
}
