import type { FastifyReply } from 'fastify';
import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { HttpDeps } from '../deps.ts';
import { type Html, html } from './html.ts';
import { assetUrl } from './site-assets.ts';

/** A whole page: its title, what goes into the head besides, and its body. */
export interface Page {
  title: string;
  head: Html | null;
  body: Html;
}

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

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Sends a page under a policy that lets it load nothing but our own style, script and images. */
export function sendPage(
  reply: FastifyReply,
  page: Page,
  deps: Pick<HttpDeps, 'imageHost' | 'baseUrl' | 'links'>,
): FastifyReply {
  return reply.headers(pageHeaders(deps)).type(PAGE_TYPE).send(pageDocument(page, deps));
}

/** What is said of every page, whatever it shows. */
export function pageHeaders(deps: Pick<HttpDeps, 'imageHost' | 'links'>): Record<string, string> {
  return {
    'content-security-policy': policy(deps),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** Content Security Policy, level 3: script and style from one folder only, which holds nothing that was uploaded. */
function policy({ imageHost, links }: Pick<HttpDeps, 'imageHost' | 'links'>): string {
  const images = [new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ');
  // These two would end the source or the directive.
  const assets = `${imageHost}/assets/`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return [
    "default-src 'none'",
    `img-src 'self' ${images}`,
    `style-src ${assets}`,
    `script-src ${assets}`,
    // Owners change their images over the API.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** In the words of somebody who has followed a link. */
const WORDS: Partial<Record<ErrorCode, { heading: string; advice: string }>> = {
  IMAGE_NOT_FOUND: {
    heading: 'Image not found',
    advice: 'It was deleted, its time has run out, or the link is not complete. Capital and small letters count.',
  },
  ALBUM_NOT_FOUND: {
    heading: 'Album not found',
    advice: 'It was deleted, it is not shared any more, or the link is not complete. Capital and small letters count.',
  },
  INVALID_CURSOR: {
    heading: 'There is no such page',
    advice: 'The link is not complete. Begin again at the first page.',
  },
  FORBIDDEN: {
    heading: 'This delete link is not valid',
    advice: 'It does not belong to the image. The right one was shown once, in the answer to the upload.',
  },
};

/** Says in words what could not be shown. */
export function errorPage(error: AppError): Page {
  const { heading, advice } = WORDS[error.code] ?? { heading: error.message, advice: '' };
  return {
    title: heading,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="notice">
<p class="notice-status" aria-hidden="true">${error.status}</p>
<h1>${heading}</h1>
<p>${advice}</p>
</div>`,
  };
}
