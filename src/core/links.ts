import { FORMATS, type FormatName } from './formats.ts';

/** The links object of the API: exactly these six members. */
export interface Links {
  direct: string;
  thumbnail: string;
  view_page: string;
  bbcode: string;
  html: string;
  markdown: string;
}

/**
 * The links of an image; computed, never stored, so that they follow the configured host.
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
