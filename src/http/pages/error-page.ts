import type { AppError, ErrorCode } from '../../core/errors.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

/** In the words of somebody who has followed a link. */
const WORDS: Partial<Record<ErrorCode, { heading: string; advice: string }>> = {
  IMAGE_NOT_FOUND: {
    heading: 'Image not found',
    advice: 'It was deleted, its time has run out, or the link is not complete. Capital and small letters count.',
  },
  ALBUM_NOT_FOUND: {
    heading: 'Album not found',
    advice: 'It was deleted, it is not shared any more, or the link is not complete. Capital and small letters count.',
  },
  INVALID_CURSOR: {
    heading: 'There is no such page',
    advice: 'The link is not complete. Begin again at the first page.',
  },
  FORBIDDEN: {
    heading: 'This delete link is not valid',
    advice: 'It does not belong to the image. The right one was shown once, in the answer to the upload.',
  },
};

/** Says in words what could not be shown. */
export function errorPage(error: AppError): Page {
  const { heading, advice } = WORDS[error.code] ?? { heading: error.message, advice: '' };
  return {
    title: heading,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="notice">
<p class="notice-status" aria-hidden="true">${error.status}</p>
<h1>${heading}</h1>
<p>${advice}</p>
</div>`,
  };
}
