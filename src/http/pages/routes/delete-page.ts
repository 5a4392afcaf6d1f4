import type { FastifyReply } from 'fastify';
import { deleteImage } from '../../../actions/images/delete-image.ts';
import { requireImage } from '../../../actions/images/get-image.ts';
import type { ImageRecord } from '../../../catalog/images/images.ts';
import { AppError } from '../../../core/errors.ts';
import { hashToken } from '../../../core/ids.ts';
import { callerAddress } from '../../../limits/limits.ts';
import type { HttpDeps } from '../../deps.ts';
import type { App } from '../../routing.ts';
import { confirmDeletePage, deletedPage } from '../delete-page.ts';
import { sendPage } from '../send-page.ts';

interface Route {
  Params: { id: string; token: string };
}

const URL = '/image/:id/delete/:token';

const options = {
  schema: { hide: true },
  config: { page: true },
  // On refusals too: the address holds a secret.
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  },
};

/**
 * GET and POST of /image/<id>/delete/<token>. Only POST deletes: link previews, mail scanners and browsers that look
 * ahead fetch whatever link they see. The token in the address is the secret, so the form needs no other.
 */
export function deletePageRoutes(site: App, deps: HttpDeps): void {
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

/** @throws AppError IMAGE_NOT_FOUND, and FORBIDDEN when the token is not the one of the image */
async function requireImageOfToken(deps: HttpDeps, { id, token }: Route['Params']): Promise<ImageRecord> {
  const image = await requireImage(deps, id);
  if (hashToken(token) !== image.delete_token_hash) throw new AppError('FORBIDDEN');
  return image;
}
