import type { DescribedImage } from '../actions/describe-image.ts';
import { bodyTag } from './conditional.ts';
import { infoView } from './image-view.ts';
import { success } from './success.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Cache-Control of image information. */
export const INFORMATION_KEPT = 'private, no-cache';

/** Image information as it is sent, with its entity tag. */
export function informationOf(
  described: DescribedImage,
  showing: { imageHost: string; variantWidths: readonly number[] },
) {
  const body = success(infoView(described, showing), 'Image found');
  const text = JSON.stringify(body);
  return { body, text, etag: bodyTag(text) };
}
