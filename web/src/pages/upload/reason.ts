import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import type { Rejection, UploadItem } from '../../upload/upload-item.ts';
import { formatLabel } from './image-facts.tsx';

/** Why a file is not uploaded, for the user. */
export function reasonOf({ rejection, error }: UploadItem): string {
  if (rejection !== undefined) return textOf(rejection);
  return error === undefined ? '' : explain(error);
}

function textOf(rejection: Rejection): string {
  switch (rejection.kind) {
    case 'empty':
      return t('upload-empty');
    case 'unreadable':
      return t('upload-unreadable');
    case 'too-large': {
      const { bytes, limitBytes } = rejection;
      return t('upload-too-large', { bytes, limit: limitBytes });
    }
    case 'unsupported': {
      const { detected, accepted } = rejection;
      if (detected === 'SVG') return t('upload-no-svg');
      if (accepted.length === 0) return t('upload-no-image');
      return t('upload-unsupported', { formats: accepted.map(formatLabel).join(', ') });
    }
  }
}
