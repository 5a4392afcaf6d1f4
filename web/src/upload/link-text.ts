import type { Links } from '../../../src/core/links.ts';

/** What a link shows of an image. */
export interface Linked {
  filename: string;
  links: Pick<Links, 'direct' | 'thumbnail' | 'view_page'>;
}

/**
 * The link of an image in a format, with the file name as its alternative text. BBCode has no alternative text that all
 * forums understand.
 */
export function linkText({ filename, links }: Linked, format: keyof Links): string {
  switch (format) {
    case 'markdown':
      return `![${escapeMarkdown(filename)}](${links.direct})`;
    case 'html':
      return `<img src="${escapeHtml(links.direct)}" alt="${escapeHtml(filename)}">`;
    case 'bbcode':
      return `[img]${links.direct}[/img]`;
    default:
      return links[format];
  }
}

/** Escapes all punctuation that CommonMark allows to be escaped and that means something in an image description. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#!&|~]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
