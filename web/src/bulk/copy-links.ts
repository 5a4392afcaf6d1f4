import type { Links } from '../../../src/core/links.ts';
import { copyText } from '../clipboard.ts';
import { t } from '../i18n/i18n.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { toast } from '../ui/toast.tsx';
import { type Linked, linkText } from '../upload/link-text.ts';
import { linkFormat } from '../upload/preferences.ts';

/**
 * Copies the links of images, one on each line, and confirms it with a toast.
 * @param format the one that the user chose last, on any page, unless another one is given
 */
export async function copyLinks(images: readonly Linked[], format: keyof Links = linkFormat.get()): Promise<void> {
  const copied = await copyText(images.map((image) => linkText(image, format)).join('\n'));
  const what = LINK_FORMATS.find(({ name }) => name === format)?.label ?? format;
  toast(copied ? t('library-copied', { what, count: images.length }) : t('common-copy-failed'));
}
