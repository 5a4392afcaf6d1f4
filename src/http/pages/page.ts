import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { PublicTotals } from '../../actions/albums/public-totals.ts';
import type { GarbageDeps } from '../../actions/operations/collect-garbage.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import type { Removals } from '../../catalog/images/removals.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { Plans } from '../../core/plans.ts';
import type { AttemptGuard } from '../../limits/limits.ts';
import type { Windows } from '../../limits/windows.ts';
import { bodyTag, isUnchanged } from '../protocol/conditional.ts';
import { type Html, html } from './html.ts';
import { assetUrl } from './site-assets.ts';
import type { PageTexts, Texts } from './texts.ts';
import type { WebApp } from './web-build.ts';

/** Dependencies of every page. */
export interface SendPageDeps extends PublicUrls {
  /** Redirects of original images to the blob store; `origin` is the origin of their URLs. */
  links: { origin: string } | undefined;
  /** Undefined if the web application is not built or is switched off. */
  web: WebApp | undefined;
  pageTexts: PageTexts;
  /** Pages of the operator, linked in the footer. */
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  /** A URL or an email address. */
  contact: string | undefined;
}

/** Dependencies of the pages. */
export interface PageDeps extends SendPageDeps, GarbageDeps {
  removals: Removals;
  statistics: Statistics;
  plans: Plans;
  windows: Windows;
  publicTotals: PublicTotals;
  keepMetadata: boolean;
  /** Widths of variants in pixels. */
  variantWidths: readonly number[];
  /** Limits the reports of one address. */
  reportAttempts: AttemptGuard;
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** A whole page: its language, its title, further elements of its head, and its body. */
export interface Page {
  texts: Texts;
  title: string;
  head: Html | null;
  body: Html;
}

/** The name of the service on its pages and in link previews. */
export const SITE_NAME = 'imgd';

/** The texts in the language of a request. */
export function textsFor(
  { pageTexts }: Pick<SendPageDeps, 'pageTexts'>,
  { headers }: { headers: IncomingHttpHeaders },
) {
  return pageTexts.of(headers);
}

/** The address of the page for uploading: the web application, or a form. */
export function uploadUrl({ baseUrl, web }: Pick<SendPageDeps, 'baseUrl' | 'web'>): string {
  return web === undefined ? `${baseUrl}/upload` : `${baseUrl}/`;
}

/** The HTML document of a page, with the header and footer of all pages. */
export function pageDocument({ texts, title, head, body }: Page, deps: SendPageDeps): string {
  const { imageHost } = deps;
  const { language, t } = texts;
  return html`<!doctype html>
<html lang="${language.code}"${language.direction === 'rtl' ? html` dir="rtl"` : null}>
<head>
<meta charset="utf-8">
<title>${t('pages-title', { title })}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf8f5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141210" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="${assetUrl(imageHost, 'mark.svg')}">
${installLinks(deps)}<script src="${assetUrl(imageHost, 'theme.js')}"></script>
<link rel="preload" as="font" type="font/woff2" href="${assetUrl(imageHost, 'sans.woff2')}" crossorigin>
<link rel="stylesheet" href="${assetUrl(imageHost, 'site.css')}">
<script src="${assetUrl(imageHost, 'copy.js')}" defer></script>
${head}
</head>
<body>
<a class="skip" href="#main">${t('pages-skip')}</a>
${header(texts, deps)}
<main id="main" tabindex="-1">
${body}
</main>
${footer(texts, deps)}
<p class="toast" role="status" data-copy-status></p>
</body>
</html>
`.markup;
}

/** The icon of iOS and the manifest belong to the web application. */
function installLinks({ baseUrl, web }: SendPageDeps): Html | null {
  if (web === undefined) return null;
  return html`<link rel="apple-touch-icon" href="${baseUrl}/apple-touch-icon.png">
<link rel="manifest" href="${baseUrl}/manifest.webmanifest">
`;
}

/** Both links of the account are in every copy of the page. A script shows the one that fits the visitor. */
function header({ t }: Texts, deps: SendPageDeps): Html {
  const { baseUrl, imageHost, web } = deps;
  const account = html`<a class="signed-out" href="${baseUrl}/login">${t('pages-nav-sign-in')}</a><a class="signed-in" href="${baseUrl}/library">${t('pages-nav-library')}</a>`;
  return html`<header class="site-header">
<a class="brand" href="${baseUrl}/"><img src="${assetUrl(imageHost, 'mark.svg')}" alt="" width="28" height="28">${SITE_NAME}</a>
<nav aria-label="${t('pages-nav-label')}"><a href="${uploadUrl(deps)}">${t('pages-nav-upload')}</a>${web === undefined ? null : account}</nav>
</header>`;
}

function footer({ t, language }: Texts, { baseUrl, pageTexts, termsUrl, privacyUrl, contact }: SendPageDeps): Html {
  const links: [string, string | undefined][] = [
    ['about', `${baseUrl}/about`],
    ['api', `${baseUrl}/docs`],
    ['terms', termsUrl],
    ['privacy', privacyUrl],
    ['contact', contact?.includes('://') === false ? `mailto:${contact}` : contact],
  ];
  return html`<footer class="site-footer">
<p>${t('pages-footer-unlisted')}</p>
<nav aria-label="${t('pages-footer-label')}">${links.map(([name, url]) => (url === undefined ? html`` : html`<a href="${url}">${t(`pages-footer-${name}`)}</a>`))}</nav>
${pageTexts.languages.length < 2 ? null : languagePicker(language.code, t, pageTexts)}
</footer>`;
}

/** The form requests the page itself with `?lang=`; see `language-choice.ts`. */
function languagePicker(chosen: string, t: Texts['t'], { languages }: PageTexts): Html {
  return html`<form class="languages" method="get"><label for="language">${t('pages-language')}</label>
<select id="language" name="lang">${languages.map(({ code, name }) => html`<option value="${code}" lang="${code}"${code === chosen ? html` selected` : null}>${name}</option>`)}</select>
<button class="button quiet" type="submit">${t('pages-language-choose')}</button></form>`;
}

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, deps: SendPageDeps): FastifyReply {
  return reply.headers(pageHeaders(page.texts, deps)).type(PAGE_TYPE).send(pageDocument(page, deps));
}

/**
 * Sends a page that browsers keep and ask for again each time: 304 while it is unchanged. The caller sets
 * `Cache-Control`.
 */
export function sendKnownPage(reply: FastifyReply, page: Page, deps: SendPageDeps): FastifyReply {
  const text = pageDocument(page, deps);
  const etag = bodyTag(text);
  reply.headers({ ...pageHeaders(page.texts, deps), etag });
  if (isUnchanged(reply.request.headers, { etag })) return reply.code(304).send();
  return reply.type(PAGE_TYPE).send(text);
}

/** Headers of every page. */
export function pageHeaders({ language }: Texts, deps: SendPageDeps): Record<string, string> {
  return {
    'content-security-policy': policy(deps),
    'content-language': language.code,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: deps.pageTexts.vary,
  };
}

/** Content Security Policy, level 3: scripts and styles only from a folder without uploads. */
function policy({ imageHost, baseUrl, links }: SendPageDeps): string {
  const images = [new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ');
  // Unencoded, these two characters end the source or the directive.
  const assets = `${imageHost}/assets/`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return [
    "default-src 'none'",
    `img-src 'self' ${images}`,
    `style-src ${assets}`,
    `script-src ${assets}`,
    `font-src ${assets}`,
    // The script for owners calls the API.
    "connect-src 'self'",
    `manifest-src ${new URL(baseUrl).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
