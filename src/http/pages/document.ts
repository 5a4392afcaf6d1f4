import { html } from './html.ts';
import type { Page } from './page.ts';
import { assetUrl } from './site-assets.ts';

/** What the service calls itself on its pages and in link previews. */
export const SITE_NAME = 'imgd';

/** The whole HTML document of a page: head, header, the page's body as main, footer. */
export function pageDocument(
  page: Page,
  { imageHost, baseUrl }: { readonly imageHost: string; readonly baseUrl: string },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${page.title} · ${SITE_NAME}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf8f5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141210" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="${assetUrl(imageHost, 'mark.svg')}">
<script src="${assetUrl(imageHost, 'theme.js')}"></script>
<link rel="stylesheet" href="${assetUrl(imageHost, 'site.css')}">
<script src="${assetUrl(imageHost, 'copy.js')}" defer></script>
${page.head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site-header">
<a class="brand" href="${baseUrl}/"><img src="${assetUrl(imageHost, 'mark.svg')}" alt="" width="28" height="28">${SITE_NAME}</a>
<nav aria-label="Site"><a href="${baseUrl}/docs">API</a><a href="${baseUrl}/errors">Errors</a></nav>
</header>
<main id="main" tabindex="-1">
${page.body}
</main>
<footer class="site-footer"><p>Links are unlisted: whoever has one can look.</p></footer>
<p class="toast" role="status" data-copy-status></p>
</body>
</html>
`.markup;
}
