import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGES_OF_ARCHIVE, listArchiveFiles } from '../../actions/albums/list-archive-files.ts';
import { openPublicAlbum, type PublicAlbum, requirePublicAlbum } from '../../actions/albums/open-public-album.ts';
import type { BlobReading } from '../../actions/images/open-blob.ts';
import type { ListedImage } from '../../catalog/images/image-lists.ts';
import { AppError } from '../../core/errors.ts';
import { FORMATS } from '../../core/formats.ts';
import { altOf, titleOf } from '../../core/image-texts.ts';
import { linksOf, publicAlbumUrl } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { type ArchiveDeps, sendArchive } from '../protocol/archives.ts';
import { bodyTag, isUnchanged } from '../protocol/conditional.ts';
import type { App } from '../routing/app-type.ts';
import { ALBUM_ROUTE, type AlbumAccessDeps, answerUnlocked, visitOf } from './album-access.ts';
import { type Html, html } from './html.ts';
import { previewPicture } from './link-preview.ts';
import { SITE_NAME } from './page.ts';
import type { Showing } from './view-page.ts';

export type AlbumExportDeps = AlbumAccessDeps & ArchiveDeps & BlobReading;

/** Formats of the feed of a public album. */
export const FEEDS = [
  { file: 'feed.atom', type: 'application/atom+xml', render: atomFeed },
  { file: 'feed.json', type: 'application/feed+json', render: jsonFeed },
] as const;

/** The newest images of an album, as a feed shows them. */
export type FeedContent = Omit<PublicAlbum, 'totals'> & { items: readonly ListedImage[] };

/** Atom (RFC 4287). */
export function atomFeed(content: FeedContent, showing: Showing): string {
  const { album, token, items } = content;
  const url = publicAlbumUrl(showing.imageHost, token);
  const entries = items.map((image) => {
    const { direct, view_page } = linksOf(showing.imageHost, image.id, image.format);
    const at = timestamp(image.uploaded_at);
    return html`<entry>
<title>${xmlText(titleOf(image))}</title>
<id>${view_page}</id>
<link rel="alternate" type="text/html" href="${url}/${image.id}"/>
<link rel="enclosure" type="${FORMATS[image.format].mimeType}" length="${image.size_bytes}" href="${direct}"/>
<published>${at}</published>
<updated>${at}</updated>
<content type="html">${pictureOf(image, `${url}/${image.id}`, showing).markup}</content>
</entry>
`;
  });
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
<title>${xmlText(album.name)}</title>
${album.description === null ? null : html`<subtitle>${xmlText(album.description)}</subtitle>`}
<id>${url}</id>
<link rel="self" type="application/atom+xml" href="${url}/feed.atom"/>
<link rel="alternate" type="text/html" href="${url}"/>
<updated>${timestamp(Math.max(album.updated_at, ...items.map(({ uploaded_at }) => uploaded_at)))}</updated>
<author><name>${SITE_NAME}</name></author>
${entries}</feed>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.markup}`;
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ album, token, items }: FeedContent, showing: Showing): string {
  const url = publicAlbumUrl(showing.imageHost, token);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: album.name,
    home_page_url: url,
    feed_url: `${url}/feed.json`,
    ...(album.description !== null && { description: album.description }),
    items: items.map((image) => {
      const { direct, view_page } = linksOf(showing.imageHost, image.id, image.format);
      return {
        id: view_page,
        url: `${url}/${image.id}`,
        title: titleOf(image),
        content_html: pictureOf(image, `${url}/${image.id}`, showing).markup,
        image: previewPicture(image, showing).url,
        date_published: timestamp(image.uploaded_at),
        attachments: [{ url: direct, mime_type: FORMATS[image.format].mimeType, size_in_bytes: image.size_bytes }],
      };
    }),
  });
}

/** XML 1.0 has no code points for these, not even escaped. */
function xmlText(text: string): string {
  return text.replace(/[\p{Noncharacter_Code_Point}\p{Surrogate}]/gu, '');
}

function pictureOf(image: ListedImage, page: string, showing: Showing): Html {
  const { url, width, height } = previewPicture(image, showing);
  const name = xmlText(altOf(image));
  return html`<p><a href="${page}"><img src="${url}" alt="${name}" width="${width}" height="${height}"></a></p>`;
}

const ITEMS_OF_FEED = 60;

/** GET /a/<token>/feed.atom, feed.json and download: the feeds of a public album, and all its images as an archive. */
export function albumExportRoutes(site: App, deps: AlbumExportDeps): void {
  const options = { ...ALBUM_ROUTE, config: { page: 'for-browsers' } } as const;
  for (const { file, type, render } of FEEDS) {
    site.get<{ Params: { token: string } }>(`/a/:token/${file}`, options, async (request, reply) => {
      await deps.windows.albumPages.count({ address: callerAddress(request.ip) });
      // Without a proof: programs that read feeds do not know the password.
      const content = await openPublicAlbum(deps, request.params, ITEMS_OF_FEED, undefined);
      return sendFeed(request, reply, `${type}; charset=utf-8`, render(content, deps));
    });
  }

  site.get<{ Params: { token: string }; Querystring: { part?: unknown } }>(
    '/a/:token/download',
    options,
    async (request, reply) => {
      const { token } = request.params;
      const address = callerAddress(request.ip);
      await deps.windows.albumPages.count({ address });
      return answerUnlocked(deps, reply, { token }, async () => {
        const album = await requirePublicAlbum(deps, visitOf(deps, request, token));
        if (album.share_download !== 1) throw new AppError('DOWNLOAD_NOT_ALLOWED');
        const part = partOf(request.query.part);
        const name = request.query.part === undefined ? album.name : `${album.name} ${part}`;
        return sendArchive(deps, request, reply, {
          subject: { address },
          name,
          files: () => listArchiveFiles(deps, album, part),
        });
      });
    },
  );
}

/** The number of archives that all images of an album take. */
export function archivesOf(imageCount: number): number {
  return Math.ceil(imageCount / IMAGES_OF_ARCHIVE);
}

/** @throws AppError INVALID_PARAMETER */
function partOf(given: unknown): number {
  if (given === undefined) return 1;
  if (/^[1-9][0-9]{0,3}$/.test(String(given))) return Number(given);
  throw new AppError('INVALID_PARAMETER', { detail: 'part is a number from 1.', param: 'part' });
}

/** Every reader asks again each time, because the owner can end the link at any time; mostly the answer is 304. */
function sendFeed(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const etag = bodyTag(text);
  reply.headers({
    'cache-control': 'no-cache',
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  return reply.type(type).send(text);
}
