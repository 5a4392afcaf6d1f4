import { fastifyCookie as cookies } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PublicAlbumDeps, unlockAlbum, type Visit } from '../../actions/albums/open-public-album.ts';
import { AppError } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import { publicAlbumUrl } from '../../core/links.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { App } from '../routing/app-type.ts';
import { html } from './html.ts';
import { type Page, type PageDeps, sendPage, textsFor } from './page.ts';
import type { Texts } from './texts.ts';

export interface AlbumAccessDeps extends PageDeps, PublicAlbumDeps {
  checkPassword: PasswordCheck;
}

/** What a password protects must reach no shared cache, and no copy of it outlives the visit. */
export const PRIVATE = 'private, no-store';

/** Options of every route below an album's link. */
export const ALBUM_ROUTE = {
  schema: { hide: true },
  config: { page: true },
  // No caching: the owner can end the link at any time.
  onSend: async (_request: unknown, reply: FastifyReply) => {
    const isKept = reply.hasHeader('cache-control') && reply.statusCode < 400;
    if (!isKept && reply.getHeader('cache-control') !== PRIVATE) reply.header('cache-control', 'no-store');
    reply.header('x-robots-tag', 'noindex');
  },
} as const;

const COOKIE = 'imgd_album';
const MAX_PASSWORD_LENGTH = 128;

/** The path of an album's link, for its cookie and its forms: the host may have a path of its own. */
function pathOf(imageHost: string, token: string): string {
  return new URL(publicAlbumUrl(imageHost, token)).pathname;
}

/** `__Secure-` makes browsers enforce https (RFC 6265bis, section 4.1.3). `__Host-` would not allow a path. */
function cookieName(imageHost: string): string {
  return imageHost.startsWith('https:') ? `__Secure-${COOKIE}` : COOKIE;
}

/** The visit of a request: its cookie proves that the browser was given the password before. */
export function visitOf({ imageHost }: { imageHost: string }, { headers }: FastifyRequest, token: string): Visit {
  return { token, proof: cookies.parse(headers.cookie ?? '')[cookieName(imageHost)] };
}

/**
 * Answers a request below an album's link; where the album is locked, by the form for its password.
 * @param next id of the image to show after it
 */
export async function answerUnlocked(
  deps: AlbumAccessDeps,
  reply: FastifyReply,
  { token, next }: { token: string; next?: string },
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALBUM_LOCKED')) throw error;
    return sendLocked(deps, reply, { token, next, isWrong: false });
  }
}

interface LockedForm {
  token: string;
  next: string | undefined;
  isWrong: boolean;
}

function sendLocked(deps: AlbumAccessDeps, reply: FastifyReply, form: LockedForm): FastifyReply {
  reply.code(403).header('cache-control', PRIVATE);
  return sendPage(reply, lockedPage(form, deps.imageHost, textsFor(deps, reply.request)), deps);
}

/** Asks for the password of an album. It names neither the album nor its images. */
export function lockedPage({ token, next, isWrong }: LockedForm, imageHost: string, texts: Texts): Page {
  const { t } = texts;
  return {
    texts,
    title: t('pages-locked-title'),
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="notice">
<h1>${t('pages-locked-heading')}</h1>
<p>${t('pages-locked-text')}</p>
<form class="report" method="post" action="${pathOf(imageHost, token)}">
${next === undefined ? null : html`<input type="hidden" name="next" value="${next}">`}
<label for="album-password">${t('pages-locked-password')}
<input id="album-password" type="password" name="password" required maxlength="${MAX_PASSWORD_LENGTH}" autocomplete="off" autofocus${isWrong ? html` aria-invalid="true" aria-describedby="album-password-problem"` : null}></label>
${isWrong ? html`<p class="report-problem" id="album-password-problem" role="alert">${t('pages-locked-wrong')}</p>` : null}
<p class="choices"><button class="button" type="submit">${t('pages-locked-open')}</button></p>
</form>
</div>`,
  };
}

/** POST /a/<token>: takes the password of an album by a plain form, and sets the cookie of this browser. */
export function unlockRoute(site: App, deps: AlbumAccessDeps): void {
  const config = { page: true, body: 'optional' } as const;
  site.post<{ Params: { token: string } }>('/a/:token', { ...ALBUM_ROUTE, config }, async (request, reply) => {
    const { token } = request.params;
    const address = callerAddress(request.ip);
    await deps.windows.albumPages.count({ address });
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const password = form.get('password') ?? '';
    const given = form.get('next') ?? '';
    const next = isImageId(given) ? given : undefined;
    reply.header('cache-control', PRIVATE);
    try {
      // Longer texts are no password of an album, and are not hashed.
      if (password.length > MAX_PASSWORD_LENGTH) throw new AppError('ALBUM_LOCKED');
      const unlocked = await unlockAlbum(deps, token, { password, address });
      if (unlocked !== undefined) reply.header('set-cookie', cookieOf(deps, token, unlocked));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ALBUM_LOCKED')) throw error;
      return sendLocked(deps, reply, { token, next, isWrong: true });
    }
    const path = pathOf(deps.imageHost, token);
    return reply.redirect(next === undefined ? path : `${path}/${next}`, 303);
  });
}

/** Only pages of this album get it, no script reads it, and no other site sends it along with a form. */
function cookieOf(
  { imageHost }: { imageHost: string },
  token: string,
  { proof, expiresAt }: { proof: string; expiresAt: number },
): string {
  return cookies.serialize(cookieName(imageHost), proof, {
    path: pathOf(imageHost, token),
    expires: new Date(expiresAt),
    httpOnly: true,
    sameSite: 'lax',
    secure: imageHost.startsWith('https:'),
  });
}
