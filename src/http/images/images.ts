import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeImages } from '../../actions/images/change-image.ts';
import { claimImages } from '../../actions/images/claim-images.ts';
import { deleteImages } from '../../actions/images/delete-image.ts';
import type { ImageOutcome } from '../../actions/images/for-each-image.ts';
import { forEachMatch } from '../../actions/images/for-each-match.ts';
import { countMonths, listAccountImages } from '../../actions/images/list-account-images.ts';
import { listAccountTags } from '../../actions/images/list-account-tags.ts';
import type { ImageFilter, ImageQuery } from '../../actions/images/scan-images.ts';
import { trashImages } from '../../actions/images/trash-images.ts';
import { type PageEnd, PageQuery } from '../../api/envelope.ts';
import { ImageBodies, ImageResponses, type Matched } from '../../api/images.ts';
import { LibraryQuery, LibraryResponses, MonthsQuery } from '../../api/library.ts';
import { type AccountCaller, requireScope } from '../../core/caller.ts';
import type { Page } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { FormatName } from '../../core/formats.ts';
import { parseTags } from '../../core/image-texts.ts';
import { parseAlbumName } from '../../core/names.ts';
import type { ImageOrder } from '../../core/states.ts';
import { parsePeriod } from '../../core/time.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { eachView } from './bulk-view.ts';
import { deletedView, type ImageDeps, imageChange, trashedView } from './image.ts';
import { infoView } from './image-view.ts';

/** /images: lists the caller's images; changes, deletes and claims up to a hundred images, each with its own result. */
export function imageListRoutes(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'GET',
    path: '/images',
    operationId: 'listImages',
    summary: "The account's images",
    description: 'Follow `next_cursor` while `has_more` is true: with filters a page may be short, even empty.',
    tag: 'Images',
    access: 'images:read',
    query: LibraryQuery,
    answer: ImageResponses.images,
    errors: ['INVALID_ALBUM', 'ALBUM_NOT_FOUND'],
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const query = imageQueryOf(request.query, deps.maxAlbumLength);
      const page = await listAccountImages(deps, request.caller.accountId, query, limit, cursor);
      const images = page.items.map((image) => infoView(image, { imageHost: deps.imageHost }));
      return success({ images, ...endPage(deps, request, reply, page) }, counted(images.length, 'image'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/images/months',
    operationId: 'countMonths',
    summary: "The number of the account's images by month of upload",
    tag: 'Images',
    access: 'images:read',
    query: MonthsQuery,
    answer: LibraryResponses.months,
    errors: ['INVALID_ALBUM', 'ALBUM_NOT_FOUND'],
    async handler({ caller, query }) {
      const filter = filterOf(query, deps.maxAlbumLength);
      const offset = Number(query.utc_offset || 0);
      const { months, total, isBounded } = await countMonths(deps, caller.accountId, filter, offset);
      return success({ months, total, complete: !isBounded }, counted(total, 'image'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/tags',
    operationId: 'listTags',
    summary: "The tags of the account's images, with their number of images",
    description: 'In alphabetical order. A page may be short while `has_more` is true.',
    tag: 'Images',
    access: 'images:read',
    query: PageQuery,
    answer: LibraryResponses.tags,
    async handler(request, reply) {
      const { limit, cursor } = pageOf(request.query);
      const page = await listAccountTags(deps, request.caller.accountId, limit, cursor);
      return success({ tags: page.items, ...endPage(deps, request, reply, page) }, counted(page.items.length, 'tag'));
    },
  });

  bulkRoutes(api, deps);

  route(api, {
    method: 'POST',
    path: '/images/claim',
    operationId: 'claimImages',
    summary: 'Move anonymous images into the account',
    tag: 'Images',
    access: 'images:write',
    body: ImageBodies.claimImages,
    answer: ImageResponses.imagesChanged,
    isIdempotent: true,
    errors: ['STORAGE_QUOTA_EXCEEDED', 'IMAGE_NOT_FOUND', 'IMAGE_ALREADY_OWNED'],
    async handler(request) {
      const claims = request.body.images.map(({ id, delete_token }) => ({ id, deleteToken: delete_token }));
      const data = eachView(await claimImages(deps, claims, request.caller), (image) => infoView(image, deps));
      return success(data, `${data.succeeded} of ${data.total} images claimed`);
    },
  });
}

/** /images/update and /images/delete: by ids, each with its own result, or by a query, part by part. */
function bulkRoutes(api: App, deps: ImageDeps): void {
  route(api, {
    method: 'POST',
    path: '/images/update',
    operationId: 'changeImages',
    summary: 'Change album, tags or expiry of several images',
    tag: 'Images',
    access: 'images:write',
    body: ImageBodies.changeImages,
    answer: ImageResponses.matchesChanged,
    isIdempotent: true,
    errors: ['INVALID_ALBUM', 'INVALID_EXPIRY', 'IMAGE_NOT_FOUND', 'ALBUM_NOT_FOUND', 'INVALID_CURSOR'],
    async handler(request) {
      const { caller } = request;
      const chosen = chosenOf(caller, request.body);
      const { ids: _ids, query: _query, except: _except, cursor: _cursor, ...change } = request.body;
      const wanted = imageChange(deps, change, caller);
      const work = (some: readonly string[]) => changeImages(deps, some, wanted, caller);
      if (chosen.ids !== undefined) {
        const data = eachView(await work(chosen.ids), (image) => infoView(image, deps));
        return success(data, `${data.succeeded} of ${data.total} images changed`);
      }
      if (Object.keys(change).length === 0) {
        throw new AppError('INVALID_PARAMETER', { detail: 'Give album, expiry or tags.', param: 'album' });
      }
      const data = await matchedView(deps, caller, chosen, work);
      return success(data, `${data.succeeded} of ${data.matched} images changed`);
    },
  });

  route(api, {
    method: 'POST',
    path: '/images/delete',
    operationId: 'deleteImages',
    summary: 'Delete several images for good, or move them to the trash',
    tag: 'Images',
    access: 'images:delete',
    body: ImageBodies.deleteImages,
    answer: ImageResponses.imagesDeleted,
    isIdempotent: true,
    errors: ['IMAGE_NOT_FOUND', 'INVALID_ALBUM', 'ALBUM_NOT_FOUND', 'INVALID_CURSOR'],
    async handler(request) {
      const { caller, body } = request;
      const chosen = chosenOf(caller, body);
      const done = body.trash === true && deps.trashDays > 0 ? 'moved to the trash' : 'deleted';
      const trash = (ids: readonly string[]) => trashImages(deps, ids, caller);
      const remove = (ids: readonly string[]) => deleteImages(deps, ids, caller);
      if (chosen.ids !== undefined) {
        const data = body.trash
          ? eachView(await trash(chosen.ids), trashedView)
          : eachView(await remove(chosen.ids), deletedView);
        return success(data, `${data.succeeded} of ${data.total} images ${done}`);
      }
      const data = await matchedView<unknown>(deps, caller, chosen, body.trash ? trash : remove);
      return success(data, `${data.succeeded} of ${data.matched} images ${done}`);
    },
  });
}

/** The images of a bulk request. */
interface Chosen {
  ids?: readonly string[];
  query?: Filter;
  except?: readonly string[];
  cursor?: string;
}
type ByQuery = Chosen & { ids: undefined; query: Filter };

/**
 * Checks that a body names images by ids or by a query.
 * @throws AppError INVALID_PARAMETER; INSUFFICIENT_SCOPE, because an answer to a query names the images
 */
function chosenOf(caller: AccountCaller, body: Chosen): { ids: readonly string[] } | ByQuery {
  const { ids, query, except, cursor } = body;
  if (ids !== undefined && query === undefined && except === undefined) return { ids };
  if (ids !== undefined || query === undefined) {
    throw new AppError('INVALID_PARAMETER', { detail: 'Give ids or a query.', param: 'ids' });
  }
  requireScope(caller, 'images:read');
  return { ids, query, ...(except && { except }), ...(cursor && { cursor }) };
}

/** Does the work on images that match a query. @throws AppError as `forEachMatch` and `filterOf` */
async function matchedView<T>(
  deps: ImageDeps,
  caller: AccountCaller,
  { query, except = [], cursor }: ByQuery,
  work: (ids: string[]) => Promise<ImageOutcome<T>[]>,
): Promise<Matched> {
  const filter = { ...filterOf(query, deps.maxAlbumLength), except: new Set(except) };
  const done = await forEachMatch(deps, caller, filter, cursor, work);
  const ids = done.outcomes.flatMap(({ ok, id }) => (ok ? id : []));
  return {
    matched: done.matched,
    succeeded: ids.length,
    failed: done.outcomes.length - ids.length,
    ids,
    remaining: done.remaining,
    complete: !done.isBounded,
    next_cursor: done.nextCursor,
    has_more: done.nextCursor !== null,
  };
}

const DEFAULT_LIMIT = 50;

/** Filters of a query string or of a JSON body. Empty texts count as absent, except the album. */
type Filter = Partial<
  Record<'format' | 'q' | 'from' | 'to' | 'album' | 'album_id' | 'tag' | 'sha256', string> &
    Record<'min_size' | 'max_size', string | number>
>;

/** The requested part of a list. */
export function pageOf({ limit, cursor }: { limit?: string; cursor?: string }): {
  limit: number;
  cursor: string | undefined;
} {
  return { limit: Number(limit || DEFAULT_LIMIT), cursor: cursor || undefined };
}

/** The requested images. @throws AppError as `filterOf` */
export function imageQueryOf(given: Filter & { order?: string }, maxAlbumLength: number): ImageQuery {
  return { ...filterOf(given, maxAlbumLength), order: (given.order || 'newest') as ImageOrder };
}

/**
 * The wanted images of an account.
 * @throws AppError INVALID_ALBUM; INVALID_PARAMETER when the query names two albums, or a time that does not exist
 */
function filterOf(given: Filter, maxAlbumLength: number): ImageFilter {
  const { album, album_id, format, q, from, to, tag, sha256, min_size: minSize, max_size: maxSize } = given;
  const tags = parseTags([tag ?? ''], 'tag');
  if (album !== undefined && album_id) {
    throw new AppError('INVALID_PARAMETER', { detail: 'Give album or album_id.', param: 'album_id' });
  }
  const uploaded = {
    from: from ? parsePeriod(from, false, 'from') : undefined,
    to: to ? parsePeriod(to, true, 'to') : undefined,
  };
  const isGiven = (bytes: string | number | undefined) => bytes !== undefined && bytes !== '';
  const size = {
    from: isGiven(minSize) ? Number(minSize) : undefined,
    to: isGiven(maxSize) ? Number(maxSize) + 1 : undefined,
  };
  return {
    album: album === undefined ? undefined : (parseAlbumName(album, maxAlbumLength) ?? ''),
    albumId: album_id || undefined,
    format: (format || undefined) as FormatName | undefined,
    text: q || undefined,
    uploaded: from || to ? uploaded : undefined,
    size: isGiven(minSize) || isGiven(maxSize) ? size : undefined,
    tags: tags.length === 0 ? undefined : tags,
    sha256: sha256 ? sha256.toLowerCase() : undefined,
  };
}

/** The last members of a page. Sets the `Link` header to the next page (RFC 8288), where there is one. */
export function endPage(
  { baseUrl }: { readonly baseUrl: string },
  { url }: FastifyRequest,
  reply: FastifyReply,
  { nextCursor }: Page<unknown>,
): PageEnd {
  if (nextCursor === null) return { next_cursor: null, has_more: false };
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', nextCursor);
  reply.header('link', `<${baseUrl}${path}?${parameters}>; rel="next"`);
  return { next_cursor: nextCursor, has_more: true };
}
