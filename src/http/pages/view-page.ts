import { requireImage } from '../../actions/images/get-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import { altOf, titleOf } from '../../core/image-texts.ts';
import { type Links, linksOf, variantLinks, variantSizes } from '../../core/links.ts';
import { downloadName } from '../../core/names.ts';
import { edgeTags, pageCacheHeaders } from '../delivery/cache-headers.ts';
import type { App } from '../routing/app-type.ts';
import { fileName, type Html, html } from './html.ts';
import { previewPicture, previewTags } from './link-preview.ts';
import { ownerTemplate } from './owner-template.ts';
import { type Page, type PageDeps, sendKnownPage, textsFor } from './page.ts';
import { assetUrl } from './site-assets.ts';
import type { Texts } from './texts.ts';

const LINKS: readonly (keyof Links)[] = ['direct', 'view_page', 'thumbnail', 'html', 'markdown', 'bbcode'];

/** How long edges may keep the page. */
export const VIEW_PAGE_SECONDS = 60;

/** Settings that a view page depends on. */
export interface Showing {
  readonly imageHost: string;
  readonly keepMetadata: boolean;
  /** In pixels. */
  readonly variantWidths: readonly number[];
}

/** The page of an image: the picture, links to copy, and details. @param offersDownload whether it has the button */
export function viewPage(image: ImageRecord, showing: Showing, texts: Texts, offersDownload = true): Page {
  const { t } = texts;
  const { imageHost } = showing;
  const links = linksOf(imageHost, image.id, image.format, image.alt);
  return {
    texts,
    title: titleOf(image),
    head: html`${imageTags(image, links, showing, texts)}
<script src="${assetUrl(imageHost, 'view.js')}" defer></script>
<script src="${assetUrl(imageHost, 'owner.js')}" defer></script>`,
    body: html`<article class="view">
${stage(image, links, showing, texts)}
<div class="panel">
<header class="panel-head">
<h1>${image.title === null ? fileName(image.filename) : html`<bdi>${image.title}</bdi>`}</h1>
<p class="summary">${summary(image, texts)}</p>
<p class="choices">${offersDownload ? html`<a class="button" href="${links.direct}" download="${downloadName(image.filename, FORMATS[image.format].extension)}">${t('pages-view-download')}</a>` : null}<button class="button quiet" type="button" data-share="${links.view_page}" hidden>${t('pages-view-share')}</button><a class="button quiet" href="${links.direct}">${t('pages-view-original')}</a></p>
</header>
${image.description === null ? null : html`<p class="description" dir="auto">${image.description}</p>`}
${linkFields(links, texts)}
<section aria-labelledby="facts-heading">
<h2 id="facts-heading">${t('pages-view-details')}</h2>
<dl class="facts">
${facts(image, texts)}
</dl>
${showing.keepMetadata ? null : html`<p class="hint">${t('pages-view-no-private')}</p>`}
</section>
<div data-owner-place></div>
<p class="report-link" data-moderate="${t('pages-view-moderate')}"><a href="${links.view_page}/report" rel="nofollow">${t('pages-view-report')}</a></p>
</div>
</article>
${ownerTemplate(texts)}`,
  };
}

/** The picture in its frame, and buttons for a script. The canvas gives the frame its size before the picture arrives. */
function stage(image: ImageRecord, links: Links, showing: Showing, { t }: Texts): Html {
  const { width, height } = image;
  const times = enlargement(image);
  const frame = html`<canvas class="sizer" width="${width * times}" height="${height * times}" aria-hidden="true"></canvas>`;
  const classes = `picture${image.has_alpha === 1 ? ' see-through' : ''}${times > 1 ? ' pixels' : ''}`;
  return html`<figure class="stage${shapeOf(image)}"><div class="light"><a class="frame" href="${links.direct}">${frame}<img class="${classes}" src="${links.direct}"${sources(image, links.direct, showing)} alt="${altOf(image)}" width="${width}" height="${height}"></a></div>
<div class="zoom" role="group" aria-label="${t('pages-view-zoom')}"><button type="button" data-zoom="out" aria-label="${t('pages-view-zoom-out')}">−</button><button type="button" data-zoom="fit" aria-label="${t('pages-view-zoom-fit-long')}">${t('pages-view-zoom-fit')}</button><button type="button" data-zoom="actual" title="${t('pages-view-zoom-actual')}">100%</button><button type="button" data-zoom="in" aria-label="${t('pages-view-zoom-in')}">+</button></div></figure>`;
}

/** A picture of these sides is an icon or pixel art where its format has no losses. */
const MAX_PIXEL_ART_SIDE = 160;
/** Smaller pictures of any format cannot be seen otherwise. */
const MAX_TINY_SIDE = 32;
const SHOWN_SIDE = 320;
const MAX_TIMES = 64;

/** By which whole number a small picture is enlarged, so that its pixels stay sharp; 1 for others. */
function enlargement({ width, height, format }: ImageRecord): number {
  const side = Math.max(width, height);
  const isPixelArt = side <= MAX_TINY_SIDE || (side <= MAX_PIXEL_ART_SIDE && (format === 'PNG' || format === 'GIF'));
  return isPixelArt ? Math.min(MAX_TIMES, Math.floor(SHOWN_SIDE / side)) : 1;
}

/** Panoramas scroll sideways and long pictures downwards: they would be tiny as a whole. */
function shapeOf({ width, height }: ImageRecord): string {
  if (width >= 3 * height && height > 200) return ' wide';
  return height >= 2.2 * width && height > 1_200 ? ' tall' : '';
}

function sources(image: ImageRecord, direct: string, showing: Showing): Html {
  const candidates = candidatesOf(image, direct, showing);
  return candidates === '' ? html`` : html` srcset="${candidates}" sizes="${shownWidth(image)}"`;
}

/** Variants for narrow screens; none for an animation, because variants are still pictures. */
function candidatesOf(image: ImageRecord, direct: string, { imageHost, variantWidths }: Showing): string {
  const sizes = image.frames > 1 ? [] : variantSizes(image, variantWidths);
  if (sizes.length === 0) return '';
  const narrower = sizes.map(({ preset, width }) => `${variantLinks(imageHost, image.id, preset).webp} ${width}w`);
  return [...narrower, `${direct} ${image.width}w`].join(', ');
}

/** The picture of a neighbour as attributes of its link, for `view.js` to load ahead. */
export function pictureAhead(image: ImageRecord, showing: Showing): Html {
  const { direct } = linksOf(showing.imageHost, image.id, image.format);
  return html` data-picture="${direct}" data-sources="${candidatesOf(image, direct, showing)}" data-sizes="${shownWidth(image)}"`;
}

/** How wide the style sheet shows the picture, for the choice of a variant. */
function shownWidth(image: ImageRecord): string {
  const shape = shapeOf(image);
  if (shape === ' wide') return `${Math.ceil((70 * image.width) / image.height)}vh`;
  return shape === ' tall' ? '(min-width: 44rem) 44rem, 100vw' : '(min-width: 64rem) 60vw, 100vw';
}

/** Width before height, also among words from right to left. */
function sidesOf({ width, height }: ImageRecord): string {
  return `${width} × ${height}`;
}

function summary(image: ImageRecord, { size }: Texts): Html {
  return html`<span>${image.format}</span> <span dir="ltr">${sidesOf(image)}</span> <span>${size(image.size_bytes)}</span>`;
}

/** All links as fields. A script leaves the chosen one, with a button that copies it. */
function linkFields(links: Links, { t }: Texts): Html {
  const kinds = LINKS.map((name) => ({
    name,
    id: name.replace('_', '-'),
    label: t(`pages-link-${name.replace('_', '-')}`),
  }));
  return html`<section class="links" aria-labelledby="links-heading" data-copy-failed="${t('pages-copy-failed')}">
<h2 id="links-heading">${t('pages-view-links')}</h2>
<div class="field link-type"><label for="link-type">${t('pages-view-link-type')}</label><select id="link-type" autocomplete="off">${kinds.map(({ id, label }) => html`<option value="${id}">${label}</option>`)}</select></div>
${kinds.map(
  ({ name, id, label }, i) => html`<div class="field link" id="field-${id}"${i === 0 ? html` data-chosen` : null}>
<label for="link-${id}">${label}</label>
<input id="link-${id}" type="text" readonly spellcheck="false" autocomplete="off" dir="ltr" data-copied="${t('pages-copied-what', { what: label })}" value="${links[name]}">
</div>
`,
)}<button class="button quiet copy-link" type="button" data-copied="${t('pages-copied')}">${t('pages-copy')}</button>
</section>`;
}

function facts(image: ImageRecord, texts: Texts): Html[] {
  const { t, count, size, time } = texts;
  const { frames, width, height, expires_at: expiresAt } = image;
  const fact = (name: string, value: Html) =>
    html`<div><dt>${t(`pages-fact-${name}`)}</dt><dd data-fact="${name}">${value}</dd></div>\n`;
  return [
    ...(image.title === null ? [] : [fact('filename', fileName(image.filename))]),
    fact('format', html`${image.format} <small>${FORMATS[image.format].mimeType}</small>`),
    fact(
      'dimensions',
      html`${t('pages-fact-pixels', { sides: sidesOf(image) })} <small>${inAll(width * height, texts)}</small>`,
    ),
    fact('size', html`${size(image.size_bytes)} <small>${t('pages-fact-bytes', { count: image.size_bytes })}</small>`),
    ...(frames > 1 ? [fact('animation', html`${t('pages-fact-frames', { count: frames })}`)] : []),
    fact('uploaded', time(image.uploaded_at)),
    fact('expires', expiresAt === null ? html`${t('pages-fact-never')}` : time(expiresAt)),
  ];

  function inAll(pixels: number, { count: inWords }: Texts): string {
    return pixels < 50_000
      ? t('pages-fact-pixels-in-all', { count: inWords(pixels) })
      : t('pages-fact-megapixels', { count: count(Math.round(pixels / 100_000) / 10) });
  }
}

/** Tags for link previews and oEmbed discovery. `noindex`, because links are unlisted. */
function imageTags(image: ImageRecord, links: Links, showing: Showing, { t, size }: Texts): Html {
  const oembed = `${showing.imageHost}/oembed?url=${encodeURIComponent(links.view_page)}&format=json`;
  const facts = t('pages-view-description', {
    format: image.format,
    sides: sidesOf(image),
    size: size(image.size_bytes),
  });
  const description = image.description === null ? facts : startOf(image.description);
  const picture = previewPicture(image, showing);
  return html`<meta name="robots" content="noindex">
${previewTags({ url: links.view_page, title: titleOf(image), description, picture })}
<link rel="alternate" type="application/json+oembed" title="${titleOf(image)}" href="${oembed}">`;
}

/** Programs show about this many characters of a description. */
const MAX_PREVIEW = 300;

/** The first characters of a text of several lines, in one line. */
function startOf(text: string): string {
  const points = [...text.replace(/\s+/gu, ' ')];
  return points.length <= MAX_PREVIEW ? points.join('') : `${points.slice(0, MAX_PREVIEW).join('').trimEnd()}…`;
}

/** GET /image/<id>: the page of an image. Requests for the picture count as views, requests for the page do not. */
export function viewPageRoute(site: App, deps: PageDeps): void {
  site.get<{ Params: { id: string } }>(
    '/image/:id',
    { schema: { hide: true }, config: { page: true } },
    async (request, reply) => {
      const image = await requireImage(deps, request.params.id);
      const cached = pageCacheHeaders(VIEW_PAGE_SECONDS, image.expires_at, deps.clock.now());
      reply.headers({ ...cached, ...edgeTags(image.id) });
      return sendKnownPage(reply, viewPage(image, deps, textsFor(deps, request)), deps);
    },
  );
}
