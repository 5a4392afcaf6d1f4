import type { FastifyReply } from 'fastify';
import { deleteImage } from '../../actions/images/delete-image.ts';
import { requireImage } from '../../actions/images/get-image.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { AppError } from '../../core/errors.ts';
import { humanSize } from '../../core/human-size.ts';
import { hashToken } from '../../core/ids.ts';
import { linksOf } from '../../core/links.ts';
import { callerAddress } from '../../limits/limits.ts';
import type { App } from '../routing/app-type.ts';
import { html } from './html.ts';
import { type Page, type PageDeps, sendPage } from './page.ts';

/** Asks for confirmation. The form posts to the URL of the page. */
export function confirmDeletePage(image: ImageRecord, imageHost: string): Page {
  const { thumbnail, view_page: viewPage } = linksOf(imageHost, image.id, image.format);
  return {
    title: 'Delete this image?',
    head: null,
    body: html`<div class="notice">
<img class="notice-picture" src="${thumbnail}" alt="${image.filename}" width="${image.thumbnail_width}" height="${image.thumbnail_height}">
<h1>Delete this image?</h1>
<p class="notice-name"><bdi>${image.filename}</bdi></p>
<p class="summary"><span>${image.format}</span> <span>${image.width} × ${image.height}</span> <span>${humanSize(image.size_bytes)}</span></p>
<p>All its links stop working at once. This cannot be undone.</p>
<form class="choices" method="post">
<button class="button danger" type="submit">Delete for good</button>
<a class="button quiet" href="${viewPage}">Keep it</a>
</form>
</div>`,
  };
}

/** Confirms the deletion. */
export function deletedPage(filename: string): Page {
  return {
    title: 'Image deleted',
    head: null,
    body: html`<div class="notice">
<svg class="notice-tick" viewBox="0 0 48 48" width="72" height="72" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="22"/><path d="M14 25l7 7 13-15"/></svg>
<h1>Image deleted</h1>
<p class="notice-name"><bdi>${filename}</bdi></p>
<p>The picture, its thumbnail and all its links are gone for good.</p>
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
  site.get<Route>(URL, options, async ({ params }, reply) => {
    const image = await requireImageOfToken(deps, params);
    return sendPage(reply, confirmDeletePage(image, deps.imageHost), deps);
  });

  site.post<Route>(URL, options, async ({ params, ip }, reply) => {
    const image = await requireImageOfToken(deps, params);
    await deleteImage(deps, image.id, {
      kind: 'delete-token',
      plan: deps.plans.anonymous,
      address: callerAddress(ip),
      tokenHash: hashToken(params.token),
    });
    return sendPage(reply, deletedPage(image.filename), deps);
  });
}

/** @throws AppError IMAGE_NOT_FOUND; FORBIDDEN when the token does not belong to the image */
async function requireImageOfToken(deps: PageDeps, { id, token }: Route['Params']): Promise<ImageRecord> {
  const image = await requireImage(deps, id);
  if (hashToken(token) !== image.delete_token_hash) throw new AppError('FORBIDDEN');
  return image;
}
