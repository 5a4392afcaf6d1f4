import { ERRORS } from '../../core/errors.ts';
import { humanSize } from '../../core/human-size.ts';
import type { Plan, Plans } from '../../core/plans.ts';
import type { App } from '../routing/app-type.ts';
import { type Html, html, humanCount } from './html.ts';
import { type Page, type PageDeps, SITE_NAME, sendPage } from './page.ts';
import { assetUrl } from './site-assets.ts';

interface Site {
  readonly baseUrl: string;
  readonly imageHost: string;
  readonly plans: Plans;
  readonly keepMetadata: boolean;
}

/** The front page: introduction, example, limits of the plans. */
export function landingPage({ baseUrl, imageHost, plans, keepMetadata }: Site): Page {
  const endpoint = `${baseUrl}/api/v1/upload`;
  return {
    title: 'Upload an image, get a link',
    head: html`<meta name="description" content="Upload images over HTTP and get links to them."><link rel="canonical" href="${baseUrl}/">`,
    body: html`<section class="hero">
<div class="hero-text">
<h1>Upload an image. <em>Get a link.</em></h1>
<p class="lead">One request, no account. Six links come back: direct, thumbnail, page, HTML, Markdown and BBCode.</p>
<p class="choices"><a class="button" href="${baseUrl}/docs">Read the API</a><a class="button quiet" href="${baseUrl}/errors">Error codes</a></p>
</div>
<img class="hero-art" src="${assetUrl(imageHost, 'hero.svg')}" alt="" width="610" height="480">
</section>
<section class="band" aria-labelledby="try-heading">
<h2 id="try-heading">Try it</h2>
<div class="terminal">
<div class="prompt"><pre tabindex="0" role="region" aria-label="Example of an upload"><code data-copy="Example">curl -F file=@cat.jpg ${endpoint}</code></pre></div>
<pre class="answer" tabindex="0" role="region" aria-label="Its answer">${sampleAnswer(imageHost)}</pre>
</div>
</section>
<section class="band" aria-labelledby="promises-heading">
<h2 id="promises-heading">What you can count on</h2>
<ul class="promises">
${[...PROMISES, ...(keepMetadata ? [] : [PRIVACY])].map(([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>\n`)}</ul>
</section>
<section class="band" aria-labelledby="plans-heading">
<h2 id="plans-heading">Plans</h2>
${planTable(Object.values(plans))}
</section>`,
  };
}

const PROMISES = [
  ['Stored means stored', 'An upload is answered when it is safe on disk, and not before.'],
  ['Gone means gone', 'What you delete, or what expires, answers 404 from that instant.'],
] as const;
const PRIVACY = [
  'Private by default',
  'Positions, serial numbers and comments are taken out of every picture.',
] as const;

function sampleAnswer(imageHost: string): Html {
  return html`{ "success": true,
  "data": {
    "filename": "cat.jpg", "width": 4032, "height": 3024, …
    "links": { "direct": "${imageHost}/i/a8Zk3LmQ0xT7.jpg", … } } }`;
}

function planTable(plans: readonly Plan[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Limits of the plans">
<table>
<thead><tr><th scope="col">Plan</th><th scope="col">Requests an hour</th><th scope="col">File size</th><th scope="col">Files in a bulk</th><th scope="col">Mega&shy;pixels</th></tr></thead>
<tbody>
${plans.map(planRow)}</tbody>
</table>
</div>`;
}

function planRow(plan: Plan): Html {
  return html`<tr><th scope="row">${plan.name}</th><td>${limit(plan.requestsPerHour)}</td><td>${humanSize(plan.maxFileBytes)}</td><td>${limit(plan.maxBulkFiles)}</td><td>${humanCount(plan.maxPixels / 1_000_000)}</td></tr>
`;
}

function limit(count: number | null): string {
  return count === null ? 'unlimited' : humanCount(count);
}

/** GET /about: the front page. It is also at / where the web application is off. */
export function landingRoute(site: App, deps: PageDeps): void {
  const paths = deps.web === undefined ? ['/', '/about'] : ['/about'];
  for (const path of paths) {
    site.get(path, { schema: { hide: true }, config: { page: true } }, async (_request, reply) =>
      sendPage(reply.header('cache-control', 'public, max-age=300'), landingPage(deps), deps),
    );
  }
}

const INTRODUCTION = html`<p class="lead">Every failure of the API has a code, and every code has one status. The first sentence of its message never changes; what follows may.</p>`;

/** All error codes. Each has an anchor, to which `type` of problem+json links. */
export function errorsPage(): Page {
  const statuses = [...new Set(Object.values(ERRORS).map(({ status }) => status))].sort((a, b) => a - b);
  return {
    title: 'Error codes',
    head: null,
    body: html`<div class="errors">
<h1>Error codes</h1>
${INTRODUCTION}
${statuses.map(statusSection)}
</div>`,
  };
}

function statusSection(status: number): Html {
  const codes = Object.entries(ERRORS).filter(([, error]) => error.status === status);
  return html`<section class="errors-group" aria-labelledby="status-${status}">
<h2 id="status-${status}"><span class="visually-hidden">Status </span>${status}</h2>
<dl>
${codes.map(([code, { message }]) => html`<div id="${code}"><dt><a href="#${code}"><code>${code}</code></a></dt><dd>${message}</dd></div>\n`)}</dl>
</section>
`;
}

/** GET /errors: all error codes. */
export function errorsPageRoute(site: App, deps: PageDeps): void {
  site.get('/errors', { schema: { hide: true }, config: { page: true } }, async (_request, reply) =>
    sendPage(reply.header('cache-control', 'public, max-age=300'), errorsPage(), deps),
  );
}

/** The oldest version that understands this syntax. ShareX converts files of older versions. */
const SHAREX_VERSION = '14.1.0';

/** GET /sharex.sxcu: a custom uploader for ShareX, for anonymous uploads. An API key goes under `Headers`. */
export function shareXRoute(site: App, deps: PageDeps): void {
  site.get('/sharex.sxcu', { schema: { hide: true } }, async (_request, reply) => {
    const config = {
      Version: SHAREX_VERSION,
      Name: `${SITE_NAME} (${new URL(deps.baseUrl).host})`,
      DestinationType: 'ImageUploader',
      RequestMethod: 'POST',
      RequestURL: `${deps.baseUrl}/api/v1/upload`,
      Body: 'MultipartFormData',
      FileFormName: 'file',
      URL: '{json:data.links.direct}',
      ThumbnailURL: '{json:data.links.thumbnail}',
      DeletionURL: '{json:data.delete_url}',
      ErrorMessage: '{json:error.message}',
    };
    return reply
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': 'attachment; filename="imgd.sxcu"',
        'x-content-type-options': 'nosniff',
      })
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(config, null, 2)}\n`);
  });
}
