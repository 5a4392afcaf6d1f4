import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireImage } from '../../actions/images/get-image.ts';
import { reportImage } from '../../actions/moderation/report-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { linksOf } from '../../core/links.ts';
import { isReportReason, MAX_COMMENT_LENGTH, REPORT_REASONS } from '../../core/states.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { REPORTING } from '../images/image.ts';
import type { App } from '../routing/app-type.ts';
import { fileName, html } from './html.ts';
import { type Page, type PageDeps, sendPage, textsFor } from './page.ts';
import type { Texts } from './texts.ts';

/** The values of a submitted form, and the problem with them. */
export interface FilledReport {
  reason: string;
  comment: string;
  email: string;
  problem: string;
}

/** The form to report an image. It posts to the URL of the page. */
export function reportPage(image: ImageRecord, imageHost: string, texts: Texts, filled?: FilledReport): Page {
  const { t } = texts;
  const { thumbnail, view_page: viewPage } = linksOf(imageHost, image.id, image.format);
  const { reason: chosen = '', comment = '', email = '', problem } = filled ?? {};
  return {
    texts,
    title: t('pages-report-heading'),
    head: null,
    body: html`<div class="notice">
<img class="notice-picture" src="${thumbnail}" alt="${image.filename}" width="${image.thumbnail_width}" height="${image.thumbnail_height}">
<h1>${t('pages-report-heading')}</h1>
<p class="notice-name">${fileName(image.filename)}</p>
${problem === undefined ? null : html`<p class="report-problem" role="alert">${problem}</p>`}
<form class="report" method="post">
<fieldset>
<legend>${t('pages-report-question')}</legend>
${REPORT_REASONS.map(
  (reason) =>
    html`<label class="report-reason"><input type="radio" name="reason" value="${reason}" required${reason === chosen ? html` checked` : null}> ${t(`pages-report-${reason}`)}</label>
`,
)}
</fieldset>
<label>${t('pages-report-comment')} <small>(${t('pages-report-optional')})</small>
<textarea name="comment" rows="4" maxlength="${MAX_COMMENT_LENGTH}">${comment}</textarea></label>
<label>${t('pages-report-email')} <small>(${t('pages-report-optional')})</small>
<input type="email" name="email" maxlength="254" autocomplete="email" value="${email}"></label>
<p class="choices">
<button class="button" type="submit">${t('pages-report-send')}</button>
<a class="button quiet" href="${viewPage}">${t('pages-report-back')}</a>
</p>
</form>
</div>`,
  };
}

/** Confirms the report. */
export function reportedPage(image: ImageRecord, imageHost: string, texts: Texts): Page {
  const { t } = texts;
  const { view_page: viewPage } = linksOf(imageHost, image.id, image.format);
  return {
    texts,
    title: t('pages-reported-heading'),
    head: null,
    body: html`<div class="notice">
<svg class="notice-tick" viewBox="0 0 48 48" width="72" height="72" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="22"/><path d="M14 25l7 7 13-15"/></svg>
<h1>${t('pages-reported-heading')}</h1>
<p>${t('pages-reported-text')}</p>
<p class="choices"><a class="button quiet" href="${viewPage}">${t('pages-report-back')}</a></p>
</div>`,
  };
}

const URL = '/image/:id/report';
const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

const options = {
  schema: { hide: true },
  config: { page: true },
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  },
};

interface Route {
  Params: { id: string };
}

/** GET and POST of /image/<id>/report: reports without JavaScript. */
export function reportPageRoutes(site: App, deps: PageDeps): void {
  site.get<Route>(URL, options, async (request, reply) => {
    const image = await requireImage(deps, request.params.id);
    return sendPage(reply, reportPage(image, deps.imageHost, textsFor(deps, request)), deps);
  });

  site.post<Route>(URL, { ...options, config: { page: true, body: 'optional' } }, async (request, reply) => {
    await deps.reportAttempts.count(callerAddress(request.ip), REPORTING);
    const image = await requireImage(deps, request.params.id);
    const { reason, comment, email } = filledIn(request);
    const texts = textsFor(deps, request);
    const problem = problemOf(reason, comment, email, texts);
    if (problem !== undefined || !isReportReason(reason)) {
      const filled: FilledReport = { reason, comment, email, problem: problem ?? '' };
      return sendPage(reply.code(400), reportPage(image, deps.imageHost, texts, filled), deps);
    }
    await reportImage(deps, image.id, { reason, comment: comment || null, email: email || null });
    return sendPage(reply, reportedPage(image, deps.imageHost, texts), deps);
  });
}

function filledIn({ body }: FastifyRequest): Record<'reason' | 'comment' | 'email', string> {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  // Browsers submit a line break as CRLF, but count it as one character.
  const comment = (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim();
  return { reason: form.get('reason') ?? '', comment, email: (form.get('email') ?? '').trim() };
}

function problemOf(reason: string, comment: string, email: string, { t }: Texts): string | undefined {
  if (!isReportReason(reason)) return t('pages-report-reason-missing');
  if (comment.length > MAX_COMMENT_LENGTH) return t('pages-report-comment-long', { max: MAX_COMMENT_LENGTH });
  const isAddress = email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
  return email === '' || isAddress ? undefined : t('pages-report-email-wrong');
}
