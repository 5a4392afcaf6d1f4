import type { VisibleImage } from '../../actions/images/get-image.ts';
import { bodyTag } from '../protocol/conditional.ts';
import { success } from '../protocol/success.ts';
import { infoView } from './image-view.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Cache-Control of image information. */
export const INFORMATION_KEPT = 'private, no-cache';

/** Image information as it is sent, with its entity tag. */
export function informationOf(
  described: VisibleImage,
  showing: { imageHost: string; variantWidths: readonly number[] },
) {
  const body = success(infoView(described, showing), 'Image found');
  const text = JSON.stringify(body);
  return { body, text, etag: bodyTag(text) };
}
