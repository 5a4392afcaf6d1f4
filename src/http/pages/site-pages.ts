import type { FastifyReply } from 'fastify';
import { CLIENT_FILES, type ClientFile } from '../../core/client-files.ts';
import { AppError, ERRORS } from '../../core/errors.ts';
import type { Plan, Plans } from '../../core/plans.ts';
import type { App } from '../routing/app-type.ts';
import { type Html, html } from './html.ts';
import { type PreviewPicture, previewTags } from './link-preview.ts';
import { type Page, type PageDeps, SITE_NAME, sendKnownPage, textsFor, uploadUrl } from './page.ts';
import { assetUrl } from './site-assets.ts';
import type { Texts } from './texts.ts';

interface Site {
  readonly baseUrl: string;
  readonly imageHost: string;
  readonly plans: Plans;
  readonly keepMetadata: boolean;
  readonly web: PageDeps['web'];
}

/** The front page: introduction, example, limits of the plans. */
export function landingPage(site: Site, path: string, texts: Texts): Page {
  const { baseUrl, imageHost, plans, keepMetadata } = site;
  const { t } = texts;
  const endpoint = `${baseUrl}/api/v1/upload`;
  const promises = ['stored', 'gone', ...(keepMetadata ? [] : ['private'])];
  const title = t('pages-about-title');
  const description = t(keepMetadata ? 'pages-about-description-kept' : 'pages-about-description');
  return {
    texts,
    title,
    head: previewTags({ url: baseUrl + path, title, description, picture: siteIcon(site) }),
    body: html`<section class="hero">
<div class="hero-text">
<h1>${t('pages-about-heading')} <em>${t('pages-about-heading-second')}</em></h1>
<p class="lead">${t('pages-about-lead')}</p>
<p class="choices"><a class="button" href="${uploadUrl(site)}">${t('pages-upload-image')}</a><a class="button quiet" href="${baseUrl}/docs">${t('pages-about-api')}</a><a class="button quiet" href="${baseUrl}/errors">${t('pages-about-errors')}</a></p>
</div>
<img class="hero-art" src="${assetUrl(imageHost, 'hero.svg')}" alt="" width="610" height="480">
</section>
<section class="band" aria-labelledby="try-heading">
<h2 id="try-heading">${t('pages-about-try')}</h2>
<div class="terminal">
<div class="prompt"><pre tabindex="0" role="region" aria-label="${t('pages-about-example')}" dir="ltr"><code data-copy="${t('pages-about-copy-name')}" ${copyTexts(texts)}>curl -F file=@cat.jpg ${endpoint}</code></pre></div>
<pre class="answer" tabindex="0" role="region" aria-label="${t('pages-about-answer')}" dir="ltr">${sampleAnswer(imageHost)}</pre>
</div>
</section>
<section class="band" aria-labelledby="promises-heading">
<h2 id="promises-heading">${t('pages-about-promises')}</h2>
<ul class="promises">
${promises.map((name) => html`<li><h3>${t(`pages-about-${name}`)}</h3><p>${t(`pages-about-${name}-text`)}</p></li>\n`)}</ul>
</section>
<section class="band" aria-labelledby="plans-heading">
<h2 id="plans-heading">${t('pages-about-plans')}</h2>
${planTable(Object.values(plans), texts)}
</section>`,
  };
}

/** The icon of the web application, which has pixels: programs that show link previews take no SVG. */
function siteIcon({ baseUrl, web }: Pick<Site, 'baseUrl' | 'web'>): PreviewPicture | null {
  if (web === undefined) return null;
  return { url: `${baseUrl}/apple-touch-icon.png`, mimeType: 'image/png', width: 180, height: 180, alt: SITE_NAME };
}

/** The texts that the copy button needs. */
function copyTexts({ t }: Texts): Html {
  const what = t('pages-about-copy-name');
  return html`data-button="${t('pages-copy')}" data-done="${t('pages-copied')}" data-copied="${t('pages-copied-what', { what })}" data-failed="${t('pages-copy-failed')}"`;
}

function sampleAnswer(imageHost: string): Html {
  return html`{ "success": true,
  "data": {
    "filename": "cat.jpg", "width": 4032, "height": 3024, …
    "links": { "direct": "${imageHost}/i/a8Zk3LmQ0xT7.jpg", … } } }`;
}

/** Columns after the name of the plan. */
const COLUMNS = ['requests', 'size', 'files', 'pixels'] as const;
/** Columns that are shown where a plan has the limit. */
const OWN_COLUMNS = {
  storage: 'storageBytes',
  'default-expiry': 'defaultExpiryHours',
  'max-expiry': 'maxExpiryHours',
} as const;
type OwnColumn = keyof typeof OWN_COLUMNS;

function planTable(plans: readonly Plan[], texts: Texts): Html {
  const { t } = texts;
  const isSet = (name: OwnColumn) => plans.some((plan) => plan[OWN_COLUMNS[name]] !== undefined);
  const columns = [...COLUMNS, ...(Object.keys(OWN_COLUMNS) as OwnColumn[]).filter(isSet)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t('pages-about-plans-label')}">
<table>
<thead><tr><th scope="col">${t('pages-about-plan')}</th>${columns.map((name) => html`<th scope="col">${t(`pages-about-plan-${name}`)}</th>`)}</tr></thead>
<tbody>
${plans.map((plan) => html`<tr><th scope="row">${plan.name}</th>${columns.map((name) => html`<td>${CELLS[name](plan, texts)}</td>`)}</tr>\n`)}</tbody>
</table>
</div>`;
}

/** A limit that a plan does not have is that of the service. */
const NO_LIMIT = '–';
const limit = (figure: number | null, { t, count }: Texts) =>
  figure === null ? t('pages-about-unlimited') : count(figure);

const CELLS: Readonly<Record<(typeof COLUMNS)[number] | OwnColumn, (plan: Plan, texts: Texts) => string>> = {
  requests: (plan, texts) => limit(plan.requestsPerHour, texts),
  size: (plan, { size }) => size(plan.maxFileBytes),
  files: (plan, texts) => limit(plan.maxBulkFiles, texts),
  pixels: (plan, { count }) => count(plan.maxPixels / 1_000_000),
  storage: ({ storageBytes }, { size }) => (storageBytes === undefined ? NO_LIMIT : size(storageBytes)),
  'default-expiry'(plan, { t, hours }) {
    // The longest one of a plan is also its default.
    const own = plan.defaultExpiryHours ?? plan.maxExpiryHours;
    return own === undefined ? t('pages-fact-never') : hours(own);
  },
  'max-expiry': ({ maxExpiryHours }, { hours }) => (maxExpiryHours === undefined ? NO_LIMIT : hours(maxExpiryHours)),
};

/** Pages that change only with the configuration: browsers ask each time whether their copy is current. */
const REVALIDATED = 'no-cache';

/** GET /about, and / where there is no web application. */
export function landingRoute(site: App, deps: PageDeps): void {
  for (const path of deps.web === undefined ? ['/', '/about'] : ['/about']) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (request, reply) =>
      sendKnownPage(reply.header('cache-control', REVALIDATED), landingPage(deps, path, textsFor(deps, request)), deps),
    );
  }
}

/** All error codes. Each has an anchor, to which `type` of problem+json links. */
export function errorsPage(texts: Texts): Page {
  const { t } = texts;
  const statuses = [...new Set(Object.values(ERRORS).map(({ status }) => status))].sort((a, b) => a - b);
  return {
    texts,
    title: t('pages-errors-title'),
    head: null,
    body: html`<div class="errors">
<h1>${t('pages-errors-title')}</h1>
<p class="lead">${t('pages-errors-lead')}</p>
${statuses.map((status) => statusSection(status, t('pages-errors-status')))}
</div>`,
  };
}

/** The messages are those of the API, in English. */
function statusSection(status: number, label: string): Html {
  const codes = Object.entries(ERRORS).filter(([, error]) => error.status === status);
  return html`<section class="errors-group" aria-labelledby="status-${status}">
<h2 id="status-${status}"><span class="visually-hidden">${label} </span>${status}</h2>
<dl lang="en" dir="ltr">
${codes.map(([code, { message }]) => html`<div id="${code}"><dt><a href="#${code}"><code>${code}</code></a></dt><dd>${message}</dd></div>\n`)}</dl>
</section>
`;
}

/** GET /errors: all error codes. */
export function errorsPageRoute(site: App, deps: PageDeps): void {
  site.get('/errors', { schema: { hide: true }, config: { page: true } }, async (request, reply) =>
    sendKnownPage(reply.header('cache-control', REVALIDATED), errorsPage(textsFor(deps, request)), deps),
  );
}

/**
 * GET /clients/<file>: configurations and scripts of other programs, for anonymous uploads. The account page adds a key.
 * GET /sharex.sxcu is the one for ShareX, /upload.sh that for `sh` and `curl`.
 */
export function clientFileRoutes(site: App, deps: PageDeps): void {
  const send = (reply: FastifyReply, { file, type, render }: ClientFile) =>
    reply
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': `attachment; filename="${file}"`,
        'x-content-type-options': 'nosniff',
      })
      .type(type)
      .send(render(deps.baseUrl, undefined));
  site.get<{ Params: { file: string } }>('/clients/:file', { schema: { hide: true } }, async (request, reply) => {
    const found = Object.values(CLIENT_FILES).find(({ file }) => file === request.params.file);
    if (found === undefined) throw new AppError('ENDPOINT_NOT_FOUND');
    return send(reply, found);
  });
  site.get('/sharex.sxcu', { schema: { hide: true } }, async (_request, reply) => send(reply, CLIENT_FILES.sharex));
  site.get('/upload.sh', { schema: { hide: true } }, async (_request, reply) => send(reply, CLIENT_FILES.shell));
}
