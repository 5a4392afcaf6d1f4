import type { ImageRecord } from '../../catalog/images/images.ts';
import { humanSize } from '../../core/human-size.ts';
import { linksOf } from '../../core/links.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

/** Asks whether the image shall go; the form is sent to the address of the page. */
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

/** Says that the image is gone. */
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
