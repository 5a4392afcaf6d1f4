import { ERRORS } from '../../core/errors.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

const INTRODUCTION = html`<p class="lead">Every failure of the API has a code, and every code has one status. The first sentence of its message never changes; what follows may.</p>`;

/** Every error code, each under an anchor of its own: the `type` of problem+json points at it. */
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
