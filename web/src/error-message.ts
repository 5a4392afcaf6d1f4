import { ApiError } from './api/api-error.ts';
import { hasText, t } from './i18n/i18n.ts';

/** The message that users see for an error: the text of its code, otherwise the message of the API. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error-unknown');
  const { code, details, param, requestId, retryAfterSeconds } = error;
  if (code === 'TOO_MANY_ATTEMPTS' && details.window === 'guesses') return t('error-too-many-guesses');
  if (code === 'INTERNAL_ERROR' && requestId !== undefined)
    return t('error-internal-error-reference', { id: requestId });
  const id = `error-${code.toLowerCase().replaceAll('_', '-')}`;
  if (retryAfterSeconds !== undefined && hasText(`${id}-wait`)) return t(`${id}-wait`, { seconds: retryAfterSeconds });
  if (!hasText(id)) return error.message;
  return t(id, {
    accepted: Array.isArray(details.accepted) ? details.accepted.join(', ') : 'none',
    factor: param ?? '',
    megapixels: typeof details.max_pixels === 'number' ? Math.round(details.max_pixels / 1_000_000) : 0,
    limit: typeof details.limit_bytes === 'number' ? details.limit_bytes : 0,
  });
}
