import type { ModeratedImage } from '../../api/moderation.ts';
import type { ImageRecord } from '../../catalog/images/images.ts';
import { linksOf } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';

/** An image in lists for administrators. */
export function moderatedImageView(image: ImageRecord, imageHost: string): ModeratedImage {
  return {
    id: image.id,
    filename: image.filename,
    format: image.format,
    width: image.width,
    height: image.height,
    size: image.size_bytes,
    links: linksOf(imageHost, image.id, image.format),
    uploaded_at: timestamp(image.uploaded_at),
    account_id: image.account_id,
    quarantined: image.quarantined_at !== null,
  };
}
