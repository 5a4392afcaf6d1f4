import { createHash } from 'node:crypto';
import { FORMATS, type Format, type FormatName } from './formats.ts';

/** The public URLs of the service. With IMGD_PORT=0 they are final only after the service listens. */
export interface PublicUrls {
  /** `{base_url}` without `/api/v1/` and without a slash at the end. */
  readonly baseUrl: string;
  /** `{image_host}` without a slash at the end. */
  readonly imageHost: string;
}

/** The member `links` of the API. */
export interface Links {
  direct: string;
  thumbnail: string;
  view_page: string;
  bbcode: string;
  html: string;
  markdown: string;
}

/**
 * The links of an image. They are computed, never stored, so that they follow the configured host.
 * @param imageHost `{image_host}`, an absolute URL without a slash at its end
 * @param alt alternative text of the image, for HTML and Markdown; BBCode has none that all programs read
 */
export function linksOf(imageHost: string, id: string, format: FormatName, alt: string | null = null): Links {
  const { extension } = FORMATS[format];
  const direct = `${imageHost}/i/${id}.${extension}`;
  return {
    direct,
    thumbnail: `${imageHost}/t/${id}.${extension}`,
    view_page: `${imageHost}/image/${id}`,
    bbcode: `[img]${direct}[/img]`,
    html: `<img src="${attribute(direct)}" alt="${attribute(alt ?? NO_ALT)}">`,
    markdown: `![${(alt ?? NO_ALT).replace(MARKDOWN, '\\$&')}](${direct})`,
  };
}

const NO_ALT = 'Image';
/** What Markdown (CommonMark 0.31, section 2.4) does not read as text within the brackets. */
const MARKDOWN = /[\\`*_[\]<>&~|!]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A text as the value of an HTML attribute. */
function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? character);
}

/** Which variants a server makes. */
export interface VariantKinds {
  /** In pixels. */
  readonly variantWidths: readonly number[];
  /** Of the operator. */
  readonly variantPresets: readonly { name: string }[];
}

/** The same with what the presets are. */
export interface ServedKinds extends VariantKinds {
  readonly variantPresets: readonly VariantPreset[];
}

/** The names of variants in their links. */
export function variantNames({ variantWidths, variantPresets }: VariantKinds): string[] {
  return [...variantWidths.map(String), ...variantPresets.map(({ name }) => name)];
}

/** The copies of one image that an edge may hold. */
export interface EdgeCopies {
  /** Sent with every cacheable response about the image: one purge by tag covers all of them. */
  tag: string;
  /** All addresses, for edges that purge by address only. */
  urls: readonly string[];
  /** Those of `urls` that may have a copy in each language. */
  pages?: readonly string[];
}

/** Which variants of an image were made. */
export interface MadeVariants extends Size {
  /** `<width>.<extension>` of each, with the mark of its preset. */
  variants: readonly string[];
}

/** The tag of an image: value of `Cache-Tag` (Cloudflare), `Surrogate-Key` (Fastly) and `CDN-Tag` (bunny.net). */
export function edgeTagOf(imageId: string): string {
  return `img-${imageId}`;
}

/**
 * The copies to purge when an image is deleted or changes. This is the only list of addresses: a new public address of
 * an image must be added here.
 * @param hosts.variantWidths of all variants, in pixels
 * @param hosts.variantPresets of the operator
 * @param made limits the addresses of variants; undefined = all that the server makes
 */
export function edgeCopiesOf(
  { imageHost, variantWidths, variantPresets }: ServedKinds & { imageHost: string },
  imageId: string,
  format: FormatName,
  made?: MadeVariants,
): EdgeCopies {
  const { direct, thumbnail, view_page } = linksOf(imageHost, imageId, format);
  return {
    tag: edgeTagOf(imageId),
    pages: [view_page],
    urls: [
      ...withAlias(direct),
      ...withAlias(thumbnail),
      view_page,
      `${imageHost}/oembed?url=${encodeURIComponent(view_page)}&format=json`,
      ...[...variantWidths, ...variantPresets].flatMap((chosen) => {
        const name = typeof chosen === 'number' ? String(chosen) : chosen.name;
        const links = Object.entries(variantLinks(imageHost, imageId, name));
        if (made === undefined) return links.map(([, link]) => link);
        const { width, mark } = cutOf(made, chosen);
        return links.filter(([extension]) => made.variants.includes(`${width}.${extension}${mark}`)).map(([, l]) => l);
      }),
    ],
  };
}

/** `.jpeg` is an alias of `.jpg`. */
function withAlias(url: string): string[] {
  return url.endsWith('.jpg') ? [url, url.replace(/jpg$/, 'jpeg')] : [url];
}

/** The page of a public album. */
export function publicAlbumUrl(imageHost: string, token: string): string {
  return `${imageHost}/a/${token}`;
}

/** Output formats of variants. */
const VARIANT_FORMATS: readonly FormatName[] = ['JPEG', 'PNG', 'WEBP', 'AVIF'];

/** Sides in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A variant that is narrower than the original. */
export interface VariantSize extends Size {
  preset: string;
}

/** The longest side that WebP can store. */
const MAX_VARIANT_SIDE = 16_383;
/** Enough for every screen. Without it, a tall image at a large preset would cost as much as an upload. */
const MAX_VARIANT_PIXELS = 16_000_000;

/** Sides of the variant of an image at a preset: never enlarged, and within the bounds of variants. */
export function variantSize(image: Size, presetWidth: number): Size {
  return variantWithin(image, { width: presetWidth, height: Number.POSITIVE_INFINITY });
}

/** The same for a box. */
export function variantWithin(image: Size, box: Size): Size {
  const shrink = Math.max(
    1,
    image.width / box.width,
    image.height / box.height,
    Math.max(image.width, image.height) / MAX_VARIANT_SIDE,
    Math.sqrt((image.width * image.height) / MAX_VARIANT_PIXELS),
  );
  const side = (pixels: number) => Math.max(1, Math.round(pixels / shrink));
  return { width: side(image.width), height: side(image.height) };
}

/** Whether a variant may have these sides. */
export function fitsVariant({ width, height }: Size): boolean {
  const isInBounds = (side: number) => side >= 1 && side <= MAX_VARIANT_SIDE;
  return isInBounds(width) && isInBounds(height) && width * height <= MAX_VARIANT_PIXELS;
}

/** The format of a variant's extension, or undefined. */
export function variantFormat(extension: string): Format | undefined {
  return VARIANT_FORMATS.map((name) => FORMATS[name]).find((format) => format.extension === extension);
}

/**
 * The variants of an image: all presets that make it smaller, and one of those that give it the same size.
 * @param widths of all presets in pixels, ascending
 */
export function variantSizes(image: Size, widths: readonly number[]): VariantSize[] {
  return widths
    .filter((width) => width < image.width)
    .map((width) => ({ preset: String(width), ...variantSize(image, width) }))
    .filter((size, i, all) => size.width !== all[i - 1]?.width);
}

/** Links of a variant in every format, by extension. */
export function variantLinks(imageHost: string, id: string, preset: string): Record<string, string> {
  const links: Record<string, string> = {};
  for (const name of VARIANT_FORMATS) {
    const { extension } = FORMATS[name];
    links[extension] = `${imageHost}/v/${id}/${preset}.${extension}`;
  }
  return links;
}

/** A variant that the operator has defined: `/v/<id>/<name>.<ext>`. */
export interface VariantPreset {
  name: string;
  /** Pixels of the box; null = as many as the other side asks for. */
  width: number | null;
  height: number | null;
  /** `cover` fills the box and cuts off what is beyond it; `inside` shows the whole picture within it. */
  fit: 'cover' | 'inside';
  /** Of JPEG, WebP and AVIF, 1 to 100; null = that of other variants. */
  quality: number | null;
}

/** What gives a variant its sides: the new width alone, both sides, or both after the middle was cut out. */
export type Cutting = 'width' | 'sides' | 'crop';

/** How a variant is made. */
export interface Cut extends Size {
  how: Cutting;
  quality: number | null;
  /** Marks stored variants of a preset: another definition is another variant. */
  mark: string;
}

/** The variant of an image: at a width in pixels, or by a preset. Never enlarged. */
export function cutOf(image: Size, chosen: number | VariantPreset): Cut {
  if (typeof chosen === 'number') return { ...variantSize(image, chosen), how: 'width', quality: null, mark: '' };
  const { quality } = chosen;
  const mark = `@${markOf(chosen)}`;
  const size = presetSize(image, chosen);
  return { ...size, how: chosen.fit === 'cover' ? 'crop' : 'sides', quality, mark };
}

/** Sides of the variant of an image by a preset. A picture smaller than the box fills a smaller box of the same shape. */
export function presetSize(image: Size, { width, height, fit }: VariantPreset): Size {
  const box = { width: width ?? Number.POSITIVE_INFINITY, height: height ?? Number.POSITIVE_INFINITY };
  if (fit === 'inside') return variantWithin(image, box);
  const times = Math.min(1, image.width / box.width, image.height / box.height);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * times));
  return { width: side(box.width), height: side(box.height) };
}

function markOf({ width, height, fit, quality }: VariantPreset): string {
  const definition = JSON.stringify([width, height, fit, quality]);
  return createHash('sha256').update(definition).digest('hex').slice(0, 12);
}
