import type { FastifyRequest } from 'fastify';
import type { AppError, ErrorCode } from '../../core/errors.ts';
import { isImageId } from '../../core/ids.ts';
import { edgeTags } from '../delivery/cache-headers.ts';
import { html } from './html.ts';
import { type Page, type SendPageDeps, textsFor, uploadUrl } from './page.ts';

/** The texts for people, by code. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  IMAGE_NOT_FOUND: 'image',
  ALBUM_NOT_FOUND: 'album',
  ALBUM_ENDED: 'ended',
  DOWNLOAD_NOT_ALLOWED: 'download',
  ENDPOINT_NOT_FOUND: 'page',
  INVALID_CURSOR: 'cursor',
  RATE_LIMIT_EXCEEDED: 'limit',
  TOO_MANY_ATTEMPTS: 'limit',
  SERVICE_UNAVAILABLE: 'busy',
  INTERNAL_ERROR: 'failed',
};

const REPORT = /^\/image\/([^/?]+)\/report/;

/** The page of an error, in the words of a person who followed a link, with a way on. */
export function errorPage(deps: SendPageDeps, request: FastifyRequest, error: AppError): Page {
  const texts = textsFor(deps, request);
  const { t } = texts;
  const stem = isWrongDeleteLink(request, error) ? 'delete' : WORDS[error.code];
  const minutes = Math.ceil((error.retryAfterSeconds ?? 0) / 60);
  const heading = stem === undefined ? error.message : t(`pages-error-${stem}-heading`);
  const text =
    stem === undefined ? t('pages-error-other-text') : t(`pages-error-${stem}-text`, { minutes, id: request.id });
  // A report that is refused leads back to its image.
  const id = REPORT.exec(request.url)?.[1] ?? '';
  const back = error.status === 404 || !isImageId(id) ? null : `${deps.imageHost}/image/${id}`;
  return {
    texts,
    title: heading,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="notice">
<p class="notice-status" aria-hidden="true">${error.status}</p>
<h1>${heading}</h1>
<p>${text}</p>
<p class="choices">${
      back === null
        ? html`<a class="button" href="${uploadUrl(deps)}">${t('pages-upload-image')}</a>`
        : html`<a class="button" href="${back}">${t('pages-report-back')}</a>`
    }</p>
</div>`,
  };
}

const IMAGE_PATH = /^\/(?:i|t|v|image)\/([^./?]+)/;

/** Tags of a 404 about an image: a purge also removes it from an edge, when the image is there again. */
export function missingImageTags(url: string): Record<string, string> {
  const [, id = ''] = IMAGE_PATH.exec(url) ?? [];
  return isImageId(id) ? edgeTags(id) : {};
}

function isWrongDeleteLink({ url }: FastifyRequest, { code }: AppError): boolean {
  return code === 'FORBIDDEN' && /^\/image\/[^/]+\/delete\//.test(url);
}
