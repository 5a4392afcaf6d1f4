import type { FastifyReply } from 'fastify';
import type { GarbageDeps } from '../../actions/operations/collect-garbage.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plans } from '../../core/plans.ts';
import type { AttemptGuard } from '../../limits/limits.ts';
import { type Html, html } from './html.ts';
import { assetUrl } from './site-assets.ts';
import type { WebApp } from './web-app.ts';

/** Dependencies of every page. */
export interface SendPageDeps extends PublicUrls {
  /** Redirects of original images to the blob store; `origin` is the origin of their URLs. */
  links: { origin: string } | undefined;
}

/** Dependencies of the pages. */
export interface PageDeps extends SendPageDeps, GarbageDeps {
  removals: Removals;
  statistics: Statistics;
  plans: Plans;
  keepMetadata: boolean;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
  /** Limits the reports of one address. */
  reportAttempts: AttemptGuard;
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
  /** Undefined if the web application is not built or is switched off. */
  web: WebApp | undefined;
}

/** A whole page: its title, further elements of its head, and its body. */
export interface Page {
  title: string;
  head: Html | null;
  body: Html;
}

/** The name of the service on its pages and in link previews. */
export const SITE_NAME = 'imgd';

/** The HTML document of a page, with the header and footer of all pages. */
export function pageDocument(page: Page, { imageHost, baseUrl }: PublicUrls): string {
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
<footer class="site-footer"><p>Links are unlisted: everyone who has one can open it.</p></footer>
<p class="toast" role="status" data-copy-status></p>
</body>
</html>
`.markup;
}

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, deps: SendPageDeps): FastifyReply {
  return reply.headers(pageHeaders(deps)).type(PAGE_TYPE).send(pageDocument(page, deps));
}

/** Headers of every page. */
export function pageHeaders(deps: SendPageDeps): Record<string, string> {
  return {
    'content-security-policy': policy(deps),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** Content Security Policy, level 3: scripts and styles only from a folder without uploads. */
function policy({ imageHost, links }: SendPageDeps): string {
  const images = [new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ');
  // Unencoded, these two characters end the source or the directive.
  const assets = `${imageHost}/assets/`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return [
    "default-src 'none'",
    `img-src 'self' ${images}`,
    `style-src ${assets}`,
    `script-src ${assets}`,
    // The script for owners calls the API.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Errors in the words of the person who followed a link. */
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

/** The page of an error. */
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
