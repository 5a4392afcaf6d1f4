import type { ImageRecord } from '../../catalog/images/images.ts';
import { FORMATS } from '../../core/formats.ts';
import { altOf } from '../../core/image-texts.ts';
import { linksOf, variantLinks, variantSize } from '../../core/links.ts';
import { type Html, html } from './html.ts';
import { SITE_NAME } from './page.ts';

/** The picture of a link preview. */
export interface PreviewPicture {
  url: string;
  mimeType: string;
  width: number;
  height: number;
  /** Its text alternative. */
  alt: string;
}

/** What programs show of a page when somebody shares its address. */
interface LinkPreview {
  /** Absolute. */
  url: string;
  title: string;
  description: string;
  picture: PreviewPicture | null;
}

/** Open Graph (ogp.me) and the card of X. The card is large only where there is a picture to fill it. */
export function previewTags({ url, title, description, picture }: LinkPreview): Html {
  const properties: [string, string | number][] = [
    ['og:title', title],
    ['og:type', 'website'],
    ['og:url', url],
    ['og:site_name', SITE_NAME],
    ['og:description', description],
    ...(picture === null ? [] : pictureProperties(picture)),
  ];
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
${properties.map(([name, value]) => html`<meta property="${name}" content="${value}">\n`)}<meta name="twitter:card" content="${isLarge(picture) ? 'summary_large_image' : 'summary'}">`;
}

function pictureProperties({ url, mimeType, width, height, alt }: PreviewPicture): [string, string | number][] {
  return [
    ['og:image', url],
    ...(url.startsWith('https:') ? [['og:image:secure_url', url] as [string, string]] : []),
    ['og:image:type', mimeType],
    ['og:image:width', width],
    ['og:image:height', height],
    ['og:image:alt', alt],
  ];
}

/** X shows smaller pictures beside the text, and enlarges them in a large card. */
function isLarge(picture: PreviewPicture | null): boolean {
  return picture !== null && picture.width >= 300 && picture.height >= 157;
}

/** Wider pictures are scaled down by every program that shows previews. */
const MAX_WIDTH = 1_280;
/** Programs that show previews give up on larger files. */
const MAX_BYTES = 2 ** 20;
/** Formats that every such program shows. */
const SHOWN_EVERYWHERE: ReadonlySet<string> = new Set(['JPEG', 'PNG', 'GIF']);

/**
 * The picture of an image in a link preview: the original where every program shows it, else a JPEG of at most 1,280
 * pixels in width. The program that requests this variant first pays for it, like every other client.
 * @param showing.variantWidths in pixels
 */
export function previewPicture(
  image: Pick<ImageRecord, 'id' | 'format' | 'width' | 'height' | 'size_bytes' | 'filename' | 'alt'>,
  { imageHost, variantWidths }: { imageHost: string; variantWidths: readonly number[] },
): PreviewPicture {
  const { id, format, width, height, size_bytes: bytes } = image;
  const alt = altOf(image);
  const preset = variantWidths.findLast((one) => one <= MAX_WIDTH);
  if (preset === undefined || (SHOWN_EVERYWHERE.has(format) && width <= MAX_WIDTH && bytes <= MAX_BYTES)) {
    const url = linksOf(imageHost, id, format).direct;
    return { url, mimeType: FORMATS[format].mimeType, width, height, alt };
  }
  const url = variantLinks(imageHost, id, String(preset)).jpg ?? '';
  return { url, mimeType: FORMATS.JPEG.mimeType, ...variantSize(image, preset), alt };
}
