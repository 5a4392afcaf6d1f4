import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import type { Links } from '../../core/links.ts';
import { SITE_NAME } from './document.ts';
import { type Html, html } from './html.ts';

/** What link previews read: Open Graph, the card of X, oEmbed discovery; and for search engines, that links are unlisted. */
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
