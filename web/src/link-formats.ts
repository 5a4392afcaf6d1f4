import type { Links } from '../../src/core/links.ts';

/** The link formats in display order. */
export const LINK_FORMATS: readonly { name: keyof Links; label: string; short: string }[] = [
  { name: 'direct', label: 'Direct link', short: 'Direct' },
  { name: 'view_page', label: 'View page', short: 'Page' },
  { name: 'thumbnail', label: 'Thumbnail', short: 'Thumbnail' },
  { name: 'markdown', label: 'Markdown', short: 'Markdown' },
  { name: 'html', label: 'HTML', short: 'HTML' },
  { name: 'bbcode', label: 'BBCode', short: 'BBCode' },
];
