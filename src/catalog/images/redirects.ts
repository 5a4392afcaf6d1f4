import type { FormatName } from '../../core/formats.ts';
import type { OldAddress, RedirectTarget } from '../../core/old-addresses.ts';
import type { Db, Tx } from '../schema.ts';
import { isShown } from './images.ts';

/** Stores the old addresses of an image. The last image of an address has it. @param host in lower case; empty = any */
export async function addRedirects(
  tx: Tx,
  imageId: string,
  host: string,
  addresses: readonly OldAddress[],
): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .insertInto('redirects')
    .values(addresses.map(({ path, target }) => ({ path, host, target, image_id: imageId })))
    .onConflict((conflict) =>
      conflict.columns(['path', 'host']).doUpdateSet((eb) => ({
        target: eb.ref('excluded.target'),
        image_id: eb.ref('excluded.image_id'),
      })),
    )
    .execute();
}

/** Where an old address leads. */
export interface Redirect {
  path: string;
  host: string;
  target: RedirectTarget;
  imageId: string;
  format: FormatName;
  /** Whether the image is public now: neither expired nor quarantined nor in the trash. */
  isShown: boolean;
}

/** The query for old addresses; it reads the primary keys of both tables. */
export function redirectQuery(db: Db, paths: readonly string[], host: string) {
  return redirects(db)
    .where('redirects.path', 'in', paths)
    .where('redirects.host', 'in', host === '' ? [''] : ['', host]);
}

/**
 * @param paths the first that is known counts
 * @param host of the request; an address of this host counts before one of any host
 */
export async function findRedirect(
  db: Db,
  paths: readonly string[],
  host: string,
  nowMs: number,
): Promise<Redirect | undefined> {
  const found = (await redirectQuery(db, paths, host).execute()).map((row) => toRedirect(row, nowMs));
  const rank = (one: Redirect) => paths.indexOf(one.path) * 2 + (one.host === '' ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b))[0];
}

/** All redirects in the order of their paths, in pages. @param after the last one of the previous page */
export async function listRedirects(
  db: Db,
  after: { path: string; host: string } | undefined,
  nowMs: number,
  limit: number,
): Promise<Redirect[]> {
  let query = redirects(db).orderBy('redirects.path').orderBy('redirects.host').limit(limit);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('redirects.path', 'redirects.host'), '>', eb.tuple(after.path, after.host)),
    );
  }
  return (await query.execute()).map((row) => toRedirect(row, nowMs));
}

function redirects(db: Db) {
  return db
    .selectFrom('redirects')
    .innerJoin('images', 'images.id', 'redirects.image_id')
    .select([
      'redirects.path',
      'redirects.host',
      'redirects.target',
      'redirects.image_id',
      'images.format',
      'images.expires_at',
      'images.quarantined_at',
      'images.trashed_at',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof redirects>['execute']>>[number];

function toRedirect(row: Row, nowMs: number): Redirect {
  const { path, host, target, image_id: imageId, format } = row;
  return { path, host, target, imageId, format, isShown: isShown(row, nowMs) };
}
