import type { FastifyReply } from 'fastify';
import { openPublicAlbum, openPublicImage, type PublicAlbum, type PublicImage } from '../../actions/albums/albums.ts';
import type { ListedImage } from '../../catalog/images/image-lists.ts';
import { humanSize } from '../../core/human-size.ts';
import { linksOf, publicAlbumUrl } from '../../core/links.ts';
import { counted } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { type Html, html, humanCount } from './html.ts';
import { type Page, type PageDeps, sendPage } from './page.ts';
import { type Showing, viewPage } from './view-page.ts';

/** One page of a public album. */
export interface AlbumPart extends PublicAlbum {
  items: readonly ListedImage[];
  nextCursor: string | null;
  isFirst: boolean;
}

/** The page of a public album: thumbnails that link to their images. */
export function albumPage({ album, token, items, nextCursor, isFirst }: AlbumPart, imageHost: string): Page {
  const url = publicAlbumUrl(imageHost, token);
  const { name, description, image_count: count, total_size: bytes } = album;
  return {
    title: name,
    head: albumTags(album, imageHost),
    body: html`<article class="album">
<header class="album-head">
<h1><bdi>${name}</bdi></h1>
${description === null ? null : html`<p class="album-text" dir="auto">${description}</p>`}
<p class="summary"><span>${counted(count, 'image', humanCount)}</span> <span>${humanSize(bytes)}</span></p>
</header>
${
  items.length === 0
    ? html`<p class="album-empty">There are no images here.</p>`
    : html`<ul class="tiles">
${items.map((image) => tile(image, url, imageHost))}</ul>`
}
${pager(url, nextCursor, isFirst)}
</article>`,
  };
}

/** The view page of an image in a public album, with links to its neighbours and back to the album. */
export function albumImagePage({ album, token, image, previousId, nextId }: PublicImage, showing: Showing): Page {
  const url = publicAlbumUrl(showing.imageHost, token);
  const { title, head, body } = viewPage(image, showing);
  const nav = html`<nav class="album-nav" aria-label="Album">
<a href="${url}">← <bdi>${album.name}</bdi></a>
<span class="album-steps">${step(url, previousId, 'prev', 'Previous')}${step(url, nextId, 'next', 'Next')}</span>
</nav>
`;
  return { title, head, body: html`${nav}${body}` };
}

/** Anyone with the link may read the names; search engines must not index them. */
function albumTags({ name, cover }: PublicAlbum['album'], imageHost: string): Html {
  const picture = cover && linksOf(imageHost, cover.id, cover.format).direct;
  return html`<meta name="robots" content="noindex">
<meta property="og:title" content="${name}">
<meta property="og:type" content="website">
${picture === null ? null : html`<meta property="og:image" content="${picture}">`}`;
}

function tile(image: ListedImage, albumUrl: string, imageHost: string): Html {
  const { thumbnail } = linksOf(imageHost, image.id, image.format);
  return html`<li><a class="tile" href="${albumUrl}/${image.id}"><img src="${thumbnail}" alt="${image.filename}" width="${image.thumbnail_width}" height="${image.thumbnail_height}" loading="lazy"></a></li>
`;
}

function pager(url: string, nextCursor: string | null, isFirst: boolean): Html | null {
  if (isFirst && nextCursor === null) return null;
  return html`<nav class="choices" aria-label="Pages">
${isFirst ? null : html`<a class="button quiet" href="${url}">First page</a>`}
${nextCursor === null ? null : html`<a class="button" rel="next" href="${url}?cursor=${nextCursor}">Next page</a>`}
</nav>`;
}

function step(url: string, id: string | null, rel: string, label: string): Html | null {
  return id === null ? null : html`<a class="button quiet" rel="${rel}" href="${url}/${id}">${label}</a>`;
}

const IMAGES_A_PAGE = 60;

const options = {
  schema: { hide: true },
  config: { page: true },
  // No caching: the owner can revoke the link at any time.
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  },
};

/** GET /a/<token> and /a/<token>/<image id>: a public album, and an image in it. */
export function albumPageRoutes(site: App, deps: PageDeps): void {
  site.get<{ Params: { token: string }; Querystring: { cursor?: unknown } }>(
    '/a/:token',
    options,
    async ({ params, query }, reply) => {
      const cursor = query.cursor === undefined ? undefined : String(query.cursor);
      const part = await openPublicAlbum(deps, params.token, IMAGES_A_PAGE, cursor);
      return sendPage(reply, albumPage({ ...part, isFirst: cursor === undefined }, deps.imageHost), deps);
    },
  );

  site.get<{ Params: { token: string; id: string } }>('/a/:token/:id', options, async ({ params }, reply) => {
    const shown = await openPublicImage(deps, params.token, params.id);
    return sendPage(reply, albumImagePage(shown, deps), deps);
  });
}
