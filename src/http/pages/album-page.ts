import type { FastifyReply } from 'fastify';
import {
  openPublicAlbum,
  openPublicImage,
  type PublicAlbum,
  type PublicImage,
} from '../../actions/albums/open-public-album.ts';
import type { ListedImage } from '../../catalog/images/image-lists.ts';
import { altOf } from '../../core/image-texts.ts';
import { linksOf, publicAlbumUrl, variantLinks, variantSizes } from '../../core/links.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { App } from '../routing/app-type.ts';
import { ALBUM_ROUTE, answerUnlocked, PRIVATE, unlockRoute, visitOf } from './album-access.ts';
import { type AlbumExportDeps, albumExportRoutes, archivesOf, FEEDS } from './album-exports.ts';
import { type Html, html } from './html.ts';
import { previewPicture, previewTags } from './link-preview.ts';
import { type Page, sendPage, textsFor } from './page.ts';
import { assetUrl } from './site-assets.ts';
import type { Texts } from './texts.ts';
import { pictureAhead, type Showing, viewPage } from './view-page.ts';

/** One page of a public album. */
export interface AlbumPart extends PublicAlbum {
  items: readonly ListedImage[];
  nextCursor: string | null;
  isFirst: boolean;
}

/** The page of a public album: thumbnails that link to their images. */
export function albumPage(
  { album, token, totals, items, nextCursor, isFirst }: AlbumPart,
  showing: Showing,
  texts: Texts,
): Page {
  const { imageHost } = showing;
  const { t, size, time } = texts;
  const url = publicAlbumUrl(imageHost, token);
  const { name, description, share_expires_at: endsAt } = album;
  const [newest] = isFirst ? items : [];
  const { count, bytes } = totals;
  return {
    texts,
    title: name,
    head: albumTags(album, url, count, showing, texts),
    body: html`<article class="album">
<header class="album-head">
<h1><bdi>${name}</bdi></h1>
${description === null ? null : html`<p class="album-text" dir="auto">${description}</p>`}
<div class="album-bar">
<p class="summary"><span>${t('pages-album-images', { count })}</span> <span>${size(bytes)}</span>${newest === undefined ? null : html` <span>${t('pages-album-updated')} ${time(newest.uploaded_at)}</span>`}${endsAt === null ? null : html` <span>${t('pages-album-until')} ${time(endsAt)}</span>`}</p>
${album.share_download === 1 && count > 0 ? downloads(url, count, texts) : null}
</div>
</header>
${
  items.length === 0
    ? html`<p class="album-empty">${t('pages-album-empty')}</p>`
    : html`<ul class="tiles">
${items.map((image) => tile(image, url, showing))}</ul>`
}
${pager(url, nextCursor, isFirst, texts)}
</article>`,
  };
}

/** The view page of an image in a public album, with links to its neighbours and back to the album. */
export function albumImagePage(
  { album, token, image, previousId, nextId, next }: PublicImage,
  showing: Showing,
  texts: Texts,
): Page {
  const { t } = texts;
  const url = publicAlbumUrl(showing.imageHost, token);
  const page = viewPage(image, showing, texts, album.share_download === 1);
  const nav = html`<nav class="album-nav" aria-label="${t('pages-album-nav')}">
<a href="${url}">← <bdi>${album.name}</bdi></a>
<span class="album-steps">${step(url, previousId, 'prev', t('pages-album-previous'))}${step(url, nextId, 'next', t('pages-album-next'), next && pictureAhead(next, showing))}</span>
</nav>
`;
  return { ...page, body: html`${nav}${page.body}` };
}

/** All images as one file; of a very large album several. */
function downloads(url: string, count: number, { t }: Texts): Html {
  const parts = archivesOf(count);
  const links = Array.from({ length: parts }, (_, i) => {
    const [query, label] =
      parts === 1
        ? ['', t('pages-album-download')]
        : [`?part=${i + 1}`, t('pages-album-download-part', { part: i + 1, parts })];
    return html`<a class="button quiet" href="${url}/download${query}" rel="nofollow" download>${label}</a>`;
  });
  return html`<div class="album-actions">${links}</div>`;
}

/** Anyone with the link may read the names; search engines must not index them. */
function albumTags(
  { name, description, cover, share_password_hash: passwordHash }: PublicAlbum['album'],
  url: string,
  count: number,
  showing: Showing,
  { t }: Texts,
): Html {
  const summary = description ?? t('pages-album-images', { count });
  const picture = cover && previewPicture(cover, showing);
  const feeds = passwordHash === null ? FEEDS : [];
  return html`<meta name="robots" content="noindex">
${previewTags({ url, title: name, description: summary, picture })}
${feeds.map(({ file, type }) => html`<link rel="alternate" type="${type}" title="${name}" href="${url}/${file}">\n`)}<script src="${assetUrl(showing.imageHost, 'album.js')}" defer></script>`;
}

/** Rows are about this high on a desktop and on a phone, in pixels. */
const ROW = { wide: 230, narrow: 130 };
/** A row has the width of its pictures in tenths of its height, within these bounds. The style sheet has a class for each. */
const TENTHS = { least: 5, most: 30 };

/** A picture in its row. Its class gives it the width of its sides before it is loaded. */
function tile(image: ListedImage, albumUrl: string, { imageHost, variantWidths }: Showing): Html {
  const { thumbnail } = linksOf(imageHost, image.id, image.format);
  const tenths = Math.round((10 * image.width) / image.height);
  const width = Math.max(TENTHS.least, Math.min(TENTHS.most, tenths));
  const sharper = variantSizes(image, variantWidths).find((size) => size.width >= 1.5 * image.thumbnail_width);
  const sources =
    sharper === undefined
      ? null
      : html` srcset="${thumbnail} ${image.thumbnail_width}w, ${variantLinks(imageHost, image.id, sharper.preset).webp ?? ''} ${sharper.width}w" sizes="(min-width: 60rem) ${(ROW.wide * width) / 10}px, ${(ROW.narrow * width) / 10}px"`;
  const classes = image.has_alpha === 1 ? 'tile see-through' : 'tile';
  return html`<li class="w${width}"><a class="${classes}" href="${albumUrl}/${image.id}"><img src="${thumbnail}"${sources} alt="${altOf(image)}" width="${image.thumbnail_width}" height="${image.thumbnail_height}" loading="lazy"></a></li>
`;
}

function pager(url: string, nextCursor: string | null, isFirst: boolean, { t }: Texts): Html | null {
  if (isFirst && nextCursor === null) return null;
  return html`<nav class="choices" aria-label="${t('pages-album-pages')}">
${isFirst ? null : html`<a class="button quiet" href="${url}">${t('pages-album-first-page')}</a>`}
${nextCursor === null ? null : html`<a class="button" rel="next" href="${url}?cursor=${nextCursor}">${t('pages-album-next-page')}</a>`}
</nav>`;
}

function step(url: string, id: string | null, rel: string, label: string, more: Html = html``): Html | null {
  return id === null ? null : html`<a class="button quiet" rel="${rel}" href="${url}/${id}"${more}>${label}</a>`;
}

const IMAGES_A_PAGE = 60;

/** GET /a/<token> and /a/<token>/<image id>: a public album, and an image in it. POST opens one with a password. */
export function albumPageRoutes(site: App, deps: AlbumExportDeps): void {
  unlockRoute(site, deps);
  albumExportRoutes(site, deps);

  site.get<{ Params: { token: string }; Querystring: { cursor?: unknown } }>(
    '/a/:token',
    ALBUM_ROUTE,
    async (request, reply) => {
      const { token } = request.params;
      const { cursor: given } = request.query;
      await deps.windows.albumPages.count({ address: callerAddress(request.ip) });
      return answerUnlocked(deps, reply, { token }, async () => {
        const cursor = given === undefined ? undefined : String(given);
        const part = await openPublicAlbum(deps, visitOf(deps, request, token), IMAGES_A_PAGE, cursor);
        forbidCopies(reply, part.album);
        return sendPage(
          reply,
          albumPage({ ...part, isFirst: cursor === undefined }, deps, textsFor(deps, request)),
          deps,
        );
      });
    },
  );

  site.get<{ Params: { token: string; id: string } }>('/a/:token/:id', ALBUM_ROUTE, async (request, reply) => {
    const { token, id } = request.params;
    await deps.windows.albumPages.count({ address: callerAddress(request.ip) });
    return answerUnlocked(deps, reply, { token, next: id }, async () => {
      const shown = await openPublicImage(deps, visitOf(deps, request, token), id);
      forbidCopies(reply, shown.album);
      return sendPage(reply, albumImagePage(shown, deps, textsFor(deps, request)), deps);
    });
  });
}

/** A shared cache must not give a page behind a password to another reader. */
function forbidCopies(reply: FastifyReply, album: PublicAlbum['album']): void {
  if (album.share_password_hash !== null) reply.header('cache-control', PRIVATE);
}
