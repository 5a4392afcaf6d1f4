import { requireImage } from '../../actions/images/get-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import { humanSize } from '../../core/human-size.ts';
import { type Links, linksOf, variantLinks, variantSizes } from '../../core/links.ts';
import { cacheHeaders, edgeTags } from '../delivery/cache-headers.ts';
import type { App } from '../routing/app-type.ts';
import { type Html, html, humanCount, humanTime } from './html.ts';
import { type Page, type PageDeps, SITE_NAME, sendPage } from './page.ts';
import { assetUrl } from './site-assets.ts';

const LINKS: readonly { name: keyof Links; label: string }[] = [
  { name: 'direct', label: 'Direct link' },
  { name: 'view_page', label: 'View page' },
  { name: 'thumbnail', label: 'Thumbnail' },
  { name: 'html', label: 'HTML' },
  { name: 'markdown', label: 'Markdown' },
  { name: 'bbcode', label: 'BBCode' },
];

/** How long caches may keep the page. */
export const VIEW_PAGE_SECONDS = 60;

/** Settings that a view page depends on. */
export interface Showing {
  readonly imageHost: string;
  /** In pixels. */
  readonly variantWidths: readonly number[];
}

/** The page of an image: the picture, links to copy, and details. */
export function viewPage(image: ImageRecord, showing: Showing): Page {
  const { imageHost } = showing;
  const links = linksOf(imageHost, image.id, image.format);
  return {
    title: image.filename,
    head: html`${previewTags(image, links, imageHost)}
<script src="${assetUrl(imageHost, 'owner.js')}" defer></script>`,
    body: html`<article class="view">
<figure class="stage"><div class="light"><a href="${links.direct}"><img class="picture${image.has_alpha === 1 ? ' see-through' : ''}" src="${links.direct}"${sources(image, links.direct, showing)} alt="${image.filename}" width="${image.width}" height="${image.height}"></a></div></figure>
<div class="panel">
<header class="panel-head">
<h1><bdi>${image.filename}</bdi></h1>
<p class="summary">${summary(image)}</p>
<a class="button" href="${links.direct}">Open original</a>
</header>
<section aria-labelledby="links-heading">
<h2 id="links-heading">Share</h2>
${LINKS.map(({ name, label }) => linkField(name, label, links[name]))}
</section>
<section aria-labelledby="facts-heading">
<h2 id="facts-heading">Details</h2>
<dl class="facts">
${facts(image)}
</dl>
</section>
<p class="report-link"><a href="${links.view_page}/report" rel="nofollow">Report this image</a></p>
</div>
</article>`,
  };
}

/** Variants for narrow screens; none for an animation, because variants are still pictures. */
function sources(image: ImageRecord, direct: string, { imageHost, variantWidths }: Showing): Html {
  const sizes = image.frames > 1 ? [] : variantSizes(image, variantWidths);
  if (sizes.length === 0) return html``;
  const narrower = sizes.map(({ preset, width }) => `${variantLinks(imageHost, image.id, preset).webp} ${width}w`);
  return html` srcset="${[...narrower, `${direct} ${image.width}w`].join(', ')}" sizes="(min-width: 64rem) 60vw, 100vw"`;
}

function summary(image: ImageRecord): Html {
  return html`<span>${image.format}</span> <span>${image.width} × ${image.height}</span> <span>${humanSize(image.size_bytes)}</span>`;
}

/** A script adds the copy button. Without scripts, the Tab key selects the whole text of a field. */
function linkField(name: string, label: string, value: string): Html {
  const id = `link-${name.replace('_', '-')}`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<div class="field-row"><input id="${id}" type="text" readonly spellcheck="false" autocomplete="off" data-copy="${label}" value="${value}"></div>
</div>
`;
}

function facts(image: ImageRecord): Html[] {
  const { frames, expires_at: expiresAt } = image;
  const pixels = image.width * image.height;
  return [
    fact('Format', html`${image.format} <small>${FORMATS[image.format].mimeType}</small>`),
    fact('Sides', html`${image.width} × ${image.height} pixels <small>${megapixels(pixels)}</small>`),
    fact('Size', html`${humanSize(image.size_bytes)} <small>${humanCount(image.size_bytes)} bytes</small>`),
    fact('Animated', frames > 1 ? html`Yes <small>${humanCount(frames)} frames</small>` : html`No`),
    fact('Uploaded', humanTime(image.uploaded_at)),
    fact('Expires', expiresAt === null ? html`Never` : humanTime(expiresAt)),
  ];
}

function fact(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>
`;
}

function megapixels(pixels: number): string {
  return pixels < 50_000
    ? `${humanCount(pixels)} in all`
    : `${humanCount(Math.round(pixels / 100_000) / 10)} megapixels`;
}

/** Metadata for link previews: Open Graph, the card of X, oEmbed discovery. `noindex`, because links are unlisted. */
export function previewTags(image: ImageRecord, links: Links, imageHost: string): Html {
  const oembed = `${imageHost}/oembed?url=${encodeURIComponent(links.view_page)}&format=json`;
  const secure: [string, string][] = links.direct.startsWith('https:') ? [['og:image:secure_url', links.direct]] : [];
  const properties: [string, string | number][] = [
    ['og:title', image.filename],
    ['og:type', 'website'],
    ['og:url', links.view_page],
    ['og:site_name', SITE_NAME],
    ['og:image', links.direct],
    ...secure,
    ['og:image:type', FORMATS[image.format].mimeType],
    ['og:image:width', image.width],
    ['og:image:height', image.height],
    ['og:image:alt', image.filename],
  ];
  return html`<meta name="robots" content="noindex">
<link rel="canonical" href="${links.view_page}">
${properties.map(([name, value]) => html`<meta property="${name}" content="${value}">\n`)}<meta name="twitter:card" content="summary_large_image">
<link rel="alternate" type="application/json+oembed" title="${image.filename}" href="${oembed}">`;
}

/** GET /image/<id>: the page of an image. Requests for the picture count as views, requests for the page do not. */
export function viewPageRoute(site: App, deps: PageDeps): void {
  site.get<{ Params: { id: string } }>(
    '/image/:id',
    { schema: { hide: true }, config: { page: true } },
    async (request, reply) => {
      const image = await requireImage(deps, request.params.id);
      reply.headers({ ...cacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, deps.clock.now()), ...edgeTags(image.id) });
      return sendPage(reply, viewPage(image, deps), deps);
    },
  );
}
