import type { VisibleImage } from '../../actions/images/get-image.ts';
import type { Image } from '../../actions/upload/commit-images.ts';
import type { ImageInfo, UploadResult } from '../../api/images.ts';
import { FORMATS } from '../../core/formats.ts';
import { splitTags } from '../../core/image-texts.ts';
import { linksOf, presetSize, type VariantPreset, variantLinks, variantSizes } from '../../core/links.ts';
import { timestamp, timestampOrNull } from '../../core/time.ts';
import { bodyTag } from '../protocol/conditional.ts';
import { success } from '../protocol/success.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Cache-Control of image info. */
export const IMAGE_INFO_CACHE = 'private, no-cache';

/** The variants that image info lists. */
export interface Variants {
  /** Widths in pixels. */
  readonly variantWidths: readonly number[];
  readonly variantPresets: readonly VariantPreset[];
}

/** The response with the info of an image, as object and as text, and its entity tag. */
export function imageInfoAnswer(image: VisibleImage, showing: Variants & { imageHost: string }) {
  const body = success(infoView(image, showing), 'Image found');
  const text = JSON.stringify(body);
  return { body, text, etag: bodyTag(text) };
}

/** The response to an upload. */
export function uploadView(image: Image, imageHost: string): UploadResult {
  return {
    id: image.id,
    filename: image.filename,
    size: image.size_bytes,
    width: image.width,
    height: image.height,
    format: image.format,
    uploaded_at: timestamp(image.uploaded_at),
    links: linksOf(imageHost, image.id, image.format, image.alt),
    album: image.album,
    ...textsView(image),
    tags: splitTags(image.tags),
    expires_at: timestampOrNull(image.expires_at),
    metadata_removed: kindsOf(image.metadata_removed),
    source_format: image.sourceFormat,
    anonymous: image.account_id === null,
    delete_token: image.deleteToken,
    delete_url: `${imageHost}/image/${image.id}/delete/${image.deleteToken}`,
    ...(image.quarantined_at === null ? {} : { quarantined: true }),
  };
}

/**
 * The info of an image; other callers than its owner do not get the owner's members.
 * @param showing without the variants in lists, to keep them short
 */
export function infoView(
  { image, owner }: VisibleImage,
  { imageHost, ...kinds }: Partial<Variants> & { imageHost: string },
): ImageInfo {
  const format = image.format;
  return {
    id: image.id,
    filename: image.filename,
    size: image.size_bytes,
    width: image.width,
    height: image.height,
    format,
    uploaded_at: timestamp(image.uploaded_at),
    links: linksOf(imageHost, image.id, format, image.alt),
    mime_type: FORMATS[format].mimeType,
    extension: FORMATS[format].extension,
    sha256: image.sha256,
    animated: image.frames > 1,
    frames: image.frames,
    has_alpha: image.has_alpha === 1,
    thumbnail: thumbnailView(image),
    ...(kinds.variantWidths && { variants: variantsView(image, imageHost, kinds.variantWidths) }),
    ...(kinds.variantPresets?.length && { presets: presetsView(image, imageHost, kinds.variantPresets) }),
    expires_at: timestampOrNull(image.expires_at),
    views: image.views,
    anonymous: image.account_id === null,
    ...textsView(image),
    ...(image.quarantined_at === null ? {} : { quarantined: true }),
    ...(owner === undefined
      ? {}
      : {
          album: owner.album,
          // Tags order a collection, as albums do: other callers see neither.
          tags: splitTags(image.tags),
          owned: true,
          uploaded_with_key: owner.keyId,
          // That a picture had a position is the owner's business.
          metadata_removed: kindsOf(image.metadata_removed),
        }),
  };
}

function textsView({ title, alt, description }: Pick<Image, 'title' | 'alt' | 'description'>) {
  return { title, alt, description };
}

function kindsOf(removed: string): string[] {
  return removed.split(' ').filter((kind) => kind !== '');
}

function thumbnailView(image: VisibleImage['image']): ImageInfo['thumbnail'] {
  const { thumbnail_state: state, thumbnail_fault: fault } = image;
  return {
    width: image.thumbnail_width,
    height: image.thumbnail_height,
    size: state === 'made' ? image.thumbnail_size_bytes : null,
    mime_type: FORMATS[image.thumbnail_format].mimeType,
    ...(state === 'made' ? {} : { state }),
    ...(fault === null ? {} : { fault }),
  };
}

function variantsView(image: VisibleImage['image'], imageHost: string, widths: readonly number[]) {
  return variantSizes(image, widths).map((size) => ({
    ...size,
    links: variantLinks(imageHost, image.id, size.preset),
  }));
}

function presetsView(image: VisibleImage['image'], imageHost: string, presets: readonly VariantPreset[]) {
  return presets.map((preset) => ({
    preset: preset.name,
    ...presetSize(image, preset),
    links: variantLinks(imageHost, image.id, preset.name),
  }));
}
