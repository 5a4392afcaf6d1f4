import type { FastifyReply } from 'fastify';
import { deleteImage } from '../../actions/images/delete-image.ts';
import { requireImage } from '../../actions/images/get-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import { linksOf } from '../../core/links.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { App } from '../routing/app-type.ts';
import { fileName, html } from './html.ts';
import { type Page, type PageDeps, sendPage, textsFor, uploadUrl } from './page.ts';
import type { Texts } from './texts.ts';

/** Asks for confirmation. The form posts to the URL of the page. */
export function confirmDeletePage(image: ImageRecord, imageHost: string, texts: Texts): Page {
  const { t, size } = texts;
  const { thumbnail, view_page: viewPage } = linksOf(imageHost, image.id, image.format);
  return {
    texts,
    title: t('pages-delete-heading'),
    head: null,
    body: html`<div class="notice">
<img class="notice-picture" src="${thumbnail}" alt="${image.filename}" width="${image.thumbnail_width}" height="${image.thumbnail_height}">
<h1>${t('pages-delete-heading')}</h1>
<p class="notice-name">${fileName(image.filename)}</p>
<p class="summary"><span>${image.format}</span> <span>${image.width} × ${image.height}</span> <span>${size(image.size_bytes)}</span></p>
<p>${t('pages-delete-text')}</p>
<form class="choices" method="post">
<button class="button danger" type="submit">${t('pages-delete-confirm')}</button>
<a class="button quiet" href="${viewPage}">${t('pages-delete-keep')}</a>
</form>
</div>`,
  };
}

/** Confirms the deletion. */
export function deletedPage(filename: string, uploadPage: string, texts: Texts): Page {
  const { t } = texts;
  return {
    texts,
    title: t('pages-deleted-heading'),
    head: null,
    body: html`<div class="notice">
<svg class="notice-tick" viewBox="0 0 48 48" width="72" height="72" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="22"/><path d="M14 25l7 7 13-15"/></svg>
<h1>${t('pages-deleted-heading')}</h1>
<p class="notice-name">${fileName(filename)}</p>
<p>${t('pages-deleted-text')}</p>
<p class="choices"><a class="button quiet" href="${uploadPage}">${t('pages-upload-image')}</a></p>
</div>`,
  };
}

interface Route {
  Params: { id: string; token: string };
}

const URL = '/image/:id/delete/:token';

const options = {
  schema: { hide: true },
  config: { page: true },
  // On errors too: the URL contains a secret.
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  },
};

/**
 * GET and POST of /image/<id>/delete/<token>. Only POST deletes: link previews, mail scanners and prefetching browsers
 * GET every link that they see. The token in the URL is the secret, so the form needs no CSRF token.
 */
export function deletePageRoutes(site: App, deps: PageDeps): void {
  site.get<Route>(URL, options, async (request, reply) => {
    const image = await requireImageOfToken(deps, request.params);
    return sendPage(reply, confirmDeletePage(image, deps.imageHost, textsFor(deps, request)), deps);
  });

  site.post<Route>(URL, options, async (request, reply) => {
    const { params, ip } = request;
    const image = await requireImageOfToken(deps, params);
    await deleteImage(deps, image.id, {
      kind: 'delete-token',
      plan: deps.plans.anonymous,
      address: callerAddress(ip),
      tokenHash: hashToken(params.token),
    });
    return sendPage(reply, deletedPage(image.filename, uploadUrl(deps), textsFor(deps, request)), deps);
  });
}

/** @throws AppError IMAGE_NOT_FOUND; FORBIDDEN when the token does not belong to the image */
async function requireImageOfToken(deps: PageDeps, { id, token }: Route['Params']): Promise<ImageRecord> {
  const image = await requireImage(deps, id);
  if (hashToken(token) !== image.delete_token_hash) throw new AppError('FORBIDDEN');
  return image;
}
