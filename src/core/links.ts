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
 */
export function linksOf(imageHost: string, id: string, format: FormatName): Links {
  const { extension } = FORMATS[format];
  const direct = `${imageHost}/i/${id}.${extension}`;
  return {
    direct,
    thumbnail: `${imageHost}/t/${id}.${extension}`,
    view_page: `${imageHost}/image/${id}`,
    bbcode: `[img]${direct}[/img]`,
    html: `<img src="${direct.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" alt="Image">`,
    markdown: `![Image](${direct})`,
  };
}

/** The copies of one image that an edge may hold. */
export interface EdgeCopies {
  /** Sent with every cacheable response about the image: one purge by tag covers all of them. */
  tag: string;
  /** All addresses, for edges that purge by address only. */
  urls: readonly string[];
}

/** The tag of an image: value of `Cache-Tag` (Cloudflare), `Surrogate-Key` (Fastly) and `CDN-Tag` (bunny.net). */
export function edgeTagOf(imageId: string): string {
  return `img-${imageId}`;
}

/**
 * The copies to purge when an image is deleted or changes. This is the only list of addresses: a new public address of
 * an image must be added here.
 * @param variantWidths presets of variants, in pixels
 */
export function edgeCopiesOf(
  { imageHost, variantWidths }: { imageHost: string; variantWidths: readonly number[] },
  imageId: string,
  format: FormatName,
): EdgeCopies {
  const { direct, thumbnail, view_page } = linksOf(imageHost, imageId, format);
  return {
    tag: edgeTagOf(imageId),
    urls: [
      ...withAlias(direct),
      ...withAlias(thumbnail),
      view_page,
      `${imageHost}/oembed?url=${encodeURIComponent(view_page)}&format=json`,
      ...variantWidths.flatMap((width) => Object.values(variantLinks(imageHost, imageId, String(width)))),
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

/** Sides of a variant in pixels; narrower than the original. */
export interface VariantSize {
  preset: string;
  width: number;
  height: number;
}

/** The format of a variant's extension, or undefined. */
export function variantFormat(extension: string): Format | undefined {
  return VARIANT_FORMATS.map((name) => FORMATS[name]).find((format) => format.extension === extension);
}

/**
 * The variants of an image: all presets that make it smaller.
 * @param widths of all presets, in pixels
 */
export function variantSizes(image: { width: number; height: number }, widths: readonly number[]): VariantSize[] {
  return widths
    .filter((width) => width < image.width)
    .map((width) => ({
      preset: String(width),
      width,
      height: Math.max(1, Math.round((image.height * width) / image.width)),
    }));
}

/** Links of a variant in every format, by extension. */
export function variantLinks(imageHost: string, id: string, preset: string): Record<string, string> {
  return Object.fromEntries(
    VARIANT_FORMATS.map((name) => FORMATS[name].extension).map((extension) => [
      extension,
      `${imageHost}/v/${id}/${preset}.${extension}`,
    ]),
  );
}
