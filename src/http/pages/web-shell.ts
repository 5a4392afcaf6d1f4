import { type Html, html } from './html.ts';
import { SITE_NAME } from './page.ts';
import { assetUrl } from './site-assets.ts';
import type { Texts } from './texts.ts';

/** What the document of a page depends on. */
export interface Shell {
  /** Path of the page, as a pattern: `/albums/:id`. */
  path: string;
  texts: Texts;
  /** Paths of the files that the page needs besides those of the document: style sheets, modules and the typeface. */
  files: readonly string[];
  /** Address of the service, for link previews. */
  baseUrl: string;
  hasWorker: boolean;
}

/** Path of the page that a visitor without a connection sees: the service worker keeps it. */
export const OFFLINE_PATH = '/offline';

/** Pages that begin with their heading. The others show only the frame until their script runs. */
const HEADINGS: Readonly<Record<string, string>> = {
  '/library': 'common-nav-library',
  '/albums': 'common-nav-albums',
  '/trash': 'common-nav-trash',
  '/account': 'common-nav-account',
  '/admin': 'common-nav-admin',
};

/** Classes of the pages that have a width of their own. */
const CLASSES: Readonly<Record<string, string>> = {
  '/library': 'page wide library',
  '/albums': 'page albums-page',
  '/trash': 'page wide trash',
  '/account': 'page narrow',
};

const SESSION = ['/api/v1/usage', '/api/v1/account'] as const;

/** The first requests of a page to the API, for those who are signed in; those of `web/src/session.ts` and of the page. */
const EARLY: Readonly<Record<string, readonly string[]>> = {
  '/library': [...SESSION, '/api/v1/images?limit=60&order=newest', '/api/v1/images/months'],
  '/albums': SESSION,
  '/account': SESSION,
};

const NAV = [
  ['/', 'common-nav-upload'],
  ['/library', 'common-nav-library'],
  ['/albums', 'common-nav-albums'],
] as const;

/**
 * Fills the built document with the frame of the application, so that the browser paints it before any script runs. The
 * application then renders over it: the markup is that of `web/src/shell`, and a test compares their positions.
 */
export function shellDocument(built: string, shell: Shell): string {
  const { code, direction } = shell.texts.language;
  const worker = shell.hasWorker ? ' data-worker' : '';
  const [styles = ''] = STYLES.exec(built) ?? [];
  const isBeforePaint = (file: string) => !file.endsWith('.js');
  const links = (files: readonly string[]) => files.map((file) => link(file).markup).join('');
  // A browser has few connections to a host: what the first paint needs comes first. The styles of a page may override
  // those of the document.
  const first = `${head(shell).markup}\n${styles}${links(shell.files.filter(isBeforePaint))}`;
  const later = links(shell.files.filter((file) => !isBeforePaint(file)));
  return built
    .replace(STYLES, '')
    .replace('<html lang="en">', `<html lang="${code}" dir="${direction}"${worker}>`)
    .replace('<!-- head -->', () => first)
    .replace('</head>', () => `${later}</head>`)
    .replace('<!-- body -->', () => body(shell).markup);
}

/** The style sheets of the built document. */
const STYLES = /(^ *<link rel="stylesheet"[^>]*>\n)+/m;

function head({ path, texts: { t }, baseUrl }: Shell): Html {
  return html`<meta name="description" content="${t('common-description')}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${SITE_NAME}">
<meta property="og:title" content="${SITE_NAME}">
<meta property="og:description" content="${t('common-description')}">
<meta property="og:image" content="${baseUrl}/apple-touch-icon.png">
${path === '/' ? html`<link rel="canonical" href="${baseUrl}/">\n<meta property="og:url" content="${baseUrl}/">\n` : null}<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<script src="${assetUrl('', 'theme.js')}"${EARLY[path] === undefined ? null : html` data-early="${EARLY[path].join(' ')}"`}></script>`;
}

function link(file: string): Html {
  if (file.endsWith('.css')) return html`<link rel="stylesheet" crossorigin href="${file}">\n`;
  if (file.endsWith('.woff2'))
    return html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">\n`;
  return html`<link rel="modulepreload" crossorigin href="${file}">\n`;
}

function body(shell: Shell): Html {
  const { t } = shell.texts;
  return html`<a class="skip" href="#main">${t('common-skip')}</a>
<header class="site-header" data-waiting>
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${SITE_NAME}</a>
<nav class="site-nav" aria-label="${t('common-nav-label')}">
${NAV.map(([href, label]) => html`<a class="nav-link if-signed-in" href="${href}"${href === shell.path ? html` aria-current="page"` : null}>${t(label)}</a>\n`)}
<div class="menu if-signed-in"><span class="icon-button"><span class="avatar"></span></span></div>
${shell.path === '/' ? null : html`<span class="wide-only if-signed-out"><a class="nav-link" href="/">${t('common-nav-upload')}</a></span>\n`}<a class="nav-link if-signed-out" href="/login">${t('common-nav-sign-in')}</a>
<a class="button small if-signed-out" href="/register">${t('common-nav-register')}</a>
</nav>
</header>
<main id="main" tabindex="-1">
${content(shell)}
</main>
<footer class="site-footer" data-waiting>
<p>${t('common-footer-unlisted')}</p>
<p class="footer-links"><a href="/about">${t('common-footer-about')}</a><a href="/docs">${t('common-footer-api')}</a></p>
</footer>`;
}

function content({ path, texts: { t } }: Shell): Html {
  if (path === '/') {
    return html`<div class="page upload-page">
<h1 class="upload-hero">${t('upload-heading')} <em>${t('upload-heading-second')}</em></h1>
<section class="drop-zone waiting"><div class="drop-target">
<noscript><form class="no-script" method="post" action="/upload" enctype="multipart/form-data">
<p><label for="plain-files">${t('pages-upload-files')}</label> <input id="plain-files" type="file" name="files" accept="image/*" multiple required></p>
<p><button class="button" type="submit">${t('pages-upload-send')}</button></p>
<p>${t('pages-upload-anonymous')}</p>
</form></noscript>
</div></section>
</div>`;
  }
  if (path === OFFLINE_PATH) {
    return html`<div class="empty-state">
<h1>${t('common-offline-title')}</h1>
<p>${t('common-offline-hint')}</p>
<div class="choices"><a class="button" href="">${t('common-try-again')}</a></div>
</div>`;
  }
  const heading = HEADINGS[path];
  const spinner = html`<div class="spinner"></div>`;
  if (heading === undefined) return spinner;
  return html`<div class="${CLASSES[path] ?? 'page'}"><header class="page-head"><div><h1>${t(heading)}</h1></div></header>${spinner}</div>`;
}
